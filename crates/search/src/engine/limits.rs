use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long an engine may think.
///
/// Whichever limit is reached first ends the search. Without any limit the engine takes the time of its level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Clocks of both players.
    pub clock: Option<Clock>,
    /// Depth in turns.
    pub depth: Option<u32>,
    /// Nodes visited. On one thread the same seed gives the same answer.
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

    /// Clears the flag for the next search.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// The flag itself, for code that does not depend on this crate.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }

    /// Whether the search has been asked to end.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
