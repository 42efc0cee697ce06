use agon_core::rng::mix;
use agon_core::{AnyTable, Fault};
use agon_search::{Engine, Settings};
use agon_ugi::{ENGINE_FAILED, UgiEngine};

use crate::cpu::Meter;
use crate::{Kind, Who};

/// A player ready to play a game, and how its processor time is read.
pub(crate) struct Contender {
    pub(crate) engine: Box<dyn Engine>,
    pub(crate) meter: Meter,
}

/// Keeps a player from game to game: programs go on running, players of ours are made anew, so
/// that a game depends on nothing but its seed.
pub(crate) struct Stable {
    who: Who,
    alone: bool,
    program: Option<Contender>,
}

impl Stable {
    /// `alone` says that no other game is played in this process at the same time.
    pub(crate) fn new(who: &Who, alone: bool) -> Self {
        Self { who: who.clone(), alone, program: None }
    }

    /// The player for the next game.
    pub(crate) fn take(&mut self, table: &dyn AnyTable, seed: u64) -> Result<Contender, Fault> {
        if let Some(mut contender) = self.program.take() {
            contender.engine.new_game();
            return Ok(contender);
        }
        match &self.who.kind {
            Kind::Bot(name) => {
                self.own(table, Settings { bot: Some(name.clone()), ..Settings::default() }, seed)
            }
            Kind::Level(level) => {
                self.own(table, Settings { level: Some(*level), ..Settings::default() }, seed)
            }
            Kind::Ugi(command) => {
                let engine = UgiEngine::spawn(command, &table.spec())
                    .map_err(|error| ENGINE_FAILED.with("engine", command).with("reason", error))?;
                let meter = Meter::Process(engine.process_id());
                Ok(Contender { engine: Box::new(engine), meter })
            }
        }
    }

    /// Gives the player back after a game that it ended in good order.
    pub(crate) fn put_back(&mut self, contender: Contender) {
        if !self.who.kind.is_ours() {
            self.program = Some(contender);
        }
    }

    fn own(&self, table: &dyn AnyTable, settings: Settings, seed: u64) -> Result<Contender, Fault> {
        let threads = self.who.threads.unwrap_or(1);
        let settings = Settings {
            threads,
            hash_mb: self.who.hash.unwrap_or(settings.hash_mb),
            // Seed 0 would mean that equal turns are not shuffled.
            seed: self.who.seed.unwrap_or(mix(seed).max(1)),
            ..settings
        };
        let engine = agon_engines::build(table, &settings)?;
        let meter = match (threads, self.alone) {
            (1, _) => Meter::Thread,
            (_, true) => Meter::Own,
            (_, false) => Meter::Unknown,
        };
        Ok(Contender { engine, meter })
    }
}
