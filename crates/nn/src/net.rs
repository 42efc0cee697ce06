use agon_core::Rng;

use crate::dense::Dense;
use crate::simd::{F32x8, LANES, element};
use crate::{Shape, kernels};

/// A net of dense layers.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    pub(crate) shape: Shape,
    pub(crate) layers: Vec<Dense>,
}

impl Net {
    /// A net whose weights are all zero.
    ///
    /// # Panics
    ///
    /// If the shape has no hidden layer, or a layer without numbers or beyond the limits of [`Shape`].
    pub fn zero(shape: &Shape) -> Self {
        assert!(shape.is_valid(), "no net can have this shape: {shape:?}");
        let layers = shape.layers().map(|(from, to, activation)| Dense::zero(from, to, activation)).collect();
        Self { shape: shape.clone(), layers }
    }

    /// A net with small random weights, to start training with.
    ///
    /// # Panics
    ///
    /// As [`Net::zero`].
    pub fn random(shape: &Shape, rng: &mut Rng) -> Self {
        let mut net = Self::zero(shape);
        for (at, layer) in net.layers.iter_mut().enumerate() {
            // The inputs of the first layer are sparse.
            let active = if at == 0 { layer.inputs.div_ceil(4) } else { layer.inputs };
            layer.randomize(active, rng);
        }
        net
    }

    /// The net with a wider first hidden layer. The added units have random inputs and zero outputs, so the net's outputs stay
    /// the same. A net that is wide enough stays as it is.
    ///
    /// # Panics
    ///
    /// If the width is beyond [`Shape::MAX_WIDTH`].
    #[must_use]
    pub fn widened(&self, width: usize, rng: &mut Rng) -> Self {
        let mut shape = self.shape.clone();
        let narrow = shape.hidden[0];
        shape.hidden[0] = width.max(narrow);
        let mut wide = Self::random(&shape, rng);
        for (at, (layer, own)) in wide.layers.iter_mut().zip(&self.layers).enumerate() {
            let rows = own.rows().map(|row| (0..own.outputs).map(|output| element(row, output)));
            if at == 1 {
                layer.weights.fill(F32x8::default());
            }
            for (row, known) in layer.rows_mut().zip(rows) {
                for (output, weight) in known.enumerate() {
                    row[output / LANES].0[output % LANES] = weight;
                }
            }
        }
        wide
    }

    /// The net's shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Every weight: layer by layer, first the biases, then the row of each input.
    pub fn weights(&self) -> impl Iterator<Item = f32> + '_ {
        self.layers
            .iter()
            .flat_map(|layer| layer.rows().flat_map(|row| (0..layer.outputs).map(move |output| element(row, output))))
    }

    /// Sets every weight, in the order of [`Net::weights`]; missing ones stay.
    pub fn set_weights(&mut self, mut weights: impl Iterator<Item = f32>) {
        for layer in &mut self.layers {
            let outputs = layer.outputs;
            for row in layer.rows_mut() {
                for output in 0..outputs {
                    if let Some(weight) = weights.next() {
                        row[output / LANES].0[output % LANES] = weight;
                    }
                }
            }
        }
    }

    /// Moves every weight towards another net's by a share of the difference.
    ///
    /// # Panics
    ///
    /// If the shapes differ.
    pub fn blend(&mut self, other: &Self, share: f32) {
        assert_eq!(self.shape, other.shape, "only nets of the same shape can be blended");
        for (own, other) in self.layers.iter_mut().zip(&other.layers) {
            kernels::blend(&mut own.bias, &other.bias, share);
            kernels::blend(&mut own.weights, &other.weights, share);
        }
    }

    /// Sets every weight to zero.
    pub fn clear(&mut self) {
        for layer in &mut self.layers {
            layer.bias.fill(F32x8::default());
            layer.weights.fill(F32x8::default());
        }
    }

    /// Whether every weight is a finite number.
    pub fn is_finite(&self) -> bool {
        self.weights().all(f32::is_finite)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Backprop, Input};

    #[test]
    fn a_wider_net_has_the_same_outputs_and_learns_with_all_its_units() {
        for hidden in [&[5][..], &[5, 9]] {
            let shape = Shape::new(6, hidden, 3);
            let net = Net::random(&shape, &mut Rng::new(1));
            let mut wide = net.widened(12, &mut Rng::new(2));
            assert_eq!((wide.shape.hidden[0], wide.shape.weights()), (12, wide.weights().count()));
            let inputs = [Input::new(1, 1.0), Input::new(4, -0.5), Input::new(5, 2.0)];
            let said = Backprop::new(&shape).forward(&net, &inputs).to_vec();
            let mut backprop = Backprop::new(&wide.shape);
            assert_eq!(backprop.forward(&wide, &inputs), said);
            // The added units have outputs after one step.
            backprop.backward(&wide, &[1.0, 0.0, 1.0]);
            backprop.descend(&mut wide, &inputs, 0.1);
            let listened = |unit: usize| wide.layers[1].row(unit).iter().any(|lane| *lane != F32x8::default());
            assert!((5..12).any(listened), "no added unit has learnt anything");
            assert_eq!(net.widened(3, &mut Rng::new(2)), net);
        }
    }
}
