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
use agon_core::{AnyTable, Table};
use agon_search::Engine;

use crate::builder::EngineBuilder;
use domain::BlockadeDomain;
use greedy::Greedy;
use planes::BoardPlane;
use rows::{Rows, WideRows};

/// The engine for a table of Blockade; `None` for another game's.
pub(crate) fn build(table: &dyn AnyTable, builder: &EngineBuilder) -> Option<Box<dyn Engine>> {
    sized::<Rows, 3, 16>(table, builder).or_else(|| sized::<WideRows, 11, 32>(table, builder))
}

fn sized<P: BoardPlane<W, S>, const W: usize, const S: usize>(
    table: &dyn AnyTable,
    builder: &EngineBuilder,
) -> Option<Box<dyn Engine>> {
    let table = table.as_any().downcast_ref::<Table<Blockade<W, S>>>()?;
    Some(if builder.bot() == Some("greedy") {
        builder.whole_turns(table, Greedy)
    } else {
        builder.skill(table, BlockadeDomain::<P, W, S>::default())
    })
}

#[cfg(test)]
mod tests;
