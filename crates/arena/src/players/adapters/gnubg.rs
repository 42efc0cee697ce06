use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use agon_core::spec::split_spec;
use agon_core::{AnyTable, Fault, Options};
use agon_search::{Engine, SearchRequest, Thought};
use agon_ugi::Program;
use agon_ugi::faults::ENGINE_START;

use super::external::ExternalEngine;
use super::notation;

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
    pub(crate) fn spawn(name: &str, plies: u8, options: &[(String, String)], grace: Duration) -> Result<Self, Fault> {
        let given = options.iter().find(|(name, _)| name == "program").map(|(_, path)| path.clone());
        let installed = GNUBG_PATHS.iter().find(|path| Path::new(path).exists());
        let path = given.or_else(|| installed.map(ToString::to_string)).unwrap_or_else(|| "gnubg".to_owned());
        let script = Script::write().map_err(|error| ENGINE_START.with("engine", name).with("reason", error))?;
        let words = [&path, "-t", "-q", "-r", "-p", &script.0.display().to_string()].map(ToString::to_string);
        let mut external = ExternalEngine::new(Program::spawn_words(name, &words, "quit")?, grace);
        external.name = format!("GNU Backgammon {plies}-ply");
        while external.receive()? != "agon ready" {}
        Ok(Self { external, plies, _script: script })
    }

    pub(crate) fn process_id(&self) -> u32 {
        self.external.program.process_id()
    }
}

/// Points that a win counts above a gammon if the loser has a checker in the winner's home or on the bar.
fn triple_bonus(table: &dyn AnyTable) -> u8 {
    let (spec, info) = (table.spec(), table.info());
    let (_, options) = split_spec(&spec);
    let has_score = info.options.iter().any(|option| option.name == "score");
    u8::from(has_score && Options::parse(info, options).is_ok_and(|options| options.text("score") == "triple"))
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
            .zip(notation::dice(table))
            .ok_or_else(|| self.external.program.failed("does not know this game"))?;
        self.external.program.send(format!("move {} {} {id} {high} {low}", self.plies, triple_bonus(table)))?;
        loop {
            let line = self.external.receive()?;
            let Some(turn) = line.strip_prefix("agon") else { continue };
            return match turn.trim().strip_prefix('?') {
                Some(reason) => Err(self.external.program.failed(reason.trim())),
                None => self.external.thought(table, &notation::turn(turn), started),
            };
        }
    }
}
