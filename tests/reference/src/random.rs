//! The random generator of the random positions.

use std::ops::Range;

/// `SplitMix64`.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number of the range, or its start if the range is empty.
    pub(crate) fn within(&mut self, range: Range<i32>) -> i32 {
        let width = (range.end - range.start).max(1) as u64;
        range.start + (self.next() % width) as i32
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: u8, high: u8) -> u8 {
        self.within(i32::from(low)..i32::from(high) + 1) as u8
    }

    /// `true` with this probability in percent.
    pub(crate) fn percent(&mut self, probability: i32) -> bool {
        self.within(0..100) < probability
    }

    /// `true` with probability `1 / n`.
    pub(crate) fn one_in(&mut self, n: i32) -> bool {
        self.within(0..n) == 0
    }

    /// One of the items; the list must not be empty.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.within(0..items.len() as i32) as usize]
    }
}
