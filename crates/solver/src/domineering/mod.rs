//! Domineering: exact values of regions, bounds, and a solver.

mod bands;
mod bits;
mod board;
mod cuts;
mod frame;
mod memory;
mod packing;
mod region;
mod search;
mod simple;
mod solver;
mod values;

pub use region::Region;
pub use solver::region_of;
pub(crate) use solver::solver;
pub use values::Values;
