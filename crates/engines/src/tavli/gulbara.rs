//! Gulbara: evaluated by hand, with the levels of Fevga.

use agon_tavli::{Gulbara, Variant as _};

use super::by_hand;
use crate::{BotInfo, GamePlayers, Levels, dice_levels};

/// The players of the game.
pub(crate) static PLAYERS: GamePlayers = GamePlayers {
    game: Gulbara::INFO.name,
    bots: BotInfo::WITH_DICE,
    levels: |_| &LEVELS,
    build: by_hand::<Gulbara>,
    bench: &["gulbara"],
    speed_cases: Vec::new,
};

/// Errors in hundredths of a point.
static LEVELS: Levels = dice_levels([80, 50, 34, 24, 17, 12, 8, 5, 2]);
