use agon_core::view::{GridView, PawnView};
use agon_core::{
    AnyTable, Bits, BoardView, Fault, Game, GameEntry, GameInfo, MovegenCase, OptionInfo, Options, Player, Position,
    Table, Values,
};

use crate::text::{board_text, parse_board};
use crate::{Board, Cell, FAULTS};

/// What other crates must know about the game.
pub static INFO: GameInfo = GameInfo {
    name: "newgame",
    title: "Newgame",
    summary: "Place stones away from those of the opponent; a player who cannot place one loses.",
    options: &[OptionInfo { name: "size", values: Values::Range(2, 8), default: "6", help: "rows and columns" }],
    sides: ["White", "Black"],
    sample: Some("1b4/3w2/1b3w/3w2/b5/3w2 b"),
    movegen_cases: &[MovegenCase { name: "newgame", options: "", plies: "" }],
    playout_cases: &[""],
    texts: agon_core::texts!("texts": "en", "sr", "el", "he"),
    ..GameInfo::NEW
};

/// The entry of the registry.
pub static ENTRY: GameEntry = GameEntry { faults: FAULTS, ..GameEntry::new(&INFO, open) };

fn open(options: Options) -> Result<Box<dyn AnyTable>, Fault> {
    Ok(Box::new(Table::new(Newgame { size: options.number("size") as u8 })))
}

/// Newgame on a board of some size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Newgame {
    size: u8,
}

impl Default for Newgame {
    fn default() -> Self {
        Self { size: 6 }
    }
}

impl Game for Newgame {
    type Position = Board;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn spec(&self) -> String {
        let mut options = Options::defaults(&INFO);
        options.set("size", self.size.to_string());
        options.spec()
    }

    fn start(&self) -> Board {
        Board::empty(self.size)
    }

    fn parse_position(&self, text: &str) -> Result<Board, Fault> {
        parse_board(self.start(), text)
    }

    fn position_text(&self, position: &Board) -> String {
        board_text(position)
    }

    fn view(&self, position: &Board, prefix: &[Cell]) -> BoardView {
        let mut board = *position;
        for cell in prefix {
            board.play_unchecked(*cell);
        }
        let mut view = GridView::plain(self.size, self.size, Vec::new());
        for player in Player::ALL {
            view.pawns.extend(board.stones[player.index()].members().map(|cell| {
                let (col, row) = Cell(cell as u8).column_row();
                PawnView { player, label: String::new(), row: self.size - 1 - row, col }
            }));
        }
        BoardView::Grid(view)
    }
}
