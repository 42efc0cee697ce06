//! What `examples/blockade_speed.rs` prints.

use agon_blockade::{Blockade, Board};
use agon_core::{AnyTable, Fault, Position, Rng, Table};
use agon_search::{AlphaBeta, Engine, Limits, SearchRequest, Stop, Strength, Thought, WRONG_TABLE};

use super::outlook::Outlook;
use super::plane::Terrain;
use super::rows::{Rows, WideRows};
use super::siege::Siege;

/// Positions to look over again and again: the search's last step by itself.
#[derive(Clone, Debug)]
pub struct BlockadeHorizons(Boards);

#[derive(Clone, Debug)]
enum Boards {
    Standard(Vec<Board<3, 16>>),
    Large(Vec<Board<11, 32>>),
}

/// How many positions are looked over.
const POSITIONS: usize = 256;
/// Random turns played before each, at most.
const TURNS: u32 = 20;

impl BlockadeHorizons {
    /// Positions of random games, always the same ones.
    pub fn new(spec: &str) -> Result<Self, Fault> {
        let table = agon_games::open(spec)?;
        let boards = walk::<3, 16>(table.as_ref()).map(Boards::Standard);
        let boards = boards.or_else(|| walk::<11, 32>(table.as_ref()).map(Boards::Large));
        boards.map(Self).ok_or_else(|| WRONG_TABLE.with("spec", table.spec()))
    }

    /// Finds the worth of the best turn of every position once; tells how many turns these
    /// positions have, all of which are accounted for.
    pub fn look(&self) -> u64 {
        match &self.0 {
            Boards::Standard(boards) => look::<Rows, 3, 16>(boards),
            Boards::Large(boards) => look::<WideRows, 11, 32>(boards),
        }
    }
}

fn look<P: Terrain<W, S>, const W: usize, const S: usize>(boards: &[Board<W, S>]) -> u64 {
    let mut outlook = Outlook::<P>::default();
    for board in boards {
        std::hint::black_box(outlook.horizon(board));
    }
    outlook.children
}

fn walk<const W: usize, const S: usize>(table: &dyn AnyTable) -> Option<Vec<Board<W, S>>> {
    let start = *table.as_any().downcast_ref::<Table<Blockade<W, S>>>()?.position();
    let mut rng = Rng::new(1);
    let mut turns = Vec::new();
    let mut boards = Vec::new();
    while boards.len() < POSITIONS {
        let mut board = start;
        for _ in 0..rng.below(TURNS + 1) {
            if let Some(turn) = board.random_move(&mut rng, &mut turns) {
                board.play_unchecked(turn);
            }
        }
        if board.outcome().is_none() {
            boards.push(board);
        }
    }
    Some(boards)
}

/// Searches a position of at most 12 rows and 16 columns with every turn tried everywhere and
/// nothing reduced.
pub fn blockade_full_width(table: &dyn AnyTable, depth: u32, threads: usize) -> Result<Thought, Fault> {
    let siege = Siege::<Rows, 3, 16>::wide();
    let mut engine = AlphaBeta::<Blockade<3, 16>, _>::new("full width", siege, Strength::default())
        .with_resources(threads, 64);
    engine.think(SearchRequest::quiet(table, &Limits::depth(depth), &Stop::new()))
}
