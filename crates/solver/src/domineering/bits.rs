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
}

macro_rules! bits {
    ($word:ty) => {
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
        }
    };
}

bits!(u64);
bits!(u128);
