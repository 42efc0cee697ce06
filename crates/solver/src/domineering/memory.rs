use std::io::{self, Read, Write};
use std::sync::{Mutex, MutexGuard};

use agon_core::Fault;

use crate::DAMAGED_PROOF;

/// Proofs found so far, by exact position: no two positions are ever taken for one another.
///
/// An entry is one word: the cells, who is to move, whether he wins, and how much work the proof
/// was (its logarithm). Nought is an empty entry: a board without free cells is never stored.
#[derive(Debug)]
pub(crate) struct Memory {
    /// Each locked for itself, so that threads seldom wait for one another.
    shards: Vec<Mutex<Shard>>,
    cells: u32,
}

/// Grows by doubling up to its share of the memory, so that short searches start at once.
#[derive(Debug)]
struct Shard {
    /// One cache line each.
    buckets: Vec<Bucket>,
    entries: usize,
    most_buckets: usize,
}

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket([u128; 4]);

/// Most cells of a board: the rest of an entry are 7 bits.
pub(crate) const MOST_CELLS: u32 = 121;

const SHARDS: usize = 64;
const FIRST_BUCKETS: usize = 16;

impl Memory {
    /// For boards of so many cells, at most [`MOST_CELLS`].
    pub(crate) fn new(cells: u32, megabytes: usize) -> Self {
        let share = (megabytes.max(1) << 20) / size_of::<Bucket>() / SHARDS;
        let most_buckets = if share.is_power_of_two() { share } else { share.next_power_of_two() / 2 };
        let shard = || Shard {
            buckets: vec![Bucket([0; 4]); FIRST_BUCKETS.min(most_buckets)],
            entries: 0,
            most_buckets,
        };
        Self { shards: (0..SHARDS).map(|_| Mutex::new(shard())).collect(), cells }
    }

    fn shard(&self, hash: u64) -> MutexGuard<'_, Shard> {
        let shard = &self.shards[hash as usize % SHARDS];
        // A thread that panicked did not leave half an entry behind.
        shard.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn key(&self, position: u128, mover: usize) -> u128 {
        position | (mover as u128) << self.cells
    }

    /// The bits of an entry that say which position it is.
    fn key_mask(&self) -> u128 {
        (1 << (self.cells + 1)) - 1
    }

    /// Whether the player to move wins, if it is known.
    pub(crate) fn get(&self, position: u128, mover: usize) -> Option<bool> {
        let key = self.key(position, mover);
        let hash = hash(key);
        let shard = self.shard(hash);
        let bucket = &shard.buckets[shard.index(hash)].0;
        let entry = bucket.iter().find(|&&entry| entry & self.key_mask() == key)?;
        Some(entry >> (self.cells + 1) & 1 == 1)
    }

    pub(crate) fn put(&self, position: u128, mover: usize, wins: bool, work: u64) {
        let key = self.key(position, mover);
        let size = u128::from(work.max(1).ilog2().min(31));
        self.enter(key | u128::from(wins) << (self.cells + 1) | size << (self.cells + 2));
    }

    fn enter(&self, entry: u128) {
        let hash = hash(entry & self.key_mask());
        let mut shard = self.shard(hash);
        if shard.entries > shard.buckets.len() && shard.buckets.len() < shard.most_buckets {
            shard.grow(self.key_mask());
        }
        shard.enter(entry, hash, self.key_mask(), self.cells + 2);
    }

    /// How many proofs are kept.
    pub(crate) fn len(&self) -> usize {
        (0..SHARDS as u64).map(|index| self.shard(index).entries).sum()
    }

    /// Writes all entries.
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.cells.to_le_bytes())?;
        out.write_all(&(self.len() as u64).to_le_bytes())?;
        for index in 0..SHARDS as u64 {
            let shard = self.shard(index);
            for entry in shard.buckets.iter().flat_map(|bucket| bucket.0).filter(|&entry| entry != 0) {
                out.write_all(&entry.to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// Enters all entries that were saved.
    pub(crate) fn load(&self, input: &mut dyn Read) -> Result<(), Fault> {
        let damaged = |_| DAMAGED_PROOF.fault();
        let (mut cells, mut count, mut entry) = ([0; 4], [0; 8], [0; 16]);
        input.read_exact(&mut cells).map_err(damaged)?;
        input.read_exact(&mut count).map_err(damaged)?;
        if u32::from_le_bytes(cells) != self.cells {
            return Err(DAMAGED_PROOF.fault());
        }
        for _ in 0..u64::from_le_bytes(count) {
            input.read_exact(&mut entry).map_err(damaged)?;
            self.enter(u128::from_le_bytes(entry));
        }
        Ok(())
    }
}

impl Shard {
    fn index(&self, hash: u64) -> usize {
        (hash >> 16) as usize & (self.buckets.len() - 1)
    }

    /// Puts an entry in the place of the same position, of nothing, or of the least work.
    fn enter(&mut self, entry: u128, hash: u64, key_mask: u128, work_shift: u32) {
        let index = self.index(hash);
        let bucket = &mut self.buckets[index].0;
        let same = |old: u128| old == 0 || (old ^ entry) & key_mask == 0;
        let place = match bucket.iter().position(|&old| same(old)) {
            Some(place) => place,
            None => (0..bucket.len()).min_by_key(|&place| bucket[place] >> work_shift).unwrap_or(0),
        };
        self.entries += usize::from(bucket[place] == 0);
        bucket[place] = entry;
    }

    fn grow(&mut self, key_mask: u128) {
        let count = 2 * self.buckets.len();
        let old = std::mem::replace(&mut self.buckets, vec![Bucket([0; 4]); count]);
        self.entries = 0;
        for entry in old.into_iter().flat_map(|bucket| bucket.0).filter(|&entry| entry != 0) {
            self.enter(entry, hash(entry & key_mask), key_mask, 0);
        }
    }
}

fn hash(key: u128) -> u64 {
    let folded = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ ((key >> 64) as u64 ^ 0x5bd1_e995).wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(32);
    let mixed = (folded ^ folded >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_growth_saving_and_loading() {
        let memory = Memory::new(81, 64);
        let positions: Vec<u128> = (1..20_000u128).map(|n| n * 0x1_0000_0003_0001 % (1 << 81)).collect();
        for &position in &positions {
            memory.put(position, (position % 2) as usize, position % 3 == 0, position as u64);
        }
        let mut file = Vec::new();
        memory.save(&mut file).unwrap();
        let copy = Memory::new(81, 64);
        copy.load(&mut file.as_slice()).unwrap();
        let mut kept = 0;
        for position in positions {
            let mover = (position % 2) as usize;
            assert_eq!(memory.get(position, 1 - mover), None);
            let (found, again) = (memory.get(position, mover), copy.get(position, mover));
            for wins in [found, again].into_iter().flatten() {
                assert_eq!(wins, position % 3 == 0);
            }
            // A full bucket drops an entry now and then; which one depends on the order.
            kept += u32::from(found.is_some() && again.is_some());
        }
        assert!(kept > 19_500, "{kept}");
        assert!(Memory::new(80, 1).load(&mut file.as_slice()).is_err());
        assert!(Memory::new(81, 1).load(&mut &file[..file.len() - 1]).is_err());
    }
}
