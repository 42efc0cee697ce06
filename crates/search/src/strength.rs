use std::time::Duration;

use agon_core::rng::mix;

/// Who misjudges positions by so many hundredths overlooks every other thing.
const HALF_BLIND: u32 = 40;

/// What an engine may use of its strength: the difference between levels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// Looks no further than so many turns.
    pub depth: Option<u32>,
    /// Visits no more than so many nodes.
    pub nodes: Option<u64>,
    /// Takes about this long when no limit is given.
    pub time: Duration,
    /// By how much it misjudges positions, in hundredths of the game's unit: the usual size of
    /// the error. The same position is always misjudged alike.
    pub eval_error: u32,
    /// Makes the errors of this engine different from another's.
    pub seed: u64,
}

impl Default for Strength {
    fn default() -> Self {
        Self { depth: None, nodes: None, time: Duration::from_secs(1), eval_error: 0, seed: 0 }
    }
}

impl Strength {
    /// The error in judging the position with this key to the first player, in hundredths.
    pub(crate) fn error(&self, key: u64) -> i32 {
        if self.eval_error == 0 {
            return 0;
        }
        let bits = mix(key ^ mix(self.seed ^ 0x5eed));
        // Four bytes summed are bell-shaped enough; their deviation is about 147.8.
        let sum: i32 = bits.to_le_bytes()[..4].iter().map(|&byte| i32::from(byte) - 128).sum();
        (i64::from(sum) * i64::from(self.eval_error) / 148) as i32
    }

    /// Whether it overlooks something: the more, the worse it judges.
    pub(crate) fn misses(&self, key: u64) -> bool {
        let chance = f64::from(self.eval_error) / f64::from(self.eval_error + HALF_BLIND);
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
    fn who_misjudges_more_overlooks_more() {
        let overlooked = |eval_error| {
            let strength = Strength { eval_error, seed: 3, ..Strength::default() };
            (0..10_000).filter(|key| strength.misses(*key)).count()
        };
        assert_eq!(overlooked(0), 0);
        assert!((4_800..5_200).contains(&overlooked(HALF_BLIND)));
        assert!((7_300..7_700).contains(&overlooked(3 * HALF_BLIND)));
    }
}
