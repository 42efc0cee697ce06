use std::time::{Duration, Instant};

use agon_core::{AnyTable, Fault};
use agon_search::{Engine, Limits, Line, Stop, Thought};
use agon_ugi::{ClientError, Program};

use super::foreign::Foreign;
use super::turns;

/// A backgammon program that speaks UBGI: it is given a position and dice and answers with a turn.
pub(crate) struct Ubgi {
    foreign: Foreign,
}

impl Ubgi {
    pub(crate) fn spawn(
        command: &str,
        options: &[(String, String)],
        grace: Duration,
    ) -> Result<Self, ClientError> {
        let program = Program::spawn(command, "quit")?;
        let mut ubgi = Self { foreign: Foreign::new(command, program, grace) };
        ubgi.introduce(options).map_err(|fault| ClientError::Protocol(fault.to_string()))?;
        Ok(ubgi)
    }

    fn introduce(&mut self, options: &[(String, String)]) -> Result<(), Fault> {
        self.foreign.send("ubgi")?;
        loop {
            let line = self.foreign.receive()?;
            if let Some(name) = line.strip_prefix("id name ") {
                name.trim().clone_into(&mut self.foreign.name);
            }
            // The first draft of the protocol ends with readyok already.
            if line == "ubgiok" || line == "readyok" {
                break;
            }
        }
        for (name, value) in options {
            self.foreign.send(format!("setoption name {name} value {value}"))?;
        }
        self.foreign.send("isready")?;
        while self.foreign.receive()? != "readyok" {}
        Ok(())
    }

    pub(crate) fn process_id(&self) -> u32 {
        self.foreign.program.process_id()
    }
}

impl Engine for Ubgi {
    fn name(&self) -> String {
        self.foreign.name.clone()
    }

    fn new_game(&mut self) {
        // A program that has gone is noticed when it is asked for a turn.
        let _ = self.foreign.send("newgame");
    }

    fn think(
        &mut self,
        table: &dyn AnyTable,
        limits: &Limits,
        _stop: &Stop,
        _report: &mut dyn FnMut(&Line),
    ) -> Result<Thought, Fault> {
        let started = Instant::now();
        if let [only] = &table.legal()[..] {
            // A program need not be able to say that it passes.
            return self.foreign.thought(table, only, started);
        }
        self.foreign.begin(table, limits);
        let (id, (high, low)) = agon_games::gnubg_id(table)
            .zip(turns::dice(table))
            .ok_or_else(|| self.foreign.failed("plays from GNU Backgammon positions with dice only"))?;
        self.foreign.send(format!("position gnubgid {id}"))?;
        self.foreign.send(format!("dice {high} {low}"))?;
        let mut go = "go role chequer".to_owned();
        if let Some(time) = limits.movetime {
            go = format!("{go} movetime {}", time.as_millis());
        }
        if let Some(nodes) = limits.nodes {
            go = format!("{go} nodes {nodes}");
        }
        self.foreign.send(go)?;
        loop {
            let line = self.foreign.receive()?;
            if let Some(turn) = line.strip_prefix("bestmove ") {
                let turn = turn.trim();
                let word = turns::word_to(table, turn).unwrap_or_else(|| turns::word(turn));
                return self.foreign.thought(table, &word, started);
            }
            match line.strip_prefix("error ") {
                // Words of a newer version may be unknown to an older program.
                Some(error) if !error.starts_with("unknown_command") => {
                    return Err(self.foreign.failed(format!("refuses: {error}")));
                }
                _ => {}
            }
        }
    }
}
