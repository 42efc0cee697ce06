use std::sync::atomic::AtomicU64;

use agon_core::Player;
use agon_search::Stop;

use crate::domineering::board::{BoardGeometry, Region};
use crate::domineering::search::{MAX_CELLS, ProofSearch, ProofTable, SharedSearch, ThreadCaches};
use agon_core::bits::UintBits;

/// The result of a position for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveResult {
    /// The player wins with the domino whose lower or left cell is in this row and column.
    Win {
        /// The row of the cell, from 0.
        row: u8,
        /// The column of the cell, from 0.
        col: u8,
    },
    /// The opponent wins with best play.
    Loss,
    /// Not proved within the limits.
    Unknown,
}

/// A solver for the successive turns of a game: it keeps its proofs from turn to turn.
pub struct CachedSolver {
    inner: Box<dyn SolveMove>,
    size: (u8, u8),
}

impl std::fmt::Debug for CachedSolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CachedSolver").field("size", &self.size).finish_non_exhaustive()
    }
}

impl CachedSolver {
    /// A solver for boards of this size; nothing if they are too large.
    pub fn new(rows: u8, cols: u8, hash_mb: usize) -> Option<Self> {
        let (height, width) = (u32::from(rows), u32::from(cols));
        let inner: Box<dyn SolveMove> = match height * width {
            0 => return None,
            1..=64 => Box::new(CachedBoardSolver::<u64>::new(height, width, hash_mb)),
            65..=MAX_CELLS => Box::new(CachedBoardSolver::<u128>::new(height, width, hash_mb)),
            _ => return None,
        };
        Some(Self { inner, size: (rows, cols) })
    }

    /// The rows and columns of its board.
    pub fn size(&self) -> (u8, u8) {
        self.size
    }

    /// Drops all proofs, so that the same positions take the same number of nodes again. Cached values of pieces,
    /// which have no influence on that, are kept.
    pub fn clear(&mut self) {
        self.inner.clear();
    }

    /// Proves whether the player to move wins with these free cells, and with which move.
    ///
    /// Gives up after `nodes` nodes, or when `stop` is set or `should_stop` returns true. Returns the number of nodes
    /// as well.
    pub fn solve(
        &mut self,
        free: &Region,
        mover: Player,
        nodes: u64,
        stop: &Stop,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> (MoveResult, u64) {
        self.inner.solve(free, mover, nodes, stop, should_stop)
    }
}

trait SolveMove: Send {
    fn clear(&mut self);
    fn solve(
        &mut self,
        free: &Region,
        mover: Player,
        nodes: u64,
        stop: &Stop,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> (MoveResult, u64);
}

struct CachedBoardSolver<B> {
    geometry: BoardGeometry<B>,
    proofs: ProofTable,
    caches: ThreadCaches<B>,
    hash_mb: usize,
}

impl<B: UintBits> CachedBoardSolver<B> {
    fn new(rows: u32, cols: u32, hash_mb: usize) -> Self {
        let geometry = BoardGeometry::new(rows, cols);
        let caches = ThreadCaches::new(geometry.frames);
        Self { geometry, proofs: ProofTable::new(rows * cols, hash_mb), caches, hash_mb }
    }
}

impl<B: UintBits> SolveMove for CachedBoardSolver<B> {
    fn clear(&mut self) {
        let frame = self.geometry.frames[0];
        self.proofs = ProofTable::new(frame.rows * frame.cols, self.hash_mb);
    }

    fn solve(
        &mut self,
        free: &Region,
        mover: Player,
        nodes: u64,
        stop: &Stop,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> (MoveResult, u64) {
        let (out_of_time, counted) = (Stop::new(), AtomicU64::new(0));
        let shared =
            SharedSearch { proofs: &self.proofs, stop, finished: &out_of_time, nodes: &counted, max_nodes: nodes };
        let mut report = |_, _| {
            if should_stop() {
                out_of_time.set();
            }
        };
        let state = self.geometry.position(free);
        let mut search = ProofSearch::new(&self.geometry, &mut self.caches, &shared, &mut report, 0);
        let found = search.winning_place(&state, mover.index());
        let nodes = search.nodes;
        let result = match found {
            Err(_) => MoveResult::Unknown,
            Ok(None) => MoveResult::Loss,
            Ok(Some(place)) => {
                let cols = self.geometry.frames[mover.index()].cols;
                let (across, along) = ((place % cols) as u8, (place / cols) as u8);
                match mover {
                    Player::P1 => MoveResult::Win { row: along, col: across },
                    Player::P2 => MoveResult::Win { row: across, col: along },
                }
            }
        };
        (result, nodes)
    }
}
