//! The board: points, checkers, dice and positions.
//!
//! - `side`: places and one player's checkers
//! - `dice`, `turn`: dice, steps and turns
//! - `position`: a position of any of the games
//! - `setup`: position strings

pub(crate) mod dice;
mod position;
pub(crate) mod setup;
mod side;
mod turn;

pub use dice::Dice;
pub use position::Position;
pub use side::{BOARD, HOME, OUTSIDE, POINTS, Place, PlaceSet, Side, places};
pub use turn::{Step, Turn};
