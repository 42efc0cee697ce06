//! The registry of all games, and drawings of their boards.
