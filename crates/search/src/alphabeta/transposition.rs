use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::Fault;

use crate::OUT_OF_MEMORY;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Lower,
    Upper,
    Exact,
}

/// What the table stores for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) score: i32,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// The code of the best step.
    pub(crate) code: Option<u16>,
}

/// A transposition table shared by threads without locks.
///
/// A slot is two words: the packed entry, and the key xor the entry. A slot torn by two threads writing at once
/// fails the comparison with the key and counts as empty.
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// The number of the current search, modulo [`AGE_COUNT`].
    age: u8,
}

/// The slots a position may be stored in: one cache line, so that a probe costs one memory access.
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; 4]);

/// Searches that an entry can tell apart; older ones look new again.
const AGE_COUNT: u8 = 64;
const NO_CODE: u16 = u16::MAX;

impl TranspositionTable {
    /// A table of at most this many megabytes, at least one.
    pub(crate) fn new(megabytes: usize) -> Result<Self, Fault> {
        let max_count = (megabytes.clamp(1, usize::MAX >> 20) << 20) / size_of::<Bucket>();
        // A power of two, so that a mask selects the bucket.
        let count = 1usize << max_count.ilog2();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| OUT_OF_MEMORY.with("megabytes", megabytes))?;
        advise_huge_pages(buckets.spare_capacity_mut());
        let slot = || [AtomicU64::new(0), AtomicU64::new(0)];
        buckets.extend((0..count).map(|_| Bucket([slot(), slot(), slot(), slot()])));
        Ok(Self { buckets, age: 0 })
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot[0].get_mut() = 0;
            *slot[1].get_mut() = 0;
        }
        self.age = 0;
    }

    /// Ages all entries, so that those of the new search replace them.
    pub(crate) fn start_search(&mut self) {
        self.age = (self.age + 1) % AGE_COUNT;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]; 4] {
        // Any bits would do, but the choice of bucket changes the bench signature.
        &self.buckets[(key as usize >> 2) & (self.buckets.len() - 1)].0
    }

    /// Prefetches the bucket of a position.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            #[expect(unsafe_code, reason = "a hint; without it the search is only slower")]
            // SAFETY: a prefetch has no effect on memory, and the address is that of a bucket.
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(self.bucket(key).as_ptr().cast::<i8>());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// The entry of a position.
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            let check = slot[0].load(Ordering::Relaxed);
            if data != 0 && check ^ data == key { unpack(data) } else { None }
        })
    }

    /// Stores an entry in place of the same position, of an empty slot, or of the shallowest and oldest entry.
    pub(crate) fn store(&self, key: u64, entry: Entry) {
        let mut victim = None;
        let mut lowest = i32::MAX;
        for slot in self.bucket(key) {
            let data = slot[1].load(Ordering::Relaxed);
            if data == 0 || slot[0].load(Ordering::Relaxed) ^ data == key {
                victim = Some(slot);
                break;
            }
            let searches = (self.age + AGE_COUNT - age_of(data)) % AGE_COUNT;
            let value = i32::from(depth_of(data)) - 8 * i32::from(searches);
            if value < lowest {
                lowest = value;
                victim = Some(slot);
            }
        }
        if let Some(slot) = victim {
            let data = pack(entry, self.age);
            slot[1].store(data, Ordering::Relaxed);
            slot[0].store(key ^ data, Ordering::Relaxed);
        }
    }
}

/// Asks the system for huge pages: probes are random, and TLB misses on small pages take longer than the reads.
/// The memory must not be touched yet.
fn advise_huge_pages<T>(memory: &mut [MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const HUGE_PAGE_BYTES: usize = 2 << 20;
        const PAGE_BYTES: usize = 4 << 10;
        let (begin, length) = (memory.as_mut_ptr().addr(), size_of_val(memory));
        let skipped = begin.next_multiple_of(PAGE_BYTES) - begin;
        if length >= HUGE_PAGE_BYTES {
            let whole = (length - skipped) / PAGE_BYTES * PAGE_BYTES;
            #[expect(unsafe_code, reason = "advice; if it is ignored the search is only slower")]
            // SAFETY: the pages lie within the memory, and the advice does not change what is in it.
            let _ =
                unsafe { madvise(memory.as_mut_ptr().wrapping_byte_add(skipped).cast(), whole, Advice::LinuxHugepage) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// From the top: score 32 bits, code 16, depth 8, age 6, bound 2 (never 0, so no entry is 0).
fn pack(entry: Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.score as u32) << 32
        | u64::from(entry.code.unwrap_or(NO_CODE)) << 16
        | u64::from(entry.depth) << 8
        | u64::from(age) << 2
        | bound
}

fn age_of(data: u64) -> u8 {
    (data >> 2) as u8 & (AGE_COUNT - 1)
}

fn depth_of(data: u64) -> u8 {
    (data >> 8) as u8
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data & 3 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        3 => Bound::Exact,
        _ => return None,
    };
    let code = (data >> 16) as u16;
    Some(Entry {
        score: (data >> 32) as u32 as i32,
        depth: depth_of(data),
        bound,
        code: (code != NO_CODE).then_some(code),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Rng;

    fn entry(rng: &mut Rng) -> Entry {
        Entry {
            score: rng.next_u64() as i32,
            depth: rng.below(200) as u8,
            bound: *rng.choose(&[Bound::Lower, Bound::Upper, Bound::Exact]).unwrap(),
            code: rng.choose(&[None, Some(0), Some(4159)]).copied().flatten(),
        }
    }

    #[test]
    fn what_is_kept_is_recalled_and_nothing_else() {
        let tt = TranspositionTable::new(1).unwrap();
        let mut rng = Rng::new(1);
        let entries: Vec<(u64, Entry)> = (0..1000).map(|_| (rng.next_u64(), entry(&mut rng))).collect();
        for &(key, entry) in &entries {
            tt.store(key, entry);
        }
        for &(key, entry) in &entries {
            assert_eq!(tt.probe(key), Some(entry));
            // The same bucket, another position.
            assert_eq!(tt.probe(key ^ 1 << 63), None);
        }
    }

    #[test]
    fn a_torn_slot_is_not_believed() {
        let tt = TranspositionTable::new(1).unwrap();
        let mut rng = Rng::new(2);
        tt.store(99, entry(&mut rng));
        tt.bucket(99)[0][1].fetch_xor(1 << 40, Ordering::Relaxed);
        assert_eq!(tt.probe(99), None);
    }

    #[test]
    fn old_and_shallow_entries_give_way_first() {
        let mut tt = TranspositionTable::new(1).unwrap();
        let plain = |depth| Entry { score: 0, depth, bound: Bound::Exact, code: None };
        // Keys of one bucket differ in their high bits.
        let key = |n: u64| n << 50;
        for n in 1..=4 {
            tt.store(key(n), plain(n as u8));
        }
        tt.store(key(5), plain(1));
        assert_eq!(tt.probe(key(1)), None);
        tt.start_search();
        tt.store(key(6), plain(9));
        tt.store(key(7), plain(1));
        tt.store(key(8), plain(1));
        assert_eq!(tt.probe(key(6)).map(|entry| entry.depth), Some(9));
    }

    /// More than any address space has `max_count` for.
    #[test]
    fn memory_that_is_not_there_is_refused() {
        let refused = TranspositionTable::new(usize::MAX >> 20).map(|_| ()).unwrap_err();
        assert_eq!(refused, OUT_OF_MEMORY.with("megabytes", usize::MAX >> 20));
    }
}
