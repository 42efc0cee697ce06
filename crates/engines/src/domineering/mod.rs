mod evaluation;
mod prover;

use agon_core::U256;
use agon_core::{AnyTable, Table};
use agon_domineering::{CellSet, Domineering};
use agon_search::Engine;

use crate::levels::HIGHEST;
use crate::plan::{Plan, Role};
use evaluation::Mobility;
use prover::{Proofs, Prover};

/// The proofs of levels 8 and 9 end after so many nodes: both see the end of the game coming, the one later than the
/// other. Few of them are enough, and more would leave nothing to gain for the level above, which sees it from the start.
const NODES_OF_EIGHT: u64 = 8;
const NODES_OF_NINE: u64 = 150;

/// The player for a table of Domineering, or nothing if it is another game's.
pub(crate) fn build(table: &dyn AnyTable, plan: &Plan) -> Option<Box<dyn Engine>> {
    let table = table.as_any();
    if let Some(table) = table.downcast_ref::<Table<Domineering<u64>>>() {
        Some(player(table, plan))
    } else {
        Some(player(table.downcast_ref::<Table<Domineering<U256>>>()?, plan))
    }
}

fn player<W: CellSet>(table: &Table<Domineering<W>>, plan: &Plan) -> Box<dyn Engine> {
    let searcher = plan.alpha_beta(table, Mobility::default());
    match proofs(plan) {
        Some(proofs) => Box::new(Prover::<W>::new(searcher, proofs)),
        None => searcher,
    }
}

/// What the highest levels, and the bot that searches, may prove. Others never see a whole game.
fn proofs(plan: &Plan) -> Option<Proofs> {
    let nodes = match plan.role {
        Role::Level(HIGHEST) | Role::Bot("minimax") => None,
        Role::Level(9) => Some(NODES_OF_NINE),
        Role::Level(8) => Some(NODES_OF_EIGHT),
        Role::Level(_) | Role::Bot(_) => return None,
    };
    Some(Proofs { nodes, time: plan.skill().time, hash_mb: plan.hash_mb })
}
