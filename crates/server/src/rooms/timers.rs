//! When rooms must be checked again.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Mutex;

use tokio::sync::Notify;

use crate::GameId;
use crate::sync::lock;

/// The times at which rooms must be checked again: when a clock runs out, or when a bot may move.
///
/// Timers are never cancelled, since checking a room too early does nothing.
#[derive(Debug, Default)]
pub struct Timers {
    heap: Mutex<BinaryHeap<Reverse<(i64, GameId)>>>,
    notify: Notify,
}

impl Timers {
    /// Schedules a check of a game.
    pub fn add(&self, at: i64, game: GameId) {
        let mut heap = lock(&self.heap);
        let is_first = heap.peek().is_none_or(|Reverse((first, _))| at < *first);
        heap.push(Reverse((at, game)));
        drop(heap);
        if is_first {
            self.notify.notify_one();
        }
    }

    /// Takes a game that is due, or returns the time of the next timer.
    pub fn due(&self, now: i64) -> Result<GameId, Option<i64>> {
        let mut heap = lock(&self.heap);
        match heap.peek() {
            Some(Reverse((at, _))) if *at <= now => heap.pop().map(|Reverse((_, game))| game).ok_or(None),
            Some(Reverse((at, _))) => Err(Some(*at)),
            None => Err(None),
        }
    }

    /// Waits until an earlier timer is added.
    pub async fn changed(&self) {
        self.notify.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_up_in_the_order_of_their_times() {
        let timers = Timers::default();
        let [a, b] = [GameId([1; 16]), GameId([2; 16])];
        timers.add(20, a);
        timers.add(10, b);
        assert_eq!(timers.due(5), Err(Some(10)));
        assert_eq!(timers.due(15), Ok(b));
        assert_eq!(timers.due(15), Err(Some(20)));
        assert_eq!(timers.due(25), Ok(a));
        assert_eq!(timers.due(25), Err(None));
    }
}
