//! Where the opponents come from: levels, named bots, foreign programs.

use agon_core::{AnyTable, Fault, Player};
use agon_engines::EngineSpec;
use agon_search::{Engine, Limits};

use crate::thinking::{BackgroundSearch, EngineFactory};
use crate::{PlayConfig, Who, faults};

/// The engines of a game, kept between turns so that they remember what they learned.
#[derive(Default)]
pub(crate) struct Opponents {
    seats: [Option<Box<dyn Engine>>; 2],
    adviser: Option<Box<dyn Engine>>,
}

/// The level that gives hints.
const ADVISER: u8 = 8;
/// How long the adviser thinks unless a time was given.
const ADVICE_TIME: std::time::Duration = std::time::Duration::from_millis(1500);

impl Opponents {
    /// Starts the engine of a player on his turn.
    pub(crate) fn think(
        &mut self,
        who: &Who,
        player: Player,
        table: &dyn AnyTable,
        config: &PlayConfig,
    ) -> BackgroundSearch {
        let source = self.seats[player.index()].take().map_or_else(|| source(who, table, config), ready);
        BackgroundSearch::start(who.to_string(), source, table, limits(config))
    }

    /// Keeps an engine for the player's next turn.
    pub(crate) fn keep(&mut self, player: Player, engine: Option<Box<dyn Engine>>) {
        self.seats[player.index()] = engine;
    }

    /// Starts looking for a good turn for a person.
    pub(crate) fn advise(&mut self, table: &dyn AnyTable, config: &PlayConfig) -> BackgroundSearch {
        let who = Who::Level(ADVISER);
        let source = self.adviser.take().map_or_else(|| source(&who, table, config), ready);
        let limits = Limits::movetime(config.movetime.unwrap_or(ADVICE_TIME));
        BackgroundSearch::start(who.to_string(), source, table, limits)
    }

    /// Keeps the adviser for the next question.
    pub(crate) fn keep_adviser(&mut self, engine: Option<Box<dyn Engine>>) {
        self.adviser = engine;
    }

    /// Forgets everything before another game.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}

fn ready(engine: Box<dyn Engine>) -> EngineFactory {
    Box::new(move || Ok(engine))
}

fn limits(config: &PlayConfig) -> Limits {
    config.movetime.map_or_else(Limits::default, Limits::movetime)
}

fn source(who: &Who, table: &dyn AnyTable, config: &PlayConfig) -> EngineFactory {
    let (who, table, seed) = (who.clone(), table.clone_box(), config.seed);
    let book = !config.no_book;
    Box::new(move || {
        let seed = seed.unwrap_or_else(|| agon_core::Rng::from_entropy().next_u64());
        build(&who, table.as_ref(), EngineSpec { seed, book, ..EngineSpec::default() })
    })
}

fn build(who: &Who, table: &dyn AnyTable, mut settings: EngineSpec) -> Result<Box<dyn Engine>, Fault> {
    check(who, table.info().name)?;
    match who {
        Who::Level(level) => settings.level = Some(*level),
        Who::Bot(name) => settings.bot = Some(name.clone()),
        Who::Cmd(program) => {
            let engine = agon_ugi::UgiEngine::spawn(program, &table.spec())
                .map_err(|error| faults::PROGRAM.with("program", program).with("reason", error))?;
            return Ok(Box::new(engine));
        }
        Who::Human | Who::Url(_) => return Err(faults::WHO.with("who", who)),
    }
    agon_engines::build(table, &settings)
}

/// Refuses a player that cannot sit at this game, with the reason.
pub(crate) fn check(who: &Who, game: &str) -> Result<(), Fault> {
    match who {
        Who::Url(_) => Err(faults::WHO_ONLINE.with("who", who)),
        Who::Bot(name) if !bots(game).iter().any(|bot| bot.eq_ignore_ascii_case(name)) => {
            let known = bots(game);
            Err(agon_engines::UNKNOWN_BOT.with("game", game).with("bot", name).with("bots", known.join(", ")))
        }
        _ => Ok(()),
    }
}

/// The named bots of a game.
pub(crate) fn bots(game: &str) -> Vec<String> {
    agon_engines::bots(game).iter().map(|bot| bot.name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use agon_search::{SearchRequest, Stop};

    #[test]
    fn the_highest_level_answers_from_the_book_unless_told_not_to() {
        let table = agon_games::open("quoridor").unwrap();
        for no_book in [false, true] {
            let config = PlayConfig { no_book, seed: Some(1), ..PlayConfig::default() };
            let mut engine = source(&Who::Level(10), table.as_ref(), &config)().unwrap();
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
            assert_eq!(stop.is_set(), no_book);
        }
    }
}
