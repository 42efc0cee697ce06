use agon_core::{Player, Rng};
use agon_solver::domineering::order_training::{PatternClasses, ProvedPosition};

use super::order::is_in_test_set;

const EPOCHS: usize = 3;
const LEARNING_RATE: f32 = 0.05;
const MIN_LEARNING_RATE_FACTOR: f32 = 0.05;
const BIAS_RATE_FACTOR: f32 = 0.01;

/// A position weighs this power of its nodes.
const NODES_POWER: f32 = 0.3;

const WEIGHT_DECAY: f32 = 1e-6;

/// Units of a weight in the file for one unit of log odds.
const FILE_UNITS: f32 = 256.0;

/// Predicts winners from patterns by logistic regression, trained with Adagrad.
///
/// Returns the weight of each class of patterns with Vertical and with Horizontal to move.
pub(super) fn fit(positions: &[ProvedPosition]) -> Vec<[i16; 2]> {
    let classes = PatternClasses::new();
    let mut model = Regression::new(classes.count());
    let mut rng = Rng::new(5);
    let mut order: Vec<u32> = (0..positions.len() as u32).collect();
    for epoch in 0..EPOCHS {
        for index in (1..order.len()).rev() {
            order.swap(index, rng.below(index as u32 + 1) as usize);
        }
        let rate = LEARNING_RATE * (1.0 - epoch as f32 / EPOCHS as f32).max(MIN_LEARNING_RATE_FACTOR);
        for &index in &order {
            let position = &positions[index as usize];
            if !is_in_test_set(position) {
                model.step(position, &classes, rate);
            }
        }
    }
    model.weights()
}

/// The weights of classes of patterns, in log odds.
struct Regression {
    /// For Vertical, whichever player is to move.
    for_vertical: Vec<f32>,
    /// For the player to move.
    for_mover: Vec<f32>,
    /// Sums of the squared gradients of both.
    squares: [Vec<f32>; 2],
    /// For the player to move, without any pattern.
    bias: f32,
}

impl Regression {
    fn new(classes: usize) -> Self {
        let (zero, small) = (vec![0.0; classes], vec![1e-3; classes]);
        Self { for_vertical: zero.clone(), for_mover: zero, squares: [small.clone(), small], bias: 0.0 }
    }

    fn step(&mut self, position: &ProvedPosition, classes: &PatternClasses, rate: f32) {
        let side = if position.mover == Player::P1 { 1.0 } else { -1.0 };
        let found: Vec<(usize, f32)> = position
            .patterns()
            .into_iter()
            .filter(|&pattern| pattern != 0)
            .map(|pattern| classes.of(pattern))
            .map(|(class, sign)| (class, f32::from(sign)))
            .collect();
        let mut log_odds = self.bias * side;
        for &(class, sign) in &found {
            log_odds += sign * self.for_vertical[class] + side * self.for_mover[class];
        }
        let predicted = 1.0 / (1.0 + (-log_odds).exp());
        let truth = f32::from(u8::from(position.winner == Player::P1));
        let nodes = u32::try_from(position.nodes).unwrap_or(u32::MAX);
        let error = (predicted - truth) * (nodes as f32 + 1.0).powf(NODES_POWER);
        self.bias -= BIAS_RATE_FACTOR * rate * error * side;
        for &(class, sign) in &found {
            if sign != 0.0 {
                adagrad(&mut self.for_vertical[class], &mut self.squares[0][class], error * sign, rate);
            }
            adagrad(&mut self.for_mover[class], &mut self.squares[1][class], error * side, rate);
        }
    }

    fn weights(&self) -> Vec<[i16; 2]> {
        let units = |log_odds: f32| (FILE_UNITS * log_odds).round().clamp(-32_000.0, 32_000.0) as i16;
        let both = self.for_vertical.iter().zip(&self.for_mover);
        both.map(|(vertical, mover)| [units(vertical + mover), units(vertical - mover)]).collect()
    }
}

fn adagrad(weight: &mut f32, squares: &mut f32, gradient: f32, rate: f32) {
    let gradient = gradient + WEIGHT_DECAY * *weight;
    *squares += gradient * gradient;
    *weight -= rate * gradient / squares.sqrt();
}
