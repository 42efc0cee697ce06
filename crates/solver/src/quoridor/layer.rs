//! The solved positions of all configurations with the same number of walls.

use crate::quoridor::geometry::WallSet;
use agon_core::bits::UintBits;

/// Number of configurations that are solved and stored together.
pub(crate) const CHUNK_CONFIGURATIONS: usize = 64;

/// The numbers of walls that both players have left.
pub(crate) type Stocks = [u8; 2];

/// The solved positions of all configurations with the same number of walls.
pub(crate) struct Layer<W> {
    index: ConfigurationIndex,
    stocks: Vec<Stocks>,
    chunks: Vec<Chunk<W>>,
    squares: usize,
}

/// The solved positions of some configurations.
pub(crate) struct Chunk<W> {
    /// By configuration, stocks and player to move: lost positions by square of the first pawn.
    lost: Vec<W>,
    /// By configuration and stocks: index into `drawn` plus 1, or 0 if there are no draws.
    drawn_at: Vec<u32>,
    /// By player to move: drawn positions by square of the first pawn.
    drawn: Vec<W>,
}

/// The solved positions of one configuration with one pair of stocks and one player to move.
pub(crate) struct LayerEntry<'a, W> {
    pub(crate) lost: &'a [W],
    pub(crate) drawn: Option<&'a [W]>,
}

impl<W: UintBits> Layer<W> {
    pub(crate) fn new(
        configurations: Vec<WallSet>,
        stocks: Vec<Stocks>,
        chunks: Vec<Chunk<W>>,
        squares: usize,
    ) -> Self {
        Self { index: ConfigurationIndex::new(configurations), stocks, chunks, squares }
    }

    /// Memory of the solved positions.
    pub(crate) fn bytes(&self) -> u64 {
        self.chunks.iter().map(Chunk::bytes).sum()
    }

    /// The index of a configuration, if it is a legal one.
    pub(crate) fn find(&self, walls: WallSet) -> Option<usize> {
        self.index.find(walls)
    }

    /// The index of a pair of stocks.
    pub(crate) fn find_stocks(&self, stocks: Stocks) -> Option<usize> {
        self.stocks.iter().position(|&these| these == stocks)
    }

    /// The solved positions with a player to move.
    pub(crate) fn entry(&self, configuration: usize, stocks: usize, mover: usize) -> LayerEntry<'_, W> {
        let chunk = &self.chunks[configuration / CHUNK_CONFIGURATIONS];
        let place = configuration % CHUNK_CONFIGURATIONS * self.stocks.len() + stocks;
        let slice = |at: usize| (2 * at + mover) * self.squares..(2 * at + mover + 1) * self.squares;
        let drawn_at = chunk.drawn_at[place] as usize;
        LayerEntry { lost: &chunk.lost[slice(place)], drawn: (drawn_at > 0).then(|| &chunk.drawn[slice(drawn_at - 1)]) }
    }
}

impl<W: UintBits> Chunk<W> {
    /// An empty chunk with room for `entries` pairs of configurations and stocks.
    pub(crate) fn with_room(entries: usize, squares: usize) -> Self {
        Self {
            lost: Vec::with_capacity(2 * entries * squares),
            drawn_at: Vec::with_capacity(entries),
            drawn: Vec::new(),
        }
    }

    /// Appends the next configuration and stocks.
    pub(crate) fn push(&mut self, lost: [&[W]; 2], drawn: Option<[&[W]; 2]>) {
        for lost in lost {
            self.lost.extend_from_slice(lost);
        }
        let Some(drawn) = drawn else {
            self.drawn_at.push(0);
            return;
        };
        let before = self.drawn.len() / (2 * drawn[0].len());
        self.drawn_at.push(before as u32 + 1);
        for drawn in drawn {
            self.drawn.extend_from_slice(drawn);
        }
    }

    /// Memory of the chunk.
    pub(crate) fn bytes(&self) -> u64 {
        let words = (self.lost.capacity() + self.drawn.capacity()) * size_of::<W>();
        (words + self.drawn_at.capacity() * size_of::<u32>()) as u64
    }
}

/// A hash index of configurations.
struct ConfigurationIndex {
    configurations: Vec<WallSet>,
    /// Indices plus 1, with linear probing from the hash.
    slots: Vec<u32>,
    mask: usize,
}

impl ConfigurationIndex {
    fn new(configurations: Vec<WallSet>) -> Self {
        let size = (2 * configurations.len()).next_power_of_two().max(2);
        let mut index = Self { configurations, slots: vec![0; size], mask: size - 1 };
        for (number, &walls) in index.configurations.iter().enumerate() {
            let mut at = hash(walls) & index.mask;
            while index.slots[at] != 0 {
                at = (at + 1) & index.mask;
            }
            index.slots[at] = number as u32 + 1;
        }
        index
    }

    #[inline]
    fn find(&self, walls: WallSet) -> Option<usize> {
        let mut at = hash(walls) & self.mask;
        loop {
            let number = (self.slots[at] as usize).checked_sub(1)?;
            if self.configurations[number] == walls {
                return Some(number);
            }
            at = (at + 1) & self.mask;
        }
    }
}

#[inline]
fn hash(walls: WallSet) -> usize {
    let word = (walls as u64) ^ ((walls >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    agon_core::rng::mix(word) as usize
}
