use std::fmt;
use std::time::{Duration, Instant};

use agon_core::{AnyTable, Fault};
use agon_search::{Limits, Thought};
use agon_ugi::{ENGINE_FAILED, ENGINE_ILLEGAL, ENGINE_SILENT, Program, START_TIME, Trouble, hung_after};

/// A program in conversation, with what every dialect needs: deadlines, and faults that name it.
pub(super) struct Foreign {
    pub(super) name: String,
    pub(super) program: Program,
    grace: Duration,
    deadline: Instant,
}

impl Foreign {
    pub(super) fn new(name: &str, program: Program, grace: Duration) -> Self {
        Self { name: name.to_owned(), program, grace, deadline: Instant::now() + START_TIME }
    }

    /// Begins a turn: from now on the program has as long as the limits allow.
    pub(super) fn begin(&mut self, table: &dyn AnyTable, limits: &Limits) {
        // No dialect here thinks without end.
        let time = hung_after(limits, table, self.grace).unwrap_or(START_TIME);
        self.deadline = Instant::now() + time.max(self.grace);
    }

    pub(super) fn send(&mut self, line: impl fmt::Display) -> Result<(), Fault> {
        self.program.send(line).map_err(|trouble| self.trouble(&trouble))
    }

    pub(super) fn receive(&mut self) -> Result<String, Fault> {
        self.program.receive(self.deadline).map_err(|trouble| self.trouble(&trouble))
    }

    pub(super) fn failed(&self, reason: impl fmt::Display) -> Fault {
        ENGINE_FAILED.with("engine", &self.name).with("reason", reason)
    }

    fn trouble(&self, trouble: &Trouble) -> Fault {
        match trouble {
            Trouble::Silent => ENGINE_SILENT.with("engine", &self.name),
            trouble => self.failed(trouble),
        }
    }

    /// The thought of a turn that the program chose, if the turn is legal.
    pub(super) fn thought(
        &self,
        table: &dyn AnyTable,
        word: &str,
        started: Instant,
    ) -> Result<Thought, Fault> {
        let word = table.check(word).map_err(|fault| {
            ENGINE_ILLEGAL.with("engine", &self.name).with("word", word).with("reason", fault)
        })?;
        Ok(Thought { word, line: None, nodes: 0, time: started.elapsed() })
    }
}
