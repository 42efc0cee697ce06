//! Narde: evaluated by hand.

use agon_tavli::{Narde, Variant as _};

use super::by_hand;
use crate::{BotInfo, GamePlayers, Levels, dice_levels};

/// The players of the game.
pub(crate) static PLAYERS: GamePlayers = GamePlayers {
    game: Narde::INFO.name,
    bots: BotInfo::WITH_DICE,
    levels: |_| &LEVELS,
    build: by_hand::<Narde>,
    bench: &[],
    speed_cases: Vec::new,
};

/// Errors in hundredths of a point.
static LEVELS: Levels = dice_levels([80, 50, 34, 24, 17, 12, 8, 5, 2]);
