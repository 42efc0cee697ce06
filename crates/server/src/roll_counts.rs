//! Counts of all rolls since the server started, which anyone may check for fairness.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How often each pair of dice was rolled.
#[derive(Debug, Default)]
pub struct RollCounts([[AtomicU64; 6]; 6]);

impl RollCounts {
    /// Counts a roll in the notation of records. Anything else is ignored.
    pub fn count(&self, notation: &str) {
        let digits: Vec<usize> = notation.chars().filter_map(|c| c.to_digit(10)).map(|digit| digit as usize).collect();
        if let [a @ 1..=6, b @ 1..=6] = digits[..] {
            self.0[a - 1][b - 1].fetch_add(1, Relaxed);
        }
    }

    /// Counts by face and by pair, with chi-squared statistics against fair dice.
    pub fn counts(&self) -> agon_wire::RollCounts {
        let pairs: Vec<Vec<u64>> =
            self.0.iter().map(|row| row.iter().map(|count| count.load(Relaxed)).collect()).collect();
        let rolls: u64 = pairs.iter().flatten().sum();
        let mut faces = [0u64; 6];
        for (a, row) in pairs.iter().enumerate() {
            for (b, count) in row.iter().enumerate() {
                faces[a] += count;
                faces[b] += count;
            }
        }
        let chi2 = |count: u64, expected: f64| (count as f64 - expected).powi(2) / expected;
        let total = rolls as f64;
        let (chi2_faces, chi2_pairs) = if rolls == 0 {
            (0.0, 0.0)
        } else {
            let chi2_faces = faces.iter().map(|count| chi2(*count, total / 3.0)).sum::<f64>();
            // Rolls are written with the higher die first: 21 kinds, doubles half as likely.
            let chi2_pairs = (0..6)
                .flat_map(|a| (0..=a).map(move |b| (a, b)))
                .map(|(a, b)| chi2(pairs[a][b], if a == b { total / 36.0 } else { total / 18.0 }))
                .sum::<f64>();
            (chi2_faces, chi2_pairs)
        };
        agon_wire::RollCounts { rolls, faces, pairs, chi2_faces, chi2_pairs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_are_counted_by_pair_and_face() {
        let rolls = RollCounts::default();
        for notation in ["31:", "66:", "66:", "24/18", "pass", "77:"] {
            rolls.count(notation);
        }
        let counts = rolls.counts();
        assert_eq!(counts.rolls, 3);
        assert_eq!(counts.faces, [1, 0, 1, 0, 0, 4]);
        assert_eq!(counts.pairs[5][5], 2);
    }

    #[test]
    fn even_rolls_fit_perfectly() {
        let rolls = RollCounts::default();
        for a in 1..=6 {
            for b in 1..=6 {
                rolls.count(&format!("{}{}:", a.max(b), a.min(b)));
            }
        }
        let counts = rolls.counts();
        assert!(counts.chi2_faces < 1e-9 && counts.chi2_pairs < 1e-9);
    }
}
