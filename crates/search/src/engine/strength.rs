use std::sync::Arc;
use std::time::Duration;

use agon_core::rng::mix;

/// Which engine is wanted and what it may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// Level, 1 to 10; the highest by default.
    pub level: Option<u8>,
    /// Name of a bot, instead of a level.
    pub bot: Option<String>,
    /// Search threads, at least 1; only a single thread gives repeatable answers.
    pub threads: usize,
    /// Size of the transposition table in megabytes.
    pub hash_mb: usize,
    /// Seed of every random choice and of the errors of low levels.
    pub seed: u64,
    /// Whether high levels may answer from an opening book. Off by default: a book turn comes without a search
    /// and without a score.
    pub book: bool,
    /// The bytes of a weight file that replaces the bundled nets of the game.
    pub net: Option<Arc<[u8]>>,
}

impl Default for EngineSpec {
    fn default() -> Self {
        Self { level: None, bot: None, threads: 1, hash_mb: 16, seed: 0, book: false, net: None }
    }
}

/// What a level may use: depth, nodes, time, and how large its errors are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// Maximum depth in turns.
    pub depth: Option<u32>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Time for a turn when the request sets no limit.
    pub time: Duration,
    /// Standard deviation of the evaluation error, in hundredths of the game's unit. The same position always
    /// gets the same error.
    pub eval_error: u32,
    /// Seed of the errors, so that two engines of one level err differently.
    pub seed: u64,
}

/// At this evaluation error, half of all threats are missed.
const HALF_MISSED_ERROR: u32 = 40;

impl Default for Strength {
    fn default() -> Self {
        Self { depth: None, nodes: None, time: Duration::from_secs(1), eval_error: 0, seed: 0 }
    }
}

impl Strength {
    /// The error in the value of the position with this key to the first player, in hundredths.
    pub(crate) fn error(&self, key: u64) -> i32 {
        if self.eval_error == 0 {
            return 0;
        }
        let bits = mix(key ^ mix(self.seed ^ 0x5eed));
        // The sum of four bytes is close enough to normal; its standard deviation is about 147.8.
        let sum: i32 = bits.to_le_bytes()[..4].iter().map(|&byte| i32::from(byte) - 128).sum();
        (i64::from(sum) * i64::from(self.eval_error) / 148) as i32
    }

    /// Whether it misses the threat or chance with this key: the more often, the larger its errors are.
    pub(crate) fn misses(&self, key: u64) -> bool {
        let chance = f64::from(self.eval_error) / f64::from(self.eval_error + HALF_MISSED_ERROR);
        let bits = mix(key ^ mix(self.seed ^ 0xb11d));
        ((bits >> 11) as f64) < chance * (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_the_size_that_was_asked_for() {
        let strength = Strength { eval_error: 100, seed: 3, ..Strength::default() };
        let squares: f64 = (0..10_000u64).map(|key| f64::from(strength.error(key)).powi(2)).sum();
        let deviation = (squares / 10_000.0).sqrt();
        assert!((95.0..105.0).contains(&deviation), "{deviation}");
        assert_eq!(Strength::default().error(7), 0);
    }

    #[test]
    fn larger_errors_miss_more() {
        let missed = |eval_error| {
            let strength = Strength { eval_error, seed: 3, ..Strength::default() };
            (0..10_000).filter(|key| strength.misses(*key)).count()
        };
        assert_eq!(missed(0), 0);
        assert!((4_800..5_200).contains(&missed(HALF_MISSED_ERROR)));
        assert!((7_300..7_700).contains(&missed(3 * HALF_MISSED_ERROR)));
    }
}
