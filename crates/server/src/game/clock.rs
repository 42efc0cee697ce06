//! Time: the server's clock, and the players' clocks, which follow from the log alone.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use agon_core::Player;

use crate::ClockSetup;

/// The server's monotonic clock in Unix milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct ServerTime {
    base: i64,
    start: Instant,
}

impl ServerTime {
    /// Starts at the system's time.
    pub fn start() -> Self {
        let base = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64);
        Self { base, start: Instant::now() }
    }

    /// The time now.
    pub fn now(&self) -> i64 {
        self.base + self.start.elapsed().as_millis() as i64
    }
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    left: [i64; 2],
    running: Option<(Player, i64)>,
    setup: ClockSetup,
}

impl Clocks {
    /// Full clocks that do not run.
    pub fn new(setup: ClockSetup) -> Self {
        Self { left: [setup.initial_ms as i64; 2], running: None, setup }
    }

    /// The time control.
    pub fn setup(&self) -> ClockSetup {
        self.setup
    }

    /// The player whose clock runs.
    pub fn running(&self) -> Option<Player> {
        self.running.map(|(player, _)| player)
    }

    /// Both players' time left at a moment.
    pub fn left(&self, now: i64) -> [i64; 2] {
        let mut left = self.left;
        if let Some((player, since)) = self.running {
            let left = &mut left[player.index()];
            *left = (*left - (now - since).max(0)).max(0);
        }
        left
    }

    /// The player whose clock runs, and when it reaches zero.
    pub fn deadline(&self) -> Option<(Player, i64)> {
        self.running.map(|(player, since)| (player, since + self.left[player.index()]))
    }

    /// Adds the increment to the mover's clock.
    pub fn add_increment(&mut self, player: Player) {
        if self.running() == Some(player) {
            self.left[player.index()] += self.setup.increment_ms as i64;
        }
    }

    /// Starts this player's clock and stops the other one.
    pub fn run(&mut self, player: Option<Player>, at: i64) {
        self.left = self.left(at);
        self.running = player.map(|player| (player, at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_running_clock_loses_time_and_gains_after_its_turn() {
        let mut clocks = Clocks::new(ClockSetup { initial_ms: 10_000, increment_ms: 500 });
        assert_eq!((clocks.left(99), clocks.deadline()), ([10_000; 2], None));
        clocks.run(Some(Player::P1), 1000);
        assert_eq!(clocks.left(3000), [8000, 10_000]);
        assert_eq!(clocks.deadline(), Some((Player::P1, 11_000)));
        clocks.add_increment(Player::P1);
        clocks.run(Some(Player::P2), 4000);
        assert_eq!(clocks.left(4000), [7500, 10_000]);
        assert_eq!(clocks.left(99_000), [7500, 0]);
        clocks.add_increment(Player::P1);
        clocks.run(None, 5000);
        assert_eq!(clocks.left(99_000), [7500, 9000]);
    }
}
