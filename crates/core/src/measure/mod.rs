//! Counting and timing any game, and statistics of results.
//!
//! - `perft`: counts of turn sequences
//! - `movegen`: the speed of move generation
//! - `playout`: random games
//! - `mean`: a mean with its confidence interval

mod mean;
pub mod movegen;
pub mod perft;
mod playout;

pub use mean::Mean;
pub use playout::{PlayoutSum, Playouts};
