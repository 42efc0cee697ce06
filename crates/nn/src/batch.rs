use crate::kernels::{self, GROUP, HALF};
use crate::lane::{Input, Lane};
use crate::{LANE, Net};

/// Positions that are evaluated together, and the room for it, which is kept from one to the next.
///
/// ```
/// # use agon_core::Rng;
/// # use agon_nn::{Batch, Input, Net, Shape};
/// let net = Net::random(&Shape::new(4, &[8, 8], 2), &mut Rng::new(1));
/// let mut batch = Batch::default();
/// batch.push(&net, &[Input::new(0, 1.0), Input::new(3, 0.5)]);
/// let apart: Vec<f32> = batch.run(&net).to_vec();
/// // The same, and another that shares its beginning; the last input of each is given by its value alone.
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
    /// The sums of the first layer, before its activation.
    first: Vec<Lane>,
    /// The sums of what the next positions have in common.
    shared: Vec<Lane>,
    /// The values of the last inputs, group by group, those of a group's positions side by side.
    tails: Vec<[f32; GROUP]>,
    /// How many last inputs are given by their values alone.
    tail: usize,
    /// Layer by layer in turn.
    from: Vec<Lane>,
    to: Vec<Lane>,
    outputs: Vec<f32>,
}

impl Batch {
    /// Forgets the positions, keeps the room.
    pub fn clear(&mut self) {
        self.len = 0;
        self.tail = 0;
        self.tails.clear();
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
        assert_eq!(self.tail, 0, "all positions of a batch are said in the same way");
        let start = self.room(layer.width);
        let sums = &mut self.first[start..start + layer.width];
        sums.copy_from_slice(&layer.bias);
        kernels::sum_rows(&layer.weights, inputs, sums);
        self.len += 1;
    }

    /// Says what the positions pushed next have in common: inputs, those that are not zero, in front of all others.
    #[inline]
    pub fn share(&mut self, net: &Net, inputs: &[Input]) {
        let layer = &net.layers[0];
        self.shared.clear();
        self.shared.extend_from_slice(&layer.bias);
        kernels::sum_rows(&layer.weights, inputs, &mut self.shared);
    }

    /// Adds a position that shares the inputs given last by [`Batch::share`]: by those of its other inputs that are
    /// not zero, and by the values of the last inputs of all, of which there must be as many in all positions.
    ///
    /// # Panics
    ///
    /// If nothing was shared with this net, or there are more or fewer last inputs than in the positions before.
    #[inline]
    pub fn push_shared(&mut self, net: &Net, inputs: &[Input], last: &[f32]) {
        let layer = &net.layers[0];
        let start = self.room(layer.width);
        let sums = &mut self.first[start..start + layer.width];
        sums.copy_from_slice(&self.shared);
        kernels::sum_rows(&layer.weights, inputs, sums);
        let (group, place) = (self.len / GROUP, self.len % GROUP);
        assert!(self.len == 0 || self.tail == last.len(), "{} last inputs, not {}", self.tail, last.len());
        self.tail = last.len();
        if place == 0 {
            self.tails.resize((group + 1) * self.tail, [0.0; GROUP]);
        }
        for (values, value) in self.tails[group * self.tail..].iter_mut().zip(last) {
            values[place] = *value;
        }
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
            let here = (self.len - group * GROUP).min(GROUP);
            let mut sums = &self.first[group * GROUP * width..][..here.next_multiple_of(HALF) * width];
            if self.tail > 0 {
                let rows = &first.weights[(first.inputs - self.tail) * width..];
                let tails = &self.tails[group * self.tail..][..self.tail];
                kernels::sum_tails(rows, tails, sums, &mut self.to[..GROUP * width]);
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
        const { assert!(LANE == 8) };
        &self.outputs
    }
}

fn grow(lanes: &mut Vec<Lane>, len: usize) {
    if lanes.len() < len {
        lanes.resize(len, Lane::default());
    }
}
