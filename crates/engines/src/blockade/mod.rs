//! Blockade: evaluation by path lengths. In reading order:
//!
//! - `weights`: the weights and the features they apply to; `greedy`: the fixed evaluation of the greedy bot
//! - `planes`, `rows`: bit planes, portable and with vector instructions; `distances`: distance fields over them
//! - `scratch`: the evaluation; `race`: decided races; `horizon`: the best turn without playing every turn
//! - `turn_list`: the turns that the search tries; `root_order`: their order at the root
//! - `domain`: how the search walks the game
//! - `training`: what the crate `agon-train` needs

mod distances;
mod domain;
mod greedy;
mod horizon;
mod planes;
mod race;
mod root_order;
mod rows;
mod scratch;
pub mod training;
mod turn_list;
mod weights;

use agon_blockade::Blockade;
use agon_core::{AnyTable, Fault, Table};
use agon_search::Engine;

use crate::{BotInfo, EngineBuilder, GamePlayers, Levels, TOP_LEVEL, level};
use domain::BlockadeDomain;
use greedy::Greedy;
use planes::BoardPlane;
use rows::{Rows, WideRows};

/// The players of Blockade.
pub(crate) static PLAYERS: GamePlayers = GamePlayers {
    game: agon_blockade::INFO.name,
    bots: BotInfo::WITHOUT_DICE,
    levels: |table| if table.spec().contains("turn=swift") { &SWIFT_LEVELS } else { &LEVELS },
    build,
    bench: &["blockade", "blockade:turn=swift", "blockade:rows=22,cols=28"],
    speed_cases: Vec::new,
};

/// Errors in hundredths of a turn. At the top, three times as many nodes gain nothing measurable, and errors of 50
/// cost nothing, so levels differ by more than that.
static LEVELS: Levels = [
    level(1, 0, 100, 300),
    level(1, 0, 100, 100),
    level(1, 0, 100, 40),
    level(1, 0, 100, 0),
    level(2, 0, 150, 120),
    level(2, 0, 150, 50),
    level(3, 0, 250, 90),
    level(3, 0, 250, 0),
    level(0, 25_000, 800, 0),
    TOP_LEVEL,
];

/// A turn does less than in the classic game, so it takes more of them to see as far.
static SWIFT_LEVELS: Levels = [
    level(1, 0, 100, 300),
    level(1, 0, 100, 80),
    level(1, 0, 100, 40),
    level(1, 0, 100, 16),
    level(2, 0, 100, 0),
    level(3, 0, 150, 0),
    level(0, 4_000, 250, 0),
    level(0, 15_000, 500, 0),
    level(0, 50_000, 800, 0),
    TOP_LEVEL,
];

fn build(table: &dyn AnyTable, builder: &EngineBuilder) -> Result<Box<dyn Engine>, Fault> {
    if table.as_any().is::<Table<Blockade<3, 16>>>() {
        Ok(engine::<Rows, 3, 16>(builder))
    } else {
        builder.typed::<Blockade<11, 32>>(table).map(|_| engine::<WideRows, 11, 32>(builder))
    }
}

fn engine<P: BoardPlane<W, S>, const W: usize, const S: usize>(builder: &EngineBuilder) -> Box<dyn Engine> {
    match builder.bot() {
        Some("greedy") => builder.whole_turns::<Blockade<W, S>, _>(Greedy),
        _ => builder.without_dice::<Blockade<W, S>, _>(BlockadeDomain::<P, W, S>::default()),
    }
}

#[cfg(test)]
mod tests;
