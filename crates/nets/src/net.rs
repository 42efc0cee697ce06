use agon_core::Rng;

use crate::dense::Dense;
use crate::lane::{Lane, number};
use crate::{LANE, Shape, kernels};

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
        assert!(shape.is_sound(), "no net can have this shape: {shape:?}");
        let layers = shape.layers().map(|(from, to, activation)| Dense::zero(from, to, activation)).collect();
        Self { shape: shape.clone(), layers }
    }

    /// A net with small random weights, to begin learning with.
    ///
    /// # Panics
    ///
    /// As [`Net::zero`].
    pub fn random(shape: &Shape, rng: &mut Rng) -> Self {
        let mut net = Self::zero(shape);
        for (at, layer) in net.layers.iter_mut().enumerate() {
            // Inputs are sparse: sums over all of them never happen.
            let live = if at == 0 { layer.inputs.div_ceil(4) } else { layer.inputs };
            layer.randomize(live, rng);
        }
        net
    }

    /// The layers.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Every weight: layer by layer, first the biases, then the row of each input.
    pub fn weights(&self) -> impl Iterator<Item = f32> + '_ {
        self.layers.iter().flat_map(|layer| {
            layer.rows().flat_map(|row| (0..layer.outputs).map(move |output| number(row, output)))
        })
    }

    /// Sets every weight, in the order of [`Net::weights`]; missing ones stay.
    pub fn set_weights(&mut self, mut weights: impl Iterator<Item = f32>) {
        for layer in &mut self.layers {
            let Dense { inputs, outputs, width, bias, weights: rows, .. } = layer;
            for row in std::iter::once(&mut bias[..]).chain(rows.chunks_exact_mut(*width).take(*inputs)) {
                for output in 0..*outputs {
                    if let Some(weight) = weights.next() {
                        row[output / LANE].0[output % LANE] = weight;
                    }
                }
            }
        }
    }

    /// Moves every weight by a share of the way to another net's.
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
            layer.bias.fill(Lane::default());
            layer.weights.fill(Lane::default());
        }
    }

    /// Whether every weight is a finite number.
    pub fn is_finite(&self) -> bool {
        self.weights().all(f32::is_finite)
    }
}
