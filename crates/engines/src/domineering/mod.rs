mod evaluation;
mod solving;

use agon_core::U256;
use agon_core::{AnyTable, Table};
use agon_domineering::{CellSet, Domineering};
use agon_search::Engine;

use crate::builder::EngineBuilder;
use crate::levels::MAX_LEVEL;
use evaluation::Mobility;
use solving::{ProofLimits, SolvingEngine};

/// Node limits of the proofs of levels 8 and 9: both find the end of the game by proof, one later than the other. Few
/// nodes are enough; more would leave nothing to gain for level 10, which is not limited.
const LEVEL_8_PROOF_NODES: u64 = 8;
const LEVEL_9_PROOF_NODES: u64 = 150;

/// The engine for a table of Domineering, or `None` if it is another game's.
pub(crate) fn build(table: &dyn AnyTable, builder: &EngineBuilder) -> Option<Box<dyn Engine>> {
    let table = table.as_any();
    if let Some(table) = table.downcast_ref::<Table<Domineering<u64>>>() {
        Some(engine(table, builder))
    } else {
        Some(engine(table.downcast_ref::<Table<Domineering<U256>>>()?, builder))
    }
}

fn engine<W: CellSet>(table: &Table<Domineering<W>>, builder: &EngineBuilder) -> Box<dyn Engine> {
    let search = builder.whole_turns(table, Mobility::default());
    match proof_limits(builder) {
        Some(limits) => Box::new(SolvingEngine::<W>::new(search, limits)),
        None => search,
    }
}

/// What the highest levels, and the bot that searches, may spend on proofs. Other players prove nothing.
fn proof_limits(builder: &EngineBuilder) -> Option<ProofLimits> {
    let nodes = match (builder.level(), builder.bot()) {
        (Some(MAX_LEVEL), _) | (_, Some("minimax")) => None,
        (Some(9), _) => Some(LEVEL_9_PROOF_NODES),
        (Some(8), _) => Some(LEVEL_8_PROOF_NODES),
        _ => return None,
    };
    Some(ProofLimits { nodes, time: builder.strength().time, hash_mb: builder.hash_mb() })
}
