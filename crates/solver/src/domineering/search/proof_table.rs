use std::io::{self, Read, Write};
use std::sync::{Mutex, MutexGuard};

use agon_core::Fault;

use crate::DAMAGED_PROOF;
use crate::domineering::board::ContestedCore;

/// A transposition table of proved positions with exact keys: no two positions share a key.
#[derive(Debug)]
pub(crate) struct ProofTable {
    /// Each has its own lock, so that threads seldom wait for one another.
    shards: Vec<Mutex<Shard>>,
    layout: EntryLayout,
}

/// The layout of an entry, which is one word.
///
/// From the lowest bits: the contested cells and the player to move, the numbers of spare moves with which each player is
/// known to win, and the binary logarithm of the nodes of the proof. Zero is an empty entry.
#[derive(Clone, Copy, Debug)]
struct EntryLayout {
    cells: u32,
    /// Bits for the spare moves of each player.
    spare_bits: u32,
}

impl EntryLayout {
    fn new(cells: u32) -> Self {
        Self { cells, spare_bits: if cells <= MAX_CELLS_WITH_SPARE { 7 } else { 1 } }
    }

    #[inline]
    fn key(self, core: ContestedCore, mover: usize) -> u128 {
        core.cells | (mover as u128) << self.cells
    }

    /// The bits of an entry that identify the position.
    #[inline]
    fn key_mask(self) -> u128 {
        (1 << (self.cells + 1)) - 1
    }

    /// The largest number of spare moves that fits, counted from the smallest one.
    #[inline]
    fn most_spare(self) -> u32 {
        (1 << self.spare_bits) - 1
    }

    /// By player: how strong the proof of a win is, in spare moves that the player can do without; 0 if there is none.
    #[inline]
    fn proofs(self, entry: u128) -> [u32; 2] {
        let word = (entry >> (self.cells + 1)) as u32;
        [word & self.most_spare(), word >> self.spare_bits & self.most_spare()]
    }

    #[inline]
    fn work(self, entry: u128) -> u128 {
        entry >> (self.cells + 1 + 2 * self.spare_bits)
    }

    /// Spare moves of Vertical, counted from the smallest number.
    #[inline]
    fn spare(self, core: ContestedCore) -> u32 {
        core.spare.saturating_add_unsigned(self.most_spare() / 2).max(0) as u32
    }

    /// Whether Vertical wins with this number of spare moves, if that is known.
    #[inline]
    fn vertical_wins(self, entry: u128, spare: u32) -> Option<bool> {
        let [vertical, horizontal] = self.proofs(entry);
        if spare + vertical >= self.most_spare() {
            return Some(true);
        }
        (spare < horizontal).then_some(false)
    }

    fn entry(self, key: u128, [vertical, horizontal]: [u32; 2], work: u128) -> u128 {
        let proofs = u128::from(vertical | horizontal << self.spare_bits);
        let most_work = (1 << (u128::BITS - self.cells - 1 - 2 * self.spare_bits).min(5)) - 1;
        key | proofs << (self.cells + 1) | work.min(most_work) << (self.cells + 1 + 2 * self.spare_bits)
    }

    /// Merges two entries of the same position.
    fn both(self, one: u128, other: u128) -> u128 {
        let ([a, b], [c, d]) = (self.proofs(one), self.proofs(other));
        self.entry(one & self.key_mask(), [a.max(c), b.max(d)], self.work(one).max(self.work(other)))
    }
}

/// A part of the table. It grows by doubling, so that short searches start at once.
#[derive(Debug)]
struct Shard {
    /// One cache line each.
    buckets: Vec<ProofBucket>,
    entries: usize,
    most_buckets: usize,
}

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct ProofBucket([u128; 4]);

/// Most cells of a board; 7 bits of an entry are left for the rest.
pub(crate) const MAX_CELLS: u32 = 121;

/// Most cells of a board for which entries have room for spare moves.
pub(crate) const MAX_CELLS_WITH_SPARE: u32 = 108;

const SHARD_COUNT: usize = 64;
const INITIAL_BUCKETS: usize = 16;

impl ProofTable {
    /// An empty table for boards with this number of cells, at most [`MAX_CELLS`].
    pub(crate) fn new(cells: u32, megabytes: usize) -> Self {
        let share = (megabytes.max(1) << 20) / size_of::<ProofBucket>() / SHARD_COUNT;
        let most_buckets = if share.is_power_of_two() { share } else { share.next_power_of_two() / 2 };
        let shard = || Shard {
            buckets: vec![ProofBucket([0; 4]); INITIAL_BUCKETS.min(most_buckets)],
            entries: 0,
            most_buckets,
        };
        Self { shards: (0..SHARD_COUNT).map(|_| Mutex::new(shard())).collect(), layout: EntryLayout::new(cells) }
    }

    fn shard(&self, hash: u64) -> MutexGuard<'_, Shard> {
        let shard = &self.shards[hash as usize % SHARD_COUNT];
        // Entries are written whole, so a thread that panicked left no damage.
        shard.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Whether the player to move wins, if that is proved.
    pub(crate) fn get(&self, core: ContestedCore, mover: usize) -> Option<bool> {
        let key = self.layout.key(core, mover);
        let hash = hash(key);
        let shard = self.shard(hash);
        let bucket = &shard.buckets[shard.index(hash)].0;
        let entry = bucket.iter().find(|&&entry| entry & self.layout.key_mask() == key)?;
        let vertical_wins = self.layout.vertical_wins(*entry, self.layout.spare(core))?;
        Some(vertical_wins == (mover == 0))
    }

    pub(crate) fn put(&self, core: ContestedCore, mover: usize, wins: bool, work: u64) {
        let spare = self.layout.spare(core);
        let proofs = if wins == (mover == 0) { [self.layout.most_spare() - spare, 0] } else { [0, spare + 1] };
        let work = u128::from(work.max(1).ilog2());
        self.enter(self.layout.entry(self.layout.key(core, mover), proofs, work));
    }

    fn enter(&self, entry: u128) {
        let hash = hash(entry & self.layout.key_mask());
        let mut shard = self.shard(hash);
        if shard.entries > shard.buckets.len() && shard.buckets.len() < shard.most_buckets {
            shard.grow(self.layout);
        }
        shard.enter(entry, hash, self.layout);
    }

    /// The number of entries.
    pub(crate) fn len(&self) -> usize {
        (0..SHARD_COUNT as u64).map(|index| self.shard(index).entries).sum()
    }

    /// Writes all entries.
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.layout.cells.to_le_bytes())?;
        out.write_all(&(self.len() as u64).to_le_bytes())?;
        for index in 0..SHARD_COUNT as u64 {
            let shard = self.shard(index);
            for entry in shard.buckets.iter().flat_map(|bucket| bucket.0).filter(|&entry| entry != 0) {
                out.write_all(&entry.to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// Adds all entries that were saved.
    pub(crate) fn load(&self, input: &mut dyn Read) -> Result<(), Fault> {
        let damaged = |_| DAMAGED_PROOF.fault();
        let (mut cells, mut count, mut entry) = ([0; 4], [0; 8], [0; 16]);
        input.read_exact(&mut cells).map_err(damaged)?;
        input.read_exact(&mut count).map_err(damaged)?;
        if u32::from_le_bytes(cells) != self.layout.cells {
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

    /// Merges an entry with that of the same position, or replaces an empty entry or the one with the least work.
    fn enter(&mut self, entry: u128, hash: u64, layout: EntryLayout) {
        let index = self.index(hash);
        let bucket = &mut self.buckets[index].0;
        let is_same = |old: u128| (old ^ entry) & layout.key_mask() == 0;
        let place = match bucket.iter().position(|&old| old == 0 || is_same(old)) {
            Some(place) => place,
            None => (0..bucket.len()).min_by_key(|&place| layout.work(bucket[place])).unwrap_or(0),
        };
        let old = bucket[place];
        self.entries += usize::from(old == 0);
        bucket[place] = if old != 0 && is_same(old) { layout.both(old, entry) } else { entry };
    }

    fn grow(&mut self, layout: EntryLayout) {
        let count = 2 * self.buckets.len();
        let old = std::mem::replace(&mut self.buckets, vec![ProofBucket([0; 4]); count]);
        self.entries = 0;
        for entry in old.into_iter().flat_map(|bucket| bucket.0).filter(|&entry| entry != 0) {
            self.enter(entry, hash(entry & layout.key_mask()), layout);
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
        let proofs = ProofTable::new(81, 64);
        let positions: Vec<u128> = (1..20_000u128).map(|n| n * 0x1_0000_0003_0001 % (1 << 81)).collect();
        let core = |cells: u128| ContestedCore { cells, spare: (cells % 7) as i32 - 3 };
        for &position in &positions {
            proofs.put(core(position), (position % 2) as usize, position % 3 == 0, position as u64);
        }
        let mut file = Vec::new();
        proofs.save(&mut file).unwrap();
        let copy = ProofTable::new(81, 64);
        copy.load(&mut file.as_slice()).unwrap();
        let mut kept = 0;
        for position in positions {
            let mover = (position % 2) as usize;
            assert_eq!(proofs.get(core(position), 1 - mover), None);
            let (found, again) = (proofs.get(core(position), mover), copy.get(core(position), mover));
            for wins in [found, again].into_iter().flatten() {
                assert_eq!(wins, position % 3 == 0);
            }
            // A full bucket drops an entry now and then; which one depends on the order.
            kept += u32::from(found.is_some() && again.is_some());
        }
        assert!(kept > 19_500, "{kept}");
        assert!(ProofTable::new(80, 1).load(&mut file.as_slice()).is_err());
        assert!(ProofTable::new(81, 1).load(&mut &file[..file.len() - 1]).is_err());
    }

    /// A win with few spare moves is a win with more of them; numbers between the proved ones are open.
    #[test]
    fn a_proof_holds_for_more_moves_to_spare() {
        let core = |spare| ContestedCore { cells: 0b1011, spare };
        for cells in [4, 81, MAX_CELLS_WITH_SPARE] {
            let proofs = ProofTable::new(cells, 1);
            proofs.put(core(2), 0, true, 5);
            proofs.put(core(4), 0, true, 1);
            proofs.put(core(-1), 0, false, 1 << 40);
            proofs.put(core(-50), 0, false, 9);
            let found = [-54, -2, -1, 0, 1, 2, 3, 54].map(|spare| proofs.get(core(spare), 0));
            let (won, lost) = (Some(true), Some(false));
            assert_eq!(found, [lost, lost, lost, None, None, won, won, won], "{cells}");
            assert_eq!((proofs.get(core(2), 1), proofs.len()), (None, 1));
            proofs.put(core(0), 1, true, 1);
            assert_eq!([-1, 0, 1].map(|spare| proofs.get(core(spare), 1)), [won, won, None]);
        }
    }

    /// On the largest boards entries have no room for spare moves.
    #[test]
    fn large_boards_have_entries_without_spare_moves() {
        let proofs = ProofTable::new(MAX_CELLS, 1);
        let core = |cells: u128| ContestedCore { cells: cells | 1 << (MAX_CELLS - 1), spare: 0 };
        for cells in 0..100 {
            proofs.put(core(cells), 1, cells % 3 == 0, u64::MAX);
        }
        for cells in 0..100 {
            assert_eq!(proofs.get(core(cells), 1), Some(cells % 3 == 0));
            assert_eq!(proofs.get(core(cells), 0), None);
        }
    }
}
