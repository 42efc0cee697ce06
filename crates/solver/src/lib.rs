//! Proofs: who wins a position, and its combinatorial value.
//!
//! [`solver`] returns the [`Solver`] for the game on a table. In reading order:
//! - `proof`: the trait [`Solver`], its limits and its result; [`checkpoint`]: files of unfinished proofs.
//! - [`domineering`]: depth-first search with bounds made of exact values of pieces.
//! - [`quoridor`]: retrograde solution of all positions, one layer of walls after the other.
//! - [`blockade`]: search for wins within ever more turns, and retrograde analysis of small boards.
//! - [`cgt`]: canonical forms of short games, which Domineering's values are made of.
//!
//! # Examples
//!
//! ```
//! use agon_core::Player;
//! use agon_solver::{SolveLimits, ProvenResult, solver};
//!
//! let table = agon_games::open("domineering:rows=5,cols=5").unwrap();
//! let mut solver = solver(table.as_ref(), 16).unwrap();
//! let proof = solver.solve(Player::P1, &SolveLimits::default(), &mut |_| {}).unwrap();
//! assert_eq!(proof.result, Some(ProvenResult::Win(Player::P2)));
//! ```

pub mod blockade;
pub mod cgt;
pub mod checkpoint;
pub mod domineering;
mod faults;
mod proof;
pub mod quoridor;

use agon_core::{AnyTable, Fault};

pub use faults::{
    BOARD_TOO_LARGE, DAMAGED_PROOF, FAULTS, NO_VALUES, NOT_RESUMABLE, NOT_SOLVABLE, NOT_THIS_PROOF, REGION_TOO_LARGE,
    TOO_MANY_SQUARES, TOO_MUCH_MEMORY,
};
pub use proof::{Proof, ProvenResult, SolveLimits, SolveProgress, Solver};

/// The games that have a solver.
pub const GAMES: &[&str] = &["quoridor", "blockade", "domineering"];

/// Returns a solver for the position on a table that uses at most `hash_mb` megabytes for its tables.
///
/// A new game adds its line here.
pub fn solver(table: &dyn AnyTable, hash_mb: usize) -> Result<Box<dyn Solver>, Fault> {
    match table.info().name {
        "quoridor" => quoridor::solver(table, hash_mb),
        "blockade" => blockade::solver(table, hash_mb),
        "domineering" => domineering::solver(table, hash_mb),
        other => Err(NOT_SOLVABLE.with("game", other).with("games", GAMES.join(", "))),
    }
}
