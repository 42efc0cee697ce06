use crate::Net;
use crate::kernels::{self, GROUP, HALF};
use crate::simd::{F32x8, Input};

/// Positions that are evaluated together. Reuses its buffers.
///
/// ```
/// # use agon_core::Rng;
/// # use agon_nn::{Batch, Input, Net, Shape};
/// let net = Net::random(&Shape::new(4, &[8, 8], 2), &mut Rng::new(1));
/// let mut batch = Batch::default();
/// batch.push(&net, &[Input::new(0, 1.0), Input::new(3, 0.5)]);
/// let apart: Vec<f32> = batch.run(&net).to_vec();
/// // The same position, and another that shares its first input; the last input of each is dense.
/// batch.clear();
/// batch.share(&net, &[Input::new(0, 1.0)]);
/// batch.push_shared(&net, &[], &[0.5]);
/// batch.push_shared(&net, &[Input::new(1, 1.0)], &[0.0]);
/// assert_eq!(&batch.run(&net)[..2], apart);
/// assert_eq!(batch.run(&net).len(), 4);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Batch {
    len: usize,
    /// The sums of the first layer, before the activation.
    first: Vec<F32x8>,
    /// The sums of the shared inputs of the next positions.
    shared: Vec<F32x8>,
    /// The values of the dense inputs, group by group, those of a group's positions side by side.
    dense: Vec<[f32; GROUP]>,
    /// The number of dense inputs.
    dense_len: usize,
    /// The activations of a layer and the sums of the next one.
    from: Vec<F32x8>,
    to: Vec<F32x8>,
    outputs: Vec<f32>,
}

impl Batch {
    /// Removes all positions.
    pub fn clear(&mut self) {
        self.len = 0;
        self.dense_len = 0;
        self.dense.clear();
    }

    /// The number of positions.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a position with its non-zero inputs.
    #[inline]
    pub fn push(&mut self, net: &Net, inputs: &[Input]) {
        let layer = &net.layers[0];
        assert_eq!(self.dense_len, 0, "a batch with dense inputs has them in all positions");
        let start = self.reserve(layer.width);
        let sums = &mut self.first[start..start + layer.width];
        sums.copy_from_slice(&layer.bias);
        kernels::sum_rows(&layer.weights, inputs, sums);
        self.len += 1;
    }

    /// Sets the non-zero inputs that the positions pushed next have in common. They come before all others.
    #[inline]
    pub fn share(&mut self, net: &Net, inputs: &[Input]) {
        let layer = &net.layers[0];
        self.shared.clear();
        self.shared.extend_from_slice(&layer.bias);
        kernels::sum_rows(&layer.weights, inputs, &mut self.shared);
    }

    /// Adds a position with the shared inputs, its other non-zero inputs, and the values of the net's last inputs, which are
    /// dense.
    ///
    /// # Panics
    ///
    /// If no inputs were shared with this net, or the number of dense inputs differs from that of the positions before.
    #[inline]
    pub fn push_shared(&mut self, net: &Net, inputs: &[Input], last: &[f32]) {
        let layer = &net.layers[0];
        let start = self.reserve(layer.width);
        let sums = &mut self.first[start..start + layer.width];
        sums.copy_from_slice(&self.shared);
        kernels::sum_rows(&layer.weights, inputs, sums);
        let (group, slot) = (self.len / GROUP, self.len % GROUP);
        assert!(self.len == 0 || self.dense_len == last.len(), "{} dense inputs, not {}", self.dense_len, last.len());
        self.dense_len = last.len();
        if slot == 0 {
            self.dense.resize((group + 1) * self.dense_len, [0.0; GROUP]);
        }
        for (values, value) in self.dense[group * self.dense_len..].iter_mut().zip(last) {
            values[slot] = *value;
        }
        self.len += 1;
    }

    /// Makes room for the next position's sums of the first layer and returns their start.
    #[inline]
    fn reserve(&mut self, width: usize) -> usize {
        let start = self.len * width;
        if self.first.len() < start + width {
            self.first.resize((start + width) * 2, F32x8::default());
        }
        start
    }

    /// Computes the outputs of all positions, one after the other.
    pub fn run(&mut self, net: &Net) -> &[f32] {
        let groups = self.len.div_ceil(GROUP);
        let [first, rest @ ..] = &net.layers[..] else { return &[] };
        grow(&mut self.first, groups * GROUP * first.width);
        self.outputs.clear();
        let outputs = net.shape.outputs;
        let widest = net.layers.iter().map(|layer| layer.width).max().unwrap_or(0) * GROUP;
        grow(&mut self.from, widest);
        grow(&mut self.to, widest);
        // Group by group, so that the numbers stay in the cache.
        for group in 0..groups {
            let mut width = first.width;
            let here = (self.len - group * GROUP).min(GROUP);
            let mut sums = &self.first[group * GROUP * width..][..here.next_multiple_of(HALF) * width];
            if self.dense_len > 0 {
                let rows = &first.weights[(first.inputs - self.dense_len) * width..];
                let dense = &self.dense[group * self.dense_len..][..self.dense_len];
                kernels::sum_dense(rows, dense, sums, &mut self.to[..GROUP * width]);
                sums = &self.to;
            }
            kernels::activate(first.activation, &sums[..here * width], &mut self.from);
            for layer in rest {
                let to = &mut self.to[..GROUP * layer.width];
                kernels::sum_group(&layer.weights, &layer.bias, &self.from, width, layer.inputs, to);
                width = layer.width;
                kernels::activate(layer.activation, &to[..here * width], &mut self.from);
            }
            for row in self.from.chunks_exact(width).take(here) {
                self.outputs.extend(row.iter().flat_map(|lane| lane.0).take(outputs));
            }
        }
        &self.outputs
    }
}

fn grow(lanes: &mut Vec<F32x8>, len: usize) {
    if lanes.len() < len {
        lanes.resize(len, F32x8::default());
    }
}
