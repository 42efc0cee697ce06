//! What the project's tasks share with their tests.

pub mod new_game;
pub mod sources;
