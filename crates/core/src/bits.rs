//! Bit sets: sets of small numbers held in machine words.
//!
//! [`Bits`] is what all of them can do; it is implemented by `u32`, `u64`, `u128` and, for larger
//! sets, by [`WideBits`]. [`UintBits`] adds what only the integers offer: order, addition and
//! conversion. A game wraps them where it wants an index type of its own.
//!
//! # Examples
//!
//! ```
//! use agon_core::bits::{Bits, U256};
//!
//! let set = U256::bit(3) | U256::bit(200);
//! assert_eq!(set.members().collect::<Vec<_>>(), [3, 200]);
//! assert_eq!((set >> 3).lowest(), 0);
//! assert_eq!(set.select(1), Some(200));
//! ```

use std::array::from_fn;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

use crate::rng::mix;

/// A set of numbers from 0 to `LEN - 1`, one bit each.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// Number of bits.
    const LEN: u32;
    /// Number of words of 64 bits.
    const WORDS: usize = Self::LEN.div_ceil(64) as usize;
    /// The set without members.
    const EMPTY: Self;

    /// The set of one number, which must be less than `LEN`.
    fn bit(index: u32) -> Self;

    /// All numbers below `count`.
    fn below(count: u32) -> Self;

    /// The members from `64 * index` on; `index` must be less than `WORDS`.
    fn word(self, index: usize) -> u64;

    /// Whether a number below `LEN` is a member.
    fn has(self, index: u32) -> bool;

    /// The smallest member; unspecified if the set is empty.
    fn lowest(self) -> u32;

    /// The largest member; unspecified if the set is empty.
    fn highest(self) -> u32;

    /// The set without its smallest member.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// The set itself if it has at most 64 bits, otherwise a hash of it.
    fn digest(self) -> u64;

    /// Whether there is no member.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Number of members.
    #[inline]
    fn count(self) -> u32 {
        (0..Self::WORDS).map(|index| self.word(index).count_ones()).sum()
    }

    /// The eight members from `8 * index` on.
    #[inline]
    fn byte(self, index: u32) -> u8 {
        (self.word(index as usize / 8) >> (index % 8 * 8)) as u8
    }

    /// The member that has `rank` smaller ones.
    #[inline]
    fn select(self, mut rank: u32) -> Option<u32> {
        for index in 0..Self::WORDS {
            let word = self.word(index);
            let count = word.count_ones();
            if rank < count {
                return Some(64 * index as u32 + select_in_word(word, rank));
            }
            rank -= count;
        }
        None
    }

    /// The members in ascending order.
    #[inline]
    fn members(self) -> Members<Self> {
        Members { set: self, word: self.word(0), index: 0 }
    }
}

/// Iterates over the members of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Members<B> {
    set: B,
    /// What is left of the current word.
    word: u64,
    index: usize,
}

impl<B: Bits> Iterator for Members<B> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        while self.word == 0 {
            if self.index + 1 >= B::WORDS {
                return None;
            }
            self.index += 1;
            self.word = self.set.word(self.index);
        }
        let place = self.word.trailing_zeros();
        self.word &= self.word - 1;
        Some(64 * self.index as u32 + place)
    }
}

/// A set held in one unsigned integer.
pub trait UintBits: Bits + Ord + From<u32> {
    /// The even numbers.
    const EVEN: Self;

    /// The lowest members of a larger set.
    fn truncate(set: u128) -> Self;

    /// The same set with more room.
    fn widen(self) -> u128;

    /// Both sets added as integers; the carry out of the highest bit is lost.
    #[must_use]
    fn wrapping_add(self, other: Self) -> Self;

    /// All numbers if the condition holds, otherwise none.
    #[inline]
    fn all_if(condition: bool) -> Self {
        if condition { !Self::EMPTY } else { Self::EMPTY }
    }
}

macro_rules! uint_bits {
    ($uint:ty, $digest:expr) => {
        impl Bits for $uint {
            const LEN: u32 = <$uint>::BITS;
            const EMPTY: Self = 0;

            #[inline]
            fn bit(index: u32) -> Self {
                1 << index
            }

            #[inline]
            fn below(count: u32) -> Self {
                if count >= Self::LEN { !0 } else { (1 << count) - 1 }
            }

            #[inline]
            fn word(self, index: usize) -> u64 {
                (self >> (64 * index)) as u64
            }

            #[inline]
            fn has(self, index: u32) -> bool {
                self >> index & 1 != 0
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn highest(self) -> u32 {
                (Self::BITS - 1).wrapping_sub(self.leading_zeros())
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn digest(self) -> u64 {
                $digest(self)
            }
        }

        impl UintBits for $uint {
            const EVEN: Self = Self::MAX / 3;

            #[inline]
            fn truncate(set: u128) -> Self {
                set as Self
            }

            #[inline]
            fn widen(self) -> u128 {
                self as u128
            }

            #[inline]
            fn wrapping_add(self, other: Self) -> Self {
                <$uint>::wrapping_add(self, other)
            }
        }
    };
}

uint_bits!(u32, u64::from);
uint_bits!(u64, |set: u64| set);
uint_bits!(u128, |set: u128| mix(set as u64) ^ (set >> 64) as u64);

/// A set of `64 * N` numbers, lowest word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WideBits<const N: usize>(pub [u64; N]);

/// A set of 256 numbers.
pub type U256 = WideBits<4>;

impl<const N: usize> WideBits<N> {
    /// The set of one number, empty if it is beyond the last word; also at compile time.
    #[inline]
    pub const fn single(index: u32) -> Self {
        let mut words = [0; N];
        let mut i = 0;
        // Compared, not indexed: that keeps the set in registers.
        while i < N {
            words[i] = ((index as usize / 64 == i) as u64) << (index as usize % 64);
            i += 1;
        }
        Self(words)
    }

    /// Both sets together; also at compile time.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        let mut words = self.0;
        let mut i = 0;
        while i < N {
            words[i] |= other.0[i];
            i += 1;
        }
        Self(words)
    }
}

impl<const N: usize> Default for WideBits<N> {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

macro_rules! wide_operator {
    ($operator:ident, $method:ident, $assign:ident, $assign_method:ident, $op:tt) => {
        impl<const N: usize> $operator for WideBits<N> {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(from_fn(|i| self.0[i] $op other.0[i]))
            }
        }

        impl<const N: usize> std::ops::$assign for WideBits<N> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}

wide_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
wide_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |);
wide_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl<const N: usize> Not for WideBits<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const N: usize> Shl<u32> for WideBits<N> {
    type Output = Self;

    #[inline]
    fn shl(self, places: u32) -> Self {
        let (words, bits) = ((places / 64) as usize, places % 64);
        // Nothing is carried by whole words: `bits` is 0, and a shift by 64 places is none.
        let carry = |i: usize| if i > 0 { self.0[i - 1].checked_shr(64 - bits).unwrap_or(0) } else { 0 };
        let shifted: [u64; N] = from_fn(|i| self.0[i] << bits | carry(i));
        // Games shift by less than a word; the compiler drops this where it sees by how much.
        if words == 0 {
            return Self(shifted);
        }
        Self(from_fn(|i| i.checked_sub(words).map_or(0, |from| shifted[from])))
    }
}

impl<const N: usize> Shr<u32> for WideBits<N> {
    type Output = Self;

    #[inline]
    fn shr(self, places: u32) -> Self {
        let (words, bits) = ((places / 64) as usize, places % 64);
        let carry = |i: usize| if i + 1 < N { self.0[i + 1].checked_shl(64 - bits).unwrap_or(0) } else { 0 };
        let shifted: [u64; N] = from_fn(|i| self.0[i] >> bits | carry(i));
        if words == 0 {
            return Self(shifted);
        }
        Self(from_fn(|i| shifted.get(i + words).copied().unwrap_or(0)))
    }
}

impl<const N: usize> Bits for WideBits<N> {
    const LEN: u32 = 64 * N as u32;
    const EMPTY: Self = Self([0; N]);

    #[inline]
    fn bit(index: u32) -> Self {
        Self::single(index)
    }

    fn below(count: u32) -> Self {
        Self(from_fn(|i| u64::below(count.saturating_sub(64 * i as u32))))
    }

    #[inline]
    fn word(self, index: usize) -> u64 {
        self.0[index]
    }

    #[inline]
    fn has(self, index: u32) -> bool {
        self.0[index as usize / 64] >> (index % 64) & 1 != 0
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    fn lowest(self) -> u32 {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        word as u32 * 64 + self.0[word].lowest()
    }

    #[inline]
    fn highest(self) -> u32 {
        let word = self.0.iter().rposition(|&word| word != 0).unwrap_or(0);
        word as u32 * 64 + self.0[word].highest()
    }

    #[inline]
    fn without_lowest(self) -> Self {
        let mut words = self.0;
        if let Some(word) = words.iter_mut().find(|word| **word != 0) {
            *word = word.without_lowest();
        }
        Self(words)
    }

    #[inline]
    fn digest(self) -> u64 {
        self.0.into_iter().fold(0, |digest, word| mix(digest).wrapping_add(word))
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// In each byte the number of bits in it and in the bytes below.
#[inline]
const fn running_counts(word: u64) -> u64 {
    let pairs = word - ((word >> 1) & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    bytes.wrapping_mul(ONES)
}

/// The place of the set bit that has `rank` others below it.
///
/// Portable arithmetic: comparing all running counts at once finds the byte that holds it, a table
/// the bit within the byte.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    /// Sets of all densities.
    fn random<B: Bits>(rng: &mut Rng, round: u32) -> B {
        let mut set = B::EMPTY;
        for index in 0..B::LEN {
            if rng.below(8) < round % 9 {
                set |= B::bit(index);
            }
        }
        set
    }

    fn check_members<B: Bits>() {
        let mut rng = Rng::new(1);
        for round in 0..500 {
            let set: B = random(&mut rng, round);
            let members: Vec<u32> = set.members().collect();
            assert_eq!(members, (0..B::LEN).filter(|&index| set.has(index)).collect::<Vec<_>>());
            assert_eq!((set.count(), set.is_empty()), (members.len() as u32, members.is_empty()));
            let mut rest = set;
            for (rank, &member) in members.iter().enumerate() {
                assert_eq!(set.select(rank as u32), Some(member), "{set:?} {rank}");
                assert_eq!(rest.lowest(), member);
                assert!(set.byte(member / 8) >> (member % 8) & 1 == 1);
                rest = rest.without_lowest();
            }
            assert!(rest.is_empty());
            assert_eq!(set.select(set.count()), None);
            assert!(members.last().is_none_or(|&last| set.highest() == last));
        }
        assert_eq!((!B::EMPTY).select(B::LEN - 1), Some(B::LEN - 1));
        assert_eq!((B::below(0), B::below(B::LEN)), (B::EMPTY, !B::EMPTY));
        for count in 0..B::LEN {
            assert!(B::below(count).members().eq(0..count));
        }
    }

    #[test]
    fn members_come_out_in_order_and_by_rank() {
        check_members::<u32>();
        check_members::<u64>();
        check_members::<u128>();
        check_members::<U256>();
        check_members::<WideBits<3>>();
    }

    #[test]
    fn wide_shifts_move_every_bit() {
        let mut rng = Rng::new(2);
        let set: U256 = random(&mut rng, 4);
        for by in 0..256 {
            let right: Vec<u32> = set.members().filter_map(|member| member.checked_sub(by)).collect();
            let left: Vec<u32> = set.members().map(|member| member + by).filter(|&to| to < 256).collect();
            assert_eq!((set >> by).members().collect::<Vec<_>>(), right, "{by}");
            assert_eq!((set << by).members().collect::<Vec<_>>(), left, "{by}");
        }
    }

    #[test]
    fn numbers_beyond_the_words_are_left_out() {
        assert!(WideBits::<3>::single(192).is_empty());
        assert_eq!(U256::single(5).union(U256::single(255)), U256::bit(5) | U256::bit(255));
    }

    #[test]
    fn select_reaches_every_bit_of_a_word() {
        assert_eq!(select_in_word(0b1011_0000, 2), 7);
        assert_eq!(select_in_word(u64::MAX, 63), 63);
    }
}
