use std::io::{self, Read, Write};

use agon_core::{Fault, Player};
use agon_search::Stop;

use crate::NOT_RESUMABLE;

/// What a proof says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProvenResult {
    /// This player wins.
    Win(Player),
    /// Nobody can win.
    Draw,
}

/// What a proof may cost.
#[derive(Clone, Debug)]
pub struct SolveLimits {
    /// Threads to search with; only one gives the same number of nodes again.
    pub threads: usize,
    /// Gives up after so many nodes.
    pub nodes: Option<u64>,
    /// Ends the search from outside.
    pub stop: Stop,
}

impl Default for SolveLimits {
    fn default() -> Self {
        Self { threads: 1, nodes: None, stop: Stop::new() }
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolveProgress {
    /// Positions visited.
    pub nodes: u64,
    /// The part of the tree that is done, from 0 to 1, as far as it can be told.
    pub done: f64,
}

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Who wins; nothing if the search ended before it knew.
    pub result: Option<ProvenResult>,
    /// Positions visited.
    pub nodes: u64,
}

/// Proves who wins one position, for either player to start.
///
/// What was proved for one starter is kept and helps with the other.
pub trait Solver: Send {
    /// Searches until the answer is known or the limits is used up; reports now and then.
    ///
    /// Fails if the answer takes more memory than there may be.
    fn solve(
        &mut self,
        starter: Player,
        limits: &SolveLimits,
        report: &mut dyn FnMut(SolveProgress),
    ) -> Result<Proof, Fault>;

    /// Whether it can write down what it knows and go on from that later.
    fn is_resumable(&self) -> bool {
        false
    }

    /// Writes what is known so far, if it is one that can go on later.
    fn save(&self, _out: &mut dyn Write) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Reads what was known, if it is one that can go on.
    fn load(&mut self, _input: &mut dyn Read) -> Result<(), Fault> {
        Err(NOT_RESUMABLE.fault())
    }
}
