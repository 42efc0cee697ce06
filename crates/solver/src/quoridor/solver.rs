//! The solver for the position on a table.

use agon_core::{AnyTable, Fault, Outcome, Player, Position, Table};
use agon_quoridor::{Board, Direction, Grid, Large, Nine, Quoridor, Shape, Small};

use crate::quoridor::question::{Question, Solution};
use crate::{Effort, NOT_SOLVABLE, Progress, Proof, Solver, Verdict};

/// The solver for the position on a table of Quoridor.
pub(crate) fn solver(table: &dyn AnyTable, hash_mb: usize) -> Result<Box<dyn Solver>, Fault> {
    let asked = asked::<Nine>(table).or_else(|| asked::<Small>(table)).or_else(|| asked::<Large>(table));
    let Some((question, pawns, outcome)) = asked else {
        return Err(NOT_SOLVABLE.with("game", table.info().name).with("games", crate::GAMES.join(", ")));
    };
    question.check()?;
    Ok(Box::new(Everything { question, pawns, outcome, memory: (hash_mb as u64) << 20, solution: None }))
}

type Squares = [(u8, u8); 2];

fn asked<G: Grid>(table: &dyn AnyTable) -> Option<(Question, Squares, Option<Outcome>)> {
    let table = table.as_any().downcast_ref::<Table<Quoridor<G>>>()?;
    let board = table.position();
    let pawns = Player::ALL.map(|player| board.pawn(player)).map(|square| (square.row(), square.col()));
    Some((Question::of(board), pawns, board.outcome()))
}

impl Question {
    /// The walls and stocks of a position.
    pub fn of<G: Grid>(board: &Board<G>) -> Self {
        let Shape { rows, cols } = board.shape();
        let walls = |direction: Direction| {
            board.walls_on_board(direction).map(|wall| (wall.square.row(), wall.square.col())).collect()
        };
        Self {
            rows,
            cols,
            horizontal: walls(Direction::Horizontal),
            vertical: walls(Direction::Vertical),
            left: Player::ALL.map(|player| board.walls_left(player)),
        }
    }
}

/// Solves every position above the walls of one.
struct Everything {
    question: Question,
    pawns: Squares,
    /// Of a game that is over.
    outcome: Option<Outcome>,
    memory: u64,
    /// Knows all squares of the pawns and both players to move.
    solution: Option<Solution>,
}

impl Solver for Everything {
    fn solve(
        &mut self,
        starter: Player,
        effort: &Effort,
        report: &mut dyn FnMut(Progress),
    ) -> Result<Proof, Fault> {
        if let Some(outcome) = self.outcome {
            let verdict = outcome.winner().map_or(Verdict::Draw, Verdict::Win);
            return Ok(Proof { verdict: Some(verdict), nodes: 1 });
        }
        if let Some(solution) = &self.solution {
            return Ok(Proof { verdict: solution.verdict(self.pawns, starter), nodes: 1 });
        }
        let mut nodes = 0;
        self.solution = self.question.solve(effort, self.memory, &mut |progress| {
            nodes = progress.nodes;
            report(progress);
        })?;
        let verdict = self.solution.as_ref().and_then(|solution| solution.verdict(self.pawns, starter));
        Ok(Proof { verdict, nodes })
    }
}
