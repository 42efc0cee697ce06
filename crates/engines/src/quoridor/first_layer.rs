//! The first layer of the nets, in whole numbers and kept up to date.
//!
//! Sums of the first layer belong to a pawn's square and a set of walls. For every square of a pawn
//! the last sums are kept with their walls: the next position with the pawn there differs from it by a
//! few walls, and only these are added or taken away. The wall that was placed last is added for the answer
//! alone: the next position asked about is most often the same with another wall in its place. WholeTurns
//! numbers add up to the same whatever the order, so the answer does not depend on what was asked before.

#![expect(clippy::inline_always, reason = "the bodies must be compiled into both twins of the nets")]
#![expect(
    clippy::needless_range_loop,
    reason = "iterators are not always compiled into functions of other target features"
)]

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::features::{
    INPUTS, Placed, STEPS, STOCKS, View, pace_inputs, stock_inputs, wall_from, wall_input,
};

/// One, in the numbers of activations and weights.
pub(crate) const ONE: f32 = 128.0;

/// Numbers that begin with a line of the processor's memory, so that no more lines than needed are read.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Lined<const N: usize>(pub(crate) [i16; N]);

impl<const N: usize> Lined<N> {
    pub(crate) const ZERO: Self = Self([0; N]);
}

impl<const N: usize> Deref for Lined<N> {
    type Target = [i16; N];

    #[inline]
    fn deref(&self) -> &[i16; N] {
        &self.0
    }
}

impl<const N: usize> DerefMut for Lined<N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [i16; N] {
        &mut self.0
    }
}

/// A weight as it is used: to the next whole number of parts of [`ONE`].
pub(crate) fn whole(weight: f32) -> i16 {
    (weight * ONE).round().clamp(-32767.0, 32767.0) as i16
}

/// The weights of the layer.
#[derive(Debug)]
struct Rows<const N: usize> {
    first: Vec<Lined<N>>,
    /// For the steps of both the rows of their inputs, added up.
    pace: Vec<Lined<N>>,
    /// The same for the stocks.
    stock: Vec<Lined<N>>,
    nothing: Lined<N>,
}

/// Sums for a pawn's square.
#[derive(Clone, Copy, Debug)]
struct Kept<const N: usize> {
    walls: [u64; 2],
    sums: Lined<N>,
}

/// The layer with what it keeps.
#[derive(Clone, Debug)]
pub(crate) struct FirstLayer<const N: usize> {
    rows: Arc<Rows<N>>,
    /// By pawn (own, other), its square, and whether the board is turned.
    kept: Box<[[[Kept<N>; 81]; 2]; 2]>,
}

impl<const N: usize> FirstLayer<N> {
    /// Takes the layer's weights: the biases, then the row of each input.
    pub(crate) fn read(weights: &mut impl Iterator<Item = f32>) -> Self {
        let mut row = || Lined(std::array::from_fn(|_| whole(weights.next().unwrap_or_default())));
        let bias = row();
        let first: Vec<Lined<N>> = (0..INPUTS).map(|_| row()).collect();
        let square = |pawn: usize, square: usize| {
            let mut sums = first[81 * pawn + square];
            if pawn == 0 {
                add::<true, N>(&mut sums, &bias);
            }
            Kept { walls: [0; 2], sums }
        };
        let kept = Box::new(std::array::from_fn(|pawn| {
            std::array::from_fn(|_| std::array::from_fn(|at| square(pawn, at)))
        }));
        let pace = joint_rows(&first, STEPS, pace_inputs);
        let stock = joint_rows(&first, STOCKS, stock_inputs);
        Self { rows: Arc::new(Rows { first, pace, stock, nothing: Lined::ZERO }), kept }
    }

    /// What the layer gives, nothing below 0. `turned` says whether the view is p2's, `last` which wall of the view was
    /// placed last, if one was; it has no say in the answer.
    #[inline(always)]
    pub(crate) fn active(&mut self, view: &View, turned: bool, last: Option<Placed>) -> Lined<N> {
        let rows = &*self.rows;
        let [own, other] = &mut *self.kept;
        let own = &mut own[usize::from(turned)][place(view.pawns[0])];
        let other = &mut other[usize::from(turned)][place(view.pawns[1])];
        let mut walls = view.walls;
        let mut extra = [&rows.nothing; 3];
        if let Some(Placed { direction, slot }) = last {
            walls[direction] &= !(1 << slot);
            extra = [
                &rows.first[wall_from(0, view.pawns[0], direction, slot)],
                &rows.first[wall_from(1, view.pawns[1], direction, slot)],
                &rows.first[wall_input(direction, slot)],
            ];
        }
        update(rows, own, walls, view.pawns[0], 0);
        update(rows, other, walls, view.pawns[1], 1);
        let (own, other) = (&own.sums, &other.sums);
        let [own_steps, other_steps] = view.capped_steps();
        let [own_left, other_left] = view.capped_left();
        let pace = &rows.pace[own_steps * STEPS + other_steps];
        let stock = &rows.stock[own_left * STOCKS + other_left];
        let apart = &rows.first[view.apart_input()];
        let mut sums = Lined::ZERO;
        for at in 0..N {
            let pawns = own[at].wrapping_add(other[at]);
            let race = pace[at].wrapping_add(stock[at]).wrapping_add(apart[at]);
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

/// For each pair of numbers below `count` the rows of their three inputs, added up.
fn joint_rows<const N: usize>(
    rows: &[Lined<N>],
    count: usize,
    inputs: fn([usize; 2]) -> [usize; 3],
) -> Vec<Lined<N>> {
    let mut joint = Vec::with_capacity(count * count);
    for own in 0..count {
        for other in 0..count {
            let mut sums = Lined::ZERO;
            for input in inputs([own, other]) {
                add::<true, N>(&mut sums, &rows[input]);
            }
            joint.push(sums);
        }
    }
    joint
}

#[inline(always)]
fn add<const PLUS: bool, const N: usize>(sums: &mut Lined<N>, row: &Lined<N>) {
    for at in 0..N {
        sums[at] = if PLUS { sums[at].wrapping_add(row[at]) } else { sums[at].wrapping_sub(row[at]) };
    }
}

/// Brings the sums of a pawn's square up to these walls.
#[inline(always)]
fn update<const N: usize>(rows: &Rows<N>, kept: &mut Kept<N>, walls: [u64; 2], place: [u8; 2], pawn: usize) {
    for direction in 0..2 {
        let (old, new) = (kept.walls[direction], walls[direction]);
        let mut changed = old ^ new;
        while changed != 0 {
            let slot = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let seen = &rows.first[wall_from(pawn, place, direction, slot)];
            let alone = &rows.first[wall_input(direction, slot)];
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
        kept.walls[direction] = new;
    }
}
