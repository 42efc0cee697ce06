//! Pawn moves.

use agon_core::Player;

use crate::board::Board;
use crate::grid::Grid;
use crate::square::{Shape, Square};

/// Square offsets of pawn moves by number: four steps (up, right, down, left), the four straight
/// jumps, and the four diagonal ones (each between a direction and the next).
const OFFSETS: [i8; 12] = [16, 1, -16, -1, 32, 2, -32, -2, 17, -15, -17, 15];
const STRAIGHT: u16 = 4;
const DIAGONAL: u16 = 8;

/// The squares a pawn may go to: an iterator over at most five.
#[derive(Clone, Debug)]
pub struct PawnTargets {
    from: Square,
    /// Bit `i` for the move of `OFFSETS[i]`.
    moves: u16,
}

impl Iterator for PawnTargets {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.moves == 0 {
            return None;
        }
        let number = self.moves.trailing_zeros();
        self.moves &= self.moves - 1;
        Some(self.from.offset(OFFSETS[number as usize]))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.moves.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for PawnTargets {}

impl<G: Grid> Board<G> {
    /// Whether no wall stands between two neighbouring squares; `false` if they are not neighbours.
    pub fn is_open(&self, from: Square, to: Square) -> bool {
        direction_to(from, to).is_some_and(|side| self.open_sides(from) >> side & 1 != 0)
    }

    /// The squares a player's pawn may go to, as if it were that player's turn.
    #[inline]
    pub fn targets(&self, player: Player) -> PawnTargets {
        let from = self.pawn(player);
        let other = self.pawn(player.opponent());
        let mut moves = self.open_sides(from);
        if let Some(side) = direction_to(from, other)
            && moves >> side & 1 != 0
        {
            moves = moves & !(1 << side) | self.jumps(other, side);
        }
        PawnTargets { from, moves }
    }

    /// The jumps over a pawn that is a step away in a direction.
    fn jumps(&self, over: Square, side: u16) -> u16 {
        let open = self.open_sides(over);
        if open >> side & 1 != 0 {
            return 1 << (STRAIGHT + side);
        }
        let (right, left) = ((side + 1) % 4, (side + 3) % 4);
        (open >> right & 1) << (DIAGONAL + side) | (open >> left & 1) << (DIAGONAL + left)
    }

    /// The open sides of a square: bit 0 up, 1 right, 2 down, 3 left.
    #[inline]
    fn open_sides(&self, square: Square) -> u16 {
        let (row, col) = (u32::from(square.row()), u32::from(square.col()));
        let Shape { rows, cols } = self.shape();
        let below = row.wrapping_sub(1);
        // A wall named by this column or the one before closes the upper side. After the shifts these
        // two are the lowest bits.
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
