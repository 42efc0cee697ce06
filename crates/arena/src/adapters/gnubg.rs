use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use agon_core::{AnyTable, Fault};
use agon_search::{Engine, Limits, Line, Stop, Thought};
use agon_ugi::{ClientError, Program};

use super::foreign::Foreign;
use super::turns;

/// What GNU Backgammon runs: it reads positions and answers with turns.
const SCRIPT: &str = include_str!("gnubg.py");
/// Debian keeps games where programs are not looked for.
const USUAL_PLACES: [&str; 2] = ["/usr/games/gnubg", "/usr/local/games/gnubg"];

/// GNU Backgammon looking so many plies ahead, with the scoring of the game that is played.
pub(crate) struct Gnubg {
    foreign: Foreign,
    plies: u8,
    _script: Script,
}

/// The script as a file, as long as the program runs.
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
    /// Starts the program; its path may be given by the option `program`.
    pub(crate) fn spawn(
        plies: u8,
        options: &[(String, String)],
        grace: Duration,
    ) -> Result<Self, ClientError> {
        let given = options.iter().find(|(name, _)| name == "program").map(|(_, path)| path.clone());
        let usual = USUAL_PLACES.iter().find(|path| Path::new(path).exists());
        let path = given.or_else(|| usual.map(ToString::to_string)).unwrap_or_else(|| "gnubg".to_owned());
        let script = Script::write().map_err(|error| ClientError::Start(path.clone(), error))?;
        let words = [&path, "-t", "-q", "-r", "-p", &script.0.display().to_string()].map(ToString::to_string);
        let program = Program::spawn_words(&words, "quit")?;
        let mut foreign = Foreign::new(&format!("GNU Backgammon {plies}-ply"), program, grace);
        loop {
            match foreign.receive() {
                Ok(line) if line == "agon ready" => break,
                Ok(_) => {}
                Err(fault) => return Err(ClientError::Protocol(fault.to_string())),
            }
        }
        Ok(Self { foreign, plies, _script: script })
    }

    pub(crate) fn process_id(&self) -> u32 {
        self.foreign.program.process_id()
    }
}

/// What a backgammon is worth more than a gammon.
fn price(table: &dyn AnyTable) -> u8 {
    let spec = table.spec();
    let triple =
        spec.contains("score=triple") || (table.info().name == "backgammon" && !spec.contains("score="));
    u8::from(triple)
}

impl Engine for Gnubg {
    fn name(&self) -> String {
        self.foreign.name.clone()
    }

    fn new_game(&mut self) {}

    fn think(
        &mut self,
        table: &dyn AnyTable,
        limits: &Limits,
        _stop: &Stop,
        _report: &mut dyn FnMut(&Line),
    ) -> Result<Thought, Fault> {
        let started = Instant::now();
        if let [only] = &table.legal()[..] {
            return self.foreign.thought(table, only, started);
        }
        self.foreign.begin(table, limits);
        let (id, (high, low)) = agon_games::gnubg_id(table)
            .zip(turns::dice(table))
            .ok_or_else(|| self.foreign.failed("plays portes and backgammon only"))?;
        self.foreign.send(format!("move {} {} {id} {high} {low}", self.plies, price(table)))?;
        loop {
            let line = self.foreign.receive()?;
            let Some(turn) = line.strip_prefix("agon") else { continue };
            return match turn.trim().strip_prefix('?') {
                Some(reason) => Err(self.foreign.failed(reason.trim())),
                None => self.foreign.thought(table, &turns::word(turn), started),
            };
        }
    }
}
