//! Matches of the three games.
//!
//! - `evaluator`: the chance to win the match; `equity`: that of a score

mod equity;
mod evaluator;

use agon_core::{AnyTable, Fault};
use agon_search::Engine;
use agon_tavli::TavliMatch;

use super::bundled;
use crate::{BotInfo, EngineBuilder, GamePlayers, Levels, dice_levels};
use evaluator::MatchEvaluator;

/// The players of a match.
pub(crate) static PLAYERS: GamePlayers = GamePlayers {
    game: "tavli",
    bots: BotInfo::WITH_DICE,
    levels: |_| &LEVELS,
    build,
    bench: &["tavli"],
    speed_cases: Vec::new,
};

/// Errors in hundredths of a match, of which one game is only a part.
static LEVELS: Levels = dice_levels([70, 32, 20, 14, 9, 6, 4, 2, 1]);

fn build(table: &dyn AnyTable, builder: &EngineBuilder) -> Result<Box<dyn Engine>, Fault> {
    builder.typed::<TavliMatch>(table)?;
    Ok(builder.with_dice::<TavliMatch, _>(MatchEvaluator::new(bundled(), bundled(), bundled())))
}
