//! The value net: quantized to integers, its first layer updated incrementally.

use std::sync::Arc;

use agon_core::Fault;
use agon_nn::NetFile;

use super::features::{INPUTS, LastWall, NetView};
use super::first_layer::{Aligned, FirstLayer, SCALE, quantize};

/// Width of the first layer.
pub(crate) const FIRST_WIDTH: usize = 64;
/// Width of the second layer.
pub(crate) const SECOND_WIDTH: usize = 32;
const ACTIVATION_SHIFT: i32 = 7;
/// Hundredths of a step per logit.
pub const SCORE_PER_LOGIT: f32 = 250.0;

type Row = Aligned<FIRST_WIDTH>;

/// The weights after the first layer.
#[derive(Debug)]
struct Weights {
    second_bias: [i32; SECOND_WIDTH],
    /// For each pair of inputs, the interleaved weights of both to every output.
    second: [Aligned<{ 2 * SECOND_WIDTH }>; FIRST_WIDTH / 2],
    third_bias: i32,
    third: [i32; SECOND_WIDTH],
}

/// The net and the accumulators of its first layer.
#[derive(Clone, Debug)]
pub(crate) struct ValueNet {
    first: FirstLayer<FIRST_WIDTH>,
    weights: Arc<Weights>,
    fast: bool,
}

impl ValueNet {
    /// Reads a weight file.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let file = NetFile::from_bytes(bytes)?;
        let wrong =
            || agon_nn::faults::NET_UNFIT.with("found", file.names()).with("needed", "a value net of this shape");
        let net = file.net("value").ok_or_else(wrong)?;
        let shape = net.shape();
        if shape.inputs() != INPUTS || shape.hidden() != [FIRST_WIDTH, SECOND_WIDTH] || shape.outputs() != 1 {
            return Err(wrong());
        }
        let mut numbers = net.weights();
        let first = FirstLayer::read(&mut numbers);
        let mut next = || quantize(numbers.next().unwrap_or_default());
        let second_bias = std::array::from_fn(|_| i32::from(next()) * SCALE as i32);
        let mut second = [Aligned::ZERO; FIRST_WIDTH / 2];
        for input in 0..FIRST_WIDTH {
            for output in 0..SECOND_WIDTH {
                second[input / 2][2 * output + input % 2] = next();
            }
        }
        let third_bias = i32::from(next()) * SCALE as i32;
        let third = std::array::from_fn(|_| next().into());
        let weights = Arc::new(Weights { second_bias, second, third_bias, third });
        Ok(Self { first, weights, fast: supports_simd() })
    }

    /// The score for the player to move, in hundredths of a step; for the parameters see [`FirstLayer::activations`].
    #[inline]
    pub(crate) fn evaluate(&mut self, view: &NetView, flipped: bool, last: Option<LastWall>) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.fast {
            #[expect(unsafe_code, reason = "code for features found at run time")]
            // SAFETY: the processor has these features.
            return unsafe { self.evaluate_fast(view, flipped, last) };
        }
        let activations = self.first.activations(view, flipped, last);
        finish(&self.weights, &second_layer(&self.weights, &activations))
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn evaluate_fast(&mut self, view: &NetView, flipped: bool, last: Option<LastWall>) -> i32 {
        let activations = self.first.activations(view, flipped, last);
        finish(&self.weights, &second_layer_fast(&self.weights, &activations))
    }
}

/// Whether the processor supports the SIMD versions.
pub(crate) fn supports_simd() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("lzcnt")
        && std::arch::is_x86_feature_detected!("popcnt");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// The sums of the second layer.
fn second_layer(weights: &Weights, activations: &Row) -> [i32; SECOND_WIDTH] {
    let mut sums = weights.second_bias;
    for (pair, rows) in activations.chunks_exact(2).zip(&weights.second) {
        let [one, two] = [pair[0], pair[1]].map(i32::from);
        for (sum, both) in sums.iter_mut().zip(rows.chunks_exact(2)) {
            *sum = sum.wrapping_add(one * i32::from(both[0]) + two * i32::from(both[1]));
        }
    }
    sums
}

/// The same, eight outputs at a time, skipping pairs of inputs that are both 0.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1")]
#[expect(clippy::cast_ptr_alignment, reason = "these loads and stores need no alignment")]
fn second_layer_fast(weights: &Weights, activations: &Row) -> [i32; SECOND_WIDTH] {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_loadu_si256, _mm256_madd_epi16,
        _mm256_movemask_ps, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_storeu_si256,
    };
    const OUTPUT_REGISTERS: usize = SECOND_WIDTH / 8;
    const PAIRS_PER_REGISTER: usize = 8;
    let mut lanes = [_mm256_setzero_si256(); OUTPUT_REGISTERS];
    let mut present = 0u64;
    for eight in 0..FIRST_WIDTH / 2 / PAIRS_PER_REGISTER {
        #[expect(unsafe_code, reason = "the only way to load a lane")]
        // SAFETY: eight pairs of numbers of two bytes are a lane, and it ends within the row.
        let pairs =
            unsafe { _mm256_loadu_si256(activations.as_ptr().add(2 * PAIRS_PER_REGISTER * eight).cast::<__m256i>()) };
        let absent = _mm256_castsi256_ps(_mm256_cmpeq_epi32(pairs, _mm256_setzero_si256()));
        present |= u64::from(!_mm256_movemask_ps(absent) as u8) << (PAIRS_PER_REGISTER * eight);
    }
    while present != 0 {
        let pair = present.trailing_zeros() as usize;
        present &= present - 1;
        let both = i32::from(activations[2 * pair] as u16) | i32::from(activations[2 * pair + 1]) << 16;
        let both = _mm256_set1_epi32(both);
        let rows = &weights.second[pair];
        #[expect(clippy::needless_range_loop, reason = "iterators are not always compiled into it")]
        for lane in 0..OUTPUT_REGISTERS {
            #[expect(unsafe_code, reason = "the only way to load a lane")]
            // SAFETY: sixteen numbers of two bytes are a lane, and it ends within the row.
            let row = unsafe { _mm256_loadu_si256(rows.as_ptr().add(16 * lane).cast::<__m256i>()) };
            lanes[lane] = _mm256_add_epi32(lanes[lane], _mm256_madd_epi16(both, row));
        }
    }
    let mut sums = [0; SECOND_WIDTH];
    #[expect(clippy::needless_range_loop, reason = "iterators are not always compiled into it")]
    for lane in 0..OUTPUT_REGISTERS {
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

/// The last layer, in hundredths of a step.
#[expect(clippy::inline_always, reason = "the body must be compiled into the portable and the SIMD version")]
#[inline(always)]
fn finish(weights: &Weights, sums: &[i32; SECOND_WIDTH]) -> i32 {
    let mut logit = weights.third_bias;
    #[expect(clippy::needless_range_loop, reason = "iterators are not always compiled into the SIMD version")]
    for at in 0..SECOND_WIDTH {
        let activations = (sums[at] >> ACTIVATION_SHIFT).clamp(0, 1 << 16);
        logit = logit.wrapping_add(activations.wrapping_mul(weights.third[at]));
    }
    (logit as f32 * (SCORE_PER_LOGIT / (SCALE * SCALE))) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_nn::{Backprop, Input};

    use super::super::evaluator::tests::views;

    #[test]
    fn engines_share_the_shipped_weights() {
        let shipped = || super::super::BUNDLED_VALUE.clone().weights;
        assert!(Arc::ptr_eq(&shipped(), &shipped()));
    }

    #[test]
    fn both_versions_agree_whatever_was_evaluated_before() {
        let net = ValueNet::read(super::super::VALUE_NET).unwrap();
        let (mut fast, mut plain) = (net.clone(), net.clone());
        plain.fast = false;
        for (view, flipped, last) in views(20) {
            let fresh = net.clone().evaluate(&view, flipped, None);
            assert_eq!(fast.evaluate(&view, flipped, last), fresh, "{view:?}");
            assert_eq!(plain.evaluate(&view, flipped, last), fresh, "{view:?}");
        }
    }

    #[test]
    fn the_quantized_net_is_near_the_trained_one() {
        let file = NetFile::from_bytes(super::super::VALUE_NET).unwrap();
        let learned = file.net("value").unwrap();
        let mut backprop = Backprop::new(learned.shape());
        let mut net = ValueNet::read(super::super::VALUE_NET).unwrap();
        let mut inputs = Vec::new();
        for (view, flipped, last) in views(5) {
            inputs.clear();
            view.inputs(|input| inputs.push(Input::new(input as u16, 1.0)));
            let chance = f64::from(backprop.forward(learned, &inputs)[0]);
            let quick =
                1.0 / (1.0 + (-f64::from(net.evaluate(&view, flipped, last)) / f64::from(SCORE_PER_LOGIT)).exp());
            assert!((chance - quick).abs() < 0.05, "{chance} {quick} {view:?}");
        }
    }
}
