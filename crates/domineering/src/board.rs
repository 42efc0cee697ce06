use std::fmt;

use agon_core::rng::mix;
use agon_core::{
    Actor, Fault, FaultKind, NoChance, Outcome, PlaceView, Player, Position, Rng, SingleStep, StepPlaces,
    faults as core_faults,
};

use crate::cell::{column_letter, parse_cell};
use crate::{Cell, CellSet, faults};

/// A position: free cells, the dominoes of both players and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<W> {
    pub(crate) free: W,
    /// Covered by Vertical.
    pub(crate) upright: W,
    /// Covered by Horizontal. Cells in none of the three sets are not part of the board.
    pub(crate) lying: W,
    pub(crate) rows: u8,
    pub(crate) cols: u8,
    pub(crate) mover: Player,
}

impl<W: CellSet> Board<W> {
    /// An empty board with Vertical to move; `None` unless it has 1 to 16 rows and columns and fits
    /// the set type.
    pub fn empty(rows: u8, cols: u8) -> Option<Self> {
        let sizes = 1..=16;
        let cells = u32::from(rows) * u32::from(cols);
        (sizes.contains(&rows) && sizes.contains(&cols) && cells <= W::LEN).then(|| Self {
            free: W::below(cells),
            upright: W::EMPTY,
            lying: W::EMPTY,
            rows,
            cols,
            mover: Player::P1,
        })
    }

    /// Number of rows.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> u8 {
        self.cols
    }

    /// The player to move, also after the end of the game.
    #[inline]
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// The same board with the given player to move.
    #[must_use]
    pub fn with_mover(mut self, mover: Player) -> Self {
        self.mover = mover;
        self
    }

    /// The free cells.
    #[inline]
    pub fn free(&self) -> W {
        self.free
    }

    /// The cells covered by a player's dominoes.
    #[inline]
    pub fn covered_by(&self, player: Player) -> W {
        match player {
            Player::P1 => self.upright,
            Player::P2 => self.lying,
        }
    }

    /// The moves a player has if it is their turn, as the lower or left cells of the dominoes.
    #[inline]
    pub fn moves_of(&self, player: Player) -> W {
        match player {
            Player::P1 => self.free & (self.free >> u32::from(self.cols)),
            Player::P2 => self.free & (self.free >> 1) & W::INNER_COLUMNS[usize::from(self.cols)],
        }
    }

    /// Number of moves a player has if it is their turn.
    #[inline]
    pub fn move_count(&self, player: Player) -> u32 {
        self.moves_of(player).count()
    }

    /// Both cells of a player's domino.
    #[inline]
    pub fn domino(&self, player: Player, cell: Cell) -> W {
        let lower = W::bit(u32::from(cell.0));
        match player {
            Player::P1 => lower | lower << u32::from(self.cols),
            Player::P2 => lower | lower << 1,
        }
    }

    /// Column and row of a cell, from 0.
    #[inline]
    pub fn column_row(&self, cell: Cell) -> (u8, u8) {
        (cell.0 % self.cols, cell.0 / self.cols)
    }

    /// The text of a cell: `c4`.
    pub fn cell_text(&self, cell: Cell) -> String {
        let (col, row) = self.column_row(cell);
        format!("{}{}", column_letter(col), u32::from(row) + 1)
    }

    /// The other cell of a domino of the player to move, if it is on the board.
    fn other_half(&self, cell: Cell) -> Option<Cell> {
        let (col, row) = self.column_row(cell);
        match self.mover {
            Player::P1 => (row + 1 < self.rows).then(|| Cell(cell.0 + self.cols)),
            Player::P2 => (col + 1 < self.cols).then(|| Cell(cell.0 + 1)),
        }
    }

    /// The reason why the player to move cannot place a domino here.
    fn refusal(&self, cell: Cell) -> Option<Fault> {
        let name = self.cell_text(cell);
        let upright = self.mover == Player::P1;
        let pick = |above: FaultKind, right: FaultKind| if upright { above } else { right };
        let covered = self.upright | self.lying;
        if covered.contains(cell) {
            return Some(faults::COVERED.with("cell", name));
        }
        if !self.free.contains(cell) {
            return Some(faults::OUTSIDE.with("cell", name));
        }
        let Some(other) = self.other_half(cell) else {
            return Some(pick(faults::NOTHING_ABOVE, faults::NOTHING_RIGHT).with("cell", name));
        };
        if self.free.contains(other) {
            return None;
        }
        let kind = if covered.contains(other) {
            pick(faults::ABOVE_COVERED, faults::RIGHT_COVERED)
        } else {
            pick(faults::ABOVE_OUTSIDE, faults::RIGHT_OUTSIDE)
        };
        Some(kind.with("cell", name).with("other", self.cell_text(other)))
    }

    /// A cell of this board as a screen counts it.
    fn place(&self, cell: Cell) -> PlaceView {
        let (col, row) = self.column_row(cell);
        // A cell of a larger board has no place on this one; the top row is as good as any.
        PlaceView::Cell { row: (self.rows - 1).saturating_sub(row), col }
    }
}

impl<W: CellSet> Position for Board<W> {
    type Move = Cell;
    type Chance = NoChance;

    #[inline]
    fn actor(&self) -> Actor {
        if self.moves_of(self.mover).is_empty() { Actor::Nobody } else { Actor::Player(self.mover) }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.moves_of(self.mover).is_empty().then(|| Outcome::win(self.mover.opponent()))
    }

    fn legal_moves(&self, out: &mut Vec<Cell>) {
        out.extend(self.moves_of(self.mover).cells());
    }

    #[inline]
    fn play_unchecked(&mut self, m: Cell) {
        let domino = self.domino(self.mover, m);
        self.free &= !domino;
        match self.mover {
            Player::P1 => self.upright |= domino,
            Player::P2 => self.lying |= domino,
        }
        self.mover = self.mover.opponent();
    }

    fn key(&self) -> u64 {
        // Different odd multipliers and rotations for the three sets. The size of the board is the same
        // for all positions of a game, so it is left out.
        let free = self.free.hash_value().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let upright = self.upright.hash_value().wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(23);
        let lying = self.lying.hash_value().wrapping_mul(0xa076_1d64_78bd_642f).rotate_left(41);
        mix(free ^ upright ^ lying ^ self.mover.index() as u64)
    }

    fn fmt_move(&self, m: Cell, out: &mut dyn fmt::Write) -> fmt::Result {
        let (col, row) = self.column_row(m);
        write!(out, "{}{}", column_letter(col), u32::from(row) + 1)
    }

    fn parse_move(&self, text: &str) -> Result<Cell, Fault> {
        let Some((col, row)) = parse_cell(text) else {
            return Err(core_faults::NOT_A_MOVE.with("word", text.trim()).with("example", self.example()));
        };
        if col >= self.cols || row >= u32::from(self.rows) {
            return Err(faults::OFF_BOARD
                .with("cell", text.trim())
                .with("last_column", column_letter(self.cols - 1))
                .with("last_row", self.rows));
        }
        if self.outcome().is_some() {
            return Err(core_faults::GAME_OVER.fault());
        }
        let cell = Cell::new(col, row as u8, self.cols);
        self.refusal(cell).map_or(Ok(cell), Err)
    }

    #[inline]
    fn count_moves(&self, _scratch: &mut Vec<Cell>) -> u64 {
        u64::from(self.move_count(self.mover))
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng, _scratch: &mut Vec<Cell>) -> Option<Cell> {
        let moves = self.moves_of(self.mover);
        let count = moves.count();
        if count == 0 {
            return None;
        }
        moves.select(rng.below(count)).map(|index| Cell(index as u8))
    }

    fn is_irreversible(&self, _m: Cell) -> bool {
        true
    }

    fn is_legal(&self, m: Cell) -> bool {
        u32::from(m.0) < W::LEN && self.moves_of(self.mover).contains(m)
    }
}

impl<W: CellSet> Board<W> {
    /// A legal move if there is one, as an example in messages.
    pub(crate) fn example(&self) -> String {
        self.cell_text(self.moves_of(self.mover).cells().next().unwrap_or(Cell(0)))
    }
}

impl<W: CellSet> SingleStep for Board<W> {
    fn move_places(&self, m: Cell) -> StepPlaces {
        let also = self.other_half(m).map(|other| self.place(other));
        StepPlaces { from: None, to: self.place(m), also }
    }
}
