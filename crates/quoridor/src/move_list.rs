//! Sets of walls as lists of moves.

use crate::grid::Grid;
use crate::pawn::PawnTargets;
use crate::square::{Move, Orientation, Square, Wall};
use crate::walls::WallSets;
use agon_core::Bits;

/// For each byte of a set the columns of its members in ascending order, then padding.
static COLUMNS: [[u16; 8]; 256] = columns();

const fn columns() -> [[u16; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut col, mut found) = (0, 0);
        while col < 8 {
            if byte >> col & 1 != 0 {
                table[byte][found] = col;
                found += 1;
            }
            col += 1;
        }
        byte += 1;
    }
    table
}

/// Appends the pawn's moves and these walls.
///
/// Writes eight entries per byte of the set and then continues after the last valid one, which is
/// faster than iterating over the members.
#[inline]
pub(crate) fn push<G: Grid>(targets: PawnTargets, walls: WallSets<G::Slots>, out: &mut Vec<Move>) {
    const PADDING: usize = 8;
    let base = out.len();
    let count = targets.len() + walls.count() as usize;
    out.resize(base + count + PADDING, Move::pawn(Square::new(0, 0)));
    let list = &mut out[base..];
    let mut end = 0;
    for target in targets {
        list[end] = Move::pawn(target);
        end += 1;
    }
    for orientation in Orientation::ALL {
        end = push_set::<G>(walls.of(orientation), orientation, list, end);
    }
    out.truncate(base + count);
}

#[inline]
fn push_set<G: Grid>(set: G::Slots, orientation: Orientation, list: &mut [Move], mut end: usize) -> usize {
    // A byte of the set is a row, or half of one.
    let codes_per_byte = (128 / G::SLOT_ROW) as u16;
    let first = Move::wall(Wall::new(Square::new(0, 0), orientation)).index() as u16;
    for index in 0..size_of::<G::Slots>() as u32 {
        let byte = set.byte(index);
        let code = first + index as u16 * codes_per_byte;
        let moves = COLUMNS[usize::from(byte)].map(|col| Move::from_code(code + col));
        list[end..end + 8].copy_from_slice(&moves);
        end += byte.count_ones() as usize;
    }
    end
}
