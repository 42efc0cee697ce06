use std::marker::PhantomData;

use agon_core::view::{BoardView, Cover, GridView};
use agon_core::{
    AnyTable, Fault, Game, GameEntry, GameInfo, MovegenCase, OptionInfo, Options, Position, Table, U256, Values, faults,
};

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
    sides: ["Vertical", "Horizontal"],
    sample: Some("6v1/hhhhhhv1/1v1v2v1/1v1vhhv1/6v1/6v1/hh2hhv1/6v1 v"),
    movegen_cases: &[MovegenCase { name: "domineering 8x8", options: "", plies: "" }],
    playout_cases: &[""],
    texts: agon_core::texts!("texts": "en", "sr", "el", "he"),
    ..GameInfo::NEW
};

/// The registry entry of the game.
pub static ENTRY: GameEntry =
    GameEntry { faults: FAULTS, complete: Some(complete), ..GameEntry::new(&INFO, |options| open(&options)) };

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

/// Reads the size of the board off a position, and adds the player to move if none is given.
fn complete(position: &str) -> (String, String) {
    let mut words = position.split_whitespace();
    let rows = words.next().unwrap_or_default();
    let sided = if words.next().is_none() { format!("{position} v") } else { position.to_owned() };
    (format!("rows={},cols={}", rows.split('/').count(), width(rows)), sided)
}

/// The number of cells in the first of some rows.
fn width(rows: &str) -> u32 {
    let row = rows.split('/').next().unwrap_or_default();
    let letters = row.chars().filter(|c| !c.is_ascii_digit()).count() as u32;
    let runs = row.split(|c: char| !c.is_ascii_digit()).filter_map(|run| run.parse::<u32>().ok());
    runs.fold(letters, u32::saturating_add)
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
        BoardView::Grid(GridView::plain(self.rows, self.cols, covers(&board)))
    }

    fn ending(&self, position: &Board<W>) -> Option<&'static str> {
        position.outcome().map(|_| "no_room_left")
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
