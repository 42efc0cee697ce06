//! Sets of small numbers as words of bits.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use agon_core::rng::mix;

/// A set of bit numbers: `u64`, `u128` or [`U256`].
///
/// Shifts are by less than 64 places.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The set without members.
    const EMPTY: Self;

    /// The set of one number.
    fn bit(index: u32) -> Self;

    /// Whether a number is a member.
    fn has(self, index: u32) -> bool;

    /// Whether there is no member.
    fn is_empty(self) -> bool;

    /// How many members there are.
    fn count(self) -> u32;

    /// The smallest member; senseless if there is none.
    fn lowest(self) -> u32;

    /// The largest member; senseless if there is none.
    fn highest(self) -> u32;

    /// The set without its smallest member.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// The eight members from `8 * index` on, as a byte.
    fn byte(self, index: u32) -> u8;

    /// A word that differs for different sets: the set itself, or a hash of it.
    fn digest(self) -> u64;
}

macro_rules! word_bits {
    ($word:ty, $digest:expr) => {
        impl Bits for $word {
            const EMPTY: Self = 0;

            #[inline]
            fn bit(index: u32) -> Self {
                1 << index
            }

            #[inline]
            fn has(self, index: u32) -> bool {
                self >> index & 1 != 0
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
            fn byte(self, index: u32) -> u8 {
                (self >> (8 * index)) as u8
            }

            #[inline]
            fn digest(self) -> u64 {
                $digest(self)
            }
        }
    };
}

word_bits!(u64, |word: u64| word);
word_bits!(u128, |word: u128| mix(word as u64) ^ (word >> 64) as u64);

/// 256 bits, lowest word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct U256(pub(crate) [u64; 4]);

impl U256 {
    /// The set of one number, at compile time too.
    pub(crate) const fn single(index: u32) -> Self {
        let mut words = [0; 4];
        words[index as usize / 64] = 1 << (index % 64);
        Self(words)
    }

    /// Both sets together, at compile time too.
    pub(crate) const fn union(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        Self([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
    }

    #[inline]
    fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        let (a, b) = (self.0, other.0);
        Self([op(a[0], b[0]), op(a[1], b[1]), op(a[2], b[2]), op(a[3], b[3])])
    }
}

impl BitAnd for U256 {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for U256 {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for U256 {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for U256 {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl Shl<u32> for U256 {
    type Output = Self;

    #[inline]
    fn shl(self, places: u32) -> Self {
        let a = self.0;
        // Two shifts, because one by 64 places (of nothing carried, places = 0) would not be one.
        let carry = |word: u64| word >> 1 >> (63 - places);
        Self([
            a[0] << places,
            a[1] << places | carry(a[0]),
            a[2] << places | carry(a[1]),
            a[3] << places | carry(a[2]),
        ])
    }
}

impl Shr<u32> for U256 {
    type Output = Self;

    #[inline]
    fn shr(self, places: u32) -> Self {
        let a = self.0;
        let carry = |word: u64| word << 1 << (63 - places);
        Self([
            a[0] >> places | carry(a[1]),
            a[1] >> places | carry(a[2]),
            a[2] >> places | carry(a[3]),
            a[3] >> places,
        ])
    }
}

impl Bits for U256 {
    const EMPTY: Self = Self([0; 4]);

    #[inline]
    fn bit(index: u32) -> Self {
        Self::single(index)
    }

    #[inline]
    fn has(self, index: u32) -> bool {
        self.0[index as usize / 64] >> (index % 64) & 1 != 0
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn lowest(self) -> u32 {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(3);
        word as u32 * 64 + self.0[word].trailing_zeros()
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
            *word &= word.wrapping_sub(1);
        }
        Self(words)
    }

    #[inline]
    fn byte(self, index: u32) -> u8 {
        (self.0[index as usize / 8] >> (index % 8 * 8)) as u8
    }

    #[inline]
    fn digest(self) -> u64 {
        self.0.into_iter().fold(0, |digest, word| mix(digest).wrapping_add(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_sets_shift_across_their_words() {
        for index in 0..256 {
            for places in [0, 1, 16, 63] {
                let up = U256::bit(index) << places;
                let expected = if index + places < 256 { U256::bit(index + places) } else { U256::EMPTY };
                assert_eq!(up, expected, "{index} << {places}");
                let down = U256::bit(index) >> places;
                let expected = if index >= places { U256::bit(index - places) } else { U256::EMPTY };
                assert_eq!(down, expected, "{index} >> {places}");
            }
        }
    }

    #[test]
    fn wide_sets_give_back_their_members() {
        let members = [0, 5, 63, 64, 130, 255];
        let mut set = members.iter().fold(U256::EMPTY, |set, &index| set | U256::bit(index));
        assert_eq!(set.count(), 6);
        assert_eq!(set.byte(0), 0b10_0001);
        assert_eq!(set.byte(31), 0b1000_0000);
        assert_eq!(set.highest(), 255);
        for index in members {
            assert!(set.has(index));
            assert_eq!(set.lowest(), index);
            set = set.without_lowest();
        }
        assert!(set.is_empty());
    }
}
