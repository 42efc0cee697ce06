use std::array::from_fn;
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use agon_core::bits::{Bits, Members, WideBits};

use crate::Square;

/// A set of squares (or of wall anchors) as bits: `W` words of rows that are `S` bits apart.
///
/// `S` divides 64, so rows never straddle words and a step to the side needs no carry. A step
/// off the side of the board sets an unspecified bit; callers mask it with the open passages.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SquareSet<const W: usize, const S: usize>(WideBits<W>);

impl<const W: usize, const S: usize> SquareSet<W, S> {
    /// No square.
    pub const EMPTY: Self = Self(WideBits([0; W]));

    /// Number of rows that fit.
    pub const ROWS: usize = W * 64 / S;

    /// The lowest bit of every row of a word.
    const ROW_STARTS: u64 = u64::MAX / ((1 << S) - 1);

    /// The set of one square; empty if the square is beyond the last row.
    #[inline]
    pub fn of(square: Square) -> Self {
        Self(WideBits::single(u32::from(square.row()) * S as u32 + u32::from(square.col())))
    }

    /// The first rows and columns, as a rectangle at the top left.
    #[inline]
    pub(crate) fn rect(rows: u8, cols: u8) -> Self {
        let row = Self::ROW_STARTS * ((1 << cols) - 1);
        let bits = usize::from(rows) * S;
        Self(WideBits(from_fn(|i| match bits.saturating_sub(i * 64) {
            n @ 0..64 => row & ((1 << n) - 1),
            _ => row,
        })))
    }

    /// The words themselves, rows from the lowest bit on.
    #[inline]
    pub const fn words(&self) -> &[u64; W] {
        &self.0.0
    }

    /// The set of these words; see [`SquareSet::words`].
    #[inline]
    pub const fn from_words(words: [u64; W]) -> Self {
        Self(WideBits(words))
    }

    #[inline]
    fn square(index: u32) -> Square {
        Square::at((index / S as u32) as u8, (index % S as u32) as u8)
    }

    /// Whether a square is in the set.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        !(*self & Self::of(square)).is_empty()
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        *self |= Self::of(square);
    }

    /// Whether there is no square.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Number of squares.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.count()
    }

    /// Whether every square of the other set is in this one.
    #[inline]
    pub fn covers(&self, other: Self) -> bool {
        (other & !*self).is_empty()
    }

    /// The first square, row by row.
    #[inline]
    pub fn first(&self) -> Option<Square> {
        self.iter().next()
    }

    /// Square number `n` from 0, row by row.
    #[inline]
    pub fn nth(&self, n: u32) -> Option<Square> {
        self.0.select(n).map(Self::square)
    }

    /// The squares, row by row.
    #[inline]
    pub fn iter(&self) -> SquareIter<W, S> {
        SquareIter(self.0.members())
    }

    /// Every square one row up.
    #[inline]
    #[must_use]
    pub fn up(self) -> Self {
        Self(self.0 >> S as u32)
    }

    /// Every square one row down.
    #[inline]
    #[must_use]
    pub fn down(self) -> Self {
        Self(self.0 << S as u32)
    }

    /// Every square one column to the left.
    #[inline]
    #[must_use]
    pub fn left(self) -> Self {
        Self(WideBits(self.0.0.map(|word| word >> 1)))
    }

    /// Every square one column to the right.
    #[inline]
    #[must_use]
    pub fn right(self) -> Self {
        Self(WideBits(self.0.0.map(|word| word << 1)))
    }
}

impl<const W: usize, const S: usize> BitAnd for SquareSet<W, S> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl<const W: usize, const S: usize> BitOr for SquareSet<W, S> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl<const W: usize, const S: usize> BitOrAssign for SquareSet<W, S> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl<const W: usize, const S: usize> Not for SquareSet<W, S> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl<const W: usize, const S: usize> Default for SquareSet<W, S> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize, const S: usize> fmt::Debug for SquareSet<W, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<const W: usize, const S: usize> IntoIterator for SquareSet<W, S> {
    type Item = Square;
    type IntoIter = SquareIter<W, S>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<const W: usize, const S: usize> IntoIterator for &SquareSet<W, S> {
    type Item = Square;
    type IntoIter = SquareIter<W, S>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<const W: usize, const S: usize> FromIterator<Square> for SquareSet<W, S> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

/// The squares of a set, row by row.
#[derive(Clone, Debug)]
pub struct SquareIter<const W: usize, const S: usize>(Members<WideBits<W>>);

impl<const W: usize, const S: usize> Iterator for SquareIter<W, S> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.next().map(SquareSet::<W, S>::square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Small = SquareSet<3, 16>;

    #[test]
    fn rectangles_hold_what_they_should() {
        let rect = Small::rect(11, 14);
        assert_eq!(rect.count(), 154);
        assert!(rect.contains(Square::at(10, 13)));
        assert!(!rect.contains(Square::at(10, 14)) && !rect.contains(Square::at(11, 0)));
        assert_eq!(Small::rect(12, 16).count(), 192);
        assert_eq!(SquareSet::<11, 32>::rect(22, 28).count(), 616);
    }

    #[test]
    fn squares_come_out_in_order_and_by_number() {
        let set: Small = [Square::at(8, 3), Square::at(0, 5), Square::at(3, 15)].into_iter().collect();
        let listed: Vec<Square> = set.iter().collect();
        assert_eq!(listed, [Square::at(0, 5), Square::at(3, 15), Square::at(8, 3)]);
        for (n, square) in listed.iter().enumerate() {
            assert_eq!(set.nth(n as u32), Some(*square));
        }
        assert_eq!(set.nth(3), None);
        assert_eq!(set.first(), Some(Square::at(0, 5)));
    }

    #[test]
    fn steps_cross_words() {
        let set = Small::of(Square::at(3, 7));
        assert_eq!(set.down(), Small::of(Square::at(4, 7)));
        assert_eq!(set.down().up(), set);
        assert_eq!(set.right().left(), set);
    }

    #[test]
    fn squares_beyond_the_words_are_simply_not_there() {
        let mut set = Small::EMPTY;
        set.insert(Square::at(21, 27));
        assert!(set.is_empty() && !set.contains(Square::at(21, 27)));
    }
}
