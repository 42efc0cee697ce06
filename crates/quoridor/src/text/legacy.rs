//! Conversion from and to the legacy numbering of rows, from the top down.
//!
//! It counts rows from p1's far side, so p1 starts on e9, and names a wall by the square on its upper
//! left: a pawn's row r is written `rows + 1 - r`, a wall's row r `rows - r`. The conversion is its own
//! inverse, so one function serves both directions.
//!
//! # Examples
//!
//! ```
//! use agon_quoridor::{Shape, legacy};
//! let nine = Shape::square(9);
//! assert_eq!(legacy::convert_move("e2", nine).unwrap(), "e8");
//! assert_eq!(legacy::convert_move("e3h", nine).unwrap(), "e6h");
//! assert_eq!(legacy::convert_position("/ / e9 e1 / 10 10 / 1", nine).unwrap(), "/ / e1 e9 / 10 10 / 1");
//! ```

use agon_core::Fault;

use crate::INFO;
use crate::grid::{Grid, Grid9x9, LargeGrid, SmallGrid};
use crate::square::{Move, MoveKind, Shape, Square, Wall};
use crate::text::notation::read_move;
use crate::text::setup::Setup;

/// Converts a move to the other numbering.
pub fn convert_move(notation: &str, shape: Shape) -> Result<String, Fault> {
    check_shape(shape)?;
    let converted = match read_move(notation, shape)?.kind() {
        MoveKind::Pawn(to) => Move::pawn(flip_rows(to, shape.rows)),
        MoveKind::Wall(wall) => Move::wall(Wall::new(flip_rows(wall.square, shape.rows - 1), wall.orientation)),
    };
    Ok(converted.to_string())
}

/// Converts a position string to the other numbering, with walls in canonical order.
///
/// The position is not validated.
pub fn convert_position(text: &str, shape: Shape) -> Result<String, Fault> {
    check_shape(shape)?;
    let middle = char::from(b'a' + (shape.cols - 1) / 2);
    let example = format!("/ / {middle}1 {middle}{} / 10 10 / 1", shape.rows);
    let mut setup = Setup::parse(text, shape, example)?;
    setup.pawns = setup.pawns.map(|square| flip_rows(square, shape.rows));
    for square in setup.walls.iter_mut().flatten() {
        *square = flip_rows(*square, shape.rows - 1);
    }
    setup.sort();
    Ok(setup.to_string())
}

/// Counts the rows from the other end.
fn flip_rows(square: Square, rows: u8) -> Square {
    Square::new(square.col(), rows - 1 - square.row())
}

fn check_shape(shape: Shape) -> Result<(), Fault> {
    let known = Grid9x9::of(shape).is_some() || SmallGrid::of(shape).is_some() || LargeGrid::of(shape).is_some();
    if known { Ok(()) } else { Err(INFO.options[0].refuse(&format!("{}x{}", shape.rows, shape.cols))) }
}
