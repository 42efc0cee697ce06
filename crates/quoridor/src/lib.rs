//! The rules of Quoridor.
//!
//! [`Quoridor`] is the game with its options, [`Board`] a position. Both are generic over the size of
//! the board: [`Grid9x9`] is the standard board and the fastest, [`SmallGrid`] and [`LargeGrid`] are the
//! others.
//!
//! - `square`, `grid`: squares, walls and moves; how boards of each size are laid out in bits
//! - `board`: positions
//! - `pawn`, `walls`, `wall_graph`, `path`: pawn moves, legal walls, paths and distances
//! - `move_list`: sets of walls turned into lists of moves
//! - `game`: the rule set and its view for screens
//! - `openspiel`: the game in the library `OpenSpiel`
//! - `text`, `faults`: notation, position strings, error messages
//!
//! # Examples
//!
//! Playing moves and querying positions:
//!
//! ```
//! use agon_core::{Game, Player, Position};
//! use agon_quoridor::Quoridor;
//!
//! let game = Quoridor::default();
//! let mut board = game.start();
//! let wall = board.parse_move("d1h")?;
//! board.play(wall)?;
//! assert_eq!(board.distance(Player::P1), Some(9));
//! assert_eq!(game.position_text(&board), "d1 / / e1 e9 / 9 10 / 2");
//! # Ok::<(), agon_core::Fault>(())
//! ```
//!
//! Listing moves into a reusable buffer:
//!
//! ```
//! use agon_core::{Game, Position};
//! use agon_quoridor::{LargeGrid, Grid, Quoridor};
//!
//! let game = Quoridor::new(LargeGrid::of_size(13).unwrap(), 15);
//! let mut moves = Vec::new();
//! game.start().legal_moves(&mut moves);
//! assert_eq!(moves.len(), 2 * 12 * 12 + 3);
//! ```
//!
//! Opening a table from options, as the registry does:
//!
//! ```
//! use agon_core::Options;
//! use agon_quoridor::{ENTRY, INFO};
//!
//! let mut table = (ENTRY.open)(Options::parse(&INFO, "size=5,walls=3")?)?;
//! table.play("c2")?;
//! assert_eq!(table.position(), "/ / c2 c5 / 3 3 / 2");
//! # Ok::<(), agon_core::Fault>(())
//! ```

mod board;
pub mod faults;
mod game;
mod grid;
mod move_list;
mod openspiel;
mod path;
mod pawn;
mod square;
mod text;
mod wall_graph;
mod walls;

use std::ops::RangeInclusive;

use agon_core::{AnyTable, Fault, GameEntry, GameInfo, MovegenCase, OptionInfo, Options, Table, Values};

pub use board::Board;
pub use faults::FAULTS;
pub use game::Quoridor;
pub use grid::{BoardMasks, Grid, Grid9x9, LargeGrid, SmallGrid};
pub use path::{Distances, Passages, ShortestPath};
pub use pawn::PawnTargets;
pub use square::{Move, MoveKind, Orientation, Shape, Square, Wall};
pub use text::legacy;
pub use walls::WallSets;

const ROWS: OptionInfo = OptionInfo {
    name: "rows",
    values: Values::Text("3 to 9"),
    default: "",
    help: "rows of a board that is not square",
};
const COLS: OptionInfo = OptionInfo {
    name: "cols",
    values: Values::Text("2 to 9"),
    default: "",
    help: "columns of a board that is not square",
};

/// Name and options of the game.
pub static INFO: GameInfo = GameInfo {
    name: "quoridor",
    title: "Quoridor",
    summary: "Be the first to reach the opposite side, and slow your opponent down with walls.",
    options: &[
        OptionInfo {
            name: "size",
            values: Values::Range(3, 15),
            default: "9",
            help: "squares on each side of the board",
        },
        OptionInfo { name: "walls", values: Values::Range(0, 99), default: "10", help: "walls for each player" },
        OptionInfo::one_of("repetition", &["draw", "off"], "whether the third occurrence of a position is a draw"),
        ROWS,
        COLS,
    ],
    sides: ["White", "Black"],
    sample: Some("a3c3d6f6 / c4e5f3 / e4 e6 / 6 7 / 1"),
    movegen_cases: &[
        MovegenCase { name: "quoridor start", options: "", plies: "" },
        MovegenCase {
            name: "quoridor middle",
            options: "",
            plies: "a3h b1v e2 e8 e3 e7 e4 e6 e3h e6h c3h f6 e5 g6 f4h h4v",
        },
        MovegenCase { name: "quoridor 11x11", options: "size=11", plies: "" },
    ],
    playout_cases: &["", "repetition=off"],
    openspiel: Some(openspiel::OPENSPIEL),
    protocols: &["qtp"],
    texts: agon_core::texts!("texts": "en", "sr", "el", "he"),
    ..GameInfo::NEW
};

/// The registry entry of the game.
pub static ENTRY: GameEntry =
    GameEntry { faults: FAULTS, formats: &[text::legacy_records::FORMAT], ..GameEntry::new(&INFO, open) };

/// Opens a table: `Table<Quoridor<Nine>>`, `Table<Quoridor<Small>>` or `Table<Quoridor<Large>>`.
#[allow(clippy::needless_pass_by_value)] // The signature is that of every game.
fn open(options: Options) -> Result<Box<dyn AnyTable>, Fault> {
    let shape = shape(&options)?;
    if let Some(grid) = Grid9x9::of(shape) {
        Ok(table(grid, &options))
    } else if let Some(grid) = SmallGrid::of(shape) {
        Ok(table(grid, &options))
    } else if let Some(grid) = LargeGrid::of(shape) {
        Ok(table(grid, &options))
    } else {
        Err(INFO.options[0].refuse(options.text("size")))
    }
}

/// The shape of the board: `size` squares a side unless `rows` or `cols` is set.
pub fn shape(options: &Options) -> Result<Shape, Fault> {
    let size = options.number("size") as u8;
    let is_square = options.text("rows").is_empty() && options.text("cols").is_empty();
    if is_square {
        return Ok(Shape::square(size));
    }
    let side = |option: &OptionInfo, allowed: RangeInclusive<u8>| {
        let text = Some(options.text(option.name)).filter(|text| !text.is_empty());
        let number =
            text.map_or(Some(size), |text| text.parse().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit())));
        number
            .filter(|number| allowed.contains(number))
            .ok_or_else(|| option.refuse(text.unwrap_or(options.text("size"))))
    };
    Ok(Shape { rows: side(&ROWS, grid::SMALL_ROWS)?, cols: side(&COLS, grid::SMALL_COLS)? })
}

fn table<G: Grid>(grid: G, options: &Options) -> Box<dyn AnyTable> {
    let game = Quoridor::new(grid, options.number("walls") as u8).with_repetition(options.text("repetition") == "draw");
    Box::new(Table::new(game))
}
