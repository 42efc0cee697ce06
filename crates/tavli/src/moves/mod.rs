//! The legal turns of a position, and how they are written.
//!
//! - `movegen`: the move generator of all games
//! - `steps`: turns made step by step
//! - `notation`: turns as text

pub(crate) mod movegen;
pub(crate) mod notation;
pub(crate) mod steps;
