use std::io::{self, Read, Write};

use agon_core::{Fault, Player};
use agon_search::Stop;

use crate::NOT_RESUMABLE;

/// The game-theoretic result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProvenResult {
    /// This player wins.
    Win(Player),
    /// Neither player can force a win.
    Draw,
}

/// Limits of a proof.
#[derive(Clone, Debug)]
pub struct SolveLimits {
    /// Threads of the search; the number of nodes is reproducible with one thread only.
    pub threads: usize,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Ends the search from outside.
    pub stop: Stop,
}

impl Default for SolveLimits {
    fn default() -> Self {
        Self { threads: 1, nodes: None, stop: Stop::new() }
    }
}

/// Progress of a proof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolveProgress {
    /// Positions visited.
    pub nodes: u64,
    /// Estimated part of the work that is done, from 0 to 1.
    pub done: f64,
}

/// The outcome of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The proven result; nothing if the search reached a limit.
    pub result: Option<ProvenResult>,
    /// Positions visited.
    pub nodes: u64,
}

/// Proves who wins one position, with either player to start.
///
/// Proofs for one starter are kept and speed up the other.
pub trait Solver: Send {
    /// Searches until the result is proved or a limit is reached, and reports its progress.
    ///
    /// Fails if the proof needs more memory than allowed.
    fn solve(
        &mut self,
        starter: Player,
        limits: &SolveLimits,
        report: &mut dyn FnMut(SolveProgress),
    ) -> Result<Proof, Fault>;

    /// Whether its proofs can be saved and loaded.
    fn is_resumable(&self) -> bool {
        false
    }

    /// Writes the proofs found so far, if the solver is resumable.
    fn save(&self, _out: &mut dyn Write) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Reads proofs that were saved, if the solver is resumable.
    fn load(&mut self, _input: &mut dyn Read) -> Result<(), Fault> {
        Err(NOT_RESUMABLE.fault())
    }
}
