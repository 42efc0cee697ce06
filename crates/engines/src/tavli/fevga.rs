//! Fevga: its nets and levels.

use agon_tavli::{Fevga, Variant as _};

use super::net_bench::speed_case;
use super::{bundle, by_nets};
use crate::{BotInfo, GamePlayers, Levels, dice_levels};

bundle!(Fevga, "fevga.net");

/// The players of the game.
pub(crate) static PLAYERS: GamePlayers = GamePlayers {
    game: Fevga::INFO.name,
    bots: BotInfo::WITH_DICE,
    levels: |_| &LEVELS,
    build: by_nets::<Fevga>,
    bench: &["fevga"],
    speed_cases: || vec![speed_case::<Fevga>()],
};

/// Errors in hundredths of a point. In this quieter game smaller errors matter.
static LEVELS: Levels = dice_levels([80, 50, 34, 24, 17, 12, 8, 5, 2]);
