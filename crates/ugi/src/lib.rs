//! The Universal Game Interface, both sides, no engine inside.
