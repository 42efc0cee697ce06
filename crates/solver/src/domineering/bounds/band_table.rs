use crate::cgt::hash::FastMap;

use crate::domineering::board::Region;
use crate::domineering::pieces::{PieceValues, SwitchSum};

/// Bands of up to this many cells are looked up by their cells.
const MAX_DIRECT_BITS: usize = 24;

/// A lookup table of lower bounds of bands of two rows, for the owner of the frame.
#[derive(Debug)]
pub(crate) struct BandTable {
    cols: u32,
    /// Packed bounds by lower row, then upper row, with all bits inverted. Zero means not computed, so that unused pages
    /// of the table take no memory.
    direct: Vec<u64>,
    /// The means alone, doubled plus one so that none is zero. Comparing cuts needs no more, and they stay in the faster
    /// caches.
    means: Vec<i16>,
    others: FastMap<u32, SwitchSum>,
}

impl BandTable {
    /// An empty table for bands with this many columns.
    pub(crate) fn new(cols: usize) -> Self {
        let bits = 2 * cols;
        let size = if bits <= MAX_DIRECT_BITS { 1 << bits } else { 0 };
        Self { cols: cols as u32, direct: vec![0; size], means: vec![0; size], others: FastMap::default() }
    }

    /// The lower bound of two rows.
    #[inline]
    pub(crate) fn get(&mut self, lower: u32, upper: u32, pieces: &mut PieceValues) -> SwitchSum {
        let index = lower | upper << self.cols;
        if let Some(&word) = self.direct.get(index as usize)
            && word != 0
        {
            return SwitchSum::unpack(!word);
        }
        self.find(index, pieces)
    }

    /// The mean of the lower bound of two rows.
    #[inline]
    pub(crate) fn mean(&mut self, lower: u32, upper: u32, pieces: &mut PieceValues) -> i32 {
        let index = lower | upper << self.cols;
        match self.means.get(index as usize) {
            Some(&word) if word != 0 => i32::from(word >> 1),
            _ => self.find(index, pieces).mean,
        }
    }

    #[cold]
    fn find(&mut self, index: u32, pieces: &mut PieceValues) -> SwitchSum {
        if let Some(&known) = self.others.get(&index) {
            return known;
        }
        let mask = (1u32 << self.cols) - 1;
        let region = Region::from_rows([(index & mask) as u16, (index >> self.cols) as u16]);
        let sum = pieces.lower_bound(&region);
        match self.direct.get_mut(index as usize) {
            Some(entry) => {
                *entry = !sum.pack();
                // The mean of two rows is at most one move for each column.
                self.means[index as usize] = 2 * sum.mean as i16 + 1;
            }
            None => {
                self.others.insert(index, sum);
            }
        }
        sum
    }
}
