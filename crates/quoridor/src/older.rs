//! The older numbering of rows, from the top down.
//!
//! It counts rows from p1's far side, so p1 starts on e9, and names a wall by the square
//! on its upper left: the pawn's row r is written `size + 1 - r`, the wall's row r `size - r`.
//! Turning twice gives back what was there, so one function serves both ways.
//!
//! # Examples
//!
//! ```
//! use agon_quoridor::older;
//! assert_eq!(older::turn_move("e2", 9).unwrap(), "e8");
//! assert_eq!(older::turn_move("e3h", 9).unwrap(), "e6h");
//! assert_eq!(older::turn_position("/ / e9 e1 / 10 10 / 1", 9).unwrap(), "/ / e1 e9 / 10 10 / 1");
//! ```

use agon_core::Fault;

use crate::INFO;
use crate::setup::Setup;
use crate::square::{Move, MoveKind, Square, Wall};
use crate::word::read_move;

/// Turns a move of either numbering into the other one, on a board of 3 to 15 squares a side.
pub fn turn_move(word: &str, size: u8) -> Result<String, Fault> {
    check_size(size)?;
    let turned = match read_move(word, size)?.kind() {
        MoveKind::Pawn(to) => Move::pawn(turn_square(to, size)),
        MoveKind::Wall(wall) => Move::wall(Wall::new(turn_square(wall.square, size - 1), wall.direction)),
    };
    Ok(turned.to_string())
}

/// Turns a position string of either numbering into the other one, walls in canonical order.
///
/// Whether the position is possible is not asked.
pub fn turn_position(text: &str, size: u8) -> Result<String, Fault> {
    check_size(size)?;
    let middle = char::from(b'a' + (size - 1) / 2);
    let example = format!("/ / {middle}1 {middle}{size} / 10 10 / 1");
    let mut setup = Setup::parse(text, size, example)?;
    setup.pawns = setup.pawns.map(|square| turn_square(square, size));
    for square in setup.walls.iter_mut().flatten() {
        *square = turn_square(*square, size - 1);
    }
    setup.sort();
    Ok(setup.to_string())
}

/// Counts the rows from the other end.
fn turn_square(square: Square, rows: u8) -> Square {
    Square::new(square.col(), rows - 1 - square.row())
}

fn check_size(size: u8) -> Result<(), Fault> {
    if (3..=15).contains(&size) { Ok(()) } else { Err(INFO.options[0].refuse(&size.to_string())) }
}
