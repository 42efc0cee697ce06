//! Blockade: wins within more and more turns; on small boards every position.

mod geometry;
mod position;
mod retrograde;
mod search;
mod solver;
mod turns;
mod win_distance_table;

pub(crate) use solver::solver;
