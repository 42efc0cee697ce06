use crate::kernels::{self, GROUP};
use crate::lane::{Input, Lane};
use crate::{LANE, Net};

/// Positions that are evaluated together, and the room for it, which is kept from one to the next.
///
/// ```
/// # use agon_core::Rng;
/// # use agon_nets::{Batch, Input, Net, Shape};
/// let net = Net::random(&Shape::new(4, &[8, 8], 2), &mut Rng::new(1));
/// let mut batch = Batch::default();
/// batch.push(&net, &[Input::new(0, 1.0), Input::new(3, 0.5)]);
/// // The same, said by what differs from the first: input 3 goes from 0.5 to 0, input 1 from 0 to 1.
/// batch.push_changed(&net, 0, &[Input::new(3, -0.5), Input::new(1, 1.0)]);
/// let outputs: Vec<f32> = batch.run(&net).to_vec();
/// assert_eq!(outputs.len(), 4);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Batch {
    len: usize,
    /// The sums of the first layer, before its activation.
    first: Vec<Lane>,
    /// Layer by layer in turn.
    from: Vec<Lane>,
    to: Vec<Lane>,
    outputs: Vec<f32>,
}

impl Batch {
    /// Forgets the positions, keeps the room.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// How many positions there are.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a position by its inputs that are not zero.
    #[inline]
    pub fn push(&mut self, net: &Net, inputs: &[Input]) {
        let layer = &net.layers[0];
        let start = self.room(layer.width);
        let sums = &mut self.first[start..start + layer.width];
        sums.copy_from_slice(&layer.bias);
        kernels::sum_rows(&layer.weights, inputs, sums);
        self.len += 1;
    }

    /// Adds a position by how its inputs differ from those of an earlier one.
    #[inline]
    pub fn push_changed(&mut self, net: &Net, earlier: usize, changes: &[Input]) {
        let layer = &net.layers[0];
        let start = self.room(layer.width);
        assert!(earlier < self.len, "there is no earlier position {earlier}");
        let from = earlier * layer.width;
        self.first.copy_within(from..from + layer.width, start);
        kernels::sum_rows(&layer.weights, changes, &mut self.first[start..start + layer.width]);
        self.len += 1;
    }

    /// Where the next position's first sums go.
    #[inline]
    fn room(&mut self, width: usize) -> usize {
        let start = self.len * width;
        if self.first.len() < start + width {
            self.first.resize((start + width) * 2, Lane::default());
        }
        start
    }

    /// The outputs of all positions, one after the other.
    pub fn run(&mut self, net: &Net) -> &[f32] {
        let groups = self.len.div_ceil(GROUP);
        let [first, rest @ ..] = &net.layers[..] else { return &[] };
        grow(&mut self.first, groups * GROUP * first.width);
        self.outputs.clear();
        let outputs = net.shape.outputs;
        let widest = net.layers.iter().map(|layer| layer.width).max().unwrap_or(0) * GROUP;
        grow(&mut self.from, widest);
        grow(&mut self.to, widest);
        // Group by group, so that the numbers stay near.
        for group in 0..groups {
            let mut width = first.width;
            let sums = &self.first[group * GROUP * width..][..GROUP * width];
            kernels::activate(first.activation, sums, &mut self.from[..GROUP * width]);
            for layer in rest {
                let to = &mut self.to[..GROUP * layer.width];
                kernels::sum_group(&layer.weights, &layer.bias, &self.from, width, layer.inputs, to);
                width = layer.width;
                kernels::activate(layer.activation, to, &mut self.from[..GROUP * width]);
            }
            let here = (self.len - group * GROUP).min(GROUP);
            for row in self.from.chunks_exact(width).take(here) {
                self.outputs.extend(row.iter().flat_map(|lane| lane.0).take(outputs));
            }
        }
        const { assert!(LANE == 8) };
        &self.outputs
    }
}

fn grow(lanes: &mut Vec<Lane>, len: usize) {
    if lanes.len() < len {
        lanes.resize(len, Lane::default());
    }
}
