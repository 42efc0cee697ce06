use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use crate::Square;

/// A set of squares (or of wall anchors) as bits: `W` words of rows that are `S` bits apart.
///
/// `S` divides 64, so rows never straddle words and a step to the side needs no carry. A step
/// off the side of the board gives a senseless bit; callers mask with passages that end there.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Squares<const W: usize, const S: usize>([u64; W]);

impl<const W: usize, const S: usize> Squares<W, S> {
    /// No square.
    pub const EMPTY: Self = Self([0; W]);

    /// How many rows fit.
    pub const ROWS: usize = W * 64 / S;

    /// The lowest bit of every row of a word.
    const ROW_STARTS: u64 = u64::MAX / ((1 << S) - 1);

    /// The set of one square.
    #[inline]
    pub fn of(square: Square) -> Self {
        // Compared, not indexed: that keeps short sets in registers.
        let index = Self::index(square);
        Self(std::array::from_fn(|i| u64::from(index / 64 == i) << (index % 64)))
    }

    /// The first rows and columns, as a rectangle at the top left.
    #[inline]
    pub(crate) fn rect(rows: u8, cols: u8) -> Self {
        let line = Self::ROW_STARTS * ((1 << cols) - 1);
        let bits = usize::from(rows) * S;
        Self(std::array::from_fn(|i| match bits.saturating_sub(i * 64) {
            n @ 0..64 => line & ((1 << n) - 1),
            _ => line,
        }))
    }

    /// The words themselves, rows from the lowest bit on.
    #[inline]
    pub const fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// The set of these words; see [`Squares::words`].
    #[inline]
    pub const fn from_words(words: [u64; W]) -> Self {
        Self(words)
    }

    #[inline]
    fn index(square: Square) -> usize {
        usize::from(square.row()) * S + usize::from(square.col())
    }

    #[inline]
    fn square(index: usize) -> Square {
        Square::at((index / S) as u8, (index % S) as u8)
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
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many squares there are.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether every square of the other set is in this one.
    #[inline]
    pub fn covers(&self, other: Self) -> bool {
        (other & !*self).is_empty()
    }

    /// The first square, row by row.
    #[inline]
    pub fn first(&self) -> Option<Square> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(Self::square(word * 64 + self.0[word].trailing_zeros() as usize))
    }

    /// The square before which there are `n` others, row by row.
    #[inline]
    pub fn nth(&self, n: u32) -> Option<Square> {
        let mut left = n;
        for (i, &word) in self.0.iter().enumerate() {
            let here = word.count_ones();
            if left < here {
                return Some(Self::square(i * 64 + select(word, left) as usize));
            }
            left -= here;
        }
        None
    }

    /// The squares, row by row.
    #[inline]
    pub fn iter(&self) -> SquaresIter<W, S> {
        SquaresIter { left: *self, word: 0 }
    }

    /// Every square one row up.
    #[inline]
    #[must_use]
    pub fn up(self) -> Self {
        Self(std::array::from_fn(|i| {
            let carry = if i + 1 < W { self.0[i + 1] << (64 - S) } else { 0 };
            self.0[i] >> S | carry
        }))
    }

    /// Every square one row down.
    #[inline]
    #[must_use]
    pub fn down(self) -> Self {
        Self(std::array::from_fn(|i| {
            let carry = if i > 0 { self.0[i - 1] >> (64 - S) } else { 0 };
            self.0[i] << S | carry
        }))
    }

    /// Every square one column to the left.
    #[inline]
    #[must_use]
    pub fn left(self) -> Self {
        Self(self.0.map(|word| word >> 1))
    }

    /// Every square one column to the right.
    #[inline]
    #[must_use]
    pub fn right(self) -> Self {
        Self(self.0.map(|word| word << 1))
    }
}

/// The place of the set bit of a word below which there are `n` others.
#[inline]
fn select(word: u64, n: u32) -> u32 {
    let (mut word, mut n, mut place) = (word, n, 0);
    for half in [32, 16, 8, 4, 2, 1] {
        let low = (word & ((1 << half) - 1)).count_ones();
        if n >= low {
            n -= low;
            word >>= half;
            place += half;
        }
    }
    place
}

impl<const W: usize, const S: usize> BitAnd for Squares<W, S> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const W: usize, const S: usize> BitOr for Squares<W, S> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const W: usize, const S: usize> BitOrAssign for Squares<W, S> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize, const S: usize> Not for Squares<W, S> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const W: usize, const S: usize> Default for Squares<W, S> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize, const S: usize> fmt::Debug for Squares<W, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<const W: usize, const S: usize> IntoIterator for Squares<W, S> {
    type Item = Square;
    type IntoIter = SquaresIter<W, S>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<const W: usize, const S: usize> IntoIterator for &Squares<W, S> {
    type Item = Square;
    type IntoIter = SquaresIter<W, S>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<const W: usize, const S: usize> FromIterator<Square> for Squares<W, S> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

/// The squares of a set, row by row.
#[derive(Clone, Debug)]
pub struct SquaresIter<const W: usize, const S: usize> {
    left: Squares<W, S>,
    word: usize,
}

impl<const W: usize, const S: usize> Iterator for SquaresIter<W, S> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while let Some(bits) = self.left.0.get_mut(self.word) {
            if *bits != 0 {
                let place = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(Squares::<W, S>::square(self.word * 64 + place));
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Small = Squares<3, 16>;

    #[test]
    fn rectangles_hold_what_they_should() {
        let rect = Small::rect(11, 14);
        assert_eq!(rect.count(), 154);
        assert!(rect.contains(Square::at(10, 13)));
        assert!(!rect.contains(Square::at(10, 14)) && !rect.contains(Square::at(11, 0)));
        assert_eq!(Small::rect(12, 16).count(), 192);
        assert_eq!(Squares::<11, 32>::rect(22, 28).count(), 616);
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
        assert_eq!(select(0b1011_0000, 2), 7);
        assert_eq!(select(u64::MAX, 63), 63);
    }

    #[test]
    fn squares_beyond_the_words_are_simply_not_there() {
        let mut set = Small::EMPTY;
        set.insert(Square::at(21, 27));
        assert!(set.is_empty() && !set.contains(Square::at(21, 27)));
    }
}
