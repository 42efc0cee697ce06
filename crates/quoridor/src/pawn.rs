//! Where a pawn may go.

use agon_core::Player;

use crate::board::Board;
use crate::grid::Grid;
use crate::square::{Shape, Square};

/// The ways of a pawn by number: four steps (up, right, down, left), the four straight jumps,
/// and the four diagonal ones (each between a direction and the next).
const OFFSETS: [i8; 12] = [16, 1, -16, -1, 32, 2, -32, -2, 17, -15, -17, 15];
const STRAIGHT: u16 = 4;
const DIAGONAL: u16 = 8;

/// The squares a pawn may go to: an iterator over at most five.
#[derive(Clone, Debug)]
pub struct PawnTargets {
    from: Square,
    ways: u16,
}

impl Iterator for PawnTargets {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.ways == 0 {
            return None;
        }
        let way = self.ways.trailing_zeros();
        self.ways &= self.ways - 1;
        Some(self.from.offset(OFFSETS[way as usize]))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.ways.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for PawnTargets {}

impl<G: Grid> Board<G> {
    /// Whether the way from a square to its neighbour is free of walls; `false` if they are none.
    pub fn is_open(&self, from: Square, to: Square) -> bool {
        direction_to(from, to).is_some_and(|way| self.open_sides(from) >> way & 1 != 0)
    }

    /// The squares a player's pawn may go to, as if it were that player's turn.
    #[inline]
    pub fn targets(&self, player: Player) -> PawnTargets {
        let from = self.pawn(player);
        let other = self.pawn(player.opponent());
        let mut ways = self.open_sides(from);
        if let Some(way) = direction_to(from, other)
            && ways >> way & 1 != 0
        {
            ways = ways & !(1 << way) | self.jumps(other, way);
        }
        PawnTargets { from, ways }
    }

    /// The jumps over a pawn that is met in a direction.
    fn jumps(&self, over: Square, way: u16) -> u16 {
        let open = self.open_sides(over);
        if open >> way & 1 != 0 {
            return 1 << (STRAIGHT + way);
        }
        let (right, left) = ((way + 1) % 4, (way + 3) % 4);
        (open >> right & 1) << (DIAGONAL + way) | (open >> left & 1) << (DIAGONAL + left)
    }

    /// The open sides of a square: bit 0 up, 1 right, 2 down, 3 left.
    #[inline]
    fn open_sides(&self, square: Square) -> u16 {
        let (row, col) = (u32::from(square.row()), u32::from(square.col()));
        let Shape { rows, cols } = self.shape();
        let below = row.wrapping_sub(1);
        // A wall named by this column or the one before closes the upper side. With one place
        // to the left these two are the lowest bits after shifting the column away.
        let up = (G::slots_of_row(self.walls.horizontal, row) << 1) >> col & 3;
        let down = (G::slots_of_row(self.walls.horizontal, below) << 1) >> col & 3;
        let beside = G::slots_of_row(self.walls.vertical, row) | G::slots_of_row(self.walls.vertical, below);
        let edges = 1 | 1 << cols;
        let beside = (beside << 1 | edges) >> col;
        u16::from(up == 0 && row + 1 < u32::from(rows))
            | u16::from(beside & 2 == 0) << 1
            | u16::from(down == 0 && row > 0) << 2
            | u16::from(beside & 1 == 0) << 3
    }
}

/// The direction from a square to its neighbour: 0 up, 1 right, 2 down, 3 left.
#[inline]
fn direction_to(from: Square, to: Square) -> Option<u16> {
    match to.difference(from) {
        16 => Some(0),
        1 => Some(1),
        -16 => Some(2),
        -1 => Some(3),
        _ => None,
    }
}
