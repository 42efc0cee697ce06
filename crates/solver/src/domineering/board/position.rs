use crate::domineering::board::{Frame, Region};
use crate::domineering::search::MAX_CELLS_WITH_SPARE;
use agon_core::bits::UintBits;

/// The free cells of a position, in both players' frames and mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FreeCells<B> {
    /// In the frames of Vertical and Horizontal.
    pub(crate) views: [B; 2],
    /// In Vertical's frame, mirrored left to right, top to bottom, and both.
    images: [B; 3],
}

impl<B: UintBits> FreeCells<B> {
    /// The mirror image with the least number, the same for all mirror images.
    #[inline]
    pub(crate) fn least_image(&self) -> u128 {
        let [a, b, c] = self.images;
        self.views[0].min(a).min(b).min(c).widen()
    }

    /// The cells that are not in another set.
    #[inline]
    fn without(&self, other: &Self) -> Self {
        Self {
            views: std::array::from_fn(|i| self.views[i] & !other.views[i]),
            images: std::array::from_fn(|i| self.images[i] & !other.images[i]),
        }
    }
}

/// The part of a position that both players contest, and the balance of the rest: a transposition table key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ContestedCore {
    /// The contested cells, the same for all mirror images.
    pub(crate) cells: u128,
    /// Spare moves: dominoes of Vertical minus dominoes of Horizontal in strips that only one of them can use.
    pub(crate) spare: i32,
}

/// A board's frames and precomputed cell sets.
#[derive(Clone, Debug)]
pub(crate) struct BoardGeometry<B> {
    pub(crate) frames: [Frame<B>; 2],
    /// The cells that a domino covers, by player and place.
    dominoes: [Vec<FreeCells<B>>; 2],
    /// Each single cell, by its number in Vertical's frame.
    cells: Vec<FreeCells<B>>,
    /// Whether entries of the transposition table have room for spare moves.
    has_cores: bool,
}

impl<B: UintBits> BoardGeometry<B> {
    pub(crate) fn new(rows: u32, cols: u32) -> Self {
        let frames = [Frame::new(rows, cols), Frame::new(cols, rows)];
        let has_cores = rows * cols <= MAX_CELLS_WITH_SPARE;
        let mut geometry = Self { frames, dominoes: [Vec::new(), Vec::new()], cells: Vec::new(), has_cores };
        geometry.cells = (0..rows * cols).map(|cell| geometry.state([(cell / cols, cell % cols)])).collect();
        geometry.dominoes = [0, 1].map(|player| {
            let frame = frames[player];
            let places = 0..frame.rows.saturating_sub(1) * frame.cols;
            places
                .map(|place| {
                    // From the player's frame to rows and columns of the board.
                    let at = |cell: u32| match player {
                        0 => (cell / frame.cols, cell % frame.cols),
                        _ => (cell % frame.cols, cell / frame.cols),
                    };
                    geometry.state([at(place), at(place + frame.cols)])
                })
                .collect()
        });
        geometry
    }

    /// The position with these free cells, each given by row and column.
    fn state(&self, cells: impl IntoIterator<Item = (u32, u32)>) -> FreeCells<B> {
        let (rows, cols) = (self.frames[0].rows, self.frames[0].cols);
        let mut state = FreeCells { views: [B::default(); 2], images: [B::default(); 3] };
        for (row, col) in cells {
            let (up, left) = (rows - 1 - row, cols - 1 - col);
            state.views[0] |= B::bit(row * cols + col);
            state.views[1] |= B::bit(col * rows + row);
            for (image, (row, col)) in state.images.iter_mut().zip([(row, left), (up, col), (up, left)]) {
                *image |= B::bit(row * cols + col);
            }
        }
        state
    }

    /// The position in which the cells of a region at the corner are free.
    pub(crate) fn position(&self, region: &Region) -> FreeCells<B> {
        self.state(region.cells())
    }

    #[inline]
    pub(crate) fn play(&self, state: &FreeCells<B>, player: usize, place: u32) -> FreeCells<B> {
        state.without(&self.dominoes[player][place as usize])
    }

    /// Splits a position into the contested cells and the balance of spare moves.
    ///
    /// The value of a strip that only one player can use, and that touches no other free cell, is the number of dominoes
    /// that fit into it, wherever it is. Positions that differ in such strips alone share an entry of the table.
    pub(crate) fn core(&self, state: &FreeCells<B>) -> ContestedCore {
        let (frame, free) = (&self.frames[0], state.views[0]);
        let (vertical, horizontal) = (frame.own_strips(free), frame.other_strips(free));
        let mut apart = vertical | horizontal;
        if apart.is_empty() || !self.has_cores {
            return ContestedCore { cells: state.least_image(), spare: 0 };
        }
        let spare = frame.packed(vertical) as i32 - frame.other_packed(horizontal) as i32;
        let mut core = *state;
        while !apart.is_empty() {
            core = core.without(&self.cells[apart.lowest() as usize]);
            apart = apart.without_lowest();
        }
        ContestedCore { cells: core.least_image(), spare }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use agon_core::{Player, Rng};

    use super::*;
    use crate::domineering::reference::wins;

    /// The winner depends only on the core, the player to move and the spare moves, of which more are never worse; by
    /// the slow reference.
    #[test]
    fn positions_of_the_same_core_have_the_same_winner() {
        let (rows, cols) = (4, 6);
        let geometry = BoardGeometry::<u64>::new(rows, cols);
        let mut rng = Rng::new(29);
        // The fewest spare moves with which Vertical wins, and the most with which Vertical loses.
        let mut found: HashMap<(u128, Player), (i32, i32)> = HashMap::new();
        let (mut known, mut again) = (HashMap::new(), 0);
        for _ in 0..6000 {
            let mut row = || (rng.below(64) & (rng.below(64) | rng.below(64))) as u16;
            let region = Region::from_rows([row(), row(), row(), row()]);
            let core = geometry.core(&geometry.position(&region));
            for mover in Player::ALL {
                let vertical_wins = wins(region, mover, &mut known) == (mover == Player::P1);
                let entry = found.entry((core.cells, mover)).or_insert((i32::MAX, i32::MIN));
                again += u32::from(*entry != (i32::MAX, i32::MIN));
                if vertical_wins {
                    entry.0 = entry.0.min(core.spare);
                } else {
                    entry.1 = entry.1.max(core.spare);
                }
                assert!(entry.0 > entry.1, "{region:?} {mover} {core:?}");
            }
        }
        assert!(again > 3000, "{again}");
    }

    #[test]
    fn strips_count_as_spare_moves() {
        let geometry = BoardGeometry::<u64>::new(4, 6);
        let core = |rows: [u16; 4]| geometry.core(&geometry.position(&Region::from_rows(rows)));
        // Three cells on top of one another, three side by side, and one alone.
        let apart = core([0b100_001, 0b000_001, 0b000_001, 0b111_000]);
        assert_eq!(apart, ContestedCore { cells: 0, spare: 0 });
        // A column that touches a square is no strip, and mirror images have the same core.
        let column = core([0b000_011, 0b100_011, 0b100_001, 0b100_001]);
        assert_eq!(column.spare, 1);
        assert_eq!(column, core([0b100_001, 0b100_001, 0b110_001, 0b110_000]));
    }
}
