//! Quoridor: retrograde solution of all positions, one layer of walls after the other.
//!
//! A position is a configuration of walls, the stocks, the squares of the pawns and the player to move. Placing a wall
//! leads to a configuration with one more, so configurations are solved in layers, most walls first, and only two layers
//! are in memory. Within a configuration and a pair of stocks, pawns can move back and forth: a fixpoint iteration over
//! all their squares finds the forced wins, and positions that are neither won nor lost are draws. All squares of the
//! second pawn are processed at once, as bits of a word.
//!
//! In reading order:
//! - `wall_setup`: walls and stocks to be solved, and the solution; `solver`: the solver of the position on a table.
//! - `geometry`: the board as bit sets; `configurations`: enumeration of all sets of walls.
//! - `layer_solver`: the layers, one after the other; `layer`: the solved positions of one.
//! - `configuration_solver`: one configuration; `pawn_graph`: its pawn moves; `fixpoint`: its forced wins.

mod configuration_solver;
mod configurations;
mod fixpoint;
mod geometry;
mod layer;
mod layer_solver;
mod pawn_graph;
mod solver;
mod wall_setup;

pub(crate) use solver::SOLVER;
pub use wall_setup::{Solution, WallSetup};
