mod bots;
mod evaluation;
mod ways;

use agon_core::{AnyTable, Table};
use agon_quoridor::{Grid, Large, Nine, Quoridor, Small};
use agon_search::Engine;

use crate::plan::{Plan, Role};
use bots::{Habit, WallBot};
use evaluation::Race;

/// The player for a table of Quoridor, or nothing if it is another game's.
pub(crate) fn build(table: &dyn AnyTable, plan: &Plan) -> Option<Box<dyn Engine>> {
    sized::<Nine>(table, plan).or_else(|| sized::<Small>(table, plan)).or_else(|| sized::<Large>(table, plan))
}

fn sized<G: Grid>(table: &dyn AnyTable, plan: &Plan) -> Option<Box<dyn Engine>> {
    let table = table.as_any().downcast_ref::<Table<Quoridor<G>>>()?;
    let habit = match plan.role {
        Role::Bot(name) => Habit::of_name(name),
        Role::Level(_) => None,
    };
    Some(match habit {
        Some(habit) => Box::new(WallBot::<G>::new(habit, plan.seed)),
        None => plan.alpha_beta(table, Race::default()),
    })
}
