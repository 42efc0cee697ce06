//! Random numbers for random positions.

use std::ops::Range;

/// A small generator: the same seed gives the same numbers everywhere.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number (`SplitMix64`).
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

    /// Whether something that happens `times` times in a hundred happens now.
    pub(crate) fn percent(&mut self, times: i32) -> bool {
        self.within(0..100) < times
    }

    /// One of the items; the list must not be empty.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.within(0..items.len() as i32) as usize]
    }
}
