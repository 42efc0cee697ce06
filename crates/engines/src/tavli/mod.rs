mod danger;
mod door;
mod hit;
mod judgement;
mod outlook;
mod pin;

use agon_core::{AnyTable, Table};
use agon_search::Engine;
use agon_tavli::{Fevga, Plakoto, Portes, Tavli, Variant};

use crate::plan::Plan;
use judgement::Judgement;

/// The player for a table of a tavli game, or nothing if it is another game's.
pub(crate) fn build(table: &dyn AnyTable, plan: &Plan) -> Option<Box<dyn Engine>> {
    variant::<Portes>(table, plan)
        .or_else(|| variant::<Plakoto>(table, plan))
        .or_else(|| variant::<Fevga>(table, plan))
}

fn variant<V: Variant>(table: &dyn AnyTable, plan: &Plan) -> Option<Box<dyn Engine>> {
    let table = table.as_any().downcast_ref::<Table<Tavli<V>>>()?;
    Some(plan.expectimax(table, Judgement))
}
