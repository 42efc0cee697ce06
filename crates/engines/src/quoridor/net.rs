//! The learned evaluation: a small net in whole numbers, whose first layer is kept up to date.
//!
//! Sums of the first layer belong to a pawn's square and a set of walls. For every square of a pawn
//! the last sums are kept with their walls: the next position with the pawn there differs from it by a
//! few walls, and only these are added or taken away. The wall that was placed last is added for the answer
//! alone: the next position asked about is most often the same with another wall in its place. Whole
//! numbers add up to the same whatever the order, so the answer does not depend on what was asked before.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use agon_core::Fault;
use agon_nets::NetFile;

use super::features::{
    INPUTS, Placed, STEPS, STOCKS, View, pace_inputs, stock_inputs, wall_from, wall_input,
};

/// Width of the first layer.
pub(crate) const FIRST: usize = 64;
/// Width of the second layer.
pub(crate) const SECOND: usize = 32;
/// One, in the numbers of activations and weights.
const ONE: f32 = 128.0;
const SHIFT: i32 = 7;
/// Hundredths of a step in one unit of the logistic function.
pub(crate) const LOGIT: f32 = 250.0;

/// Numbers that begin with a line of the processor's memory, so that no more lines than needed are read.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Lined<const N: usize>([i16; N]);

impl<const N: usize> Lined<N> {
    const ZERO: Self = Self([0; N]);
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

type Row = Lined<FIRST>;

static NOTHING: Row = Row::ZERO;

/// The weights.
#[derive(Debug)]
struct Weights {
    bias: Row,
    first: Vec<Row>,
    /// For the steps of both the rows of their inputs, added up.
    pace: Vec<Row>,
    /// The same for the stocks.
    stock: Vec<Row>,
    second_bias: [i32; SECOND],
    /// For each pair of inputs the weights of both to every output, side by side.
    second: [Lined<{ 2 * SECOND }>; FIRST / 2],
    third_bias: i32,
    third: [i32; SECOND],
}

/// Sums of the first layer for a pawn's square.
#[derive(Clone, Copy, Debug)]
struct Kept {
    walls: [u64; 2],
    sums: Row,
}

/// The net with what it keeps.
#[derive(Clone, Debug)]
pub(crate) struct PathNet {
    weights: Arc<Weights>,
    /// By pawn (own, other), its square, and whether the board is turned.
    kept: Box<[[[Kept; 81]; 2]; 2]>,
    fast: bool,
}

impl PathNet {
    /// Reads a weight file.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let file = NetFile::from_bytes(bytes)?;
        let wrong = || agon_nets::faults::NET_DAMAGED.with("what", "it holds no net of this shape");
        let net = file.net("value").ok_or_else(wrong)?;
        let shape = net.shape();
        if shape.inputs() != INPUTS || shape.hidden() != [FIRST, SECOND] || shape.outputs() != 1 {
            return Err(wrong());
        }
        let mut numbers = net.weights();
        let mut next = || numbers.next().unwrap_or_default();
        let mut short = |scale: f32| (next() * scale).round().clamp(-32767.0, 32767.0);
        let mut weights = Weights {
            bias: Row::ZERO,
            first: vec![Row::ZERO; INPUTS],
            pace: Vec::new(),
            stock: Vec::new(),
            second_bias: [0; SECOND],
            second: [Lined::ZERO; FIRST / 2],
            third_bias: 0,
            third: [0; SECOND],
        };
        weights.bias = Lined(std::array::from_fn(|_| short(ONE) as i16));
        for row in &mut weights.first {
            *row = Lined(std::array::from_fn(|_| short(ONE) as i16));
        }
        weights.second_bias = std::array::from_fn(|_| short(ONE) as i32 * ONE as i32);
        for input in 0..FIRST {
            for output in 0..SECOND {
                weights.second[input / 2][2 * output + input % 2] = short(ONE) as i16;
            }
        }
        weights.third_bias = short(ONE) as i32 * ONE as i32;
        weights.third = std::array::from_fn(|_| short(ONE) as i32);
        weights.pace = joint_rows(&weights.first, STEPS, pace_inputs);
        weights.stock = joint_rows(&weights.first, STOCKS, stock_inputs);
        Ok(Self::new(weights))
    }

    fn new(weights: Weights) -> Self {
        let square = |pawn: usize, square: usize| {
            let input = 81 * pawn + square;
            let mut sums = weights.first[input];
            if pawn == 0 {
                add::<true>(&mut sums, &weights.bias);
            }
            Kept { walls: [0; 2], sums }
        };
        let kept =
            std::array::from_fn(|pawn| std::array::from_fn(|_| std::array::from_fn(|at| square(pawn, at))));
        #[cfg(target_arch = "x86_64")]
        let fast = std::arch::is_x86_feature_detected!("avx2");
        #[cfg(not(target_arch = "x86_64"))]
        let fast = false;
        Self { kept: Box::new(kept), weights: Arc::new(weights), fast }
    }

    /// The worth to the player to move, in hundredths of a step. `turned` says whether the view
    /// is p2's, `last` which wall of the view was placed last, if one was; it has no say in the answer.
    #[inline]
    pub(crate) fn evaluate(&mut self, view: &View, turned: bool, last: Option<Placed>) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.fast {
            #[expect(unsafe_code, reason = "code for features found at run time")]
            // SAFETY: the processor has AVX2.
            return unsafe { self.evaluate_fast(view, turned, last) };
        }
        let active = self.first_layer(view, turned, last);
        finish(&self.weights, &second_layer(&self.weights, &active))
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn evaluate_fast(&mut self, view: &View, turned: bool, last: Option<Placed>) -> i32 {
        let active = self.first_layer(view, turned, last);
        finish(&self.weights, &second_layer_fast(&self.weights, &active))
    }

    #[expect(clippy::inline_always, reason = "the body must be compiled into both twins")]
    #[inline(always)]
    fn first_layer(&mut self, view: &View, turned: bool, last: Option<Placed>) -> Row {
        let weights = &*self.weights;
        let [own, other] = &mut *self.kept;
        let own = &mut own[usize::from(turned)][place(view.pawns[0])];
        let other = &mut other[usize::from(turned)][place(view.pawns[1])];
        let mut walls = view.walls;
        let mut extra = [&NOTHING; 3];
        if let Some(Placed { direction, slot }) = last {
            walls[direction] &= !(1 << slot);
            extra = [
                &weights.first[wall_from(0, view.pawns[0], direction, slot)],
                &weights.first[wall_from(1, view.pawns[1], direction, slot)],
                &weights.first[wall_input(direction, slot)],
            ];
        }
        update(weights, own, walls, view.pawns[0], 0);
        update(weights, other, walls, view.pawns[1], 1);
        let (own, other) = (&own.sums, &other.sums);
        let [own_steps, other_steps] = view.capped_steps();
        let [own_left, other_left] = view.capped_left();
        let pace = &weights.pace[own_steps * STEPS + other_steps];
        let stock = &weights.stock[own_left * STOCKS + other_left];
        let apart = &weights.first[view.apart_input()];
        let mut sums = Row::ZERO;
        // By number: iterators are not always compiled into functions of other target features.
        for at in 0..FIRST {
            let pawns = own[at].wrapping_add(other[at]);
            let race = pace[at].wrapping_add(stock[at]).wrapping_add(apart[at]);
            let placed = extra[0][at].wrapping_add(extra[1][at]).wrapping_add(extra[2][at]);
            sums[at] = pawns.wrapping_add(race).wrapping_add(placed).max(0);
        }
        sums
    }
}

#[expect(clippy::inline_always, reason = "the body must be compiled into both twins")]
#[inline(always)]
fn place([col, row]: [u8; 2]) -> usize {
    9 * usize::from(row) + usize::from(col)
}

/// For each pair of numbers below `count` the rows of their three inputs, added up.
fn joint_rows(rows: &[Row], count: usize, inputs: fn([usize; 2]) -> [usize; 3]) -> Vec<Row> {
    let mut joint = Vec::with_capacity(count * count);
    for own in 0..count {
        for other in 0..count {
            let mut sums = Row::ZERO;
            for input in inputs([own, other]) {
                add::<true>(&mut sums, &rows[input]);
            }
            joint.push(sums);
        }
    }
    joint
}

/// The sums of the second layer.
fn second_layer(weights: &Weights, active: &Row) -> [i32; SECOND] {
    let mut sums = weights.second_bias;
    for (pair, rows) in active.chunks_exact(2).zip(&weights.second) {
        let [one, two] = [pair[0], pair[1]].map(i32::from);
        for (sum, both) in sums.iter_mut().zip(rows.chunks_exact(2)) {
            *sum = sum.wrapping_add(one * i32::from(both[0]) + two * i32::from(both[1]));
        }
    }
    sums
}

/// The same, eight outputs at a time, and only for pairs of inputs that are not both 0.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1")]
#[expect(clippy::cast_ptr_alignment, reason = "these loads and stores need no alignment")]
fn second_layer_fast(weights: &Weights, active: &Row) -> [i32; SECOND] {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_loadu_si256,
        _mm256_madd_epi16, _mm256_movemask_ps, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_storeu_si256,
    };
    const LANES: usize = SECOND / 8;
    const PAIRS: usize = 8;
    let mut lanes = [_mm256_setzero_si256(); LANES];
    let mut present = 0u64;
    for eight in 0..FIRST / 2 / PAIRS {
        #[expect(unsafe_code, reason = "the only way to load a lane")]
        // SAFETY: eight pairs of numbers of two bytes are a lane, and it ends within the row.
        let pairs = unsafe { _mm256_loadu_si256(active.as_ptr().add(2 * PAIRS * eight).cast::<__m256i>()) };
        let absent = _mm256_castsi256_ps(_mm256_cmpeq_epi32(pairs, _mm256_setzero_si256()));
        present |= u64::from(!_mm256_movemask_ps(absent) as u8) << (PAIRS * eight);
    }
    while present != 0 {
        let pair = present.trailing_zeros() as usize;
        present &= present - 1;
        let both = i32::from(active[2 * pair] as u16) | i32::from(active[2 * pair + 1]) << 16;
        let both = _mm256_set1_epi32(both);
        let rows = &weights.second[pair];
        #[expect(clippy::needless_range_loop, reason = "iterators are not always compiled into it")]
        for lane in 0..LANES {
            #[expect(unsafe_code, reason = "the only way to load a lane")]
            // SAFETY: sixteen numbers of two bytes are a lane, and it ends within the row.
            let row = unsafe { _mm256_loadu_si256(rows.as_ptr().add(16 * lane).cast::<__m256i>()) };
            lanes[lane] = _mm256_add_epi32(lanes[lane], _mm256_madd_epi16(both, row));
        }
    }
    let mut sums = [0; SECOND];
    #[expect(clippy::needless_range_loop, reason = "iterators are not always compiled into it")]
    for lane in 0..LANES {
        #[expect(unsafe_code, reason = "the only way to load and store a lane")]
        // SAFETY: eight numbers of four bytes are a lane, and it ends within the sums.
        unsafe {
            let bias = _mm256_loadu_si256(weights.second_bias.as_ptr().add(8 * lane).cast::<__m256i>());
            let sum = _mm256_add_epi32(bias, lanes[lane]);
            _mm256_storeu_si256(sums.as_mut_ptr().add(8 * lane).cast::<__m256i>(), sum);
        }
    }
    sums
}

/// The last layer: hundredths of a step.
#[expect(clippy::inline_always, reason = "the body must be compiled into both twins")]
#[inline(always)]
fn finish(weights: &Weights, sums: &[i32; SECOND]) -> i32 {
    let mut logit = weights.third_bias;
    #[expect(clippy::needless_range_loop, reason = "iterators are not always compiled into the twin")]
    for at in 0..SECOND {
        let active = (sums[at] >> SHIFT).clamp(0, 1 << 16);
        logit = logit.wrapping_add(active.wrapping_mul(weights.third[at]));
    }
    (logit as f32 * (LOGIT / (ONE * ONE))) as i32
}

#[expect(clippy::inline_always, reason = "the body must be compiled into both twins")]
#[inline(always)]
fn add<const PLUS: bool>(sums: &mut Row, row: &Row) {
    for at in 0..FIRST {
        sums[at] = if PLUS { sums[at].wrapping_add(row[at]) } else { sums[at].wrapping_sub(row[at]) };
    }
}

/// Brings the sums of a pawn's square up to these walls.
#[expect(clippy::inline_always, reason = "the body must be compiled into both twins")]
#[inline(always)]
fn update(weights: &Weights, kept: &mut Kept, walls: [u64; 2], place: [u8; 2], pawn: usize) {
    #[expect(clippy::needless_range_loop, reason = "iterators are not always compiled into the twin")]
    for direction in 0..2 {
        let (old, new) = (kept.walls[direction], walls[direction]);
        let mut changed = old ^ new;
        while changed != 0 {
            let slot = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let seen = &weights.first[wall_from(pawn, place, direction, slot)];
            let alone = &weights.first[wall_input(direction, slot)];
            if new >> slot & 1 != 0 {
                add::<true>(&mut kept.sums, seen);
                if pawn == 0 {
                    add::<true>(&mut kept.sums, alone);
                }
            } else {
                add::<false>(&mut kept.sums, seen);
                if pawn == 0 {
                    add::<false>(&mut kept.sums, alone);
                }
            }
        }
        kept.walls[direction] = new;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Game, Position, Rng};
    use agon_nets::{Input, Learner};
    use agon_quoridor::Quoridor;

    use super::super::judge::{placed, view_of};
    use super::super::node::Node;

    /// Positions of random games, and the walls placed last.
    fn views(games: u64) -> Vec<(View, bool, Option<Placed>)> {
        let mut rng = Rng::new(games);
        let mut views = Vec::new();
        for _ in 0..games {
            let mut node = Node::new(&Quoridor::default().start());
            while let Some(m) = node.board.random_move(&mut rng, &mut Vec::new()) {
                node = node.after(m);
                if node.board.outcome().is_none() {
                    let turned = node.mover().index() == 1;
                    views.push((view_of(&node), turned, placed(&node, turned)));
                }
            }
        }
        views
    }

    #[test]
    fn both_twins_give_the_same_whatever_was_asked_before() {
        let net = PathNet::read(super::super::WEIGHTS).unwrap();
        let (mut fast, mut plain) = (net.clone(), net.clone());
        plain.fast = false;
        for (view, turned, last) in views(20) {
            let fresh = net.clone().evaluate(&view, turned, None);
            assert_eq!(fast.evaluate(&view, turned, last), fresh, "{view:?}");
            assert_eq!(plain.evaluate(&view, turned, last), fresh, "{view:?}");
        }
    }

    #[test]
    fn whole_numbers_are_near_the_net_that_was_learned() {
        let file = NetFile::from_bytes(super::super::WEIGHTS).unwrap();
        let learned = file.net("value").unwrap();
        let mut learner = Learner::new(learned.shape());
        let mut net = PathNet::read(super::super::WEIGHTS).unwrap();
        let mut inputs = Vec::new();
        for (view, turned, last) in views(5) {
            inputs.clear();
            view.inputs(|input| inputs.push(Input::new(input as u16, 1.0)));
            let chance = f64::from(learner.forward(learned, &inputs)[0]);
            let quick =
                1.0 / (1.0 + (-f64::from(net.evaluate(&view, turned, last)) / f64::from(LOGIT)).exp());
            assert!((chance - quick).abs() < 0.05, "{chance} {quick} {view:?}");
        }
    }
}
