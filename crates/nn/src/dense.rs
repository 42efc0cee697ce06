use agon_core::Rng;

use crate::Activation;
use crate::simd::{F32x8, LANES, vectors};

/// A dense layer: weighted sums of the inputs with biases, then the activation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dense {
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    pub(crate) activation: Activation,
    /// The number of vectors in a row.
    pub(crate) width: usize,
    pub(crate) bias: Vec<F32x8>,
    /// A row of weights for each input: sparse inputs cost only their own rows.
    pub(crate) weights: Vec<F32x8>,
}

impl Dense {
    pub(crate) fn zero(inputs: usize, outputs: usize, activation: Activation) -> Self {
        let width = vectors(outputs);
        let bias = vec![F32x8::default(); width];
        Self { inputs, outputs, activation, width, bias, weights: vec![F32x8::default(); inputs * width] }
    }

    /// Sets small random weights; `active` is the usual number of non-zero inputs.
    pub(crate) fn randomize(&mut self, active: usize, rng: &mut Rng) {
        let spread = match self.activation {
            Activation::Relu => (6.0 / active.max(1) as f64).sqrt(),
            Activation::Linear | Activation::Logistic => (3.0 / active.max(1) as f64).sqrt(),
        };
        for input in 0..self.inputs {
            for output in 0..self.outputs {
                let weight = ((2.0 * rng.unit() - 1.0) * spread) as f32;
                self.row_mut(input)[output / LANES].0[output % LANES] = weight;
            }
        }
    }

    pub(crate) fn row(&self, input: usize) -> &[F32x8] {
        &self.weights[input * self.width..][..self.width]
    }

    pub(crate) fn row_mut(&mut self, input: usize) -> &mut [F32x8] {
        &mut self.weights[input * self.width..][..self.width]
    }

    /// The biases and all rows, in the order of the weight file.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[F32x8]> {
        std::iter::once(&self.bias[..]).chain((0..self.inputs).map(|input| self.row(input)))
    }

    /// Like [`Dense::rows`], mutable.
    pub(crate) fn rows_mut(&mut self) -> impl Iterator<Item = &mut [F32x8]> {
        std::iter::once(&mut self.bias[..]).chain(self.weights.chunks_exact_mut(self.width).take(self.inputs))
    }
}
