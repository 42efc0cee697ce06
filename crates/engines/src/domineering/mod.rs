mod evaluation;

use agon_core::{AnyTable, Table};
use agon_domineering::{Domineering, Wide};
use agon_search::Engine;

use crate::plan::Plan;
use evaluation::Mobility;

/// The player for a table of Domineering, or nothing if it is another game's.
pub(crate) fn build(table: &dyn AnyTable, plan: &Plan) -> Option<Box<dyn Engine>> {
    let table = table.as_any();
    if let Some(table) = table.downcast_ref::<Table<Domineering<u64>>>() {
        Some(plan.alpha_beta(table, Mobility::default()))
    } else {
        let table = table.downcast_ref::<Table<Domineering<Wide>>>()?;
        Some(plan.alpha_beta(table, Mobility::default()))
    }
}
