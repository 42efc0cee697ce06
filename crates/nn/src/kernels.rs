//! The loops that take the time.
//!
//! Each is written once and compiled twice: for processors with AVX2 and FMA, and for any. Every sum
//! runs in the same order and rounds alike (`mul_add` rounds once everywhere), so both give the same
//! bits; a test compares them.

#![expect(clippy::inline_always, reason = "the bodies must be compiled into both twins")]
#![expect(
    clippy::needless_range_loop,
    reason = "calls of iterators are not always inlined into the fast twin"
)]

use crate::lane::{Input, Lane};
use crate::{Activation, LANE};

/// Positions that share one reading of a dense layer's weights.
pub(crate) const GROUP: usize = 8;
/// Half of them.
pub(crate) const HALF: usize = GROUP / 2;
/// Lanes that stay in the nearest memory: half of what it holds.
const NEAR: usize = 512;

/// Makes a function that runs the best of two compilations of the same body.
macro_rules! twins {
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

twins! {
    /// Adds rows of a layer, each times its input, to the sums of one position.
    sum_rows, sum_rows_body, (weights: &[Lane], inputs: &[Input], sums: &mut [Lane])
}
twins! {
    /// The sums of a dense layer for a group of positions, each with `from` inputs in a row.
    sum_group, sum_group_body, (weights: &[Lane], bias: &[Lane], from: &[Lane], stride: usize, inputs: usize, sums: &mut [Lane])
}
twins! {
    /// The sums of a group of positions, or of half of one, and of rows of a layer, each times its input; the inputs
    /// of the group's positions lie side by side.
    sum_tails, sum_tails_body, (weights: &[Lane], tails: &[[f32; GROUP]], from: &[Lane], sums: &mut [Lane])
}
twins! {
    /// What a layer does with its sums.
    activate, activate_body, (activation: Activation, sums: &[Lane], out: &mut [Lane])
}
twins! {
    /// The share of each input of a layer in its outputs' errors.
    blame, blame_body, (weights: &[Lane], errors: &[Lane], out: &mut [Lane])
}
twins! {
    /// Adds the errors, times the rate and each input, to rows of a layer.
    add_rows, add_rows_body, (weights: &mut [Lane], inputs: &[Input], errors: &[Lane], rate: f32)
}
twins! {
    /// One step of Adam over some weights.
    adam, adam_body, (weights: &mut [Lane], gradient: &[Lane], moments: &mut [[Lane; 2]], pace: &Pace)
}
twins! {
    /// Moves an average towards the weights.
    blend, blend_body, (average: &mut [Lane], weights: &[Lane], share: f32)
}

/// The constants of one step of Adam.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    pub(crate) rate: f32,
    /// One over the number of samples in the gradient.
    pub(crate) scale: f32,
    pub(crate) first: f32,
    pub(crate) second: f32,
    /// Corrections of the two averages for their start at zero.
    pub(crate) corrections: [f32; 2],
    pub(crate) decay: f32,
}

#[inline(always)]
fn sum_rows_body(weights: &[Lane], inputs: &[Input], sums: &mut [Lane]) {
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

/// Sums of `N` lanes, which stay in registers.
#[inline(always)]
fn sum_block<const N: usize>(weights: &[Lane], width: usize, at: usize, inputs: &[Input], sums: &mut [Lane]) {
    let mut block = [Lane([0.0; LANE]); N];
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
fn sum_tails_body(weights: &[Lane], tails: &[[f32; GROUP]], from: &[Lane], sums: &mut [Lane]) {
    let width = sums.len() / GROUP;
    let halves = from.len() / (HALF * width);
    sums[..from.len()].copy_from_slice(from);
    // So many rows at once that they stay near while all their columns are summed: rows lie so far apart that
    // the beginnings of many would push each other out.
    let rows = if width < NEAR { NEAR / width } else { 1 };
    let mut done = 0;
    while done < tails.len() {
        let end = if tails.len() - done < rows { tails.len() } else { done + rows };
        let (weights, tails) = (&weights[done * width..end * width], &tails[done..end]);
        let mut at = 0;
        while at < width {
            for half in 0..halves {
                // Two lanes of half of the positions: eight sums in registers, as many as hide the time of a sum.
                if at + 2 <= width {
                    sum_tail_block::<2, { 2 * HALF }>(weights, at, tails, half * HALF, sums);
                } else {
                    sum_tail_block::<1, HALF>(weights, at, tails, half * HALF, sums);
                }
            }
            at += 2;
        }
        done = end;
    }
}

/// Sums of some lanes of half of a group, which stay in registers.
#[inline(always)]
fn sum_tail_block<const LANES: usize, const SUMS: usize>(
    weights: &[Lane],
    at: usize,
    tails: &[[f32; GROUP]],
    first: usize,
    sums: &mut [Lane],
) {
    let width = sums.len() / GROUP;
    let mut block = [Lane([0.0; LANE]); SUMS];
    for sum in 0..SUMS {
        block[sum] = sums[(first + sum / LANES) * width + at + sum % LANES];
    }
    for i in 0..tails.len() {
        let row = &weights[i * width + at..i * width + at + LANES];
        let values = &tails[i][first..first + HALF];
        for sum in 0..SUMS {
            block[sum].add_scaled(values[sum / LANES], &row[sum % LANES]);
        }
    }
    for sum in 0..SUMS {
        sums[(first + sum / LANES) * width + at + sum % LANES] = block[sum];
    }
}

#[inline(always)]
fn sum_group_body(
    weights: &[Lane],
    bias: &[Lane],
    from: &[Lane],
    stride: usize,
    inputs: usize,
    sums: &mut [Lane],
) {
    let width = bias.len();
    let from = &from[..GROUP * stride];
    let sums = &mut sums[..GROUP * width];
    for column in 0..width {
        let mut group = [bias[column]; GROUP];
        for lane in 0..stride {
            let first = lane * LANE;
            let last = if inputs - first < LANE { inputs - first } else { LANE };
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
fn activate_body(activation: Activation, sums: &[Lane], out: &mut [Lane]) {
    let len = sums.len();
    let out = &mut out[..len];
    match activation {
        Activation::Linear => out.copy_from_slice(sums),
        Activation::Relu => {
            for i in 0..len {
                for k in 0..LANE {
                    out[i].0[k] = if sums[i].0[k] > 0.0 { sums[i].0[k] } else { 0.0 };
                }
            }
        }
        Activation::Logistic => {
            for i in 0..len {
                for k in 0..LANE {
                    out[i].0[k] = logistic(sums[i].0[k]);
                }
            }
        }
    }
}

/// `1 / (1 + exp(-x))` to about one part in ten million, from operations that round alike everywhere.
#[inline(always)]
fn logistic(x: f32) -> f32 {
    /// Adding it rounds to a whole number and leaves that in the lowest bits.
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
fn blame_body(weights: &[Lane], errors: &[Lane], out: &mut [Lane]) {
    let width = errors.len();
    let rows = weights.len() / width;
    for at in 0..rows {
        let row = &weights[at * width..at * width + width];
        let mut sum = Lane([0.0; LANE]);
        for i in 0..width {
            for k in 0..LANE {
                sum.0[k] = row[i].0[k].mul_add(errors[i].0[k], sum.0[k]);
            }
        }
        let [a, b, c, d, e, f, g, h] = sum.0;
        out[at / LANE].0[at % LANE] = ((a + e) + (b + f)) + ((c + g) + (d + h));
    }
}

#[inline(always)]
fn add_rows_body(weights: &mut [Lane], inputs: &[Input], errors: &[Lane], rate: f32) {
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
fn adam_body(weights: &mut [Lane], gradient: &[Lane], moments: &mut [[Lane; 2]], pace: &Pace) {
    let Pace { rate, scale, first, second, corrections, decay } = *pace;
    let len = weights.len();
    let (gradient, moments) = (&gradient[..len], &mut moments[..len]);
    for i in 0..len {
        for k in 0..LANE {
            let slope = gradient[i].0[k] * scale;
            let mean = first.mul_add(moments[i][0].0[k], (1.0 - first) * slope);
            let square = second.mul_add(moments[i][1].0[k], (1.0 - second) * slope * slope);
            moments[i][0].0[k] = mean;
            moments[i][1].0[k] = square;
            let step = mean * corrections[0] / ((square * corrections[1]).sqrt() + 1e-8);
            // The errors point towards the target, so the step is added.
            weights[i].0[k] += rate * (step - decay * weights[i].0[k]);
        }
    }
}

#[inline(always)]
fn blend_body(average: &mut [Lane], weights: &[Lane], share: f32) {
    let len = average.len();
    let weights = &weights[..len];
    for i in 0..len {
        for k in 0..LANE {
            average[i].0[k] = share.mul_add(weights[i].0[k] - average[i].0[k], average[i].0[k]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Rng;

    fn random(count: usize, rng: &mut Rng) -> Vec<Lane> {
        let number = |rng: &mut Rng| (4.0 * rng.unit() - 2.0) as f32;
        (0..count).map(|_| Lane(std::array::from_fn(|_| number(rng)))).collect()
    }

    /// The fast twins against the portable ones, bit by bit.
    #[test]
    fn twins_agree_to_the_bit() {
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

            let tails: Vec<[f32; GROUP]> = random(40, &mut rng).iter().map(|lane| lane.0).collect();
            let from = random(width * GROUP, &mut rng);
            for len in [width * HALF, width * GROUP] {
                let (mut fast, mut slow) =
                    (vec![Lane::default(); width * GROUP], vec![Lane::default(); width * GROUP]);
                sum_tails(&weights, &tails, &from[..len], &mut fast);
                sum_tails_body(&weights, &tails, &from[..len], &mut slow);
                assert_eq!(fast, slow);
            }

            let mut blames = [vec![Lane::default(); 5], vec![Lane::default(); 5]];
            blame(&weights, &start, &mut blames[0]);
            blame_body(&weights, &start, &mut blames[1]);
            assert_eq!(blames[0], blames[1]);

            let (mut fast, mut slow) = (weights.clone(), weights.clone());
            add_rows(&mut fast, &inputs, &start, 0.1);
            add_rows_body(&mut slow, &inputs, &start, 0.1);
            assert_eq!(fast, slow);

            let pace = Pace {
                rate: 0.01,
                scale: 0.1,
                first: 0.9,
                second: 0.99,
                corrections: [1.2, 1.1],
                decay: 0.01,
            };
            let gradient = random(weights.len(), &mut rng);
            let mut moments =
                [vec![[Lane::default(); 2]; weights.len()], vec![[Lane::default(); 2]; weights.len()]];
            adam(&mut fast, &gradient, &mut moments[0], &pace);
            adam_body(&mut slow, &gradient, &mut moments[1], &pace);
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
