//! Ratings of many players from their results against each other.

use super::stats::Z95;

/// The result of all games between two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeadToHead {
    /// The number of one player.
    pub a: usize,
    /// The number of the other.
    pub b: usize,
    /// Games between them.
    pub games: f64,
    /// Points of `a`: a win 1, a draw ½.
    pub score: f64,
}

/// A player's rating.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rating {
    /// Elo, relative to the mean of all players.
    pub elo: f64,
    /// Half of the 95 % interval.
    pub error: f64,
}

/// Drawn games added to every result, so that a clean sweep has a finite rating.
const PRIOR_DRAWS: f64 = 1.0;
/// Elo per unit of the natural logarithm.
const ELO_PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;

/// Maximum likelihood ratings of the Bradley–Terry model, with a draw as half a win. They are found by Newton's
/// method; errors come from the curvature of the likelihood.
pub fn ratings(players: usize, results: &[HeadToHead]) -> Vec<Rating> {
    let met: Vec<HeadToHead> = results
        .iter()
        .filter(|met| met.games > 0.0)
        .map(|met| HeadToHead { games: met.games + PRIOR_DRAWS, score: met.score + PRIOR_DRAWS / 2.0, ..*met })
        .collect();
    let mut strength = vec![0.0; players];
    for _ in 0..100 {
        let (gradient, inverse) = slopes(&strength, &met);
        let mut largest: f64 = 0.0;
        for (own, row) in strength.iter_mut().zip(&inverse) {
            let step: f64 = row.iter().zip(&gradient).map(|(entry, slope)| entry * slope).sum();
            // Far from the maximum a full step may overshoot.
            let step = step.clamp(-2.0, 2.0);
            *own += step;
            largest = largest.max(step.abs());
        }
        if largest < 1e-10 {
            break;
        }
    }
    let mean = strength.iter().sum::<f64>() / players.max(1) as f64;
    let (_, inverse) = slopes(&strength, &met);
    let error = |index: usize| Z95 * ELO_PER_NAT * inverse[index][index].max(0.0).sqrt();
    (0..players).map(|i| Rating { elo: (strength[i] - mean) * ELO_PER_NAT, error: error(i) }).collect()
}

/// The gradient of the log-likelihood, and the covariance of the strengths about their mean: the inverse of the
/// Fisher information without the common shift, which games do not determine.
fn slopes(strength: &[f64], met: &[HeadToHead]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = strength.len();
    let mut gradient = vec![0.0; n];
    let mut information = vec![vec![1.0 / n as f64; n]; n];
    for &HeadToHead { a, b, games, score } in met {
        let expected = 1.0 / (1.0 + (strength[b] - strength[a]).exp());
        let slope = score - games * expected;
        gradient[a] += slope;
        gradient[b] -= slope;
        let weight = games * expected * (1.0 - expected);
        for (i, j, sign) in [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
            information[i][j] += sign * weight;
        }
    }
    let mut inverse = invert(information);
    for entry in inverse.iter_mut().flatten() {
        *entry -= 1.0 / n as f64;
    }
    (gradient, inverse)
}

/// Gauss–Jordan elimination with partial pivoting; a singular direction gives zeros.
fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..n {
        let pivot = (column..n).max_by(|&i, &j| matrix[i][column].abs().total_cmp(&matrix[j][column].abs()));
        let pivot = pivot.unwrap_or(column);
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let head = matrix[column][column];
        if head.abs() < 1e-12 {
            continue;
        }
        for entry in matrix[column].iter_mut().chain(&mut inverse[column]) {
            *entry /= head;
        }
        for row in (0..n).filter(|row| *row != column) {
            let factor = matrix[row][column];
            for k in 0..n {
                matrix[row][k] -= factor * matrix[column][k];
                inverse[row][k] -= factor * inverse[column][k];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(a: usize, b: usize, games: f64, score: f64) -> HeadToHead {
        HeadToHead { a, b, games, score }
    }

    #[test]
    fn two_players_have_the_difference_of_their_score() {
        // With the added draw 75.5 of 101; each is half of the difference from the mean.
        let found = ratings(2, &[met(0, 1, 100.0, 75.0)]);
        let wanted = 400.0 * (75.5f64 / 25.5).log10();
        assert!((found[0].elo - found[1].elo - wanted).abs() < 1e-6, "{found:?}");
        // The variance of the difference is 1 / (n s (1 - s)); of each about the mean a quarter of it.
        let s = 75.5 / 101.0;
        let error = 1.959_964 * ELO_PER_NAT * (1.0f64 / (101.0 * s * (1.0 - s))).sqrt() / 2.0;
        assert!((found[0].error - error).abs() < 1e-3, "{found:?} {error}");
    }

    #[test]
    fn a_chain_adds_up_and_a_sweep_is_finite() {
        let found = ratings(3, &[met(0, 1, 99.0, 66.0), met(1, 2, 99.0, 66.0)]);
        let step = 400.0 * (66.5f64 / 33.5).log10();
        assert!((found[0].elo - found[2].elo - 2.0 * step).abs() < 1e-6, "{found:?}");
        assert!(found[1].elo.abs() < 1e-6 && found[1].error < found[0].error);
        let sweep = ratings(2, &[met(0, 1, 20.0, 20.0)]);
        assert!(sweep[0].elo.is_finite() && sweep[0].elo > 200.0);
        assert_eq!(ratings(2, &[]), [Rating::default(); 2]);
    }

    #[test]
    fn contradictory_results_meet_in_the_middle() {
        // Each beats the next in a circle by the same score: all are equal.
        let circle = [met(0, 1, 50.0, 35.0), met(1, 2, 50.0, 35.0), met(2, 0, 50.0, 35.0)];
        for rating in ratings(3, &circle) {
            assert!(rating.elo.abs() < 1e-6, "{rating:?}");
        }
    }
}
