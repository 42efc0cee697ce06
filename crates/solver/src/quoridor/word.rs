//! Sets of squares as one machine word.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

/// A set of squares of the second pawn: `u32`, `u64` or `u128`.
pub(crate) trait Word:
    Copy
    + Eq
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// No square.
    const EMPTY: Self;

    /// The lowest squares of a larger set.
    fn low(set: u128) -> Self;
    /// The same set, larger.
    fn wide(self) -> u128;
    /// How many squares there are.
    fn count(self) -> u32;

    /// The set of one square.
    #[inline]
    fn bit(index: u32) -> Self {
        Self::low(1 << index)
    }

    /// All squares if `true`, none if `false`.
    #[inline]
    fn all_if(condition: bool) -> Self {
        if condition { !Self::EMPTY } else { Self::EMPTY }
    }
}

macro_rules! word {
    ($($word:ty)*) => {$(
        impl Word for $word {
            const EMPTY: Self = 0;

            #[inline]
            fn low(set: u128) -> Self {
                set as Self
            }

            #[inline]
            fn wide(self) -> u128 {
                self as u128
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
        }
    )*};
}

word!(u32 u64 u128);
