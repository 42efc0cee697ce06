use std::time::Duration;

use agon_core::rng::mix;
use agon_core::{AnyTable, Fault};
use agon_search::{Engine, Settings};
use agon_ugi::{ClientError, Dialect, ENGINE_FAILED, UgiEngine};

use crate::adapters::{Baseline, Gnubg, Qtp, Ubgi};
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
    grace: Duration,
    alone: bool,
    /// What programs are told: one seed for all games, as they are not started for each.
    seed: u64,
    program: Option<Contender>,
}

impl Stable {
    /// A program that is later than `grace` counts as hung. `alone` says that no other game is
    /// played in this process at the same time.
    pub(crate) fn new(who: &Who, grace: Duration, alone: bool, seed: u64) -> Self {
        Self { who: who.clone(), grace, alone, seed: mix(seed), program: None }
    }

    /// The player for the next game.
    pub(crate) fn take(&mut self, table: &dyn AnyTable, seed: u64) -> Result<Contender, Fault> {
        // Seed 0 would mean that equal turns are not shuffled.
        let seed = self.who.seed.unwrap_or(mix(seed).max(1));
        let plain = Settings { book: self.who.book, ..Settings::default() };
        match &self.who.kind {
            Kind::Bot(name) => self.own(table, Settings { bot: Some(name.clone()), seed, ..plain }),
            Kind::Level(level) => self.own(table, Settings { level: Some(*level), seed, ..plain }),
            Kind::Baseline => Ok(Contender { engine: Box::new(Baseline::new(seed)), meter: Meter::Thread }),
            _ => {
                let mut contender = match self.program.take() {
                    Some(contender) => contender,
                    None => self.spawn(table).map_err(|error| {
                        ENGINE_FAILED.with("engine", self.who.title()).with("reason", error)
                    })?,
                };
                contender.engine.new_game();
                Ok(contender)
            }
        }
    }

    /// Gives the player back after a game that it ended in good order.
    pub(crate) fn put_back(&mut self, contender: Contender) {
        if !self.who.kind.is_ours() {
            self.program = Some(contender);
        }
    }

    fn own(&self, table: &dyn AnyTable, settings: Settings) -> Result<Contender, Fault> {
        let threads = self.who.threads.unwrap_or(1);
        let settings = Settings { threads, hash_mb: self.who.hash.unwrap_or(settings.hash_mb), ..settings };
        let engine = agon_engines::build(table, &settings)?;
        let meter = match (threads, self.alone) {
            (1, _) => Meter::Thread,
            (_, true) => Meter::Own,
            (_, false) => Meter::Unknown,
        };
        Ok(Contender { engine, meter })
    }

    /// Starts a program.
    fn spawn(&self, table: &dyn AnyTable) -> Result<Contender, ClientError> {
        let (options, grace) = (&self.who.options[..], self.grace);
        let (engine, id): (Box<dyn Engine>, u32) = match &self.who.kind {
            Kind::Qtp(command) => {
                let engine = Qtp::spawn(command, options, grace)?;
                let id = engine.process_id();
                (Box::new(engine), id)
            }
            Kind::Ubgi(command) => {
                let engine = Ubgi::spawn(command, options, grace)?;
                let id = engine.process_id();
                (Box::new(engine), id)
            }
            Kind::Gnubg(plies) => {
                let engine = Gnubg::spawn(*plies, options, grace)?;
                let id = engine.process_id();
                (Box::new(engine), id)
            }
            Kind::Uci(command) => self.universal(Dialect::Uci, command, table)?,
            Kind::Ugi(command) => self.universal(Dialect::Ugi, command, table)?,
            Kind::Bot(_) | Kind::Level(_) | Kind::Baseline => {
                return Err(ClientError::Protocol("it is no program".to_owned()));
            }
        };
        Ok(Contender { engine, meter: Meter::Process(id) })
    }

    fn universal(
        &self,
        dialect: Dialect,
        command: &str,
        table: &dyn AnyTable,
    ) -> Result<(Box<dyn Engine>, u32), ClientError> {
        let mut engine = UgiEngine::spawn_as(dialect, command, &table.spec(), &self.who.options)?;
        engine.set_grace(self.grace);
        let given = self.who.options.iter().any(|(name, _)| name.eq_ignore_ascii_case("seed"));
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
    use agon_search::{Limits, Stop};

    #[test]
    fn the_book_is_closed_unless_it_is_asked_for() {
        let table = agon_games::open("quoridor").unwrap();
        for (who, thinks) in [("level:10", true), ("level:10@book=off", true), ("level:10@book=on", false)] {
            let mut stable = Stable::new(&who.parse().unwrap(), Duration::from_secs(1), true, 1);
            let mut engine = stable.take(table.as_ref(), 1).unwrap().engine;
            let limits = Limits::movetime(Duration::from_mins(10));
            // Only a search reports lines; the first one ends it.
            let stop = Stop::new();
            engine.think(table.as_ref(), &limits, &stop, &mut |_| stop.set()).unwrap();
            assert_eq!(stop.is_set(), thinks, "{who}");
        }
    }
}
