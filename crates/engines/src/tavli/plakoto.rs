//! Plakoto: its nets and levels.

use agon_tavli::{Plakoto, Variant as _};

use super::net_bench::speed_case;
use super::{bundle, by_nets};
use crate::{BotInfo, GamePlayers, Levels, dice_levels};

bundle!(Plakoto, "plakoto.net");

/// The players of the game.
pub(crate) static PLAYERS: GamePlayers = GamePlayers {
    game: Plakoto::INFO.name,
    bots: BotInfo::WITH_DICE,
    levels: |_| &LEVELS,
    build: by_nets::<Plakoto>,
    bench: &["plakoto"],
    speed_cases: || vec![speed_case::<Plakoto>()],
};

/// Errors in hundredths of a point. Small errors matter more than in Portes and large ones less.
static LEVELS: Levels = dice_levels([260, 108, 62, 37, 25, 16, 11, 6, 2]);
