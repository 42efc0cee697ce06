use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::Fault;

use crate::OUT_OF_MEMORY;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Lower,
    Upper,
    Exact,
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) score: i32,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// The number of the best step.
    pub(crate) code: Option<u16>,
}

/// The transposition table: what is known of positions already searched, shared by threads.
///
/// A slot is two words, the second mixed into the first, so that a slot written by two threads
/// at once does not verify and is not believed; no lock is needed.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: u8,
}

/// The slots that are looked at for one position: one line of the processor's tt, fetched at once.
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; 4]);

const AGES: u8 = 64;
const NO_CODE: u16 = u16::MAX;

impl TranspositionTable {
    /// A table of about so many megabytes, at least a small one.
    pub fn new(megabytes: usize) -> Result<Self, Fault> {
        let room = (megabytes.clamp(1, usize::MAX >> 20) << 20) / size_of::<Bucket>();
        // A power of two lets a mask choose the bucket.
        let count = 1usize << room.ilog2();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| OUT_OF_MEMORY.with("megabytes", megabytes))?;
        ask_for_large_pages(buckets.spare_capacity_mut());
        let slot = || [AtomicU64::new(0), AtomicU64::new(0)];
        buckets.extend((0..count).map(|_| Bucket([slot(), slot(), slot(), slot()])));
        Ok(Self { buckets, age: 0 })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot[0].get_mut() = 0;
            *slot[1].get_mut() = 0;
        }
        self.age = 0;
    }

    /// Makes everything stored so far give way to what comes now.
    pub(crate) fn start_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]; 4] {
        // Any bits would do, but which share a bucket decides the signature of the benchmark.
        &self.buckets[(key as usize >> 2) & (self.buckets.len() - 1)].0
    }

    /// Asks the processor to have the slots of a position at hand soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            #[expect(unsafe_code, reason = "a hint; without it the search only waits longer")]
            // SAFETY: a prefetch reads nothing, and the address is that of a slot.
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(self.bucket(key).as_ptr().cast::<i8>());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            let check = slot[0].load(Ordering::Relaxed);
            if data != 0 && check ^ data == key { unpack(data) } else { None }
        })
    }

    pub(crate) fn store(&self, key: u64, entry: Entry) {
        let mut victim = None;
        let mut lowest = i32::MAX;
        for slot in self.bucket(key) {
            let data = slot[1].load(Ordering::Relaxed);
            if data == 0 || slot[0].load(Ordering::Relaxed) ^ data == key {
                victim = Some(slot);
                break;
            }
            let years = (self.age + AGES - age_of(data)) % AGES;
            let worth = i32::from(depth_of(data)) - 8 * i32::from(years);
            if worth < lowest {
                lowest = worth;
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

/// Asks the system to keep tt that was not touched yet in large pages: slots are asked for all over
/// the table, and finding their small pages takes longer than the reading.
fn ask_for_large_pages<T>(tt: &mut [MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const LARGE: usize = 2 << 20;
        const SMALL: usize = 4 << 10;
        let (begin, length) = (tt.as_mut_ptr().addr(), size_of_val(tt));
        let skipped = begin.next_multiple_of(SMALL) - begin;
        if length >= LARGE {
            let whole = (length - skipped) / SMALL * SMALL;
            #[expect(unsafe_code, reason = "advice; if it is not taken the search only waits longer")]
            // SAFETY: the pages lie within the tt, and the advice does not change what is in it.
            let _ = unsafe {
                madvise(tt.as_mut_ptr().wrapping_byte_add(skipped).cast(), whole, Advice::LinuxHugepage)
            };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = tt;
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
    (data >> 2) as u8 & (AGES - 1)
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

    /// More than any address space has room for.
    #[test]
    fn memory_that_is_not_there_is_refused() {
        let refused = TranspositionTable::new(usize::MAX >> 20).map(|_| ()).unwrap_err();
        assert_eq!(refused, OUT_OF_MEMORY.with("megabytes", usize::MAX >> 20));
    }
}
