use agon_core::Player;
use agon_core::rng::mix;

use crate::Probabilities;

/// What evaluations have said before. Forgetting changes no answer, only the time it takes.
pub(crate) struct Cache {
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    probabilities: Probabilities,
}

/// Two megabytes: what one search of two or three turns looks at, and it still fits the processor's
/// own cache.
const SLOTS: usize = 1 << 16;

impl Cache {
    /// An empty cache, which takes its memory when it is first used.
    pub(crate) fn new() -> Self {
        Self { slots: Vec::new() }
    }

    /// What a position is known by; zero marks an empty slot.
    pub(crate) fn key(position: u64, player: Player) -> u64 {
        mix(position ^ player.index() as u64) | 1
    }

    pub(crate) fn get(&self, key: u64) -> Option<Probabilities> {
        let slot = self.slots.get(place(key))?;
        (slot.key == key).then_some(slot.probabilities)
    }

    pub(crate) fn keep(&mut self, key: u64, probabilities: Probabilities) {
        if self.slots.is_empty() {
            self.slots = vec![Slot::default(); SLOTS];
        }
        self.slots[place(key)] = Slot { key, probabilities };
    }
}

/// The lowest bit says nothing, see [`Cache::key`].
fn place(key: u64) -> usize {
    (key >> 1) as usize & (SLOTS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_last_is_found_and_only_by_its_player() {
        let mut cache = Cache::new();
        let key = Cache::key(77, Player::P1);
        assert_eq!(cache.get(key), None);
        cache.keep(key, Probabilities::of_win(0.25));
        assert_eq!(cache.get(key), Some(Probabilities::of_win(0.25)));
        assert_eq!(cache.get(Cache::key(77, Player::P2)), None);
    }
}
