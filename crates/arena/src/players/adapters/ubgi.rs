use std::time::{Duration, Instant};

use agon_core::Fault;
use agon_search::{Engine, SearchRequest, Thought};
use agon_ugi::Program;

use super::external::ExternalEngine;
use super::notation;

/// A program that speaks UBGI: it receives a position and dice and answers with a turn.
pub(crate) struct Ubgi {
    external: ExternalEngine,
}

impl Ubgi {
    pub(crate) fn spawn(
        name: &str,
        command: &str,
        options: &[(String, String)],
        grace: Duration,
    ) -> Result<Self, Fault> {
        let program = Program::spawn(name, command, "quit")?;
        let mut ubgi = Self { external: ExternalEngine::new(program, grace) };
        ubgi.introduce(options)?;
        Ok(ubgi)
    }

    fn introduce(&mut self, options: &[(String, String)]) -> Result<(), Fault> {
        self.external.program.send("ubgi")?;
        loop {
            let line = self.external.receive()?;
            if let Some(name) = line.strip_prefix("id name ") {
                name.trim().clone_into(&mut self.external.name);
            }
            // The first draft of the protocol ended the introduction with readyok.
            if line == "ubgiok" || line == "readyok" {
                break;
            }
        }
        for (name, value) in options {
            self.external.program.send(format!("setoption name {name} value {value}"))?;
        }
        self.external.program.send("isready")?;
        while self.external.receive()? != "readyok" {}
        self.external.program.introduced();
        Ok(())
    }

    pub(crate) fn process_id(&self) -> u32 {
        self.external.program.process_id()
    }
}

impl Engine for Ubgi {
    fn name(&self) -> String {
        self.external.name.clone()
    }

    fn new_game(&mut self) {
        // A program that has exited is noticed at the next search.
        let _ = self.external.program.send("newgame");
    }

    fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault> {
        let SearchRequest { table, limits, .. } = request;
        let started = Instant::now();
        if let [only] = &table.legal()[..] {
            // Not every program can answer with a pass.
            return self.external.thought(table, only, started);
        }
        self.external.start_deadline(table, limits);
        let (id, (high, low)) = agon_games::gnubg_id(table)
            .zip(notation::dice(table))
            .ok_or_else(|| self.external.program.failed("plays from GNU Backgammon positions with dice only"))?;
        self.external.program.begin_task();
        self.external.program.send(format!("position gnubgid {id}"))?;
        self.external.program.send(format!("dice {high} {low}"))?;
        let mut go = "go role chequer".to_owned();
        if let Some(time) = limits.movetime {
            go = format!("{go} movetime {}", time.as_millis());
        }
        if let Some(nodes) = limits.nodes {
            go = format!("{go} nodes {nodes}");
        }
        self.external.program.send(go)?;
        loop {
            let line = self.external.receive()?;
            if let Some(turn) = line.strip_prefix("bestmove ") {
                let turn = turn.trim();
                let turn = notation::turn_to(table, turn).unwrap_or_else(|| notation::turn(turn));
                return self.external.thought(table, &turn, started);
            }
            match line.strip_prefix("error ") {
                // An older program may not know commands of a newer version.
                Some(error) if !error.starts_with("unknown_command") => {
                    return Err(self.external.program.refuses(error));
                }
                _ => {}
            }
        }
    }
}
