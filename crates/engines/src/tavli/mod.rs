//! Judging tavli positions: by nets, by tables, and by hand-made rules.

mod brain;
mod danger;
mod door;
mod endings;
mod hit;
mod insight;
mod judgement;
mod judging;
mod match_equity;
mod outlook;
pub mod outputs;
mod oversight;
mod pin;
mod shipped;
mod standing;

pub use brain::{Brain, Nets, Scratch};
pub use insight::{Counts, Learnt};
pub use judgement::Judgement;
pub use judging::Judging;
pub use shipped::{Shipped, shipped};

use agon_core::{AnyTable, Table};
use agon_search::Engine;
use agon_tavli::{Backgammon, Fevga, Gulbara, Plakoto, Portes, Tavli, TavliMatch, Variant};

use crate::plan::Plan;
use endings::Exact;
use standing::Standing;

/// The player for a table of a tavli game, or nothing if it is another game's.
pub(crate) fn build(table: &dyn AnyTable, plan: &Plan) -> Option<Box<dyn Engine>> {
    learnt::<Portes>(table, plan)
        .or_else(|| learnt::<Plakoto>(table, plan))
        .or_else(|| learnt::<Fevga>(table, plan))
        .or_else(|| learnt::<Backgammon>(table, plan))
        .or_else(|| by_hand::<Gulbara>(table, plan))
        .or_else(|| whole_match(table, plan))
}

fn whole_match(table: &dyn AnyTable, plan: &Plan) -> Option<Box<dyn Engine>> {
    let table = table.as_any().downcast_ref::<Table<TavliMatch>>()?;
    Some(plan.expectimax(table, Standing::new(judge(), judge(), judge())))
}

fn learnt<V: Shipped>(table: &dyn AnyTable, plan: &Plan) -> Option<Box<dyn Engine>> {
    let table = table.as_any().downcast_ref::<Table<Tavli<V>>>()?;
    Some(plan.expectimax(table, judge::<V>()))
}

fn by_hand<V: Variant>(table: &dyn AnyTable, plan: &Plan) -> Option<Box<dyn Engine>> {
    let table = table.as_any().downcast_ref::<Table<Tavli<V>>>()?;
    Some(plan.expectimax(table, Exact::new(Judgement)))
}

/// Nets, and tables where they know better.
fn judge<V: Shipped>() -> Exact<Brain<V>> {
    Exact::new(Brain::new(shipped()))
}
