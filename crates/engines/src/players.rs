use std::sync::{PoisonError, RwLock};

use agon_core::{AnyTable, Fault};
use agon_search::Engine;

use crate::bench::SpeedCase;
use crate::{BotInfo, EngineBuilder, Levels, any_game, blockade, domineering, quoridor, tavli};

/// Builds an engine for the game on a table.
pub type BuildEngine = fn(&dyn AnyTable, &EngineBuilder) -> Result<Box<dyn Engine>, Fault>;

/// The computer players of one game: its bots, its levels, and how to build their engines.
///
/// A game without an entry is played by the players of `any_game`.
pub struct GamePlayers {
    /// The game's name in spec strings.
    pub game: &'static str,
    /// The bots, in the order in which menus list them.
    pub bots: &'static [BotInfo],
    /// The strengths of the levels, which may depend on the options of the game on the table.
    pub levels: fn(&dyn AnyTable) -> &'static Levels,
    /// Builds the engine of a bot or a level for the game on the table.
    pub build: BuildEngine,
    /// The specs that `agon bench` searches: the standard game, then variants whose code differs.
    pub bench: &'static [&'static str],
    /// What `agon bench` measures the speed of.
    pub speed_cases: fn() -> Vec<SpeedCase>,
}

/// The players of the games of this crate, in the order of the registry of games.
pub(crate) static BUNDLED: &[&GamePlayers] = &[
    &quoridor::PLAYERS,
    &blockade::PLAYERS,
    &domineering::PLAYERS,
    &tavli::portes::PLAYERS,
    &tavli::plakoto::PLAYERS,
    &tavli::fevga::PLAYERS,
    &tavli::tavli_match::PLAYERS,
    &tavli::backgammon::PLAYERS,
    &tavli::gulbara::PLAYERS,
    &tavli::narde::PLAYERS,
];

static REGISTERED: RwLock<Vec<&GamePlayers>> = RwLock::new(Vec::new());

/// Adds the players of a game from outside. They replace earlier ones of the same name.
pub fn register(players: &'static GamePlayers) {
    REGISTERED.write().unwrap_or_else(PoisonError::into_inner).push(players);
}

/// The players of a game by its name, if it has players of its own.
fn own_players(game: &str) -> Option<&'static GamePlayers> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    let mut known = registered.iter().rev().chain(BUNDLED);
    known.find(|players| players.game == game).copied()
}

/// The players of the game on the table.
pub(crate) fn players(table: &dyn AnyTable) -> &'static GamePlayers {
    own_players(table.info().name).unwrap_or_else(|| any_game::players(table.info()))
}

/// The bots of a game; empty if there is no such game.
pub fn bots(game: &str) -> &'static [BotInfo] {
    match own_players(game) {
        Some(players) => players.bots,
        None => agon_games::entry(game).map_or(&[], |entry| any_game::players(entry.info).bots),
    }
}
