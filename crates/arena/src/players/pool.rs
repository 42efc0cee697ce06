use std::time::Duration;

use agon_core::rng::mix;
use agon_core::{AnyTable, Fault};
use agon_search::Engine;

use super::PlayerSpec;
use super::cpu::CpuClock;
use super::engine::EngineDefaults;

/// An engine ready to play a game, and the clock of its processor time.
pub(crate) struct PooledEngine {
    pub(crate) engine: Box<dyn Engine>,
    pub(crate) cpu_clock: CpuClock,
}

/// Supplies the engine of one player for every game. External programs keep running between games; engines in this
/// process are rebuilt, so that a game depends only on its seed.
pub(crate) struct EnginePool {
    spec: PlayerSpec,
    grace: Duration,
    alone: bool,
    /// The seed sent to programs: one for all games, since they are not restarted.
    seed: u64,
    program: Option<PooledEngine>,
    /// Failed starts since the last game, and the fault of the last one.
    failed_starts: (u32, Option<Fault>),
}

/// After this number of failed starts in a row, a program is not started again: it may take its time to fail.
const MAX_FAILED_STARTS: u32 = 2;

impl EnginePool {
    /// A program that exceeds its time by more than `grace` counts as hung. `alone` means that this process plays no
    /// other game at the same time.
    pub(crate) fn new(spec: &PlayerSpec, grace: Duration, alone: bool, seed: u64) -> Self {
        Self { spec: spec.clone(), grace, alone, seed: mix(seed), program: None, failed_starts: (0, None) }
    }

    /// Whether the player is an external program.
    pub(crate) fn is_program(&self) -> bool {
        self.spec.kind.is_program()
    }

    /// The engine for the next game.
    pub(crate) fn take(&mut self, table: &dyn AnyTable, seed: u64) -> Result<PooledEngine, Fault> {
        if let Some(mut pooled) = self.program.take() {
            pooled.engine.new_game();
            return Ok(pooled);
        }
        if let (MAX_FAILED_STARTS, Some(fault)) = &self.failed_starts {
            return Err(fault.clone());
        }
        let started = self.start(table, seed);
        self.failed_starts = match &started {
            Ok(_) => (0, None),
            Err(fault) => (self.failed_starts.0 + 1, Some(fault.clone())),
        };
        started
    }

    fn start(&self, table: &dyn AnyTable, seed: u64) -> Result<PooledEngine, Fault> {
        let defaults = EngineDefaults {
            // With seed 0 an engine does not shuffle equal turns.
            seed: mix(seed).max(1),
            program_seed: Some(self.seed),
            book: false,
            grace: self.grace,
        };
        let (mut engine, process) = self.spec.build(table, &defaults)?;
        let cpu_clock = match (process, self.spec.threads.unwrap_or(1), self.alone) {
            (Some(id), ..) => CpuClock::Process(id),
            (None, 1, _) => CpuClock::Thread,
            (None, _, true) => CpuClock::OwnProcess,
            (None, _, false) => CpuClock::Unknown,
        };
        if process.is_some() {
            engine.new_game();
        }
        Ok(PooledEngine { engine, cpu_clock })
    }

    /// Takes an engine back after a game without a failure.
    pub(crate) fn put_back(&mut self, pooled: PooledEngine) {
        if self.is_program() {
            self.program = Some(pooled);
        }
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
