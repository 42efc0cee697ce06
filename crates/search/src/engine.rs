use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use agon_core::{AnyTable, Fault};

use crate::Probabilities;

/// How long an engine may think. Whatever is reached first ends the search; nothing set means
/// that the engine uses what its level customarily takes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Clocks of both players.
    pub clock: Option<Clock>,
    /// Depth in turns.
    pub depth: Option<u32>,
    /// Nodes visited; with the same seed the same answer.
    pub nodes: Option<u64>,
    /// Rollouts, for engines of dice games.
    pub trials: Option<u64>,
    /// Think until stopped.
    pub infinite: bool,
    /// Consider only these turns at the root; empty means all.
    pub search_moves: Vec<String>,
    /// How many best lines to report, at least 1.
    pub multi_pv: usize,
}

impl Limits {
    /// A fixed time for the move.
    pub fn movetime(time: Duration) -> Self {
        Self { movetime: Some(time), ..Self::default() }
    }

    /// A fixed number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A fixed depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }
}

/// The clocks of both players, p1 first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub left: [Duration; 2],
    /// Added after each move.
    pub increment: [Duration; 2],
}

/// A flag that ends a search from outside; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the search to end.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Makes the flag usable for the next search.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// The flag itself, for what knows nothing of searches.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }

    /// Whether the search has been asked to end.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a position is worth to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of the game's own unit (a step, a move, a point).
    Cp(i32),
    /// A proven win in so many turns of both sides.
    Win(u32),
    /// A proven loss in so many turns of both sides.
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
    /// Its worth to the player to move.
    pub score: Score,
    /// Expected points, for games that score more than one.
    pub equity: Option<f32>,
    /// Chances of win, draw, loss in thousandths.
    pub wdl: Option<[u16; 3]>,
    /// The chances behind them, double wins told apart, for games with dice.
    pub probabilities: Option<Probabilities>,
    /// The standard error of `equity`, if it was measured by trials.
    pub deviation: Option<f32>,
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

/// Which engine is wanted and what it may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// Playing strength, 1 to 10; the strongest unless given.
    pub level: Option<u8>,
    /// A bot by name instead of a level.
    pub bot: Option<String>,
    /// Threads to search with, at least 1; only one gives repeatable answers.
    pub threads: usize,
    /// Size of the transposition table.
    pub hash_mb: usize,
    /// Seed of everything random in it.
    pub seed: u64,
    /// Whether high levels may answer from an opening book where there is one. Off by default: a turn
    /// from the book comes without a search and without an opinion.
    pub book: bool,
}

impl Default for EngineSpec {
    fn default() -> Self {
        Self { level: None, bot: None, threads: 1, hash_mb: 16, seed: 0, book: false }
    }
}

/// What an engine is asked: where to search, how long, and whom to tell.
pub struct SearchRequest<'a> {
    /// The game so far; the player to move is the one to choose for.
    pub table: &'a dyn AnyTable,
    /// When to answer.
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

/// Something that can choose a turn: our engines, the named bots, foreign programs.
pub trait Engine: Send {
    /// How it introduces itself.
    fn name(&self) -> String;

    /// Forgets what it learned in the game before.
    fn new_game(&mut self);

    /// Chooses a turn for the player to move.
    ///
    /// Obeys the limits. Answers within 20 ms once `stop` is set, still with a legal turn.
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
