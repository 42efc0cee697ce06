//! Backgammon: the nets and levels of Portes.

use agon_tavli::{Backgammon, Variant as _};

use super::{bundle, by_nets};
use crate::{BotInfo, GamePlayers, Levels, dice_levels};

// These nets have outputs for triple wins too.
bundle!(Backgammon, "portes.net");

/// The players of the game.
pub(crate) static PLAYERS: GamePlayers = GamePlayers {
    game: Backgammon::INFO.name,
    bots: BotInfo::WITH_DICE,
    levels: |_| &LEVELS,
    build: by_nets::<Backgammon>,
    bench: &["backgammon"],
    speed_cases: Vec::new,
};

/// Errors in hundredths of a point.
static LEVELS: Levels = dice_levels([90, 56, 42, 33, 26, 21, 16, 11, 6]);
