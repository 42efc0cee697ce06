//! The search for who wins a board.
//!
//! In reading order:
//! - [`proof_search`]: depth-first search with bounds, a transposition table and move ordering.
//! - [`move_order`]: how moves are ordered: by counts of moves, on large boards by a learned net as well.
//! - [`windows`]: the windows of 4 x 4 cells of a board, which are the features of the net.
//! - [`order_net`]: the learned net: one weight for each pattern of a window.
//! - [`proof_table`]: the transposition table of proved positions, with exact keys.

mod move_order;
mod order_net;
mod proof_search;
mod proof_table;
mod windows;

pub(crate) use move_order::{MoveOrder, uses_learned_order};
pub use order_net::OrderNet;
pub(crate) use proof_search::{FIRST_PASS_NODES, ProofSearch, ProvedNode, ScoredMove, SharedSearch, ThreadCaches};
pub(crate) use proof_table::{MAX_CELLS, MAX_CELLS_WITH_SPARE, ProofTable};
pub use windows::PatternClasses;
pub(crate) use windows::{MAX_WINDOWED_SIDE, WindowSums, Windows};
