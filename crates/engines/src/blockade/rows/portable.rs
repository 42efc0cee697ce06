use std::array::from_fn;

use agon_blockade::{Square, SquareSet};

use crate::blockade::planes::{BitPlane, BoardPlane};

/// One row of squares in each number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rows([u16; 16]);

impl BitPlane for Rows {
    fn empty() -> Self {
        Self([0; 16])
    }
    #[inline]
    fn of(square: Square) -> Self {
        Self(from_fn(|row| u16::from(row == usize::from(square.row())) << (square.col() & 15)))
    }
    #[inline]
    fn or(self, other: Self) -> Self {
        Self(from_fn(|row| self.0[row] | other.0[row]))
    }
    #[inline]
    fn and(self, other: Self) -> Self {
        Self(from_fn(|row| self.0[row] & other.0[row]))
    }
    #[inline]
    fn without(self, other: Self) -> Self {
        Self(from_fn(|row| self.0[row] & !other.0[row]))
    }
    #[inline]
    fn left(self) -> Self {
        Self(self.0.map(|row| row >> 1))
    }
    #[inline]
    fn right(self) -> Self {
        Self(self.0.map(|row| row << 1))
    }
    #[inline]
    fn up(self) -> Self {
        Self(from_fn(|row| self.0.get(row + 1).copied().unwrap_or(0)))
    }
    #[inline]
    fn down(self) -> Self {
        Self(from_fn(|row| if row > 0 { self.0[row - 1] } else { 0 }))
    }
    #[inline]
    fn is_empty(self) -> bool {
        self.0 == [0; 16]
    }
    #[inline]
    fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }
    #[inline]
    fn covers(self, other: Self) -> bool {
        other.without(self).is_empty()
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }
}

impl BoardPlane<3, 16> for Rows {
    #[inline]
    fn from_squares(squares: SquareSet<3, 16>) -> Self {
        let words = squares.words();
        Self(from_fn(|row| words.get(row / 4).map_or(0, |word| (word >> (row % 4 * 16)) as u16)))
    }
    #[inline]
    fn squares(self) -> SquareSet<3, 16> {
        SquareSet::from_words(from_fn(|word| {
            (0..4).fold(0, |bits, row| bits | u64::from(self.0[word * 4 + row]) << (row * 16))
        }))
    }
}
