//! The first layer of the nets, quantized to integers and updated incrementally.
//!
//! An accumulator belongs to a square of a pawn and stores the sums for a set of walls. The next position with the pawn
//! there differs by a few walls, and only these are added or subtracted. The wall placed last is added to the result
//! only, because the next position evaluated is most often the same with another last wall. Integer sums do not depend
//! on the order of additions, so the result does not depend on earlier evaluations.

#![expect(clippy::inline_always, reason = "the bodies must be compiled into the portable and the SIMD version")]
#![expect(
    clippy::needless_range_loop,
    reason = "iterators are not always compiled into functions of other target features"
)]

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::features::{
    INPUTS, LastWall, NetView, STEP_INPUTS, STOCK_INPUTS, step_inputs, stock_inputs, wall_from, wall_input,
};

/// The quantization scale of activations and weights.
pub(crate) const SCALE: f32 = 128.0;

/// An array aligned to a cache line, so that no more lines than needed are read.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Aligned<const N: usize>(pub(crate) [i16; N]);

impl<const N: usize> Aligned<N> {
    pub(crate) const ZERO: Self = Self([0; N]);
}

impl<const N: usize> Deref for Aligned<N> {
    type Target = [i16; N];

    #[inline]
    fn deref(&self) -> &[i16; N] {
        &self.0
    }
}

impl<const N: usize> DerefMut for Aligned<N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [i16; N] {
        &mut self.0
    }
}

/// Quantizes a weight.
pub(crate) fn quantize(weight: f32) -> i16 {
    (weight * SCALE).round().clamp(-32767.0, 32767.0) as i16
}

/// The weights of the layer.
#[derive(Debug)]
struct Rows<const N: usize> {
    first: Vec<Aligned<N>>,
    /// By the steps of both, the sum of the rows of their inputs.
    steps: Vec<Aligned<N>>,
    /// The same by the walls in hand.
    stock: Vec<Aligned<N>>,
    nothing: Aligned<N>,
}

/// The sums of a square of a pawn, for a set of walls.
#[derive(Clone, Copy, Debug)]
struct Accumulator<const N: usize> {
    walls: [u64; 2],
    sums: Aligned<N>,
}

/// The layer with its accumulators.
#[derive(Clone, Debug)]
pub(crate) struct FirstLayer<const N: usize> {
    rows: Arc<Rows<N>>,
    /// By pawn (own, other), whether the board is flipped, and square.
    kept: Box<[[[Accumulator<N>; 81]; 2]; 2]>,
}

impl<const N: usize> FirstLayer<N> {
    /// Reads the layer's weights: the biases, then the row of each input.
    pub(crate) fn read(weights: &mut impl Iterator<Item = f32>) -> Self {
        let mut row = || Aligned(std::array::from_fn(|_| quantize(weights.next().unwrap_or_default())));
        let bias = row();
        let first: Vec<Aligned<N>> = (0..INPUTS).map(|_| row()).collect();
        let square = |pawn: usize, square: usize| {
            let mut sums = first[81 * pawn + square];
            if pawn == 0 {
                add::<true, N>(&mut sums, &bias);
            }
            Accumulator { walls: [0; 2], sums }
        };
        let kept =
            Box::new(std::array::from_fn(|pawn| std::array::from_fn(|_| std::array::from_fn(|at| square(pawn, at)))));
        let steps = sum_rows(&first, STEP_INPUTS, step_inputs);
        let stock = sum_rows(&first, STOCK_INPUTS, stock_inputs);
        Self { rows: Arc::new(Rows { first, steps, stock, nothing: Aligned::ZERO }), kept }
    }

    /// The activations of the layer (`ReLU`). `flipped` says whether the view is p2's. `last` is the wall placed last, a hint
    /// that does not change the result.
    #[inline(always)]
    pub(crate) fn activations(&mut self, view: &NetView, flipped: bool, last: Option<LastWall>) -> Aligned<N> {
        let rows = &*self.rows;
        let [own, other] = &mut *self.kept;
        let own = &mut own[usize::from(flipped)][place(view.pawns[0])];
        let other = &mut other[usize::from(flipped)][place(view.pawns[1])];
        let mut walls = view.walls;
        let mut extra = [&rows.nothing; 3];
        if let Some(LastWall { orientation, slot }) = last {
            walls[orientation] &= !(1 << slot);
            extra = [
                &rows.first[wall_from(0, view.pawns[0], orientation, slot)],
                &rows.first[wall_from(1, view.pawns[1], orientation, slot)],
                &rows.first[wall_input(orientation, slot)],
            ];
        }
        update(rows, own, walls, view.pawns[0], 0);
        update(rows, other, walls, view.pawns[1], 1);
        let (own, other) = (&own.sums, &other.sums);
        let [own_steps, other_steps] = view.capped_steps();
        let [own_left, other_left] = view.capped_left();
        let steps = &rows.steps[own_steps * STEP_INPUTS + other_steps];
        let stock = &rows.stock[own_left * STOCK_INPUTS + other_left];
        let apart = &rows.first[view.offset_input()];
        let mut sums = Aligned::ZERO;
        for at in 0..N {
            let pawns = own[at].wrapping_add(other[at]);
            let race = steps[at].wrapping_add(stock[at]).wrapping_add(apart[at]);
            let placed = extra[0][at].wrapping_add(extra[1][at]).wrapping_add(extra[2][at]);
            sums[at] = pawns.wrapping_add(race).wrapping_add(placed).max(0);
        }
        sums
    }
}

#[inline(always)]
fn place([col, row]: [u8; 2]) -> usize {
    9 * usize::from(row) + usize::from(col)
}

/// For each pair of numbers below `count`, the sum of the rows of their three inputs.
fn sum_rows<const N: usize>(
    rows: &[Aligned<N>],
    count: usize,
    inputs: fn([usize; 2]) -> [usize; 3],
) -> Vec<Aligned<N>> {
    let mut joint = Vec::with_capacity(count * count);
    for own in 0..count {
        for other in 0..count {
            let mut sums = Aligned::ZERO;
            for input in inputs([own, other]) {
                add::<true, N>(&mut sums, &rows[input]);
            }
            joint.push(sums);
        }
    }
    joint
}

#[inline(always)]
fn add<const PLUS: bool, const N: usize>(sums: &mut Aligned<N>, row: &Aligned<N>) {
    for at in 0..N {
        sums[at] = if PLUS { sums[at].wrapping_add(row[at]) } else { sums[at].wrapping_sub(row[at]) };
    }
}

/// Updates an accumulator to these walls.
#[inline(always)]
fn update<const N: usize>(rows: &Rows<N>, kept: &mut Accumulator<N>, walls: [u64; 2], place: [u8; 2], pawn: usize) {
    for orientation in 0..2 {
        let (old, new) = (kept.walls[orientation], walls[orientation]);
        let mut changed = old ^ new;
        while changed != 0 {
            let slot = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let seen = &rows.first[wall_from(pawn, place, orientation, slot)];
            let alone = &rows.first[wall_input(orientation, slot)];
            if new >> slot & 1 != 0 {
                add::<true, N>(&mut kept.sums, seen);
                if pawn == 0 {
                    add::<true, N>(&mut kept.sums, alone);
                }
            } else {
                add::<false, N>(&mut kept.sums, seen);
                if pawn == 0 {
                    add::<false, N>(&mut kept.sums, alone);
                }
            }
        }
        kept.walls[orientation] = new;
    }
}
