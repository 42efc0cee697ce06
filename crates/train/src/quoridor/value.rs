//! The objective of the value net: the search's score and the result of the game.

use agon_engines::training::quoridor::{NetView, SCORE_PER_LOGIT, value_shape};
use agon_nn::{Input, Shape};
use agon_quoridor::Square;

use super::fit::Objective;
use super::sample::Sample;

/// Fits winning chances to a mixture of the search's score and the result.
pub(super) struct ValueObjective {
    /// The share of the search's score in the target.
    score_share: f32,
    inputs: Vec<Input>,
    target: f32,
}

impl ValueObjective {
    pub(super) fn new(score_share: f32) -> Self {
        Self { score_share, inputs: Vec::new(), target: 0.0 }
    }
}

impl Objective for ValueObjective {
    fn shape(&self) -> Shape {
        value_shape()
    }

    fn load(&mut self, sample: &Sample, mirrored: bool) {
        let pawns = sample.pawns.map(Square::from_index);
        let walls = [sample.horizontal, sample.vertical];
        let view = NetView::new(walls, pawns, sample.left, sample.steps, usize::from(sample.mover));
        let view = if mirrored { view.mirrored() } else { view };
        self.inputs.clear();
        view.inputs(|input| self.inputs.push(Input::new(input as u16, 1.0)));
        let by_score = 1.0 / (1.0 + (-f32::from(sample.score) / SCORE_PER_LOGIT).exp());
        let by_result = 0.5 + 0.5 * f32::from(sample.result);
        self.target = self.score_share * by_score + (1.0 - self.score_share) * by_result;
    }

    fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The cross entropy less the target's own entropy, so that a perfect net has loss 0.
    fn loss(&mut self, outputs: &[f32]) -> f64 {
        let (target, output) = (f64::from(self.target), f64::from(outputs[0]).clamp(1e-7, 1.0 - 1e-7));
        let entropy = |p: f64| if p <= 0.0 || p >= 1.0 { 0.0 } else { -p * p.ln() - (1.0 - p) * (1.0 - p).ln() };
        -target * output.ln() - (1.0 - target) * (1.0 - output).ln() - entropy(target)
    }

    fn targets(&mut self) -> &[f32] {
        std::slice::from_ref(&self.target)
    }
}
