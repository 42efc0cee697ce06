//! Reviews of finished games: the best turns, the loss of each turn played, and the luck of the dice.
//!
//! A [`Review`] is plain data; [`text`] formats it for people, serde as JSON. It works for every game through the game's
//! engine.
//!
//! # Examples
//!
//! ```
//! use agon_analysis::{ReviewEffort, ReviewOptions, review};
//! use agon_search::Stop;
//!
//! let mut table = agon_games::open("domineering:rows=4,cols=4").unwrap();
//! for turn in ["b3", "a2"] {
//!     table.play(turn).unwrap();
//! }
//! let record = agon_games::record_of(&*table, "Ada", "Ben");
//! let options = ReviewOptions { effort: ReviewEffort::Plies(3), ..ReviewOptions::default() };
//! let review = review(&record, &options, &Stop::new(), &|_, _| {}).unwrap();
//! assert_eq!(review.turns.len(), 2);
//! assert!(review.turns[0].loss >= 0.0);
//! ```

mod grade;
mod hint;
mod luck;
mod options;
mod review;
mod summary;
pub mod text;
mod turn;

pub use grade::Grade;
pub use hint::hints;
pub use options::{ReviewEffort, ReviewOptions};
pub use review::{review, review_table};
pub use summary::PlayerSummary;
pub use turn::{CandidateTurn, OutcomeChances, RollLuck, TurnReview};

use agon_core::Outcome;
use serde::Serialize;

/// The review of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Review {
    /// The spec string of the game.
    pub game: String,
    /// Names of the players, first player first.
    pub players: [String; 2],
    /// The result, `*` if there is none.
    pub result: String,
    /// Whether values are points of a dice game; otherwise they are in the engine's own unit.
    pub dice: bool,
    /// The turns in order.
    pub turns: Vec<TurnReview>,
    /// Summaries of both players, first player first.
    pub summary: [PlayerSummary; 2],
    /// The first player's result minus the luck of the dice, in points, if the game is finished.
    pub adjusted: Option<f64>,
}

/// The points of an outcome for the first player.
pub(crate) fn points(outcome: Outcome) -> f64 {
    match outcome.winner() {
        Some(agon_core::Player::P1) => f64::from(outcome.points()),
        Some(agon_core::Player::P2) => -f64::from(outcome.points()),
        None => 0.0,
    }
}
