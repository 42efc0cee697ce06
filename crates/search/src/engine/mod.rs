//! What an engine is: the trait, its requests and its answers.
//!
//! - `limits`: when a search ends, and the flag that stops it from outside
//! - `strength`: which engine is wanted, and what a level may use
//! - `time`: the time of one move, and the check that ends a search on time
//! - `root`: the table and the turns that every engine starts from
//! - `uniform`: the engine that plays at random

mod limits;
mod root;
mod strength;
mod time;
mod uniform;

use std::time::Duration;

use agon_core::{AnyTable, Fault};

use crate::Probabilities;

pub use limits::{Clock, Limits, Stop};
pub use root::wait_until_stopped;
pub(crate) use root::{root_moves, typed};
pub use strength::{EngineSpec, Strength};
pub(crate) use time::{Budget, StopCheck};
pub use uniform::Uniform;

/// The score of a position for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of the game's own unit (a step, a move, a point).
    Cp(i32),
    /// A proven win in this many turns of both sides.
    Win(u32),
    /// A proven loss in this many turns of both sides.
    Loss(u32),
}

impl Default for Score {
    fn default() -> Self {
        Self::Cp(0)
    }
}

/// A line of play that an engine reports.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Completed depth in turns.
    pub depth: u32,
    /// 1 for the best line, 2 for the second best.
    pub multi_pv: usize,
    /// Score for the player to move.
    pub score: Score,
    /// Expected points, for games with dice.
    pub equity: Option<f32>,
    /// Probabilities of win, draw and loss in thousandths.
    pub wdl: Option<[u16; 3]>,
    /// The probabilities behind them, with double and triple wins, for games with dice.
    pub probabilities: Option<Probabilities>,
    /// The standard error of `equity`, if it was measured by rollouts.
    pub std_error: Option<f32>,
    /// Nodes visited so far.
    pub nodes: u64,
    /// Time used so far.
    pub time: Duration,
    /// The turns (and rolls) of the line.
    pub pv: Vec<String>,
}

/// What an engine decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The turn to play, in canonical notation.
    pub turn: String,
    /// The line behind it, if the engine searched.
    pub line: Option<Line>,
    /// Nodes visited.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
}

/// What an engine is asked: the position, the limits, and where to report.
pub struct SearchRequest<'a> {
    /// The game so far. The engine chooses for the player to move.
    pub table: &'a dyn AnyTable,
    /// When the search ends.
    pub limits: &'a Limits,
    /// Ends the search early once set.
    pub stop: &'a Stop,
    /// Called with each line as the search improves it.
    pub report: &'a mut dyn FnMut(&Line),
}

impl<'a> SearchRequest<'a> {
    /// A request that reports no lines.
    pub fn quiet(table: &'a dyn AnyTable, limits: &'a Limits, stop: &'a Stop) -> Self {
        // A closure without captures has no size, so the box allocates nothing.
        Self { table, limits, stop, report: Box::leak(Box::new(|_: &Line| {})) }
    }
}

/// A player that chooses turns: an engine, a bot, an external program.
pub trait Engine: Send {
    /// The name for people.
    fn name(&self) -> String;

    /// Clears what was stored in the game before.
    fn new_game(&mut self);

    /// Chooses a turn for the player to move.
    ///
    /// Obeys the limits. Once `stop` is set it answers within 20 ms, still with a legal turn.
    ///
    /// # Errors
    /// If no player is to move, or the table is of a game this engine does not play.
    fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault>;

    /// The static evaluation of the position for the player to move, in hundredths, if it has one.
    fn evaluate(&mut self, table: &dyn AnyTable) -> Option<i32> {
        let _ = table;
        None
    }
}
