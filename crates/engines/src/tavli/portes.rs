//! Portes: its nets and levels.

use agon_tavli::{Portes, Variant as _};

use super::net_bench::speed_case;
use super::{bundle, by_nets};
use crate::{BotInfo, GamePlayers, Levels, dice_levels};

bundle!(Portes, "portes.net");

/// The players of the game.
pub(crate) static PLAYERS: GamePlayers = GamePlayers {
    game: Portes::INFO.name,
    bots: BotInfo::WITH_DICE,
    levels: |_| &LEVELS,
    build: by_nets::<Portes>,
    bench: &["portes"],
    speed_cases: || vec![speed_case::<Portes>()],
};

/// Errors in hundredths of a point.
static LEVELS: Levels = dice_levels([90, 56, 42, 33, 26, 21, 16, 11, 6]);
