//! Logistic regression of the results on the weights.

use std::array;

use agon_blockade::TurnKind;
use agon_engines::training::blockade::{MAX_DISTANCE, MAX_WALLS, Weights};

use super::self_play::Example;

// The weights as one list: near, far, stock, tempo.
const WEIGHT_COUNT: usize = 2 * (MAX_DISTANCE + 1) + MAX_WALLS + 2;
const FAR_OFFSET: usize = MAX_DISTANCE + 1;
const STOCK_OFFSET: usize = 2 * (MAX_DISTANCE + 1);
const TEMPO_INDEX: usize = WEIGHT_COUNT - 1;

/// The score of one logit: a lead of this many hundredths wins about three games in four.
const SCORE_PER_LOGIT: f64 = 100.0;
const DESCENT_STEPS: u32 = 3000;
/// The strength of the penalty on bends of a table.
const SMOOTHNESS: f64 = 2e-6;

/// The weights that apply to an example, with their signs.
fn terms(example: &Example) -> [(usize, f64); 7] {
    let ([near, far, walls], [other_near, other_far, other_walls]) = (example.own.indices(), example.other.indices());
    [
        (near, -1.0),
        (FAR_OFFSET + far, -1.0),
        (STOCK_OFFSET + walls, 1.0),
        (other_near, 1.0),
        (FAR_OFFSET + other_far, 1.0),
        (STOCK_OFFSET + other_walls, -1.0),
        (TEMPO_INDEX, 1.0),
    ]
}

/// Fits the weights by gradient descent (Adam), keeping every table smooth and rising.
pub(super) fn fit(kind: TurnKind, examples: &[Example]) -> Weights {
    let mut weights = to_list(Weights::untrained(kind));
    let (mut mean, mut mean_square) = (vec![0.0; WEIGHT_COUNT], vec![0.0; WEIGHT_COUNT]);
    for step in 1..=DESCENT_STEPS {
        let mut slope = vec![0.0; WEIGHT_COUNT];
        for example in examples {
            let terms = terms(example);
            let sum: f64 = terms.iter().map(|(at, sign)| sign * weights[*at]).sum();
            let error = 1.0 / (1.0 + (-sum / SCORE_PER_LOGIT).exp()) - example.result;
            for (at, sign) in terms {
                slope[at] += sign * error / examples.len() as f64;
            }
        }
        for table in [0..FAR_OFFSET, FAR_OFFSET..STOCK_OFFSET, STOCK_OFFSET..TEMPO_INDEX] {
            for at in table.start + 1..table.end - 1 {
                let bend = weights[at - 1] - 2.0 * weights[at] + weights[at + 1];
                slope[at] -= 2.0 * SMOOTHNESS * bend;
                slope[at - 1] += SMOOTHNESS * bend;
                slope[at + 1] += SMOOTHNESS * bend;
            }
        }
        for at in 0..WEIGHT_COUNT {
            mean[at] = 0.9 * mean[at] + 0.1 * slope[at];
            mean_square[at] = 0.999 * mean_square[at] + 0.001 * slope[at] * slope[at];
            let rate = 1.0 / (1.0 + f64::from(step) / 500.0);
            weights[at] -= rate * mean[at] / (mean_square[at].sqrt() + 1e-9).max(1e-5);
        }
        make_rising(&mut weights);
    }
    from_list(&weights)
}

/// Makes each table start at 0 and never fall.
fn make_rising(weights: &mut [f64]) {
    for table in [0..FAR_OFFSET, FAR_OFFSET..STOCK_OFFSET, STOCK_OFFSET..TEMPO_INDEX] {
        let base = weights[table.start];
        let mut least = 0.0;
        for at in table {
            least = f64::max(least, weights[at] - base);
            weights[at] = least;
        }
    }
}

fn to_list(weights: &Weights) -> Vec<f64> {
    let numbers = weights.near.iter().chain(&weights.far).chain(&weights.stock).chain([&weights.tempo]);
    numbers.map(|number| f64::from(*number)).collect()
}

/// The inverse of [`to_list`], rounded.
fn from_list(list: &[f64]) -> Weights {
    let number = |at: usize| list[at].round().clamp(-30_000.0, 30_000.0) as i16;
    Weights {
        near: array::from_fn(number),
        far: array::from_fn(|at| number(FAR_OFFSET + at)),
        stock: array::from_fn(|at| number(STOCK_OFFSET + at)),
        tempo: number(TEMPO_INDEX),
    }
}
