use super::bands::{Bands, Pieces};
use super::bits::Bits;
use super::frame::Frame;
use super::simple::Sum;

/// The rows below are cut up as well as possible if these cells of the next row went with them.
#[derive(Clone, Copy, Debug, Default)]
struct Stage {
    used: u32,
    sum: Sum,
}

/// Most ways in which a row may be shared between the rows below and above.
const MOST: usize = 32;

/// A lower bound on what the board is worth to the owner of the frame: she gives up moves of her
/// own until only pieces of two rows are left.
///
/// Runs of cells stay whole, for a cut through one would take moves from the opponent. Each run
/// goes with the row below or the row above it, whichever gives the greater sum of means in all.
pub(crate) fn cut_bound<B: Bits>(frame: &Frame<B>, free: B, bands: &mut Bands, pieces: &mut Pieces) -> Sum {
    let mut stages = [Stage::default(); MOST];
    let mut count = 1;
    let mut row = frame.row(free, 0);
    for next_row in 1..frame.rows {
        let next = frame.row(free, next_row);
        let after = if next_row + 1 < frame.rows { frame.row(free, next_row + 1) } else { 0 };
        let mut choices = [0u32; MOST];
        let choice_count = shares(next, row, after, &mut choices);
        let mut next_stages = [Stage::default(); MOST];
        for (stage, &used) in next_stages.iter_mut().zip(&choices[..choice_count]) {
            let mut best = Sum { mean: i32::MIN, heat: 0 };
            for below in &stages[..count] {
                let sum = below.sum.plus(bands.get(row & !below.used, used, pieces));
                if sum.mean > best.mean {
                    best = sum;
                }
            }
            *stage = Stage { used, sum: best };
        }
        stages = next_stages;
        count = choice_count;
        row = next;
    }
    let mut best = Sum { mean: i32::MIN, heat: 0 };
    for below in &stages[..count] {
        let sum = below.sum.plus(bands.get(row & !below.used, 0, pieces));
        if sum.mean > best.mean {
            best = sum;
        }
    }
    best
}

/// The sets of runs of a row that may go with the row below: those that touch only one of the
/// neighbouring rows have no choice.
#[inline]
fn shares(row: u32, below: u32, above: u32, choices: &mut [u32; MOST]) -> usize {
    let mut fixed = 0;
    let mut count = 1;
    choices[0] = 0;
    let mut rest = row;
    while rest != 0 {
        let first = rest & rest.wrapping_neg();
        let run = rest & !(rest + first);
        rest &= !run;
        if run & below == 0 {
            continue;
        }
        if run & above == 0 || 2 * count > MOST {
            fixed |= run;
            continue;
        }
        for index in 0..count {
            choices[count + index] = choices[index] | run;
        }
        count *= 2;
    }
    for choice in &mut choices[..count] {
        *choice |= fixed;
    }
    count
}
