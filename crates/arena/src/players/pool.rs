use std::time::Duration;

use agon_core::rng::mix;
use agon_core::{AnyTable, Fault};
use agon_search::{Engine, EngineSpec};
use agon_ugi::{Dialect, ENGINE_FAILED, SpawnError, UgiEngine};

use super::adapters::{Baseline, Gnubg, Qtp, Ubgi};
use super::cpu::CpuClock;
use super::{PlayerKind, PlayerSpec};

/// An engine ready to play a game, and the clock of its processor time.
pub(crate) struct PooledEngine {
    pub(crate) engine: Box<dyn Engine>,
    pub(crate) cpu_clock: CpuClock,
}

/// Supplies the engine of one player for every game. External programs keep running between games; engines in this
/// process are built anew, so that a game depends only on its seed.
pub(crate) struct EnginePool {
    spec: PlayerSpec,
    grace: Duration,
    alone: bool,
    /// The seed sent to programs: one for all games, since they are not restarted.
    seed: u64,
    program: Option<PooledEngine>,
}

impl EnginePool {
    /// A program that exceeds its time by more than `grace` counts as hung. `alone` means that this process plays no
    /// other game at the same time.
    pub(crate) fn new(spec: &PlayerSpec, grace: Duration, alone: bool, seed: u64) -> Self {
        Self { spec: spec.clone(), grace, alone, seed: mix(seed), program: None }
    }

    /// The engine for the next game.
    pub(crate) fn take(&mut self, table: &dyn AnyTable, seed: u64) -> Result<PooledEngine, Fault> {
        // With seed 0 an engine does not shuffle equal turns.
        let seed = self.spec.seed.unwrap_or(mix(seed).max(1));
        let plain = EngineSpec { book: self.spec.book, ..EngineSpec::default() };
        match &self.spec.kind {
            PlayerKind::Bot(name) => self.build(table, EngineSpec { bot: Some(name.clone()), seed, ..plain }),
            PlayerKind::Level(level) => self.build(table, EngineSpec { level: Some(*level), seed, ..plain }),
            PlayerKind::Baseline => {
                Ok(PooledEngine { engine: Box::new(Baseline::new(seed)), cpu_clock: CpuClock::Thread })
            }
            _ => {
                let mut pooled = match self.program.take() {
                    Some(pooled) => pooled,
                    None => self.spawn(table).map_err(|error| {
                        ENGINE_FAILED.with("engine", self.spec.name()).with("reason", error)
                    })?,
                };
                pooled.engine.new_game();
                Ok(pooled)
            }
        }
    }

    /// Takes an engine back after a game without a failure.
    pub(crate) fn put_back(&mut self, pooled: PooledEngine) {
        if !self.spec.kind.is_ours() {
            self.program = Some(pooled);
        }
    }

    fn build(&self, table: &dyn AnyTable, settings: EngineSpec) -> Result<PooledEngine, Fault> {
        let threads = self.spec.threads.unwrap_or(1);
        let settings =
            EngineSpec { threads, hash_mb: self.spec.hash.unwrap_or(settings.hash_mb), ..settings };
        let engine = agon_engines::build(table, &settings)?;
        let cpu_clock = match (threads, self.alone) {
            (1, _) => CpuClock::Thread,
            (_, true) => CpuClock::OwnProcess,
            (_, false) => CpuClock::Unknown,
        };
        Ok(PooledEngine { engine, cpu_clock })
    }

    /// Starts a program.
    fn spawn(&self, table: &dyn AnyTable) -> Result<PooledEngine, SpawnError> {
        let (options, grace) = (&self.spec.options[..], self.grace);
        let (engine, id): (Box<dyn Engine>, u32) = match &self.spec.kind {
            PlayerKind::Qtp(command) => {
                let engine = Qtp::spawn(command, options, grace)?;
                let id = engine.process_id();
                (Box::new(engine), id)
            }
            PlayerKind::Ubgi(command) => {
                let engine = Ubgi::spawn(command, options, grace)?;
                let id = engine.process_id();
                (Box::new(engine), id)
            }
            PlayerKind::Gnubg(plies) => {
                let engine = Gnubg::spawn(*plies, options, grace)?;
                let id = engine.process_id();
                (Box::new(engine), id)
            }
            PlayerKind::Uci(command) => self.universal(Dialect::Uci, command, table)?,
            PlayerKind::Ugi(command) => self.universal(Dialect::Ugi, command, table)?,
            PlayerKind::Bot(_) | PlayerKind::Level(_) | PlayerKind::Baseline => {
                return Err(SpawnError::Protocol("it is no program".to_owned()));
            }
        };
        Ok(PooledEngine { engine, cpu_clock: CpuClock::Process(id) })
    }

    fn universal(
        &self,
        dialect: Dialect,
        command: &str,
        table: &dyn AnyTable,
    ) -> Result<(Box<dyn Engine>, u32), SpawnError> {
        let mut engine = UgiEngine::spawn_as(dialect, command, &table.spec(), &self.spec.options)?;
        engine.set_grace(self.grace);
        let given = self.spec.options.iter().any(|(name, _)| name.eq_ignore_ascii_case("seed"));
        if !given && engine.has_option("Seed") {
            engine.set_option("Seed", &self.seed.to_string());
        }
        let id = engine.process_id();
        Ok((Box::new(engine), id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_search::{Limits, SearchRequest, Stop};

    #[test]
    fn the_book_is_closed_unless_it_is_asked_for() {
        let table = agon_games::open("quoridor").unwrap();
        for (who, thinks) in [("level:10", true), ("level:10@book=off", true), ("level:10@book=on", false)] {
            let mut pool = EnginePool::new(&who.parse().unwrap(), Duration::from_secs(1), true, 1);
            let mut engine = pool.take(table.as_ref(), 1).unwrap().engine;
            let limits = Limits::movetime(Duration::from_mins(10));
            // Only a search reports lines; the first one ends it.
            let stop = Stop::new();
            engine
                .think(SearchRequest {
                    table: table.as_ref(),
                    limits: &limits,
                    stop: &stop,
                    report: &mut |_| stop.set(),
                })
                .unwrap();
            assert_eq!(stop.is_set(), thinks, "{who}");
        }
    }
}
