use std::fmt;
use std::time::{Duration, Instant};

use agon_core::{AnyTable, Fault};
use agon_search::{Limits, Thought};
use agon_ugi::{
    ENGINE_FAILED, ENGINE_ILLEGAL, ENGINE_SILENT, Program, ProgramError, STARTUP_TIMEOUT, hang_timeout,
};

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
        self.program.send(line).map_err(|error| self.fault_of(&error))
    }

    pub(super) fn receive(&mut self) -> Result<String, Fault> {
        self.program.receive(self.deadline).map_err(|error| self.fault_of(&error))
    }

    pub(super) fn failed(&self, reason: impl fmt::Display) -> Fault {
        ENGINE_FAILED.with("engine", &self.name).with("reason", reason)
    }

    fn fault_of(&self, error: &ProgramError) -> Fault {
        match error {
            ProgramError::TimedOut => ENGINE_SILENT.with("engine", &self.name),
            error => self.failed(error),
        }
    }

    /// The result of a search in which the program chose `notation`, if that is a legal turn.
    pub(super) fn thought(
        &self,
        table: &dyn AnyTable,
        notation: &str,
        started: Instant,
    ) -> Result<Thought, Fault> {
        let word = table.check(notation).map_err(|fault| {
            ENGINE_ILLEGAL.with("engine", &self.name).with("word", notation).with("reason", fault)
        })?;
        Ok(Thought { turn: word, line: None, nodes: 0, time: started.elapsed() })
    }
}
