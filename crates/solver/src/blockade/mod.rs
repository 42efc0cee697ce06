//! Blockade: wins within more and more turns; on small boards every position.

mod exhaustive;
mod ground;
mod memory;
mod search;
mod solver;
mod spot;
mod turns;

pub(crate) use solver::solver;
