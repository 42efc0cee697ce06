use std::fmt;
use std::str::FromStr;

use agon_core::Fault;

use super::stats::{Pentanomial, score_of};
use crate::faults;

/// A sequential probability ratio test: is A better by `elo1` rather than by `elo0`?
///
/// It uses the generalised likelihood ratio over the five scores of a pair: under each hypothesis, the most likely
/// distribution with the mean that the hypothesis claims. Both error probabilities are 5 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Elo difference of the null hypothesis.
    pub elo0: f64,
    /// Elo difference of the alternative hypothesis.
    pub elo1: f64,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtStatus {
    /// More games are needed.
    Open,
    /// The alternative is accepted: A is better by about `elo1`.
    Accepted,
    /// The null hypothesis is accepted.
    Rejected,
}

impl SprtStatus {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
        }
    }
}

/// The log-likelihood ratio that decides a test: ln(0.95 / 0.05).
pub const LLR_BOUND: f64 = 2.944_438_979_166_44;
/// The count of a score that has not occurred yet; it keeps the ratio finite.
const UNSEEN_COUNT: f64 = 1e-3;

impl Sprt {
    /// The log-likelihood ratio.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let counts = pairs.map(|count| if count == 0 { UNSEEN_COUNT } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [null, claim] = [self.elo0, self.elo1].map(|elo| likeliest(&shares, score_of(elo)));
        total * (0..5).map(|i| shares[i] * (claim[i] / null[i]).ln()).sum::<f64>()
    }

    /// The state after these results.
    pub fn status(&self, pairs: &Pentanomial) -> SprtStatus {
        match self.llr(pairs) {
            llr if llr >= LLR_BOUND => SprtStatus::Accepted,
            llr if llr <= -LLR_BOUND => SprtStatus::Rejected,
            _ => SprtStatus::Open,
        }
    }
}

/// The distribution with this mean under which the observed shares are most likely:
/// p = q / (1 + t (score - mean)), with t chosen to give the mean.
fn likeliest(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let deviation: [f64; 5] = std::array::from_fn(|i| i as f64 / 4.0 - mean);
    let excess = |t: f64| -> f64 { (0..5).map(|i| shares[i] * deviation[i] / (1.0 + t * deviation[i])).sum() };
    // All probabilities are positive between these bounds; the sum falls as t grows.
    let (mut low, mut high) = (-1.0 / deviation[4], -1.0 / deviation[0]);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let t = f64::midpoint(low, high);
    std::array::from_fn(|i| shares[i] / (1.0 + t * deviation[i]))
}

impl FromStr for Sprt {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Self, Fault> {
        let wrong = || faults::SPRT_BOUNDS.with("text", text);
        let (elo0, elo1) = text.split_once(',').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 2000.0);
        let (elo0, elo1) = (number(elo0).ok_or_else(wrong)?, number(elo1).ok_or_else(wrong)?);
        if elo0 < elo1 { Ok(Self { elo0, elo1 }) } else { Err(wrong()) }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.elo0, self.elo1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 10.0 };

    #[test]
    fn wins_and_losses_alone_give_the_binomial_ratio() {
        // Only clean pairs: under each hypothesis the likeliest distribution gives the won pairs
        // the share s and the lost ones 1 - s, so LLR = w ln(s1/s0) + l ln((1-s1)/(1-s0)).
        let (won, lost) = (120u64, 80u64);
        let s1 = score_of(10.0);
        let wanted = won as f64 * (s1 / 0.5).ln() + lost as f64 * ((1.0 - s1) / 0.5).ln();
        let found = TEST.llr(&[lost, 0, 0, 0, won]);
        assert!((found - wanted).abs() < 0.01, "{found} is not {wanted}");
    }

    #[test]
    fn near_the_middle_it_is_the_normal_ratio() {
        // (s1 - s0) (2 m - s0 - s1) n / (2 v) for a large sample near both hypotheses.
        let pairs = [1000, 2000, 4000, 2100, 1050];
        let n: f64 = pairs.iter().sum::<u64>() as f64;
        let mean = (0..5).map(|i| pairs[i] as f64 * i as f64 / 4.0).sum::<f64>() / n;
        let variance = (0..5).map(|i| pairs[i] as f64 * (i as f64 / 4.0 - mean).powi(2)).sum::<f64>() / n;
        let (s0, s1) = (0.5, score_of(10.0));
        let wanted = (s1 - s0) * (2.0 * mean - s0 - s1) * n / (2.0 * variance);
        let found = TEST.llr(&pairs);
        assert!((found - wanted).abs() < 0.02 * wanted.abs().max(1.0), "{found} is not {wanted}");
    }

    #[test]
    fn statuses() {
        assert_eq!(TEST.status(&[0; 5]), SprtStatus::Open);
        assert_eq!(TEST.status(&[10, 20, 40, 20, 10]), SprtStatus::Open);
        assert_eq!(TEST.status(&[100, 200, 400, 300, 200]), SprtStatus::Accepted);
        assert_eq!(TEST.status(&[2000, 3000, 4000, 3000, 2000]), SprtStatus::Rejected);
        assert_eq!(Sprt { elo0: 0.0, elo1: 100.0 }.status(&[0, 0, 0, 0, 30]), SprtStatus::Accepted);
    }

    #[test]
    fn bounds_are_read_back() {
        assert_eq!("-2.5,3".parse::<Sprt>().expect("bounds").to_string(), "-2.5,3");
        for text in ["", "1", "5,5", "5,0", "a,b", "0,9999"] {
            assert_eq!(text.parse::<Sprt>().expect_err(text).kind.code, "sprt-bounds");
        }
    }
}
