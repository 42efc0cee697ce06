//! Proofs: who wins a position, and its combinatorial value.
//!
//! [`solver`] returns the [`Solver`] for the game on a table. In reading order:
//! - `proof`: the trait [`Solver`], its limits and its result; [`checkpoint`]: files of unfinished proofs.
//! - `values`: combinatorial values of positions.
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
mod values;

use agon_core::{AnyTable, Fault};

pub use faults::{
    BOARD_TOO_LARGE, DAMAGED_PROOF, FAULTS, NO_VALUES, NOT_RESUMABLE, NOT_SOLVABLE, NOT_THIS_PROOF, REGION_TOO_LARGE,
    TOO_MANY_SQUARES, TOO_MUCH_MEMORY,
};
pub use proof::{Proof, ProvenResult, SolveLimits, SolveProgress, Solver};
pub use values::{PartValue, PositionValues};

/// Sets up a solver for the position on a table.
type SetUp = fn(&dyn AnyTable, usize) -> Result<Box<dyn Solver>, Fault>;

/// Computes the combinatorial values of the position on a table.
type ComputeValues = fn(&dyn AnyTable) -> Result<PositionValues, Fault>;

/// What a game's folder supplies.
pub(crate) struct GameSolver {
    /// The game's name in spec strings.
    game: &'static str,
    /// Sets up a solver for the position on a table, with megabytes for its tables.
    set_up: SetUp,
    /// Computes combinatorial values, if the game has such values.
    values: Option<ComputeValues>,
}

/// A new game adds its line here.
static SOLVERS: &[&GameSolver] = &[&quoridor::SOLVER, &blockade::SOLVER, &domineering::SOLVER];

/// Returns a solver for the position on a table that uses at most `hash_mb` megabytes for its tables.
pub fn solver(table: &dyn AnyTable, hash_mb: usize) -> Result<Box<dyn Solver>, Fault> {
    let solver = SOLVERS.iter().find(|solver| solver.game == table.info().name);
    solver.map_or_else(|| Err(not_solvable(table)), |solver| (solver.set_up)(table, hash_mb))
}

/// The combinatorial values of the position on a table.
pub fn values(table: &dyn AnyTable) -> Result<PositionValues, Fault> {
    let of_game = SOLVERS.iter().find(|solver| solver.game == table.info().name);
    let values = of_game.and_then(|solver| solver.values).ok_or_else(|| {
        NO_VALUES.with("game", table.info().name).with("games", names(|solver| solver.values.is_some()))
    })?;
    values(table)
}

/// The fault of a game without a solver.
pub(crate) fn not_solvable(table: &dyn AnyTable) -> Fault {
    NOT_SOLVABLE.with("game", table.info().name).with("games", names(|_| true))
}

fn names(of: fn(&GameSolver) -> bool) -> String {
    let games: Vec<&str> = SOLVERS.iter().filter(|solver| of(solver)).map(|solver| solver.game).collect();
    games.join(", ")
}
