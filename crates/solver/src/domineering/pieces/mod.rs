//! Exact values of pieces, the regions that a board falls apart into.
//!
//! In reading order:
//! - [`region_values`]: the canonical value of a region, computed by recursion over its moves.
//! - [`switch_sum`]: sums of numbers and switches, which are added and compared in a few instructions.
//! - [`piece_values`]: cached values of pieces with their lower bounds as switch sums, and a short look-ahead.
//! - [`piece_table`]: the shipped lookup table of the pieces that proofs need most.

mod piece_table;
mod piece_values;
mod region_values;
mod switch_sum;

pub(crate) use piece_table::{PieceTable, SHIPPED, write_piece_table};
pub(crate) use piece_values::PieceValues;
pub use region_values::RegionValues;
pub(crate) use switch_sum::SwitchSum;
