//! GameCounts of all rolls since the server started, for everybody to see.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use serde_json::{Value, json};

/// How often each pair of dice was rolled.
#[derive(Debug, Default)]
pub struct RollCounts([[AtomicU64; 6]; 6]);

impl RollCounts {
    /// GameCounts a roll as records write it; anything else is not counted.
    pub fn count(&self, word: &str) {
        let digits: Vec<usize> =
            word.chars().filter_map(|c| c.to_digit(10)).map(|digit| digit as usize).collect();
        if let [a @ 1..=6, b @ 1..=6] = digits[..]
            && !word.starts_with('o')
        {
            self.0[a - 1][b - 1].fetch_add(1, Relaxed);
        }
    }

    /// Faces, pairs and how well they fit fair dice.
    pub fn to_json(&self) -> Value {
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
        let fits = |count: u64, expected: f64| (count as f64 - expected).powi(2) / expected;
        let all = rolls as f64;
        let (chi2_faces, chi2_pairs) = if rolls == 0 {
            (0.0, 0.0)
        } else {
            let of_faces = faces.iter().map(|count| fits(*count, all / 3.0)).sum::<f64>();
            // RollCounts are written with the higher die first: 21 kinds, doubles half as likely.
            let of_pairs = (0..6)
                .flat_map(|a| (0..=a).map(move |b| (a, b)))
                .map(|(a, b)| fits(pairs[a][b], if a == b { all / 36.0 } else { all / 18.0 }))
                .sum::<f64>();
            (of_faces, of_pairs)
        };
        json!({"rolls": rolls, "faces": faces, "pairs": pairs, "chi2_faces": chi2_faces, "chi2_pairs": chi2_pairs})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_are_counted_by_pair_and_face() {
        let rolls = RollCounts::default();
        for word in ["31:", "66:", "66:", "o52:", "24/18", "pass", "77:"] {
            rolls.count(word);
        }
        let json = rolls.to_json();
        assert_eq!(json["rolls"], 3);
        assert_eq!(json["faces"], json!([1, 0, 1, 0, 0, 4]));
        assert_eq!(json["pairs"][5][5], 2);
    }

    #[test]
    fn even_rolls_fit_perfectly() {
        let rolls = RollCounts::default();
        for a in 1..=6 {
            for b in 1..=6 {
                rolls.count(&format!("{}{}:", a.max(b), a.min(b)));
            }
        }
        let json = rolls.to_json();
        assert!(json["chi2_faces"].as_f64().expect("a number") < 1e-9);
        assert!(json["chi2_pairs"].as_f64().expect("a number") < 1e-9);
    }
}
