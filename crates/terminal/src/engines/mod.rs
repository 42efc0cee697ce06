//! Engines on background threads, so that the interface never freezes.
//!
//! - `search`: one search.
//! - `opponents`: the engines of computer players and of hints.
//! - `review`: the review of a game.

mod opponents;
mod review;
mod search;

pub(crate) use opponents::{Opponents, against, bots, check_player, opponents};
pub(crate) use review::BackgroundReview;
pub(crate) use search::{BackgroundSearch, SearchOutcome};
