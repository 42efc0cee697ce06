use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use agon_core::{AnyTable, Fault};
use agon_search::{Engine, SearchRequest, Thought};
use agon_ugi::{Program, SpawnError};

use super::backgammon;
use super::external::ExternalEngine;

/// The Python script that GNU Backgammon runs: it reads positions and answers with turns.
const SCRIPT: &str = include_str!("gnubg.py");
/// Debian installs games in a folder that may not be in `PATH`.
const GNUBG_PATHS: [&str; 2] = ["/usr/games/gnubg", "/usr/local/games/gnubg"];

/// GNU Backgammon searching a number of plies ahead, with the scoring of the game that is played.
pub(crate) struct Gnubg {
    external: ExternalEngine,
    plies: u8,
    _script: Script,
}

/// The script as a temporary file.
struct Script(PathBuf);

impl Script {
    fn write() -> std::io::Result<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("agon-gnubg-{}-{number}.py", std::process::id()));
        std::fs::write(&path, SCRIPT)?;
        Ok(Self(path))
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

impl Gnubg {
    /// Starts the program; the option `program` sets its path.
    pub(crate) fn spawn(plies: u8, options: &[(String, String)], grace: Duration) -> Result<Self, SpawnError> {
        let given = options.iter().find(|(name, _)| name == "program").map(|(_, path)| path.clone());
        let installed = GNUBG_PATHS.iter().find(|path| Path::new(path).exists());
        let path = given.or_else(|| installed.map(ToString::to_string)).unwrap_or_else(|| "gnubg".to_owned());
        let script = Script::write().map_err(|error| SpawnError::Start(path.clone(), error))?;
        let words = [&path, "-t", "-q", "-r", "-p", &script.0.display().to_string()].map(ToString::to_string);
        let program = Program::spawn_words(&words, "quit")?;
        let mut external = ExternalEngine::new(&format!("GNU Backgammon {plies}-ply"), program, grace);
        loop {
            match external.receive() {
                Ok(line) if line == "agon ready" => break,
                Ok(_) => {}
                Err(fault) => return Err(SpawnError::Protocol(fault.to_string())),
            }
        }
        Ok(Self { external, plies, _script: script })
    }

    pub(crate) fn process_id(&self) -> u32 {
        self.external.program.process_id()
    }
}

/// Points that a backgammon counts above a gammon.
fn backgammon_bonus(table: &dyn AnyTable) -> u8 {
    let spec = table.spec();
    let triple = spec.contains("score=triple") || (table.info().name == "backgammon" && !spec.contains("score="));
    u8::from(triple)
}

impl Engine for Gnubg {
    fn name(&self) -> String {
        self.external.name.clone()
    }

    fn new_game(&mut self) {}

    fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault> {
        let SearchRequest { table, limits, .. } = request;
        let started = Instant::now();
        if let [only] = &table.legal()[..] {
            return self.external.thought(table, only, started);
        }
        self.external.start_deadline(table, limits);
        let (id, (high, low)) = agon_games::gnubg_id(table)
            .zip(backgammon::dice(table))
            .ok_or_else(|| self.external.failed("plays portes and backgammon only"))?;
        self.external.send(format!("move {} {} {id} {high} {low}", self.plies, backgammon_bonus(table)))?;
        loop {
            let line = self.external.receive()?;
            let Some(turn) = line.strip_prefix("agon") else { continue };
            return match turn.trim().strip_prefix('?') {
                Some(reason) => Err(self.external.failed(reason.trim())),
                None => self.external.thought(table, &backgammon::turn(turn), started),
            };
        }
    }
}
