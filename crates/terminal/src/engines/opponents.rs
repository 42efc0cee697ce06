//! The engines of computer players, and the one that gives hints.

use std::time::Duration;

use agon_arena::{EngineDefaults, PlayerKind, PlayerLimits, PlayerSpec};
use agon_core::{AnyTable, Fault, Player};
use agon_search::{Engine, Limits};

use super::search::{BackgroundSearch, EngineFactory};
use crate::session::GameSession;
use crate::{PlayConfig, faults};

/// The engines of a game, kept between turns so that they can reuse what they have searched.
#[derive(Default)]
pub(crate) struct Opponents {
    seats: [Option<Box<dyn Engine>>; 2],
    hints: Option<Box<dyn Engine>>,
}

/// The level that gives hints.
const HINT_LEVEL: u8 = 8;
/// Time for a hint unless `--movetime` is given.
const HINT_TIME: Duration = Duration::from_millis(1500);

impl Opponents {
    /// The engines of a game that is about to begin: external programs are started now, so that one that does not run is
    /// noticed before the first turn.
    pub(crate) fn of(session: &GameSession, config: &PlayConfig) -> Result<Self, Fault> {
        let mut opponents = Self::default();
        for player in Player::ALL.into_iter().filter(|player| session.who(*player).kind.is_program()) {
            opponents.seats[player.index()] = Some(factory(session.who(player), session.table(), config)()?);
        }
        Ok(opponents)
    }

    /// Starts the search of the computer player to move.
    pub(crate) fn think(&mut self, session: &GameSession, player: Player, config: &PlayConfig) -> BackgroundSearch {
        let (who, table) = (session.who(player), session.table());
        let engine = self.seats[player.index()].take();
        let engine = engine.map_or_else(|| factory(who, table, config), ready);
        BackgroundSearch::start(who.to_string(), engine, table, limits(session, player, config))
    }

    /// Keeps an engine for the player's next turn.
    pub(crate) fn keep(&mut self, player: Player, engine: Option<Box<dyn Engine>>) {
        self.seats[player.index()] = engine;
    }

    /// Starts the search for a hint.
    pub(crate) fn start_hint(&mut self, table: &dyn AnyTable, config: &PlayConfig) -> BackgroundSearch {
        let who = PlayerSpec::from(PlayerKind::Level(HINT_LEVEL));
        let engine = self.hints.take().map_or_else(|| factory(&who, table, config), ready);
        let limits = Limits::movetime(config.movetime.unwrap_or(HINT_TIME));
        BackgroundSearch::start(who.to_string(), engine, table, limits)
    }

    /// Keeps the engine for the next hint.
    pub(crate) fn keep_hints(&mut self, engine: Option<Box<dyn Engine>>) {
        self.hints = engine;
    }
}

fn ready(engine: Box<dyn Engine>) -> EngineFactory {
    Box::new(move || Ok(engine))
}

/// The player's own limits, else those of the command line.
fn limits(session: &GameSession, player: Player, config: &PlayConfig) -> Limits {
    let both = Player::ALL.map(|player| session.who(player).limits);
    let own = both[player.index()];
    if own == PlayerLimits::default() {
        return config.movetime.map_or_else(Limits::default, Limits::movetime);
    }
    own.search_limits(Player::ALL.map(|player| session.time_left(player)), &both)
}

fn factory(who: &PlayerSpec, table: &dyn AnyTable, config: &PlayConfig) -> EngineFactory {
    let (who, table, seed, book) = (who.clone(), table.clone_box(), config.seed, !config.no_book);
    Box::new(move || {
        let defaults = EngineDefaults {
            seed: seed.unwrap_or_else(|| agon_core::Rng::from_entropy().next_u64()),
            program_seed: seed,
            book,
            ..EngineDefaults::default()
        };
        who.engine(table.as_ref(), &defaults)
    })
}

/// Refuses a player that cannot play this game here.
pub(crate) fn check_player(who: &PlayerSpec, game: &str) -> Result<(), Fault> {
    match &who.kind {
        PlayerKind::Url(_) => Err(faults::WHO_ONLINE.with("who", who)),
        PlayerKind::Bot(name) if !bots(game).iter().any(|bot| bot.eq_ignore_ascii_case(name)) => {
            let known = bots(game);
            Err(agon_engines::UNKNOWN_BOT.with("game", game).with("bot", name).with("bots", known.join(", ")))
        }
        _ => Ok(()),
    }
}

/// The computer players that menus offer: the bots of a game, then the levels.
pub(crate) fn opponents(game: &str) -> Vec<PlayerSpec> {
    let kinds = bots(game).into_iter().map(PlayerKind::Bot).chain(agon_engines::LEVELS.map(PlayerKind::Level));
    kinds.map(PlayerSpec::from).collect()
}

/// A person on one side against another player.
pub(crate) fn against(side: Player, opponent: PlayerSpec) -> [PlayerSpec; 2] {
    match side {
        Player::P1 => [PlayerSpec::default(), opponent],
        Player::P2 => [opponent, PlayerSpec::default()],
    }
}

/// The names of a game's bots.
pub(crate) fn bots(game: &str) -> Vec<String> {
    agon_engines::bots(game).iter().map(|bot| bot.name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_search::{SearchRequest, Stop};

    fn session(p2: &str) -> GameSession {
        let table = agon_games::open("quoridor").unwrap();
        let seats = ["level:10", p2].map(|who| who.parse().unwrap());
        GameSession::new(table, seats, crate::Takebacks::Once, Some(1))
    }

    #[test]
    fn the_highest_level_answers_from_the_book_unless_it_is_disabled() {
        let table = agon_games::open("quoridor").unwrap();
        for (who, no_book, searches) in [
            ("level:10", false, false),
            ("level:10", true, true),
            ("level:10@book=off", false, true),
            ("level:10@book=on", true, false),
        ] {
            let config = PlayConfig { no_book, seed: Some(1), ..PlayConfig::default() };
            let mut engine = factory(&who.parse().unwrap(), table.as_ref(), &config)().unwrap();
            let limits = Limits::movetime(Duration::from_mins(10));
            // Only a search reports lines; the first one ends it.
            let stop = Stop::new();
            let request =
                SearchRequest { table: table.as_ref(), limits: &limits, stop: &stop, report: &mut |_| stop.set() };
            engine.think(request).unwrap();
            assert_eq!(stop.is_set(), searches, "{who}");
        }
    }

    #[test]
    fn limits_of_a_player_replace_those_of_the_command_line() {
        let movetime = Some(Duration::from_millis(20));
        let config = PlayConfig { movetime, ..PlayConfig::default() };
        let session = session("level:5@depth=3,tc=60+1");
        assert_eq!(limits(&session, Player::P1, &config), Limits::movetime(Duration::from_millis(20)));
        let own = limits(&session, Player::P2, &config);
        assert_eq!((own.depth, own.movetime), (Some(3), None));
        let left = own.clock.expect("a clock").left[1];
        assert!(left <= Duration::from_mins(1) && left > Duration::from_secs(50), "{left:?}");
    }
}
