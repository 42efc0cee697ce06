use std::fmt;
use std::time::{Duration, Instant};

use agon_core::{AnyTable, Fault};
use agon_search::{Limits, Thought};
use agon_ugi::{Program, STARTUP_TIMEOUT, engine_failed, hang_timeout, legal_turn};

/// A running program with what every protocol needs: deadlines, and faults that name the program.
pub(super) struct ExternalEngine {
    pub(super) name: String,
    pub(super) program: Program,
    grace: Duration,
    deadline: Instant,
}

impl ExternalEngine {
    pub(super) fn new(name: &str, program: Program, grace: Duration) -> Self {
        Self { name: name.to_owned(), program, grace, deadline: Instant::now() + STARTUP_TIMEOUT }
    }

    /// Starts the deadline of a turn according to the limits.
    pub(super) fn start_deadline(&mut self, table: &dyn AnyTable, limits: &Limits) {
        // None of these protocols has an infinite search.
        let time = hang_timeout(limits, table, self.grace).unwrap_or(STARTUP_TIMEOUT);
        self.deadline = Instant::now() + time.max(self.grace);
    }

    pub(super) fn send(&mut self, line: impl fmt::Display) -> Result<(), Fault> {
        self.program.send(line).map_err(|error| error.fault(&self.name))
    }

    pub(super) fn receive(&mut self) -> Result<String, Fault> {
        self.program.receive(self.deadline).map_err(|error| error.fault(&self.name))
    }

    pub(super) fn failed(&self, reason: impl fmt::Display) -> Fault {
        engine_failed(&self.name, reason)
    }

    /// The result of a search in which the program chose `notation`, if that is a legal turn.
    pub(super) fn thought(&self, table: &dyn AnyTable, notation: &str, started: Instant) -> Result<Thought, Fault> {
        let turn = legal_turn(&self.name, table, notation)?;
        Ok(Thought { turn, line: None, nodes: 0, time: started.elapsed() })
    }
}
