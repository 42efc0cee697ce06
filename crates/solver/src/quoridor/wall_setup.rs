//! What is asked and what is answered.

use agon_core::{Fault, Player};

use crate::quoridor::field::{Field, WallSet};
use crate::quoridor::layers::Solving;
use crate::{ProvenResult, SolveLimits, SolveProgress, TOO_MANY_SQUARES};

/// Walls and stocks whose positions are to be solved, wherever the pawns stand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WallSetup {
    /// Rows of the board.
    pub rows: u8,
    /// Columns of the board.
    pub cols: u8,
    /// Lying walls by row and column of their square nearest a1, counted from 0.
    pub horizontal: Vec<(u8, u8)>,
    /// Upright walls in the same way.
    pub vertical: Vec<(u8, u8)>,
    /// How many walls the players have left, p1's first.
    pub walls_left: [u8; 2],
}

/// The values of all positions with the walls and stocks of a setup.
#[derive(Clone, Debug)]
pub struct Solution {
    pub(crate) field: Field,
    /// By player to move and square of the first pawn: squares of the second one.
    pub(crate) lost: [Vec<u128>; 2],
    pub(crate) drawn: [Vec<u128>; 2],
    /// By square of the first pawn: where the second one can stand.
    pub(crate) legal: Vec<u128>,
    /// Positions solved on the way.
    pub nodes: u64,
    /// Configurations of walls looked at; of two that mirror each other one, if that is enough.
    pub configurations: u64,
}

impl WallSetup {
    /// An empty board with so many walls for each player.
    pub fn empty_board(rows: u8, cols: u8, walls: u8) -> Self {
        Self { rows, cols, horizontal: Vec::new(), vertical: Vec::new(), walls_left: [walls; 2] }
    }

    /// Whether the board is one that can be solved at all.
    pub(crate) fn check(&self) -> Result<Field, Fault> {
        let field = Field { rows: u32::from(self.rows), cols: u32::from(self.cols) };
        let fits = self.rows >= 3 && self.cols >= 2 && field.squares() <= 128 && 2 * field.slots() <= 128;
        fits.then_some(field).ok_or_else(|| {
            TOO_MANY_SQUARES
                .with("game", "quoridor")
                .with("rows", self.rows)
                .with("cols", self.cols)
                .with("most", "9 x 9")
        })
    }

    /// Solves it with at most so many bytes for tables; nothing if the limits was used up before.
    pub fn solve(
        &self,
        limits: &SolveLimits,
        memory: u64,
        report: &mut dyn FnMut(SolveProgress),
    ) -> Result<Option<Solution>, Fault> {
        let field = self.check()?;
        let put = |walls: &[(u8, u8)], upright| {
            walls.iter().fold(0, |set: WallSet, &(row, col)| {
                set | 1 << field.slot(u32::from(row), u32::from(col), upright)
            })
        };
        let base = put(&self.horizontal, false) | put(&self.vertical, true);
        match field.stands() {
            0..=32 => Solving::<u32>::run(field, base, self.walls_left, limits, memory, report),
            33..=64 => Solving::<u64>::run(field, base, self.walls_left, limits, memory, report),
            _ => Solving::<u128>::run(field, base, self.walls_left, limits, memory, report),
        }
    }
}

impl Solution {
    /// The value with the pawns on these squares, given by row and column counted from 0.
    ///
    /// `None` if the game cannot go on there: the pawns stand on one square, or one of them has no
    /// path or has arrived.
    pub fn result(&self, pawns: [(u8, u8); 2], mover: Player) -> Option<ProvenResult> {
        let square = |(row, col): (u8, u8)| {
            let (row, col) = (u32::from(row), u32::from(col));
            (row < self.field.rows && col < self.field.cols).then_some(row * self.field.cols + col)
        };
        let first = square(pawns[0])? as usize;
        let second = square(pawns[1])?.checked_sub(self.field.cols)?;
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
