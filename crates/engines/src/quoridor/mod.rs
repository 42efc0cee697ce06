mod aspects;
mod book;
mod bots;
mod features;
mod first_layer;
mod guide;
mod judge;
mod net;
mod node;
mod policy;
mod race;
pub mod training;

use agon_core::{AnyTable, Game, Table};
use agon_quoridor::{Grid, Grid9x9, LargeGrid, Quoridor, SmallGrid};
use agon_search::Engine;

use crate::plan::{Plan, Role};
use book::Booked;
use bots::{Habit, WallBot};
use guide::Pathfinder;
use judge::Judge;
use policy::PolicyNet;

/// The player for a table of Quoridor, or nothing if it is another game's.
pub(crate) fn build(table: &dyn AnyTable, plan: &Plan) -> Option<Box<dyn Engine>> {
    let engine = sized::<Grid9x9>(table, plan)
        .or_else(|| sized::<SmallGrid>(table, plan))
        .or_else(|| sized::<LargeGrid>(table, plan))?;
    let customary = table.spec() == Quoridor::<Grid9x9>::default().spec();
    Some(if plan.reads() && customary { Box::new(Booked::new(engine)) } else { engine })
}

fn sized<G: Grid>(table: &dyn AnyTable, plan: &Plan) -> Option<Box<dyn Engine>> {
    let table = table.as_any().downcast_ref::<Table<Quoridor<G>>>()?;
    let habit = match plan.role {
        Role::Bot(name) => Habit::of_name(name),
        Role::Level(_) => None,
    };
    Some(match habit {
        Some(habit) => Box::new(WallBot::<G>::new(habit, plan.seed)),
        None if plan.role == Role::Bot("puct") => {
            plan.guided(table, Pathfinder::new(judge()).with_policy(policy()))
        }
        None => plan.guided(table, Pathfinder::new(judge())),
    })
}

/// The learned evaluation of the customary board.
static WEIGHTS: &[u8] = include_bytes!("value.net");

/// The learned policy of the customary board.
static POLICY: &[u8] = include_bytes!("policy.net");

fn policy() -> Option<PolicyNet> {
    PolicyNet::read(POLICY).ok()
}

/// The best judgement there is.
fn judge() -> Judge {
    net::PathNet::read(WEIGHTS).map(Judge::learned).unwrap_or_default()
}
