use agon_core::Player;
use agon_core::rng::mix;

use crate::Probabilities;

/// A cache of evaluations. Evicting an entry costs time but changes no result.
pub(crate) struct Cache {
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    probabilities: Probabilities,
}

/// Two megabytes: enough for a search of two or three turns, and small enough for the processor's cache.
const SLOT_COUNT: usize = 1 << 16;

impl Cache {
    /// An empty cache, allocated on first use.
    pub(crate) fn new() -> Self {
        Self { slots: Vec::new() }
    }

    /// The key of a position seen by a player, never zero: zero marks an empty slot.
    pub(crate) fn key(position: u64, player: Player) -> u64 {
        mix(position ^ player.index() as u64) | 1
    }

    pub(crate) fn get(&self, key: u64) -> Option<Probabilities> {
        let slot = self.slots.get(place(key))?;
        (slot.key == key).then_some(slot.probabilities)
    }

    pub(crate) fn store(&mut self, key: u64, probabilities: Probabilities) {
        if self.slots.is_empty() {
            self.slots = vec![Slot::default(); SLOT_COUNT];
        }
        self.slots[place(key)] = Slot { key, probabilities };
    }
}

/// The lowest bit is always set, see [`Cache::key`].
fn place(key: u64) -> usize {
    (key >> 1) as usize & (SLOT_COUNT - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_entry_is_found_for_its_player_only() {
        let mut cache = Cache::new();
        let key = Cache::key(77, Player::P1);
        assert_eq!(cache.get(key), None);
        cache.store(key, Probabilities::of_win(0.25));
        assert_eq!(cache.get(key), Some(Probabilities::of_win(0.25)));
        assert_eq!(cache.get(Cache::key(77, Player::P2)), None);
    }
}
