//! The solver for the position on a table.

use agon_core::{AnyTable, Fault, Outcome, Player, Position, Table};
use agon_quoridor::{Board, Grid, Grid9x9, LargeGrid, Orientation, Quoridor, Shape, SmallGrid};

use crate::quoridor::wall_setup::{Solution, WallSetup};
use crate::{GameSolver, Proof, ProvenResult, SolveLimits, SolveProgress, Solver, not_solvable};

/// The solver of Quoridor.
pub(crate) static SOLVER: GameSolver = GameSolver { game: agon_quoridor::INFO.name, set_up: solver, values: None };

fn solver(table: &dyn AnyTable, hash_mb: usize) -> Result<Box<dyn Solver>, Fault> {
    let setup_on =
        setup_on::<Grid9x9>(table).or_else(|| setup_on::<SmallGrid>(table)).or_else(|| setup_on::<LargeGrid>(table));
    let (setup, pawns, outcome) = setup_on.ok_or_else(|| not_solvable(table))?;
    setup.check()?;
    Ok(Box::new(QuoridorSolver { setup, pawns, outcome, memory: (hash_mb as u64) << 20, solution: None }))
}

type PawnSquares = [(u8, u8); 2];

fn setup_on<G: Grid>(table: &dyn AnyTable) -> Option<(WallSetup, PawnSquares, Option<Outcome>)> {
    let table = table.as_any().downcast_ref::<Table<Quoridor<G>>>()?;
    let board = table.position();
    let pawns = Player::ALL.map(|player| board.pawn(player)).map(|square| (square.row(), square.col()));
    Some((WallSetup::of(board), pawns, board.outcome()))
}

impl WallSetup {
    /// The walls and stocks of a position.
    pub fn of<G: Grid>(board: &Board<G>) -> Self {
        let Shape { rows, cols } = board.shape();
        let walls = |orientation: Orientation| {
            board.walls_on_board(orientation).map(|wall| (wall.square.row(), wall.square.col())).collect()
        };
        Self {
            rows,
            cols,
            horizontal: walls(Orientation::Horizontal),
            vertical: walls(Orientation::Vertical),
            walls_left: Player::ALL.map(|player| board.walls_left(player)),
        }
    }
}

/// Solves every position that can arise from the walls of one.
struct QuoridorSolver {
    setup: WallSetup,
    pawns: PawnSquares,
    /// The outcome of a game that is over.
    outcome: Option<Outcome>,
    memory: u64,
    /// Covers all squares of the pawns and both players to move.
    solution: Option<Solution>,
}

impl Solver for QuoridorSolver {
    fn solve(
        &mut self,
        starter: Player,
        limits: &SolveLimits,
        report: &mut dyn FnMut(SolveProgress),
    ) -> Result<Proof, Fault> {
        if let Some(outcome) = self.outcome {
            let result = outcome.winner().map_or(ProvenResult::Draw, ProvenResult::Win);
            return Ok(Proof { result: Some(result), nodes: 1 });
        }
        if let Some(solution) = &self.solution {
            return Ok(Proof { result: solution.result(self.pawns, starter), nodes: 1 });
        }
        let mut nodes = 0;
        self.solution = self.setup.solve(limits, self.memory, &mut |progress| {
            nodes = progress.nodes;
            report(progress);
        })?;
        let result = self.solution.as_ref().and_then(|solution| solution.result(self.pawns, starter));
        Ok(Proof { result, nodes })
    }
}
