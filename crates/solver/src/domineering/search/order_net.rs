use std::sync::OnceLock;

use agon_core::bits::UintBits;

use crate::domineering::board::Frame;
use crate::domineering::search::{PatternClasses, WindowSums, Windows};

/// Written by `agon train domineering --recipe file=order`.
const SHIPPED: &[u8] = include_bytes!("../../../data/order.bin");

/// A learned evaluation that orders moves; proofs do not depend on it.
///
/// A position's score is the sum of the weights of its windows' patterns: the log odds that Vertical wins, in units of
/// 1/256.
#[derive(Debug)]
pub struct OrderNet {
    /// Weights by player to move, then by pattern.
    weights: [Vec<i16>; 2],
}

impl OrderNet {
    /// From the weights of each class of patterns with Vertical and with Horizontal to move.
    pub fn new(class_weights: &[[i16; 2]]) -> Self {
        let classes = PatternClasses::new();
        let weights = |mover: usize| {
            let weight = |pattern: u16| {
                let (class, sign) = classes.of(pattern);
                let Some(weights) = class_weights.get(class) else { return 0 };
                // Transposing a pattern exchanges the players.
                if sign < 0 { -weights[1 - mover] } else { weights[mover] }
            };
            (0..=u16::MAX).map(weight).collect()
        };
        Self { weights: [weights(0), weights(1)] }
    }

    /// The weights of each class as a file.
    pub fn to_bytes(class_weights: &[[i16; 2]]) -> Vec<u8> {
        class_weights.iter().flatten().flat_map(|weight| weight.to_le_bytes()).collect()
    }

    /// The net that is shipped.
    pub(crate) fn shipped() -> &'static Self {
        static NET: OnceLock<OrderNet> = OnceLock::new();
        NET.get_or_init(|| Self::new(&read(SHIPPED)))
    }

    /// The score of a position for Vertical.
    pub(crate) fn evaluate(&self, windows: &Windows, mover: usize) -> i32 {
        let weights = &self.weights[mover];
        windows.patterns().map(|pattern| i32::from(weights[usize::from(pattern)])).sum()
    }

    /// By how much a player's domino changes the score for Vertical, with the other player to move before and after
    /// it. `sums` are the [`Self::window_sums`] of the position before, for the same player to move.
    pub(crate) fn change<B: UintBits>(
        &self,
        windows: &Windows,
        sums: &WindowSums,
        frame: &Frame<B>,
        player: usize,
        place: u32,
    ) -> i32 {
        let weights = &self.weights[1 - player];
        let weight = |pattern: u16| i32::from(weights[usize::from(pattern)]);
        windows.after(frame, player, place).map(weight).sum::<i32>() - sums.touched(frame, player, place)
    }

    /// The weights of all windows of a position, for [`Self::change`].
    pub(crate) fn window_sums(&self, windows: &Windows, mover: usize) -> WindowSums {
        WindowSums::new(windows, &self.weights[mover])
    }
}

/// Reads the weights of each class from a file.
fn read(bytes: &[u8]) -> Vec<[i16; 2]> {
    let weight = |bytes: [u8; 2]| i16::from_le_bytes(bytes);
    bytes.as_chunks::<4>().0.iter().map(|&[a, b, c, d]| [weight([a, b]), weight([c, d])]).collect()
}

#[cfg(test)]
mod tests {
    use agon_core::{Bits, Rng};

    use super::*;
    use crate::domineering::board::{BoardGeometry, Region};

    #[test]
    fn changes_are_differences_of_evaluations() {
        let net = OrderNet::shipped();
        let mut rng = Rng::new(21);
        for (rows, cols) in [(9, 9), (7, 11), (11, 7)] {
            let geometry = BoardGeometry::<u128>::new(rows, cols);
            let windows = |view| Windows::new(&geometry.frames[0], view);
            for _ in 0..50 {
                let lines = (0..rows).map(|_| (rng.below(1 << cols) | rng.below(1 << cols)) as u16);
                let state = geometry.position(&Region::from_rows(lines));
                for player in [0, 1] {
                    let frame = &geometry.frames[player];
                    let before = windows(state.views[0]);
                    let window_sums = net.window_sums(&before, 1 - player);
                    let mut places = frame.own_places(state.views[player]);
                    while !places.is_empty() {
                        let place = places.lowest();
                        places = places.without_lowest();
                        let after = windows(geometry.play(&state, player, place).views[0]);
                        let change = net.change(&before, &window_sums, frame, player, place);
                        let score = |windows| net.evaluate(windows, 1 - player);
                        assert_eq!(change, score(&after) - score(&before));
                    }
                }
            }
        }
    }

    /// A transposed board has the opposite score with the other player to move, and the shipped net is not empty.
    #[test]
    fn a_transposed_board_has_the_opposite_score() {
        let net = OrderNet::shipped();
        let geometry = BoardGeometry::<u128>::new(9, 9);
        let mut rng = Rng::new(22);
        for _ in 0..100 {
            let lines = [0; 9].map(|_| (rng.below(512) | rng.below(512)) as u16);
            let state = geometry.position(&Region::from_rows(lines));
            let score = [0, 1].map(|side| net.evaluate(&Windows::new(&geometry.frames[0], state.views[side]), side));
            assert_eq!(score[0], -score[1]);
            assert_ne!(score[0], 0);
        }
    }
}
