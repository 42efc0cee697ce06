//! Reviews of games played: for each turn the best ones, what was lost, and how lucky the dice were.
//!
//! A [`Review`] is plain data that can be written as JSON or, by [`text`], for people. It works for
//! every game through its engine.
//!
//! ```
//! use agon_analysis::{Effort, Plan, review};
//! use agon_search::Stop;
//!
//! let mut table = agon_games::open("domineering:rows=4,cols=4").unwrap();
//! for word in ["b3", "a2"] {
//!     table.play(word).unwrap();
//! }
//! let record = agon_games::record_of(&*table, "Ada", "Ben");
//! let plan = Plan { effort: Effort::Plies(3), ..Plan::default() };
//! let review = review(&record, &plan, &Stop::new(), &|_, _| {}).unwrap();
//! assert_eq!(review.turns.len(), 2);
//! assert!(review.turns[0].loss >= 0.0);
//! ```

mod grade;
mod hint;
mod luck;
mod plan;
mod run;
mod summary;
pub mod text;
mod turn;

pub use grade::Grade;
pub use hint::hints;
pub use plan::{Effort, Plan};
pub use run::{review, review_table};
pub use summary::Summary;
pub use turn::{Chances, Choice, Roll, TurnReview};

use agon_core::Outcome;
use serde::Serialize;

/// What there is to say about a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// The spec string of the game.
    pub game: String,
    /// Who played, first player first.
    pub players: [String; 2],
    /// The result, `*` if there is none.
    pub result: String,
    /// Whether worths are points of a dice game; otherwise they are the engine's own unit.
    pub dice: bool,
    /// The turns in order.
    pub turns: Vec<TurnReview>,
    /// Both players, the first one first.
    pub summary: [Summary; 2],
    /// What the first player's result would have been without luck, in points, if there is a result.
    pub adjusted: Option<f64>,
}

/// The points of a result to the first player.
pub(crate) fn points(outcome: Outcome) -> f64 {
    match outcome.winner() {
        Some(agon_core::Player::P1) => f64::from(outcome.points()),
        Some(agon_core::Player::P2) => -f64::from(outcome.points()),
        None => 0.0,
    }
}
