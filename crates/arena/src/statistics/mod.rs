//! What results say about playing strength.
//!
//! - `stats`: score, Elo and their confidence intervals, from pairs of games.
//! - `sprt`: the sequential probability ratio test.
//! - `rating`: ratings of many players.

pub mod rating;
mod sprt;
pub mod stats;

pub use sprt::{LLR_BOUND, Sprt, SprtStatus};
