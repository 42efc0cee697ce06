use std::marker::PhantomData;

use agon_core::view::{BoardView, Cover, GridStyle, GridView};
use agon_core::{
    AnyTable, Fault, Game, GameEntry, GameInfo, OptionInfo, Options, Position, Table, U256, Values, faults,
};

use crate::cell::column_letter;
use crate::setup::{board_text, parse_board};
use crate::{Board, Cell, CellSet, FAULTS};

/// Name and options of the rule set.
pub static INFO: GameInfo = GameInfo {
    name: "domineering",
    title: "Domineering",
    summary: "Vertical and Horizontal take turns placing dominoes; a player who cannot move loses.",
    options: &[
        OptionInfo { name: "rows", values: Values::Range(1, 16), default: "8", help: "number of rows" },
        OptionInfo { name: "cols", values: Values::Range(1, 16), default: "8", help: "number of columns" },
    ],
};

/// The registry entry of the game.
pub static ENTRY: GameEntry = GameEntry { info: &INFO, open: |options| open(&options), faults: FAULTS };

/// Domineering on a board whose cells fit into the set type `W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domineering<W> {
    rows: u8,
    cols: u8,
    set: PhantomData<W>,
}

impl<W: CellSet> Domineering<W> {
    /// The game on a board of 1 to 16 rows and columns; `None` if the size is out of range or the
    /// cells do not fit into the set type.
    pub fn new(rows: u8, cols: u8) -> Option<Self> {
        Board::<W>::empty(rows, cols).map(|_| Self { rows, cols, set: PhantomData })
    }

    /// Number of rows.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> u8 {
        self.cols
    }
}

fn open(options: &Options) -> Result<Box<dyn AnyTable>, Fault> {
    let (rows, cols) = (options.number("rows") as u8, options.number("cols") as u8);
    if let Some(game) = Domineering::<u64>::new(rows, cols) {
        return Ok(Box::new(Table::new(game)));
    }
    match Domineering::<U256>::new(rows, cols) {
        Some(game) => Ok(Box::new(Table::new(game))),
        None => Err(faults::OPTION_VALUE
            .with("option", "rows")
            .with("value", rows)
            .with("allowed", &INFO.options[0].values)),
    }
}

impl<W: CellSet> Game for Domineering<W> {
    type Position = Board<W>;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn spec(&self) -> String {
        let mut options = Options::defaults(&INFO);
        options.set("rows", self.rows.to_string());
        options.set("cols", self.cols.to_string());
        options.spec()
    }

    fn start(&self) -> Board<W> {
        Board::empty(self.rows, self.cols).expect("`new` checked the size")
    }

    fn parse_position(&self, text: &str) -> Result<Board<W>, Fault> {
        parse_board(self.start(), text)
    }

    fn position_text(&self, position: &Board<W>) -> String {
        board_text(position)
    }

    fn view(&self, position: &Board<W>, prefix: &[Cell]) -> BoardView {
        let mut board = *position;
        if let &[cell] = prefix
            && board.is_legal(cell)
        {
            board.play_unchecked(cell);
        }
        BoardView::Grid(GridView {
            style: GridStyle::Plain,
            rows: self.rows,
            cols: self.cols,
            row_labels: (1..=self.rows).rev().map(|row| row.to_string()).collect(),
            col_labels: (0..self.cols).map(|col| column_letter(col).to_string()).collect(),
            cover: covers(&board),
            ..GridView::default()
        })
    }

    fn example_move(&self) -> String {
        self.start().example()
    }
}

/// The cover of each cell, row by row from the top.
fn covers<W: CellSet>(board: &Board<W>) -> Vec<Cover> {
    let cells = (0..board.rows).rev().flat_map(|row| (0..board.cols).map(move |col| (col, row)));
    cells
        .map(|(col, row)| {
            let cell = Cell::new(col, row, board.cols);
            if board.free.contains(cell) {
                Cover::Free
            } else if board.upright.contains(cell) {
                Cover::Upright
            } else if board.lying.contains(cell) {
                Cover::Lying
            } else {
                Cover::Outside
            }
        })
        .collect()
}
