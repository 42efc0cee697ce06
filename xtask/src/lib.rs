//! What the project's tasks share with their tests.

pub mod new_game;
pub mod sources;

/// The example of the read-me. It stands here because the package of `agon` does not contain the file.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct ReadMe;
