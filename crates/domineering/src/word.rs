use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use agon_core::rng::mix;

/// A set of cells as the bits of a machine word: bit `row * cols + col`, a1 is bit 0.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// How many cells fit.
    const CELLS: u32;
    /// No cell.
    const EMPTY: Self;

    /// The set of one cell.
    fn bit(index: u8) -> Self;

    /// The first `count` cells.
    fn first(count: u32) -> Self;

    /// The cells that have a right-hand neighbour on a board of so many columns.
    fn inner_columns(cols: u8) -> Self;

    /// Whether no cell is in the set.
    fn is_empty(self) -> bool;

    /// How many cells are in the set.
    fn count(self) -> u32;

    /// The cell number `rank` of the set, counted from 0 in order of bits.
    ///
    /// Gives a senseless cell if there are not so many.
    fn select(self, rank: u32) -> u8;

    /// The set without its first cell, and that cell.
    fn pop(self) -> Option<(u8, Self)>;

    /// The bits mixed into a hash.
    fn fold(self) -> u64;

    /// Whether a cell is in the set.
    #[inline]
    fn has(self, index: u8) -> bool {
        !(self & Self::bit(index)).is_empty()
    }

    /// The cells of the set in order of bits.
    #[inline]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }
}

/// Iterates over the cells of a set.
#[derive(Clone, Debug)]
pub struct Cells<W>(W);

impl<W: Word> Iterator for Cells<W> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let (cell, rest) = self.0.pop()?;
        self.0 = rest;
        Some(cell)
    }
}

/// One entry for each number of columns, so that positions need not carry the mask.
const INNER: [u64; 17] = {
    let mut table = [0; 17];
    let mut cols = 1;
    while cols <= 16 {
        let mut bit = 0;
        while bit < 64 {
            if bit % cols != cols - 1 {
                table[cols] |= 1 << bit;
            }
            bit += 1;
        }
        cols += 1;
    }
    table
};

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// In each byte the number of bits in it and the bytes below.
#[inline]
const fn running_counts(word: u64) -> u64 {
    let pairs = word - ((word >> 1) & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    bytes.wrapping_mul(ONES)
}

/// The position of the set bit number `rank`, in portable arithmetic: the byte that holds it is
/// found by comparing all running counts at once, the bit within the byte by a table.
#[inline]
fn select_in_word(word: u64, rank: u32) -> u32 {
    let counts = running_counts(word);
    // A byte keeps its high bit if its running count exceeds the rank.
    let reached = ((counts | HIGHS) - (u64::from(rank) + 1).wrapping_mul(ONES)) & HIGHS;
    let byte = reached.trailing_zeros() & 0x38;
    let before = ((counts << 8) >> byte) & 0xff;
    let within = (u64::from(rank) - before) as usize & 7;
    byte + u32::from(SELECT_IN_BYTE[within][(word >> byte) as usize & 0xff])
}

const SELECT_IN_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut rank = 0;
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[rank][byte] = bit;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

impl Word for u64 {
    const CELLS: u32 = 64;
    const EMPTY: Self = 0;

    #[inline]
    fn bit(index: u8) -> Self {
        1u64.wrapping_shl(u32::from(index))
    }

    fn first(count: u32) -> Self {
        if count >= 64 { !0 } else { (1 << count) - 1 }
    }

    #[inline]
    fn inner_columns(cols: u8) -> Self {
        INNER[usize::from(cols)]
    }

    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn select(self, rank: u32) -> u8 {
        if rank < self.count() { select_in_word(self, rank) as u8 } else { 0 }
    }

    #[inline]
    fn pop(self) -> Option<(u8, Self)> {
        (self != 0).then(|| (self.trailing_zeros() as u8, self & (self - 1)))
    }

    #[inline]
    fn fold(self) -> u64 {
        self
    }
}

/// 256 bits: the cells of boards up to 16 x 16.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wide([u64; 4]);

impl Wide {
    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl BitAnd for Wide {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Wide {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl Shl<u32> for Wide {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Self(std::array::from_fn(|i| {
            let at = |back: usize| i.checked_sub(back).map_or(0, |index| self.0[index]);
            if bits == 0 { at(words) } else { at(words) << bits | at(words + 1) >> (64 - bits) }
        }))
    }
}

impl Shr<u32> for Wide {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Self(std::array::from_fn(|i| {
            let at = |ahead: usize| self.0.get(i + ahead).copied().unwrap_or(0);
            if bits == 0 { at(words) } else { at(words) >> bits | at(words + 1) << (64 - bits) }
        }))
    }
}

const WIDE_INNER: [Wide; 17] = {
    let mut table = [Wide([0; 4]); 17];
    let mut cols = 1;
    while cols <= 16 {
        let mut bit = 0;
        while bit < 256 {
            if bit % cols != cols - 1 {
                table[cols].0[bit / 64] |= 1 << (bit % 64);
            }
            bit += 1;
        }
        cols += 1;
    }
    table
};

impl Word for Wide {
    const CELLS: u32 = 256;
    const EMPTY: Self = Self([0; 4]);

    #[inline]
    fn bit(index: u8) -> Self {
        let mut words = [0; 4];
        words[usize::from(index / 64)] = 1 << (index % 64);
        Self(words)
    }

    fn first(count: u32) -> Self {
        Self(std::array::from_fn(|i| u64::first(count.saturating_sub(64 * i as u32))))
    }

    #[inline]
    fn inner_columns(cols: u8) -> Self {
        WIDE_INNER[usize::from(cols)]
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn select(self, mut rank: u32) -> u8 {
        for (i, &word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if rank < count {
                return (64 * i) as u8 + select_in_word(word, rank) as u8;
            }
            rank -= count;
        }
        0
    }

    #[inline]
    fn pop(self) -> Option<(u8, Self)> {
        let i = self.0.iter().position(|word| *word != 0)?;
        let mut rest = self;
        rest.0[i] &= rest.0[i] - 1;
        Some(((64 * i) as u8 + self.0[i].trailing_zeros() as u8, rest))
    }

    fn fold(self) -> u64 {
        self.0.iter().fold(0, |hash, word| mix(hash ^ word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Rng;

    #[test]
    fn select_agrees_with_walking_the_bits() {
        let mut rng = Rng::new(1);
        for round in 0..2000 {
            let mut word = rng.next_u64();
            for _ in 0..round % 5 {
                word &= rng.next_u64();
            }
            for (rank, cell) in word.cells().enumerate() {
                assert_eq!(word.select(rank as u32), cell, "{word:#x} {rank}");
            }
            let wide = Wide([word, rng.next_u64() & rng.next_u64(), 0, word.rotate_left(17)]);
            let cells: Vec<u8> = wide.cells().collect();
            assert_eq!(cells.len() as u32, wide.count());
            for (rank, cell) in cells.into_iter().enumerate() {
                assert_eq!(wide.select(rank as u32), cell);
                assert!(wide.has(cell));
            }
        }
        assert_eq!((!0u64).select(63), 63);
        assert_eq!((!Wide::EMPTY).select(255), 255);
    }

    #[test]
    fn wide_shifts_move_every_bit() {
        let mut rng = Rng::new(2);
        let wide = Wide(std::array::from_fn(|_| rng.next_u64()));
        for by in 0..256u32 {
            let right: Vec<u8> = wide.cells().filter_map(|c| c.checked_sub(by as u8)).collect();
            let left: Vec<u8> = wide.cells().filter_map(|c| c.checked_add(by as u8)).collect();
            assert_eq!((wide >> by).cells().collect::<Vec<_>>(), right, "{by}");
            assert_eq!((wide << by).cells().collect::<Vec<_>>(), left, "{by}");
        }
    }

    #[test]
    fn first_cells_and_inner_columns() {
        assert_eq!(u64::first(64), !0);
        assert_eq!(u64::first(0), 0);
        assert_eq!(Wide::first(200).count(), 200);
        assert_eq!(Wide::first(256), !Wide::EMPTY);
        assert_eq!(u64::inner_columns(1), 0);
        for cols in 1..=16u8 {
            for index in 0..=255u8 {
                let inner = index % cols + 1 < cols;
                assert_eq!(Wide::inner_columns(cols).has(index), inner);
                assert!(index > 63 || u64::inner_columns(cols).has(index) == inner);
            }
        }
    }
}
