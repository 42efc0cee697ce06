//! The interface for training the move order.
//!
//! [`OrderSearch`] searches an empty board and hands over the positions that it proves. Their features are the
//! patterns of their windows of 4 x 4 cells, which [`PatternClasses`] groups by symmetry. Weights by class make an
//! [`OrderNet`], and [`OrderNet::to_bytes`] writes them in the format of the shipped file.

use std::sync::atomic::AtomicU64;

use agon_core::Player;
use agon_search::Stop;

use crate::domineering::board::{BoardGeometry, Frame, Region};
use crate::domineering::search::{
    FIRST_PASS_NODES, MoveOrder, ProofSearch, ProofTable, SharedSearch, ThreadCaches, Windows,
};
pub use crate::domineering::search::{OrderNet, PatternClasses};

/// Memory of the transposition table.
const TABLE_MB: usize = 1024;

/// A position whose winner was proved.
#[derive(Clone, Copy, Debug)]
pub struct ProvedPosition {
    /// The free cells of the position or of a mirror image, one bit each, along the rows.
    pub free: u128,
    /// Nodes of the search below it.
    pub nodes: u64,
    /// Rows of the board.
    pub rows: u8,
    /// Columns of the board.
    pub cols: u8,
    /// The player to move.
    pub mover: Player,
    /// The player who wins.
    pub winner: Player,
    /// Whether a bound proved it, without a search.
    pub by_bound: bool,
}

impl ProvedPosition {
    /// The patterns of all its windows.
    pub fn patterns(&self) -> Vec<u16> {
        self.windows().patterns().collect()
    }

    /// Whether a net predicts the winner.
    pub fn is_predicted_by(&self, net: &OrderNet) -> bool {
        (net.evaluate(&self.windows(), self.mover.index()) > 0) == (self.winner == Player::P1)
    }

    fn windows(&self) -> Windows {
        Windows::new(&Frame::<u128>::new(u32::from(self.rows), u32::from(self.cols)), self.free)
    }
}

/// A search of an empty board with Vertical to start.
#[derive(Clone, Copy, Debug)]
pub struct OrderSearch {
    /// Rows of the board.
    pub rows: u8,
    /// Columns of the board.
    pub cols: u8,
    /// Ends the search early.
    pub max_nodes: u64,
    /// Whether it starts with a pass of cheap bounds, as searches of small boards do.
    pub has_first_pass: bool,
}

impl OrderSearch {
    /// Runs the search and hands over every position that it proves.
    ///
    /// Moves are ordered by counts, or by a net with this weight of the counts beside it.
    pub fn run(&self, net: Option<(&OrderNet, i32)>, record: &mut dyn FnMut(ProvedPosition)) {
        let (rows, cols) = (u32::from(self.rows), u32::from(self.cols));
        let geometry = BoardGeometry::<u128>::new(rows, cols);
        let mut caches = ThreadCaches::new(geometry.frames);
        let proofs = ProofTable::new(rows * cols, TABLE_MB);
        let (stop, finished, nodes) = (Stop::new(), Stop::new(), AtomicU64::new(0));
        let shared = SharedSearch {
            proofs: &proofs,
            stop: &stop,
            finished: &finished,
            nodes: &nodes,
            max_nodes: self.max_nodes,
        };
        let mut report = |_, _| {};
        let mut recorder = |node: crate::domineering::search::ProvedNode| {
            let mover = Player::ALL[node.mover];
            record(ProvedPosition {
                free: node.free,
                nodes: node.nodes.unwrap_or(1),
                rows: self.rows,
                cols: self.cols,
                mover,
                winner: if node.mover_wins { mover } else { mover.opponent() },
                by_bound: node.nodes.is_none(),
            });
        };
        let mut search = ProofSearch::new(&geometry, &mut caches, &shared, &mut report, 0);
        search.recorder = Some(&mut recorder);
        if let Some((net, counts_weight)) = net {
            search.order = MoveOrder { counts_weight, ..MoveOrder::learned(net, rows * cols) };
        }
        let root = geometry.position(&Region::board(usize::from(self.rows), usize::from(self.cols)));
        let first_pass_nodes = if self.has_first_pass { FIRST_PASS_NODES } else { 0 };
        // A search that ends early has handed over positions as well.
        let _ = search.prove(&root, 0, first_pass_nodes);
    }
}
