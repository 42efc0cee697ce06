//! Domineering: exact values of regions, bounds, and a solver.

mod bands;
mod board;
mod cached_solver;
mod cuts;
mod frame;
mod joins;
mod judgement;
mod lessons;
mod manner;
mod memory;
#[cfg(test)]
#[path = "../../tests/naive/domineering.rs"]
mod naive;
mod packing;
mod patch;
mod pieces;
mod region;
mod search;
mod simple;
mod solver;
mod table;
mod values;
mod wide;
mod windows;

pub use cached_solver::{CachedSolver, MoveResult};
pub use lessons::{LearnedOrder, learned_order};
pub use region::Region;
pub(crate) use solver::solver;
pub use solver::{pieces_table, region_of};
pub use values::RegionValues;
