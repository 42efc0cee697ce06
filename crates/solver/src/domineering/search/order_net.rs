use std::sync::OnceLock;

use crate::domineering::board::Frame;
use crate::domineering::search::{PatternClasses, WindowSums, Windows};
use agon_core::bits::UintBits;

/// Made by `cargo run --release -p agon-solver --example domineering_order`.
const SHIPPED: &[u8] = include_bytes!("../../../data/order.bin");

/// A learned guess at who wins: it puts moves in order and proves nothing.
///
/// Every window of the board has its worth to Vertical, which depends on who is on move; a unit of
/// the logarithm of the odds that she wins is 256.
#[derive(Debug)]
pub(crate) struct OrderNet {
    /// By player on move, then by pattern.
    tables: [Vec<i16>; 2],
}

impl OrderNet {
    /// From the worth of each class of patterns with Vertical and with Horizontal on move.
    pub(crate) fn new(worth: &[[i16; 2]]) -> Self {
        let classes = PatternClasses::new();
        let table = |mover: usize| {
            let worth = |pattern: u16| {
                let (class, sign) = classes.of(pattern);
                // A pattern on its side is the same with the players exchanged.
                worth.get(class).map_or(0, |worth| if sign < 0 { -worth[1 - mover] } else { worth[mover] })
            };
            (0..=u16::MAX).map(worth).collect()
        };
        Self { tables: [table(0), table(1)] }
    }

    /// The one that is shipped.
    pub(crate) fn shipped() -> &'static Self {
        static TABLE: OnceLock<OrderNet> = OnceLock::new();
        TABLE.get_or_init(|| Self::new(&read(SHIPPED)))
    }

    /// What the whole board is worth to Vertical.
    pub(crate) fn whole(&self, windows: &Windows, mover: usize) -> i32 {
        let table = &self.tables[mover];
        windows.patterns().map(|pattern| i32::from(table[usize::from(pattern)])).sum()
    }

    /// What a domino changes for Vertical if the other player is on move then; the window_sums before it are
    /// those with the other player on move as well.
    pub(crate) fn change<B: UintBits>(
        &self,
        windows: &Windows,
        window_sums: &WindowSums,
        frame: &Frame<B>,
        player: usize,
        place: u32,
    ) -> i32 {
        let table = &self.tables[1 - player];
        let worth = |pattern: u16| i32::from(table[usize::from(pattern)]);
        windows.after(frame, player, place).map(worth).sum::<i32>()
            - window_sums.touched(frame, player, place)
    }

    /// What the windows of a board are worth to Vertical.
    pub(crate) fn window_sums(&self, windows: &Windows, mover: usize) -> WindowSums {
        WindowSums::new(windows, &self.tables[mover])
    }
}

/// The worth of each class in a file.
fn read(bytes: &[u8]) -> Vec<[i16; 2]> {
    let word = |bytes: [u8; 2]| i16::from_le_bytes(bytes);
    bytes.as_chunks::<4>().0.iter().map(|&[a, b, c, d]| [word([a, b]), word([c, d])]).collect()
}

/// A file of the worth of each class.
pub(crate) fn write(worth: &[[i16; 2]]) -> Vec<u8> {
    worth.iter().flatten().flat_map(|word| word.to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use agon_core::Bits;
    use agon_core::Rng;

    use super::*;
    use crate::domineering::board::BoardGeometry;
    use crate::domineering::board::Region;

    #[test]
    fn changes_are_differences_of_whole_boards() {
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
                        let whole = |windows| net.whole(windows, 1 - player);
                        assert_eq!(change, whole(&after) - whole(&before));
                    }
                }
            }
        }
    }

    /// A board on its side is worth the opposite with the other player on move, and the shipped
    /// net knows more than nothing.
    #[test]
    fn a_board_on_its_side_is_worth_the_opposite() {
        let net = OrderNet::shipped();
        let geometry = BoardGeometry::<u128>::new(9, 9);
        let mut rng = Rng::new(22);
        for _ in 0..100 {
            let lines = [0; 9].map(|_| (rng.below(512) | rng.below(512)) as u16);
            let state = geometry.position(&Region::from_rows(lines));
            let worth =
                [0, 1].map(|side| net.whole(&Windows::new(&geometry.frames[0], state.views[side]), side));
            assert_eq!(worth[0], -worth[1]);
            assert_ne!(worth[0], 0);
        }
    }
}
