use std::fmt;

use agon_core::rng::mix;
use agon_core::{
    Actor, Bits, Fault, NoChance, Outcome, PlaceView, Player, Position, SingleStep, StepPlaces, faults as core_faults,
};

use crate::faults;
use crate::text::{cell_text, parse_cell};

/// A cell of a board, eight to a row; a1 is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell(pub(crate) u8);

impl Cell {
    /// The cell in a column and row, both from 0 to 7.
    pub const fn new(col: u8, row: u8) -> Self {
        Self(row % 8 * 8 + col % 8)
    }

    /// Its column and row, from 0.
    pub const fn column_row(self) -> (u8, u8) {
        (self.0 % 8, self.0 / 8)
    }
}

/// A position: the stones of both players, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The cells with a stone of each player, as bit sets.
    pub(crate) stones: [u64; 2],
    /// Number of rows and columns.
    pub(crate) size: u8,
    pub(crate) mover: Player,
}

const LAST_COLUMN: u64 = 0x8080_8080_8080_8080;

/// The cells beside those of a set.
fn beside(cells: u64) -> u64 {
    cells << 8 | cells >> 8 | (cells & !LAST_COLUMN) << 1 | cells >> 1 & !LAST_COLUMN
}

impl Board {
    /// An empty board of at most 8 x 8 cells.
    pub(crate) fn empty(size: u8) -> Self {
        Self { stones: [0; 2], size, mover: Player::P1 }
    }

    /// All cells of the board.
    fn cells(&self) -> u64 {
        let row = (1u64 << self.size) - 1;
        (0..self.size).fold(0, |cells, number| cells | row << (8 * number))
    }

    /// The cells where the player to move may place a stone.
    fn moves(&self) -> u64 {
        let [own, theirs] = [self.mover, self.mover.opponent()].map(|player| self.stones[player.index()]);
        self.cells() & !(own | theirs | beside(theirs))
    }

    /// A legal move if there is one, as an example in messages.
    fn example(&self) -> String {
        cell_text(Cell(self.moves().members().next().unwrap_or(0) as u8))
    }

    /// Why the player to move cannot place a stone here.
    fn refusal(&self, cell: Cell) -> Option<Fault> {
        let (name, bit) = (cell_text(cell), 1 << cell.0);
        if self.cells() & bit == 0 {
            let last = cell_text(Cell::new(self.size - 1, self.size - 1));
            return Some(faults::OFF_BOARD.with("cell", name).with("last", last));
        }
        if (self.stones[0] | self.stones[1]) & bit != 0 {
            return Some(faults::TAKEN.with("cell", name));
        }
        self.conflict(self.mover, cell)
    }

    /// A stone of the opponent beside a cell, as the reason why the player can have none there.
    fn conflict(&self, player: Player, cell: Cell) -> Option<Fault> {
        let enemy = (beside(1 << cell.0) & self.stones[player.opponent().index()]).members().next()?;
        Some(faults::BESIDE.with("cell", cell_text(cell)).with("other", cell_text(Cell(enemy as u8))))
    }

    /// Why stones cannot stand as they do.
    pub(crate) fn impossible(&self) -> Option<Fault> {
        self.stones[0].members().find_map(|cell| self.conflict(Player::P1, Cell(cell as u8)))
    }
}

impl Position for Board {
    type Move = Cell;
    type Chance = NoChance;

    fn actor(&self) -> Actor {
        if self.moves() == 0 { Actor::Nobody } else { Actor::Player(self.mover) }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.moves() == 0).then(|| Outcome::win(self.mover.opponent()))
    }

    fn legal_moves(&self, out: &mut Vec<Cell>) {
        out.extend(self.moves().members().map(|cell| Cell(cell as u8)));
    }

    fn play_unchecked(&mut self, cell: Cell) {
        self.stones[self.mover.index()] |= 1 << (cell.0 % 64);
        self.mover = self.mover.opponent();
    }

    fn key(&self) -> u64 {
        mix(self.stones[0] ^ mix(self.stones[1] ^ mix(self.mover.index() as u64)))
    }

    fn fmt_move(&self, cell: Cell, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&cell_text(cell))
    }

    fn parse_move(&self, text: &str) -> Result<Cell, Fault> {
        let unread = || core_faults::NOT_A_MOVE.with("word", text.trim()).with("example", self.example());
        let cell = parse_cell(text).ok_or_else(unread)?;
        if self.outcome().is_some() {
            return Err(core_faults::GAME_OVER.fault());
        }
        self.refusal(cell).map_or(Ok(cell), Err)
    }

    fn is_irreversible(&self, _: Cell) -> bool {
        true
    }
}

impl SingleStep for Board {
    fn move_places(&self, cell: Cell) -> StepPlaces {
        let (col, row) = cell.column_row();
        // Screens count rows from the top.
        StepPlaces::place(PlaceView::Cell { row: (self.size - 1).saturating_sub(row), col })
    }
}
