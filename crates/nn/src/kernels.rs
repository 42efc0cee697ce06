//! The hot loops.
//!
//! Each is written once and compiled twice: for processors with AVX2 and FMA, and for any. Sums run in the same order and
//! round alike (`mul_add` rounds once everywhere), so both give the same bits; a test compares them.

#![expect(clippy::inline_always, reason = "the bodies must be compiled into both versions")]
#![expect(clippy::needless_range_loop, reason = "calls of iterators are not always inlined into the fast version")]

use crate::Activation;
use crate::simd::{F32x8, Input, LANES};

/// The number of positions for which a dense layer's weights are read once.
pub(crate) const GROUP: usize = 8;
/// Half a group.
pub(crate) const HALF: usize = GROUP / 2;
/// The number of vectors that stay in the L1 cache: half of what it holds.
const L1_VECTORS: usize = 512;

/// Defines a function that runs the faster of two compilations of the same body.
macro_rules! dispatch {
    ($(#[$doc:meta])* $name:ident, $body:ident, ($($arg:ident: $kind:ty),*)) => {
        $(#[$doc])*
        #[inline]
        pub(crate) fn $name($($arg: $kind),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,fma")]
                fn fast($($arg: $kind),*) {
                    $body($($arg),*);
                }
                if is_fast() {
                    #[expect(unsafe_code, reason = "code for features found at run time")]
                    // SAFETY: the processor has these features.
                    unsafe {
                        fast($($arg),*);
                    }
                    return;
                }
            }
            $body($($arg),*);
        }
    };
}

/// Whether the processor has AVX2 and FMA.
#[cfg(target_arch = "x86_64")]
#[inline]
fn is_fast() -> bool {
    std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma")
}

dispatch! {
    /// Adds rows of a layer, each times its input, to the sums of one position.
    sum_rows, sum_rows_body, (weights: &[F32x8], inputs: &[Input], sums: &mut [F32x8])
}
dispatch! {
    /// The sums of a dense layer for a group of positions, each with `from` inputs in a row.
    sum_group, sum_group_body, (weights: &[F32x8], bias: &[F32x8], from: &[F32x8], stride: usize, inputs: usize, sums: &mut [F32x8])
}
dispatch! {
    /// Adds rows of a layer, each times its input, to the sums of a group of positions, or of half a group. The inputs of a
    /// group's positions are side by side.
    sum_dense, sum_dense_body, (weights: &[F32x8], dense: &[[f32; GROUP]], from: &[F32x8], sums: &mut [F32x8])
}
dispatch! {
    /// Applies the activation to a layer's sums.
    activate, activate_body, (activation: Activation, sums: &[F32x8], out: &mut [F32x8])
}
dispatch! {
    /// Propagates the errors of a layer's outputs back to its inputs.
    backpropagate, backpropagate_body, (weights: &[F32x8], errors: &[F32x8], out: &mut [F32x8])
}
dispatch! {
    /// Adds the errors, times the rate and each input, to rows of a layer.
    add_rows, add_rows_body, (weights: &mut [F32x8], inputs: &[Input], errors: &[F32x8], rate: f32)
}
dispatch! {
    /// One step of Adam over some weights.
    adam, adam_body, (weights: &mut [F32x8], gradient: &[F32x8], moments: &mut [[F32x8; 2]], step: &AdamStep)
}
dispatch! {
    /// Moves an average towards the weights.
    blend, blend_body, (average: &mut [F32x8], weights: &[F32x8], share: f32)
}

/// The constants of one step of Adam.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AdamStep {
    pub(crate) rate: f32,
    /// One over the number of samples in the gradient.
    pub(crate) scale: f32,
    pub(crate) beta1: f32,
    pub(crate) beta2: f32,
    /// The bias corrections of the two moments.
    pub(crate) corrections: [f32; 2],
    pub(crate) weight_decay: f32,
}

#[inline(always)]
fn sum_rows_body(weights: &[F32x8], inputs: &[Input], sums: &mut [F32x8]) {
    let width = sums.len();
    let mut at = 0;
    while at + 8 <= width {
        sum_block::<8>(weights, width, at, inputs, sums);
        at += 8;
    }
    if at + 4 <= width {
        sum_block::<4>(weights, width, at, inputs, sums);
        at += 4;
    }
    while at < width {
        sum_block::<1>(weights, width, at, inputs, sums);
        at += 1;
    }
}

/// Sums `N` vectors in registers.
#[inline(always)]
fn sum_block<const N: usize>(weights: &[F32x8], width: usize, at: usize, inputs: &[Input], sums: &mut [F32x8]) {
    let mut block = [F32x8([0.0; LANES]); N];
    block.copy_from_slice(&sums[at..at + N]);
    for i in 0..inputs.len() {
        let Input { index, value } = inputs[i];
        let start = index as usize * width + at;
        let row = &weights[start..start + N];
        for n in 0..N {
            block[n].add_scaled(value, &row[n]);
        }
    }
    sums[at..at + N].copy_from_slice(&block);
}

#[inline(always)]
fn sum_dense_body(weights: &[F32x8], dense: &[[f32; GROUP]], from: &[F32x8], sums: &mut [F32x8]) {
    let width = sums.len() / GROUP;
    let halves = from.len() / (HALF * width);
    sums[..from.len()].copy_from_slice(from);
    // As many rows at once as stay in the cache while all their columns are summed. Rows are so far apart that the starts
    // of more of them would evict each other.
    let rows = if width < L1_VECTORS { L1_VECTORS / width } else { 1 };
    let mut done = 0;
    while done < dense.len() {
        let end = if dense.len() - done < rows { dense.len() } else { done + rows };
        let (weights, dense) = (&weights[done * width..end * width], &dense[done..end]);
        let mut at = 0;
        while at < width {
            for half in 0..halves {
                // Two vectors for half of the positions: eight sums in registers, enough to hide the latency of an addition.
                if at + 2 <= width {
                    sum_dense_block::<2, { 2 * HALF }>(weights, at, dense, half * HALF, sums);
                } else {
                    sum_dense_block::<1, HALF>(weights, at, dense, half * HALF, sums);
                }
            }
            at += 2;
        }
        done = end;
    }
}

/// Sums some columns of half a group in registers.
#[inline(always)]
fn sum_dense_block<const COLUMNS: usize, const SUMS: usize>(
    weights: &[F32x8],
    at: usize,
    dense: &[[f32; GROUP]],
    first: usize,
    sums: &mut [F32x8],
) {
    let width = sums.len() / GROUP;
    let mut block = [F32x8([0.0; LANES]); SUMS];
    for sum in 0..SUMS {
        block[sum] = sums[(first + sum / COLUMNS) * width + at + sum % COLUMNS];
    }
    for i in 0..dense.len() {
        let row = &weights[i * width + at..i * width + at + COLUMNS];
        let values = &dense[i][first..first + HALF];
        for sum in 0..SUMS {
            block[sum].add_scaled(values[sum / COLUMNS], &row[sum % COLUMNS]);
        }
    }
    for sum in 0..SUMS {
        sums[(first + sum / COLUMNS) * width + at + sum % COLUMNS] = block[sum];
    }
}

#[inline(always)]
fn sum_group_body(weights: &[F32x8], bias: &[F32x8], from: &[F32x8], stride: usize, inputs: usize, sums: &mut [F32x8]) {
    let width = bias.len();
    let from = &from[..GROUP * stride];
    let sums = &mut sums[..GROUP * width];
    for column in 0..width {
        let mut group = [bias[column]; GROUP];
        for lane in 0..stride {
            let first = lane * LANES;
            let last = if inputs - first < LANES { inputs - first } else { LANES };
            for k in 0..last {
                let weight = weights[(first + k) * width + column];
                for position in 0..GROUP {
                    group[position].add_scaled(from[position * stride + lane].0[k], &weight);
                }
            }
        }
        for position in 0..GROUP {
            sums[position * width + column] = group[position];
        }
    }
}

#[inline(always)]
fn activate_body(activation: Activation, sums: &[F32x8], out: &mut [F32x8]) {
    let len = sums.len();
    let out = &mut out[..len];
    match activation {
        Activation::Linear => out.copy_from_slice(sums),
        Activation::Relu => {
            for i in 0..len {
                for k in 0..LANES {
                    out[i].0[k] = if sums[i].0[k] > 0.0 { sums[i].0[k] } else { 0.0 };
                }
            }
        }
        Activation::Logistic => {
            for i in 0..len {
                for k in 0..LANES {
                    out[i].0[k] = logistic(sums[i].0[k]);
                }
            }
        }
    }
}

/// `1 / (1 + exp(-x))` to about one part in ten million, from operations that round alike everywhere.
#[inline(always)]
fn logistic(x: f32) -> f32 {
    /// Adding it rounds to an integer, which is then in the lowest bits.
    const MAGIC: f32 = 12_582_912.0;
    let x = if x < -80.0 { -80.0 } else { x };
    let x = if x > 80.0 { 80.0 } else { x };
    let power = x * -std::f32::consts::LOG2_E;
    let shifted = power + MAGIC;
    let rest = power - (shifted - MAGIC);
    // 2^rest for -0.5..0.5, by its Taylor series.
    let exp = 1.540_353e-4f32;
    let exp = exp.mul_add(rest, 1.333_355_8e-3);
    let exp = exp.mul_add(rest, 9.618_129e-3);
    let exp = exp.mul_add(rest, 5.550_411e-2);
    let exp = exp.mul_add(rest, 0.240_226_5);
    let exp = exp.mul_add(rest, std::f32::consts::LN_2);
    let exp = exp.mul_add(rest, 1.0);
    let whole = shifted.to_bits().wrapping_sub(MAGIC.to_bits());
    let exp = exp * f32::from_bits(whole.wrapping_add(127) << 23);
    1.0 / (1.0 + exp)
}

#[inline(always)]
fn backpropagate_body(weights: &[F32x8], errors: &[F32x8], out: &mut [F32x8]) {
    let width = errors.len();
    let rows = weights.len() / width;
    for at in 0..rows {
        let row = &weights[at * width..at * width + width];
        let mut sum = F32x8([0.0; LANES]);
        for i in 0..width {
            for k in 0..LANES {
                sum.0[k] = row[i].0[k].mul_add(errors[i].0[k], sum.0[k]);
            }
        }
        let [a, b, c, d, e, f, g, h] = sum.0;
        out[at / LANES].0[at % LANES] = ((a + e) + (b + f)) + ((c + g) + (d + h));
    }
}

#[inline(always)]
fn add_rows_body(weights: &mut [F32x8], inputs: &[Input], errors: &[F32x8], rate: f32) {
    let width = errors.len();
    for i in 0..inputs.len() {
        let start = inputs[i].index as usize * width;
        let scale = rate * inputs[i].value;
        let row = &mut weights[start..start + width];
        for at in 0..width {
            row[at].add_scaled(scale, &errors[at]);
        }
    }
}

#[inline(always)]
fn adam_body(weights: &mut [F32x8], gradient: &[F32x8], moments: &mut [[F32x8; 2]], step: &AdamStep) {
    let AdamStep { rate, scale, beta1, beta2, corrections, weight_decay } = *step;
    let len = weights.len();
    let (gradient, moments) = (&gradient[..len], &mut moments[..len]);
    for i in 0..len {
        for k in 0..LANES {
            let slope = gradient[i].0[k] * scale;
            let mean = beta1.mul_add(moments[i][0].0[k], (1.0 - beta1) * slope);
            let square = beta2.mul_add(moments[i][1].0[k], (1.0 - beta2) * slope * slope);
            moments[i][0].0[k] = mean;
            moments[i][1].0[k] = square;
            let change = mean * corrections[0] / ((square * corrections[1]).sqrt() + 1e-8);
            // Errors point towards the target, so the change is added.
            weights[i].0[k] += rate * (change - weight_decay * weights[i].0[k]);
        }
    }
}

#[inline(always)]
fn blend_body(average: &mut [F32x8], weights: &[F32x8], share: f32) {
    let len = average.len();
    let weights = &weights[..len];
    for i in 0..len {
        for k in 0..LANES {
            average[i].0[k] = share.mul_add(weights[i].0[k] - average[i].0[k], average[i].0[k]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Rng;

    fn random(count: usize, rng: &mut Rng) -> Vec<F32x8> {
        let number = |rng: &mut Rng| (4.0 * rng.unit() - 2.0) as f32;
        (0..count).map(|_| F32x8(std::array::from_fn(|_| number(rng)))).collect()
    }

    #[test]
    fn fast_and_portable_versions_agree_to_the_bit() {
        let mut rng = Rng::new(5);
        for width in [1, 3, 4, 8, 16, 21] {
            let weights = random(width * 40, &mut rng);
            let inputs: Vec<Input> =
                (0..30).map(|_| Input::new(rng.below(40) as u16, rng.unit() as f32 - 0.3)).collect();
            let start = random(width, &mut rng);
            let (mut fast, mut slow) = (start.clone(), start.clone());
            sum_rows(&weights, &inputs, &mut fast);
            sum_rows_body(&weights, &inputs, &mut slow);
            assert_eq!(fast, slow);

            let from = random(5 * GROUP, &mut rng);
            let (mut fast, mut slow) = (random(width * GROUP, &mut rng), random(width * GROUP, &mut rng));
            sum_group(&weights, &start, &from, 5, 37, &mut fast);
            sum_group_body(&weights, &start, &from, 5, 37, &mut slow);
            assert_eq!(fast, slow);

            let dense: Vec<[f32; GROUP]> = random(40, &mut rng).iter().map(|lane| lane.0).collect();
            let from = random(width * GROUP, &mut rng);
            for len in [width * HALF, width * GROUP] {
                let (mut fast, mut slow) =
                    (vec![F32x8::default(); width * GROUP], vec![F32x8::default(); width * GROUP]);
                sum_dense(&weights, &dense, &from[..len], &mut fast);
                sum_dense_body(&weights, &dense, &from[..len], &mut slow);
                assert_eq!(fast, slow);
            }

            let mut errors = [vec![F32x8::default(); 5], vec![F32x8::default(); 5]];
            backpropagate(&weights, &start, &mut errors[0]);
            backpropagate_body(&weights, &start, &mut errors[1]);
            assert_eq!(errors[0], errors[1]);

            let (mut fast, mut slow) = (weights.clone(), weights.clone());
            add_rows(&mut fast, &inputs, &start, 0.1);
            add_rows_body(&mut slow, &inputs, &start, 0.1);
            assert_eq!(fast, slow);

            let step = AdamStep {
                rate: 0.01,
                scale: 0.1,
                beta1: 0.9,
                beta2: 0.99,
                corrections: [1.2, 1.1],
                weight_decay: 0.01,
            };
            let gradient = random(weights.len(), &mut rng);
            let mut moments = [vec![[F32x8::default(); 2]; weights.len()], vec![[F32x8::default(); 2]; weights.len()]];
            adam(&mut fast, &gradient, &mut moments[0], &step);
            adam_body(&mut slow, &gradient, &mut moments[1], &step);
            assert_eq!((&fast, &moments[0]), (&slow, &moments[1]));

            blend(&mut fast, &gradient, 0.3);
            blend_body(&mut slow, &gradient, 0.3);
            assert_eq!(fast, slow);
        }
    }

    #[test]
    fn activations_agree_and_are_right() {
        let sums = random(1000, &mut Rng::new(2));
        for activation in [Activation::Linear, Activation::Relu, Activation::Logistic] {
            let (mut fast, mut slow) = (sums.clone(), sums.clone());
            activate(activation, &sums, &mut fast);
            activate_body(activation, &sums, &mut slow);
            assert_eq!(fast, slow);
        }
        for tenth in -1000..=1000 {
            let x = tenth as f32 / 10.0;
            let right = 1.0 / (1.0 + f64::from(-x.clamp(-80.0, 80.0)).exp());
            assert!((f64::from(logistic(x)) - right).abs() < 2e-7, "{x}: {} {right}", logistic(x));
        }
    }
}
