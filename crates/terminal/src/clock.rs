use std::time::{Duration, Instant};

use agon_core::Player;

/// Time used by each side. No one loses on time.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    used: [Duration; 2],
    since: Instant,
    running: bool,
}

impl Default for Clock {
    fn default() -> Self {
        Self::with_used([Duration::ZERO; 2])
    }
}

impl Clock {
    /// A clock that continues from times already used.
    pub(crate) fn with_used(used: [Duration; 2]) -> Self {
        Self { used, since: Instant::now(), running: true }
    }

    /// Charges the time since the last call to a player.
    pub(crate) fn charge(&mut self, player: Option<Player>) {
        let elapsed = self.since.elapsed();
        self.since = Instant::now();
        if let (Some(player), true) = (player, self.running) {
            self.used[player.index()] += elapsed;
        }
    }

    /// Starts or stops the clock.
    pub(crate) fn run(&mut self, running: bool) {
        if running && !self.running {
            self.since = Instant::now();
        }
        self.running = running;
    }

    /// Time used by a player, including the current turn if it is that player's.
    pub(crate) fn used(&self, player: Player, to_move: Option<Player>) -> Duration {
        let pending = if self.running && to_move == Some(player) { self.since.elapsed() } else { Duration::ZERO };
        self.used[player.index()] + pending
    }
}

/// Formats a duration as `0:07`, `12:31` or `1:02:03`.
pub(crate) fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// Formats a short duration in seconds: `0.042`, `3.1`.
pub(crate) fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 { format!("{seconds:.3}") } else { format!("{seconds:.1}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        assert_eq!(minutes(Duration::from_secs(7)), "0:07");
        assert_eq!(minutes(Duration::from_secs(3723)), "1:02:03");
        assert_eq!(seconds(Duration::from_millis(42)), "0.042");
        assert_eq!(seconds(Duration::from_millis(3140)), "3.1");
    }
}
