//! The files that the solver of Domineering ships: the weights of its move order and the table of piece values.
//!
//! Both are deterministic: the same program writes the same bytes.

mod order;
mod regression;

pub use order::{TrainedOrder, train_order};

use agon_solver::domineering::pieces_table;

/// Rows, columns and the most nodes for each starter of the proofs whose pieces are shipped.
const PIECE_BOARDS: [(usize, usize, u64); 6] = [
    (7, 7, u64::MAX),
    (6, 8, u64::MAX),
    (8, 8, u64::MAX),
    (7, 9, u64::MAX),
    (6, 10, u64::MAX),
    (9, 9, 200_000),
];

/// Computes the table of piece values, `data/pieces.bin` of the solver.
pub fn train_pieces() -> Option<Vec<u8>> {
    pieces_table(&PIECE_BOARDS)
}
