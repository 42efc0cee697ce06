//! Quoridor: all positions above a set of walls, those with the most walls first.
//!
//! A position is a configuration of walls, the stocks, the squares of the pawns and the player to
//! move. Placing a wall leads to a configuration with one more, so configurations are solved in
//! layers, and only two layers are kept. Within a configuration and a pair of stocks pawns can go
//! to and fro: a fixpoint over all their squares finds what can be forced, and what is neither won nor
//! lost in the end is a draw. All squares of the second pawn are done at once, as bits of a word.

mod configuration_solver;
mod configurations;
mod fixpoint;
mod geometry;
mod layer;
mod layer_solver;
mod pawn_graph;
mod solver;
mod wall_setup;

pub(crate) use solver::solver;
pub use wall_setup::{Solution, WallSetup};
