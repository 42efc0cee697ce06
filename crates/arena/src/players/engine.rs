use std::sync::Arc;
use std::time::Duration;

use agon_core::{AnyTable, Fault};
use agon_search::{Engine, EngineSpec};
use agon_ugi::{Dialect, Program, UgiEngine};

use super::adapters::{Baseline, Gnubg, Qtp, Ubgi};
use super::{PlayerKind, PlayerSpec};
use crate::faults;

/// Engine settings of the context (a match, `agon play`), used where the player has none.
#[derive(Clone, Copy, Debug)]
pub struct EngineDefaults {
    /// Seed of an engine of ours.
    pub seed: u64,
    /// Seed sent to a program with an option `Seed`.
    pub program_seed: Option<u64>,
    /// Whether an engine of ours may answer from the opening book.
    pub book: bool,
    /// How far a program may exceed its time before it counts as hung.
    pub grace: Duration,
}

/// An engine, and the process id if it is an external program.
pub(crate) type BuiltEngine = (Box<dyn Engine>, Option<u32>);

impl PlayerSpec {
    /// Builds the engine of a computer player for the game on the table.
    ///
    /// # Examples
    ///
    /// ```
    /// use agon_arena::{EngineDefaults, PlayerSpec};
    /// use agon_search::{Limits, SearchRequest, Stop};
    ///
    /// let table = agon_games::open("domineering").unwrap();
    /// let player: PlayerSpec = "bot:greedy".parse().unwrap();
    /// let mut engine = player.engine(&*table, &EngineDefaults::default()).unwrap();
    /// let thought = engine.think(SearchRequest::quiet(&*table, &Limits::default(), &Stop::new())).unwrap();
    /// assert!(table.check(&thought.turn).is_ok());
    /// ```
    pub fn engine(&self, table: &dyn AnyTable, defaults: &EngineDefaults) -> Result<Box<dyn Engine>, Fault> {
        self.build(table, defaults).map(|(engine, _)| engine)
    }

    pub(super) fn build(&self, table: &dyn AnyTable, defaults: &EngineDefaults) -> Result<BuiltEngine, Fault> {
        let seed = self.seed.unwrap_or(defaults.seed);
        let (level, bot) = match &self.kind {
            PlayerKind::Level(level) => (Some(*level), None),
            PlayerKind::Bot(name) => (None, Some(name.clone())),
            PlayerKind::Baseline => return Ok((Box::new(Baseline::new(seed)), None)),
            PlayerKind::Human | PlayerKind::Url(_) => {
                return Err(faults::PLAYER_NOT_COMPUTER.with("who", self));
            }
            _ => return self.spawn(table, defaults),
        };
        let default = EngineSpec::default();
        let settings = EngineSpec {
            level,
            bot,
            threads: self.threads.unwrap_or(1),
            hash_mb: self.hash_mb.unwrap_or(default.hash_mb),
            seed,
            book: self.book.unwrap_or(defaults.book),
            net: self.net.as_deref().map(read_net).transpose()?,
        };
        Ok((agon_engines::build(table, &settings)?, None))
    }

    /// Starts an external program.
    fn spawn(&self, table: &dyn AnyTable, defaults: &EngineDefaults) -> Result<BuiltEngine, Fault> {
        let (name, options, grace) = (self.name(), &self.options[..], defaults.grace);
        let (dialect, command) = match &self.kind {
            PlayerKind::Qtp(command) => {
                let engine = Qtp::spawn(name, command, options, grace)?;
                let id = engine.process_id();
                return Ok((Box::new(engine), Some(id)));
            }
            PlayerKind::Ubgi(command) => {
                let engine = Ubgi::spawn(name, command, options, grace)?;
                let id = engine.process_id();
                return Ok((Box::new(engine), Some(id)));
            }
            PlayerKind::Gnubg(plies) => {
                let engine = Gnubg::spawn(name, *plies, options, grace)?;
                let id = engine.process_id();
                return Ok((Box::new(engine), Some(id)));
            }
            PlayerKind::Uci(command) => (Dialect::Uci, command),
            PlayerKind::Ugi(command) => (Dialect::Ugi, command),
            _ => return Err(faults::PLAYER_NOT_COMPUTER.with("who", self)),
        };
        let mut engine = UgiEngine::new(dialect, Program::spawn(name, command, "quit")?, &table.spec(), options)?;
        engine.set_grace(grace);
        let given = options.iter().any(|(name, _)| name.eq_ignore_ascii_case("seed"));
        if let Some(seed) = defaults.program_seed.filter(|_| !given && engine.has_option("Seed")) {
            engine.set_option("Seed", &seed.to_string());
        }
        let id = engine.process_id();
        Ok((Box::new(engine), Some(id)))
    }
}

fn read_net(file: &str) -> Result<Arc<[u8]>, Fault> {
    let bytes = std::fs::read(file).map_err(|error| faults::FILE.with("file", file).with("reason", error))?;
    Ok(bytes.into())
}

impl Default for EngineDefaults {
    fn default() -> Self {
        let EngineSpec { seed, book, .. } = EngineSpec::default();
        Self { seed, program_seed: None, book, grace: agon_ugi::DEFAULT_GRACE }
    }
}
