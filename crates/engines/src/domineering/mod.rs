//! Domineering: evaluation by the moves left, and proofs at the upper levels. In reading order:
//!
//! - this file: the players and what each level may spend
//! - `evaluation`: the moves that each player can still make, and the safe ones among them
//! - `solving`: the engine that asks the solver first

mod evaluation;
mod solving;

use agon_core::{AnyTable, Fault, Table, U256};
use agon_domineering::{CellSet, Domineering};
use agon_search::Engine;

use crate::levels::MAX_LEVEL;
use crate::{BotInfo, EngineBuilder, GamePlayers, Levels, TOP_LEVEL, level};
use evaluation::Mobility;
use solving::{ProofLimits, SolvingEngine};

/// Node limits of the proofs of levels 8 and 9: both find the end of the game by proof, one later than the other. Few
/// nodes are enough; more would leave nothing to gain for level 10, which is not limited.
const LEVEL_8_PROOF_NODES: u64 = 8;
const LEVEL_9_PROOF_NODES: u64 = 150;

/// The players of Domineering.
pub(crate) static PLAYERS: GamePlayers = GamePlayers {
    game: agon_domineering::INFO.name,
    bots: BotInfo::WITHOUT_DICE,
    levels: |_| &LEVELS,
    build,
    bench: &["domineering", "domineering:rows=10,cols=10"],
    speed_cases: Vec::new,
};

/// Errors in hundredths of a move.
static LEVELS: Levels = [
    level(1, 0, 100, 500),
    level(1, 0, 100, 250),
    level(1, 0, 100, 120),
    level(2, 0, 100, 100),
    level(2, 0, 100, 40),
    level(3, 0, 150, 25),
    level(4, 0, 200, 0),
    level(7, 150_000, 300, 0),
    level(10, 400_000, 500, 0),
    TOP_LEVEL,
];

fn build(table: &dyn AnyTable, builder: &EngineBuilder) -> Result<Box<dyn Engine>, Fault> {
    if table.as_any().is::<Table<Domineering<u64>>>() {
        Ok(engine::<u64>(builder))
    } else {
        builder.typed::<Domineering<U256>>(table).map(|_| engine::<U256>(builder))
    }
}

fn engine<W: CellSet>(builder: &EngineBuilder) -> Box<dyn Engine> {
    let search = builder.whole_turns::<Domineering<W>, _>(Mobility::default());
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
