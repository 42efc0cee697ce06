//! A transposition table of bounds on the distance to a win.

use crate::blockade::position::PositionKey;

/// Bounds on the number of turns within which the attacker wins.
#[derive(Clone, Copy, Debug, Default)]
struct WinEntry {
    key: PositionKey,
    /// The attacker wins within this number of turns; 0 if that is not known.
    wins_within: u16,
    /// The attacker does not win within this number of turns.
    fails_within: u16,
    /// Binary logarithm of the nodes, plus 1; 0 for an empty entry.
    work: u8,
}

/// A transposition table of limited size with exact keys.
pub(crate) struct WinDistanceTable {
    buckets: Vec<[WinEntry; 4]>,
    /// Largest number of buckets, a power of two.
    max_buckets: usize,
    /// Positions added since the table grew.
    added: usize,
}

impl WinDistanceTable {
    const INITIAL_BUCKETS: usize = 1 << 10;

    pub(crate) fn new(bytes: u64) -> Self {
        let most = (bytes as usize / size_of::<[WinEntry; 4]>()).max(Self::INITIAL_BUCKETS);
        Self { buckets: vec![Default::default(); Self::INITIAL_BUCKETS], max_buckets: 1 << most.ilog2(), added: 0 }
    }

    #[inline]
    fn bucket(&self, key: PositionKey) -> usize {
        agon_core::rng::mix(key.0 ^ agon_core::rng::mix(key.1)) as usize & (self.buckets.len() - 1)
    }

    /// Whether the attacker wins within this number of turns, if that is known.
    #[inline]
    pub(crate) fn get(&self, key: PositionKey, turns: u16) -> Option<bool> {
        let entry = self.buckets[self.bucket(key)].iter().find(|entry| entry.key == key)?;
        if entry.wins_within > 0 && entry.wins_within <= turns {
            Some(true)
        } else if entry.fails_within >= turns {
            Some(false)
        } else {
            None
        }
    }

    /// Adds that the attacker wins, or does not win, within this number of turns.
    pub(crate) fn put(&mut self, key: PositionKey, turns: u16, won: bool, nodes: u64) {
        let at = self.bucket(key);
        let place = self.buckets[at].iter().position(|entry| entry.key == key);
        let place = place.unwrap_or_else(|| self.make_room(at));
        let entry = &mut self.buckets[at][place];
        entry.key = key;
        if won {
            entry.wins_within = if entry.wins_within == 0 { turns } else { entry.wins_within.min(turns) };
        } else {
            entry.fails_within = entry.fails_within.max(turns);
        }
        entry.work = entry.work.max(nodes.max(1).ilog2() as u8 + 1);
        if self.added > 2 * self.buckets.len() && self.buckets.len() < self.max_buckets {
            self.grow();
        }
    }

    /// Empties the entry with the least work.
    fn make_room(&mut self, at: usize) -> usize {
        self.added += 1;
        let bucket = &mut self.buckets[at];
        let least = (0..4).min_by_key(|&place| bucket[place].work).unwrap_or(0);
        if bucket[least].work > 0 && self.added.is_multiple_of(8) {
            // Ages the bucket, so that entries that are never used again get replaced.
            for entry in bucket.iter_mut() {
                entry.work = entry.work.saturating_sub(1).max(1);
            }
        }
        bucket[least] = WinEntry::default();
        least
    }

    fn grow(&mut self) {
        let doubled = vec![Default::default(); 2 * self.buckets.len()];
        let old = std::mem::replace(&mut self.buckets, doubled);
        self.added = 0;
        for entry in old.into_iter().flatten().filter(|entry| entry.work > 0) {
            let at = self.bucket(entry.key);
            let place = self.make_room(at);
            self.buckets[at][place] = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_what_was_put() {
        let mut win_table = WinDistanceTable::new(1 << 18);
        let key = |number: u64| PositionKey(number, (number % 7) << 30);
        for number in 0..100_000 {
            win_table.put(key(number), 3 + (number % 5) as u16, number % 2 == 0, number % 1000);
        }
        let mut kept = 0;
        for number in 0..100_000 {
            let turns = 3 + (number % 5) as u16;
            let (known, less, more) = (
                win_table.get(key(number), turns),
                win_table.get(key(number), turns - 1),
                win_table.get(key(number), turns + 1),
            );
            if known.is_some() {
                kept += 1;
                let won = number % 2 == 0;
                assert_eq!((known, less, more), (Some(won), (!won).then_some(false), won.then_some(true)));
            }
        }
        assert!(kept > 5_000, "{kept}");
    }
}
