mod evaluation;
mod scene;

use agon_blockade::Blockade;
use agon_core::{AnyTable, Table};
use agon_search::Engine;

use crate::plan::Plan;
use evaluation::Siege;

/// The player for a table of Blockade, or nothing if it is another game's.
pub(crate) fn build(table: &dyn AnyTable, plan: &Plan) -> Option<Box<dyn Engine>> {
    sized::<3, 16>(table, plan).or_else(|| sized::<11, 32>(table, plan))
}

fn sized<const W: usize, const S: usize>(table: &dyn AnyTable, plan: &Plan) -> Option<Box<dyn Engine>> {
    let table = table.as_any().downcast_ref::<Table<Blockade<W, S>>>()?;
    Some(plan.alpha_beta(table, Siege::<W, S>::default()))
}
