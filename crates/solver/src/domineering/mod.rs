//! Domineering: exact values of regions, bounds, and a solver.
//!
//! In reading order:
//! - `board`: regions of free cells, and positions as the search holds them.
//! - `pieces`: exact combinatorial values of the small pieces that a board falls apart into.
//! - `position_values`: the values of the position on a table.
//! - `bounds`: bounds made of such values that prove who wins without searching.
//! - `search`: the search for who wins, its transposition table and its move ordering.
//! - `solver`: the solver of the position on a table, and the lookup table of pieces.
//! - `cached_solver`: the solver of one turn after the other in the same game, for engines.
//! - `order_training`: what training of the move order needs of the search.

mod board;
mod bounds;
mod cached_solver;
pub mod order_training;
mod pieces;
mod position_values;
#[cfg(test)]
#[path = "../../tests/solver/domineering_reference.rs"]
mod reference;
mod search;
mod solver;

pub use board::Region;
pub use cached_solver::{CachedSolver, MoveResult};
pub use pieces::RegionValues;
pub(crate) use solver::SOLVER;
pub use solver::pieces_table;
