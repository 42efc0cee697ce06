use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// A set of cells in a machine word the solver is fast with.
pub(crate) trait Bits:
    Copy
    + Eq
    + Ord
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
    + std::hash::Hash
    + From<u32>
    + BitAndAssign
    + BitOrAssign
    + 'static
{
    fn bit(index: u32) -> Self;
    fn is_empty(self) -> bool;
    fn count(self) -> u32;
    /// The number of the first cell; the set must not be empty.
    fn first(self) -> u32;
    /// The set without its first cell.
    fn rest(self) -> Self;
    /// The first 64 cells.
    fn low(self) -> u64;
    fn wide(self) -> u128;
    /// Both sets added as numbers; what is carried beyond the last cell is lost.
    fn added(self, other: Self) -> Self;
    /// The cells of even number.
    fn even() -> Self;
    /// A hash of which the upper bits are the best.
    fn mixed(self) -> u64;
}

macro_rules! bits {
    ($word:ty, $fold:expr) => {
        impl Bits for $word {
            #[inline]
            fn bit(index: u32) -> Self {
                1 << index
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
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn low(self) -> u64 {
                self as u64
            }

            #[inline]
            fn wide(self) -> u128 {
                self as u128
            }

            #[inline]
            fn added(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn even() -> Self {
                <$word>::MAX / 3
            }

            #[inline]
            fn mixed(self) -> u64 {
                let folded: u64 = $fold(self);
                (folded ^ folded >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            }
        }
    };
}

bits!(u64, |word: u64| word);
bits!(u128, |word: u128| word as u64 ^ ((word >> 64) as u64).wrapping_mul(0xd6e8_feb8_6659_fd93));
