//! The players of games that bring none of their own. They value positions by random games.

use agon_core::{AnyTable, Fault, GameInfo};
use agon_search::{Engine, MobilityGreedy, PlayoutSearch, Uniform};

use crate::bots::BY_TIME;
use crate::{BotInfo, EngineBuilder, GamePlayers, Levels, TOP_LEVEL, level};

static WITHOUT_DICE: GamePlayers = GamePlayers {
    game: "",
    bots: &[
        BotInfo::new("puct", "Best first", "grows a tree along the most promising turns and values it by random games")
            .limited_by(BY_TIME),
        GREEDY,
        BotInfo::UNIFORM,
    ],
    levels: |_| &LEVELS,
    build,
    bench: &[],
    speed_cases: Vec::new,
};

static WITH_DICE: GamePlayers = GamePlayers {
    bots: &[
        BotInfo::new("expectimax", "Expectimax", "weighs turns and rolls ahead and values them by random games")
            .limited_by(BY_TIME),
        GREEDY,
        BotInfo::UNIFORM,
    ],
    ..WITHOUT_DICE
};

const GREEDY: BotInfo = BotInfo::new("greedy", "Greedy", "plays for the most legal turns, without looking ahead");

/// Each level simulates about twice as many games as the one below.
static LEVELS: Levels = [
    level(0, 4, 100, 0),
    level(0, 10, 100, 0),
    level(0, 20, 100, 0),
    level(0, 40, 200, 0),
    level(0, 80, 200, 0),
    level(0, 160, 300, 0),
    level(0, 320, 500, 0),
    level(0, 640, 800, 0),
    level(0, 1_300, 1000, 0),
    TOP_LEVEL,
];

/// The players of a game that has none of its own.
pub(crate) fn players(game: &GameInfo) -> &'static GamePlayers {
    if game.has_dice { &WITH_DICE } else { &WITHOUT_DICE }
}

#[expect(clippy::unnecessary_wraps, reason = "the type of GamePlayers::build")]
fn build(_: &dyn AnyTable, builder: &EngineBuilder) -> Result<Box<dyn Engine>, Fault> {
    Ok(match builder.bot() {
        Some("uniform") => Box::new(Uniform::new(builder.seed())),
        Some("greedy") => Box::new(MobilityGreedy::new(builder.name(), builder.seed())),
        _ => Box::new(PlayoutSearch::new(builder.name(), builder.strength())),
    })
}
