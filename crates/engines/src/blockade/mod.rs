mod field;
mod greedy;
mod measure;
mod outlook;
mod plane;
mod race;
mod ranking;
mod rows;
mod siege;
mod training;
mod turns;
mod weights;
mod worth;

pub use measure::{BlockadeHorizons, blockade_full_width};
pub use training::BlockadeLesson;

use agon_blockade::Blockade;
use agon_core::{AnyTable, Table};
use agon_search::Engine;

use crate::plan::{Plan, Role};
use greedy::Greedy;
use plane::Terrain;
use rows::{Rows, WideRows};
use siege::Siege;

/// The player for a table of Blockade, or nothing if it is another game's.
pub(crate) fn build(table: &dyn AnyTable, plan: &Plan) -> Option<Box<dyn Engine>> {
    sized::<Rows, 3, 16>(table, plan).or_else(|| sized::<WideRows, 11, 32>(table, plan))
}

fn sized<P: Terrain<W, S>, const W: usize, const S: usize>(
    table: &dyn AnyTable,
    plan: &Plan,
) -> Option<Box<dyn Engine>> {
    let table = table.as_any().downcast_ref::<Table<Blockade<W, S>>>()?;
    Some(if plan.role == Role::Bot("greedy") {
        plan.alpha_beta(table, Greedy)
    } else {
        plan.guided(table, Siege::<P, W, S>::default())
    })
}

#[cfg(test)]
mod tests;
