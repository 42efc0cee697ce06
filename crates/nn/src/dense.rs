use agon_core::Rng;

use crate::Activation;
use crate::lane::{Lane, lanes};

/// One layer: every output is a weighted sum of the inputs and a bias, then the activation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dense {
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    pub(crate) activation: Activation,
    /// Lanes in a row.
    pub(crate) width: usize,
    pub(crate) bias: Vec<Lane>,
    /// A row of weights for each input, so that a sparse input costs only its own rows.
    pub(crate) weights: Vec<Lane>,
}

impl Dense {
    pub(crate) fn zero(inputs: usize, outputs: usize, activation: Activation) -> Self {
        let width = lanes(outputs);
        let bias = vec![Lane::default(); width];
        Self { inputs, outputs, activation, width, bias, weights: vec![Lane::default(); inputs * width] }
    }

    /// Small random weights; `live` is how many inputs are usually not zero.
    pub(crate) fn randomize(&mut self, live: usize, rng: &mut Rng) {
        let spread = match self.activation {
            Activation::Relu => (6.0 / live.max(1) as f64).sqrt(),
            Activation::Linear | Activation::Logistic => (3.0 / live.max(1) as f64).sqrt(),
        };
        for input in 0..self.inputs {
            for output in 0..self.outputs {
                let weight = ((2.0 * rng.unit() - 1.0) * spread) as f32;
                self.row_mut(input)[output / crate::LANE].0[output % crate::LANE] = weight;
            }
        }
    }

    pub(crate) fn row(&self, input: usize) -> &[Lane] {
        &self.weights[input * self.width..][..self.width]
    }

    pub(crate) fn row_mut(&mut self, input: usize) -> &mut [Lane] {
        &mut self.weights[input * self.width..][..self.width]
    }

    /// All lanes, in the order of the weight file.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[Lane]> {
        std::iter::once(&self.bias[..]).chain((0..self.inputs).map(|input| self.row(input)))
    }

    /// As [`Dense::rows`], to be changed.
    pub(crate) fn rows_mut(&mut self) -> impl Iterator<Item = &mut [Lane]> {
        std::iter::once(&mut self.bias[..]).chain(self.weights.chunks_exact_mut(self.width).take(self.inputs))
    }
}
