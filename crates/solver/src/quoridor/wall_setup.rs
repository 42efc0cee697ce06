//! Walls and stocks to be solved, and their solution.

use agon_core::{Fault, Player};

use crate::quoridor::geometry::{QuoridorGeometry, WallSet};
use crate::quoridor::layer_solver::LayerSolver;
use crate::{ProvenResult, SolveLimits, SolveProgress, TOO_MANY_SQUARES};

/// Walls and stocks whose positions are to be solved, for all squares of the pawns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WallSetup {
    /// Rows of the board.
    pub rows: u8,
    /// Columns of the board.
    pub cols: u8,
    /// Horizontal walls by row and column of their square nearest a1, counted from 0.
    pub horizontal: Vec<(u8, u8)>,
    /// Vertical walls in the same form.
    pub vertical: Vec<(u8, u8)>,
    /// The number of walls that each player has left.
    pub walls_left: [u8; 2],
}

/// The results of all positions with the walls and stocks of a setup.
#[derive(Clone, Debug)]
pub struct Solution {
    pub(crate) geometry: QuoridorGeometry,
    /// By player to move and square of the first pawn: squares of the second one.
    pub(crate) lost: [Vec<u128>; 2],
    pub(crate) drawn: [Vec<u128>; 2],
    /// By square of the first pawn: legal squares of the second one.
    pub(crate) legal: Vec<u128>,
    /// Positions solved on the way.
    pub nodes: u64,
    /// Configurations of walls solved; mirrored ones are counted once if the setup is symmetric.
    pub configurations: u64,
}

impl WallSetup {
    /// An empty board with this number of walls for each player.
    pub fn empty_board(rows: u8, cols: u8, walls: u8) -> Self {
        Self { rows, cols, horizontal: Vec::new(), vertical: Vec::new(), walls_left: [walls; 2] }
    }

    /// Checks whether the board is small enough.
    pub(crate) fn check(&self) -> Result<QuoridorGeometry, Fault> {
        let geometry = QuoridorGeometry { rows: u32::from(self.rows), cols: u32::from(self.cols) };
        let fits = self.rows >= 3 && self.cols >= 2 && geometry.squares() <= 128 && 2 * geometry.slots() <= 128;
        fits.then_some(geometry).ok_or_else(|| {
            TOO_MANY_SQUARES
                .with("game", "quoridor")
                .with("rows", self.rows)
                .with("cols", self.cols)
                .with("most", "9 x 9")
        })
    }

    /// Solves the setup with at most `memory` bytes of tables; nothing if a limit is reached.
    pub fn solve(
        &self,
        limits: &SolveLimits,
        memory: u64,
        report: &mut dyn FnMut(SolveProgress),
    ) -> Result<Option<Solution>, Fault> {
        let geometry = self.check()?;
        let put = |walls: &[(u8, u8)], upright| {
            walls
                .iter()
                .fold(0, |set: WallSet, &(row, col)| set | 1 << geometry.slot(u32::from(row), u32::from(col), upright))
        };
        let base = put(&self.horizontal, false) | put(&self.vertical, true);
        match geometry.non_goal_squares() {
            0..=32 => LayerSolver::<u32>::run(geometry, base, self.walls_left, limits, memory, report),
            33..=64 => LayerSolver::<u64>::run(geometry, base, self.walls_left, limits, memory, report),
            _ => LayerSolver::<u128>::run(geometry, base, self.walls_left, limits, memory, report),
        }
    }
}

impl Solution {
    /// The result with the pawns on these squares, given by row and column counted from 0.
    ///
    /// `None` if the game is over or the position is illegal: both pawns on one square, or one without a path.
    pub fn result(&self, pawns: [(u8, u8); 2], mover: Player) -> Option<ProvenResult> {
        let square = |(row, col): (u8, u8)| {
            let (row, col) = (u32::from(row), u32::from(col));
            (row < self.geometry.rows && col < self.geometry.cols).then_some(row * self.geometry.cols + col)
        };
        let first = square(pawns[0])? as usize;
        let second = square(pawns[1])?.checked_sub(self.geometry.cols)?;
        let has = |sets: &[u128]| sets.get(first).is_some_and(|set| set >> second & 1 != 0);
        if !has(&self.legal) {
            None
        } else if has(&self.lost[mover.index()]) {
            Some(ProvenResult::Win(mover.opponent()))
        } else if has(&self.drawn[mover.index()]) {
            Some(ProvenResult::Draw)
        } else {
            Some(ProvenResult::Win(mover))
        }
    }
}
