use std::time::{Duration, Instant};

use agon_core::{AnyTable, Fault};
use agon_search::{Limits, Thought};
use agon_ugi::{Program, STARTUP_TIMEOUT, hang_timeout};

/// A running program with what every protocol needs: its name and its deadlines.
pub(super) struct ExternalEngine {
    /// As the program introduces itself.
    pub(super) name: String,
    pub(super) program: Program,
    grace: Duration,
    deadline: Instant,
}

impl ExternalEngine {
    pub(super) fn new(program: Program, grace: Duration) -> Self {
        Self { name: program.name().to_owned(), program, grace, deadline: Instant::now() + STARTUP_TIMEOUT }
    }

    /// Starts the deadline of a turn according to the limits.
    pub(super) fn start_deadline(&mut self, table: &dyn AnyTable, limits: &Limits) {
        // None of these protocols has an infinite search.
        let time = hang_timeout(limits, table, self.grace).unwrap_or(STARTUP_TIMEOUT);
        self.deadline = Instant::now() + time.max(self.grace);
    }

    pub(super) fn receive(&mut self) -> Result<String, Fault> {
        self.program.receive(self.deadline)
    }

    /// The result of a search in which the program chose `notation`, if that is a legal turn.
    pub(super) fn thought(&self, table: &dyn AnyTable, notation: &str, started: Instant) -> Result<Thought, Fault> {
        let turn = self.program.legal_turn(table, notation)?;
        Ok(Thought { turn, line: None, nodes: 0, time: started.elapsed() })
    }
}
