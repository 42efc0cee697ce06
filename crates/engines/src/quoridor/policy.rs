//! The policy net: the logit of each step from one evaluation of the position.
//!
//! Quantized to integers, its first layer updated incrementally like that of the value net. Its outputs are summed over
//! the [features](super::policy_features) of each step.

use std::sync::Arc;

use agon_core::Fault;
use agon_nn::{Activation, NetFile, Shape};

use super::features::{INPUTS, LastWall, NetView};
use super::first_layer::{Aligned, FirstLayer, SCALE, quantize};
use super::net::supports_simd;
use super::policy_features::OUTPUTS;

/// Width of the hidden layer.
pub(crate) const HIDDEN: usize = 48;

/// Outputs in one register.
const OUTPUTS_PER_REGISTER: usize = 8;
/// Registers summed together.
const REGISTERS_PER_BLOCK: usize = 8;
/// Outputs padded to quantize blocks.
const PADDED_OUTPUTS: usize = OUTPUTS.next_multiple_of(OUTPUTS_PER_REGISTER * REGISTERS_PER_BLOCK);

/// The shape of the net.
pub fn shape() -> Shape {
    Shape::new(INPUTS, &[HIDDEN], OUTPUTS).with_outputs(Activation::Linear)
}

/// The weights of the outputs.
#[derive(Debug)]
struct Weights {
    bias: [i32; PADDED_OUTPUTS],
    /// For each pair of hidden units, the interleaved weights of both to every output.
    rows: Vec<Aligned<{ 2 * PADDED_OUTPUTS }>>,
}

/// The net, the accumulators of its first layer and its last outputs.
#[derive(Clone, Debug)]
pub(crate) struct PolicyNet {
    first: FirstLayer<HIDDEN>,
    weights: Arc<Weights>,
    outputs: [i32; PADDED_OUTPUTS],
    fast: bool,
}

impl PolicyNet {
    /// Reads a weight file.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let file = NetFile::from_bytes(bytes)?;
        let wrong =
            || agon_nn::faults::NET_UNFIT.with("found", file.names()).with("needed", "a policy net of this shape");
        let net = file.net("policy").filter(|net| *net.shape() == shape()).ok_or_else(wrong)?;
        let mut numbers = net.weights();
        let first = FirstLayer::read(&mut numbers);
        let mut next = || quantize(numbers.next().unwrap_or_default());
        let mut weights = Weights { bias: [0; PADDED_OUTPUTS], rows: vec![Aligned::ZERO; HIDDEN / 2] };
        for bias in &mut weights.bias[..OUTPUTS] {
            *bias = i32::from(next()) * SCALE as i32;
        }
        for input in 0..HIDDEN {
            for output in 0..OUTPUTS {
                weights.rows[input / 2][2 * output + input % 2] = next();
            }
        }
        Ok(Self { first, weights: Arc::new(weights), outputs: [0; PADDED_OUTPUTS], fast: supports_simd() })
    }

    /// Evaluates a position; for the parameters see [`FirstLayer::activations`].
    #[inline]
    pub(crate) fn evaluate(&mut self, view: &NetView, flipped: bool, last: Option<LastWall>) {
        #[cfg(target_arch = "x86_64")]
        if self.fast {
            #[expect(unsafe_code, reason = "code for features found at run time")]
            // SAFETY: the processor has these features.
            return unsafe { self.evaluate_fast(view, flipped, last) };
        }
        let activations = self.first.activations(view, flipped, last);
        output_layer(&self.weights, &activations, &mut self.outputs);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn evaluate_fast(&mut self, view: &NetView, flipped: bool, last: Option<LastWall>) {
        let activations = self.first.activations(view, flipped, last);
        output_layer_fast(&self.weights, &activations, &mut self.outputs);
    }

    /// The output of each feature at the last position.
    #[inline]
    pub(crate) fn outputs(&self) -> &[i32; OUTPUTS] {
        self.outputs.first_chunk().unwrap_or(&[0; OUTPUTS])
    }

    /// The sum of the outputs of some features.
    #[inline]
    pub(crate) fn sum(&self, features: &[u16]) -> i32 {
        let mut sum = 0i32;
        for &feature in features {
            sum = sum.wrapping_add(self.outputs[usize::from(feature)]);
        }
        sum
    }

    /// The logit of a step from the sum of its features' outputs, up to a constant common to all steps.
    #[inline]
    pub(crate) fn logit(sum: i32) -> f32 {
        sum as f32 * (1.0 / (SCALE * SCALE))
    }
}

fn output_layer(weights: &Weights, activations: &Aligned<HIDDEN>, outputs: &mut [i32; PADDED_OUTPUTS]) {
    *outputs = weights.bias;
    for (pair, rows) in activations.chunks_exact(2).zip(&weights.rows) {
        let [one, two] = [pair[0], pair[1]].map(i32::from);
        for (sum, both) in outputs.iter_mut().zip(rows.chunks_exact(2)) {
            *sum = sum.wrapping_add(one * i32::from(both[0]) + two * i32::from(both[1]));
        }
    }
}

/// The same, a block of outputs at a time, skipping pairs that are both 0.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1")]
#[expect(clippy::cast_ptr_alignment, reason = "these loads and stores need no alignment")]
#[expect(clippy::needless_range_loop, reason = "iterators are not always compiled into it")]
fn output_layer_fast(weights: &Weights, activations: &Aligned<HIDDEN>, outputs: &mut [i32; PADDED_OUTPUTS]) {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32, _mm256_setzero_si256,
        _mm256_storeu_si256,
    };
    let mut present = [(0u8, 0i32); HIDDEN / 2];
    let mut count = 0;
    for pair in 0..HIDDEN / 2 {
        let both = i32::from(activations[2 * pair] as u16) | i32::from(activations[2 * pair + 1]) << 16;
        present[count] = (pair as u8, both);
        count += usize::from(both != 0);
    }
    for block in 0..PADDED_OUTPUTS / (OUTPUTS_PER_REGISTER * REGISTERS_PER_BLOCK) {
        let mut sums = [_mm256_setzero_si256(); REGISTERS_PER_BLOCK];
        for at in 0..count {
            let (pair, both) = present[at];
            let row = &weights.rows[usize::from(pair)];
            let both = _mm256_set1_epi32(both);
            for lane in 0..REGISTERS_PER_BLOCK {
                let begin = 2 * OUTPUTS_PER_REGISTER * (block * REGISTERS_PER_BLOCK + lane);
                #[expect(unsafe_code, reason = "the only way to load a lane")]
                // SAFETY: sixteen numbers of two bytes are a lane, and it ends within the row.
                let row = unsafe { _mm256_loadu_si256(row.as_ptr().add(begin).cast::<__m256i>()) };
                sums[lane] = _mm256_add_epi32(sums[lane], _mm256_madd_epi16(both, row));
            }
        }
        for lane in 0..REGISTERS_PER_BLOCK {
            let begin = OUTPUTS_PER_REGISTER * (block * REGISTERS_PER_BLOCK + lane);
            #[expect(unsafe_code, reason = "the only way to load and store a lane")]
            // SAFETY: eight numbers of four bytes are a lane, and it ends within biases and outputs.
            unsafe {
                let bias = _mm256_loadu_si256(weights.bias.as_ptr().add(begin).cast::<__m256i>());
                let sum = _mm256_add_epi32(bias, sums[lane]);
                _mm256_storeu_si256(outputs.as_mut_ptr().add(begin).cast::<__m256i>(), sum);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_nn::{Backprop, Input};

    use super::super::POLICY_NET;
    use super::super::evaluator::tests::views;

    #[test]
    fn engines_share_the_shipped_weights() {
        let shipped = || super::super::BUNDLED_POLICY.clone().weights;
        assert!(Arc::ptr_eq(&shipped(), &shipped()));
    }

    #[test]
    fn both_versions_agree_whatever_was_evaluated_before() {
        let net = PolicyNet::read(POLICY_NET).unwrap();
        let (mut fast, mut plain) = (net.clone(), net.clone());
        plain.fast = false;
        for (view, flipped, last) in views(15) {
            let mut fresh = net.clone();
            fresh.evaluate(&view, flipped, None);
            fast.evaluate(&view, flipped, last);
            plain.evaluate(&view, flipped, last);
            assert_eq!(fast.outputs, fresh.outputs, "{view:?}");
            assert_eq!(plain.outputs, fresh.outputs, "{view:?}");
        }
    }

    #[test]
    fn the_quantized_net_is_near_the_trained_one() {
        let file = NetFile::from_bytes(POLICY_NET).unwrap();
        let learned = file.net("policy").unwrap();
        let mut backprop = Backprop::new(learned.shape());
        let mut net = PolicyNet::read(POLICY_NET).unwrap();
        let mut inputs = Vec::new();
        for (view, flipped, last) in views(5) {
            inputs.clear();
            view.inputs(|input| inputs.push(Input::new(input as u16, 1.0)));
            net.evaluate(&view, flipped, last);
            for (output, exact) in backprop.forward(learned, &inputs).iter().enumerate() {
                let quick = PolicyNet::logit(net.sum(&[output as u16]));
                assert!((exact - quick).abs() < 0.4, "output {output}: {exact} {quick} {view:?}");
            }
        }
    }

    #[test]
    fn the_bundled_policy_is_written_as_it_was_read() {
        assert!(NetFile::from_bytes(POLICY_NET).unwrap().to_bytes() == POLICY_NET);
    }
}
