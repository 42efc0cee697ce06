//! Slow, obviously right move generators to compare the fast ones with.
