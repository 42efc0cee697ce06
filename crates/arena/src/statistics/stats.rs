//! Score and Elo difference with their confidence intervals.
//!
//! The two games of a pair share an opening or dice, with seats swapped, so their results are not independent.
//! Everything here counts pairs: the five scores of a pair (0, ½, 1, 1½, 2 points of A), and the variance of pairs
//! rather than of games.

/// Standard deviations of a 95 % interval.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The point estimate.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Estimate {
    /// Half of the interval's width.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self { value: f(self.value), low: f(self.low), high: f(self.high) }
    }
}

/// Numbers of pairs in which A scored 0, ½, 1, 1½ and 2 points.
pub type Pentanomial = [u64; 5];

/// The Elo difference of an expected score; infinite at 0 and 1.
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The expected score of an Elo difference.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Number of pairs, mean and variance of a pair's score (0 to 1).
fn moments(pairs: &Pentanomial) -> Option<(f64, f64, f64)> {
    let n: u64 = pairs.iter().sum();
    if n == 0 {
        return None;
    }
    let n = n as f64;
    let each = || pairs.iter().enumerate().map(|(halves, count)| (halves as f64 / 4.0, *count as f64));
    let mean = each().map(|(score, count)| score * count).sum::<f64>() / n;
    let variance = each().map(|(score, count)| count * (score - mean).powi(2)).sum::<f64>() / n;
    Some((n, mean, variance))
}

/// The score of A (0 to 1).
///
/// The interval is the normal approximation with the variance of pairs. If all pairs are alike, it is Wilson's interval
/// over the games.
pub fn score(pairs: &Pentanomial) -> Option<Estimate> {
    let (n, mean, variance) = moments(pairs)?;
    if variance < 1e-12 || n < 2.0 {
        return Some(wilson(mean, 2.0 * n));
    }
    // Divided by n - 1, because the mean is the sample's own.
    let error = Z95 * (variance / (n - 1.0)).sqrt();
    Some(Estimate { value: mean, low: (mean - error).max(0.0), high: (mean + error).min(1.0) })
}

fn wilson(mean: f64, games: f64) -> Estimate {
    let z2 = Z95 * Z95;
    let centre = (mean + z2 / (2.0 * games)) / (1.0 + z2 / games);
    let reach = Z95 / (1.0 + z2 / games) * (mean * (1.0 - mean) / games + z2 / (4.0 * games * games)).sqrt();
    Estimate { value: mean, low: (centre - reach).max(0.0), high: (centre + reach).min(1.0) }
}

/// The Elo difference of A over B.
pub fn elo(pairs: &Pentanomial) -> Option<Estimate> {
    score(pairs).map(|score| score.map(elo_of))
}

/// The likelihood that A is stronger than B.
pub fn superiority(pairs: &Pentanomial) -> Option<f64> {
    let (n, mean, variance) = moments(pairs)?;
    if variance < 1e-12 || n < 2.0 {
        return None;
    }
    Some(normal((mean - 0.5) / (variance / (n - 1.0)).sqrt()))
}

/// The mean of independent values.
pub fn mean(values: &[f64]) -> Option<Estimate> {
    let n = values.len() as f64;
    if values.is_empty() {
        return None;
    }
    let value = values.iter().sum::<f64>() / n;
    if values.len() < 2 {
        return Some(Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY });
    }
    let variance = values.iter().map(|x| (x - value).powi(2)).sum::<f64>() / (n - 1.0);
    let error = Z95 * (variance / n).sqrt();
    Some(Estimate { value, low: value - error, high: value + error })
}

/// The distribution function of the normal distribution (Abramowitz and Stegun 7.1.26, error below
/// 2e-7).
fn normal(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let poly =
        t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let tail = poly * (-z * z).exp() / 2.0;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, wanted: f64, within: f64) {
        assert!((found - wanted).abs() <= within, "{found} is not {wanted}");
    }

    #[test]
    fn elo_by_hand() {
        near(elo_of(0.75), 190.848_5, 1e-4);
        near(elo_of(0.5), 0.0, 1e-12);
        near(score_of(190.848_5), 0.75, 1e-7);
        assert!(elo_of(1.0).is_infinite());
        assert!(elo_of(0.0).is_infinite());
    }

    #[test]
    fn the_interval_counts_pairs() {
        // 10 pairs: 1 lost, 2 at a half, 3 even, 2 at one and a half, 2 won.
        // Scores 0, .25, .25, .5, .5, .5, .75, .75, 1, 1: mean .55, squares about the mean
        // .3025 + 2 * .09 + 3 * .0025 + 2 * .04 + 2 * .2025 = .975; error 1.96 sqrt(.975 / 10 / 9).
        let found = score(&[1, 2, 3, 2, 2]).expect("games");
        near(found.value, 0.55, 1e-12);
        near(found.error(), 1.959_964 * (0.975f64 / 90.0).sqrt(), 1e-6);
        let elo = elo(&[1, 2, 3, 2, 2]).expect("games");
        near(elo.value, 34.86, 0.01);
        near(elo.low, elo_of(0.55 - 0.203_998), 0.1);
        near(superiority(&[1, 2, 3, 2, 2]).expect("spread"), 0.684_5, 1e-3);
    }

    #[test]
    fn a_clean_sweep_has_a_lower_bound() {
        // Wilson over 20 games, all won: 20 / (20 + 1.96^2).
        let found = score(&[0, 0, 0, 0, 10]).expect("games");
        near(found.value, 1.0, 0.0);
        near(found.low, 20.0 / (20.0 + 3.841_459), 1e-6);
        near(found.high, 1.0, 1e-12);
        assert!(elo(&[0, 0, 0, 0, 10]).expect("games").high.is_infinite());
        assert_eq!(score(&[0; 5]), None);
        assert_eq!(superiority(&[0, 0, 0, 0, 10]), None);
    }

    #[test]
    fn means_by_hand() {
        // 2, -1, 0, 1: mean .5, squares 2.25 + 2.25 + .25 + .25 = 5, variance 5 / 3.
        let found = mean(&[2.0, -1.0, 0.0, 1.0]).expect("values");
        near(found.value, 0.5, 1e-12);
        near(found.error(), 1.959_964 * (5.0f64 / 12.0).sqrt(), 1e-6);
        assert_eq!(mean(&[]), None);
    }

    #[test]
    fn the_normal_distribution_by_table() {
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.96, 0.024_997_9), (3.0, 0.998_650_1)] {
            near(normal(x), p, 2e-7);
        }
    }
}
