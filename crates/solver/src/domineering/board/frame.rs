use agon_core::bits::UintBits;

/// The board as one player, the frame's owner, sees it: turned so that the owner's dominoes are vertical.
///
/// Cells are numbered along the rows. A vertical domino is named by its lower cell, a horizontal one by its left cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<B> {
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    /// Cells with a neighbour to the right.
    inner: B,
}

impl<B: UintBits> Frame<B> {
    pub(crate) fn new(rows: u32, cols: u32) -> Self {
        let mut inner = B::default();
        for cell in (0..rows * cols).filter(|cell| cell % cols + 1 < cols) {
            inner |= B::bit(cell);
        }
        Self { rows, cols, inner }
    }

    /// The lower cells of the owner's possible dominoes.
    #[inline]
    pub(crate) fn own_places(&self, free: B) -> B {
        free & free >> self.cols
    }

    /// The left cells of the opponent's possible dominoes.
    #[inline]
    pub(crate) fn other_places(&self, free: B) -> B {
        free & free >> 1 & self.inner
    }

    /// The free cells that the opponent cannot cover.
    #[inline]
    pub(crate) fn sheltered(&self, free: B) -> B {
        let places = self.other_places(free);
        free & !(places | places << 1)
    }

    /// The largest number of vertical dominoes that fit into these cells.
    #[inline]
    pub(crate) fn packed(&self, cells: B) -> u32 {
        let mut places = self.own_places(cells);
        let mut count = 0;
        let line = self.row_mask();
        let mut row = line;
        while !places.is_empty() {
            let taken = places & row;
            count += taken.count();
            places = places & !row & !(taken << self.cols);
            row = row << self.cols;
        }
        count
    }

    /// The cells of the dominoes that [`Frame::packed`] counts.
    #[inline]
    pub(crate) fn packed_cells(&self, cells: B) -> B {
        let lower = self.lower_of_packed(cells);
        lower | lower << self.cols
    }

    /// The lower cells of the dominoes that [`Frame::packed`] counts.
    #[inline]
    pub(crate) fn lower_of_packed(&self, cells: B) -> B {
        let mut places = self.own_places(cells);
        let mut lower = B::default();
        let mut row = self.row_mask();
        while !places.is_empty() {
            let taken = places & row;
            lower |= taken;
            places = places & !row & !(taken << self.cols);
            row = row << self.cols;
        }
        lower
    }

    /// The largest number of horizontal dominoes that fit: half of each run of cells, rounded down.
    #[inline]
    pub(crate) fn other_packed(&self, free: B) -> u32 {
        let places = self.other_places(free);
        let starts = places & !(places << 1);
        // Adding a bit at the start of a run carries through the run and clears it. This separates the runs that start at
        // an even cell from the others; of each run every second place is counted.
        let from_even = places & !places.wrapping_add(starts & B::EVEN);
        (from_even & B::EVEN | places & !from_even & !B::EVEN).count()
    }

    /// The free cells that the owner cannot cover.
    #[inline]
    pub(crate) fn other_sheltered(&self, free: B) -> B {
        free & !(free << self.cols | free >> self.cols)
    }

    /// Columns of free cells that touch no other free cell: only the owner can use them.
    #[inline]
    pub(crate) fn own_strips(&self, free: B) -> B {
        let sheltered = self.sheltered(free);
        let mut others = free & !sheltered;
        loop {
            let more = others | (others << self.cols | others >> self.cols) & sheltered;
            if more == others {
                return free & !others;
            }
            others = more;
        }
    }

    /// Rows of free cells that touch no other free cell: only the opponent can use them.
    #[inline]
    pub(crate) fn other_strips(&self, free: B) -> B {
        let sheltered = self.other_sheltered(free);
        let mut others = free & !sheltered;
        loop {
            let more = self.beside(others, sheltered);
            if more == others {
                return free & !others;
            }
            others = more;
        }
    }

    /// Cells with a neighbour to the right.
    #[inline]
    pub(crate) fn inner(&self) -> B {
        self.inner
    }

    /// Cells with a neighbour to the left.
    #[inline]
    pub(crate) fn inner_right(&self) -> B {
        self.inner << 1
    }

    /// Cells and the free cells to their left and right.
    #[inline]
    pub(crate) fn beside(&self, cells: B, free: B) -> B {
        cells | ((cells & self.inner) << 1 | (cells & self.inner_right()) >> 1) & free
    }

    /// Of the owner's safe places, those that may be better than all others.
    ///
    /// In a column of safe cells the end at a covered cell is best, and columns with both ends covered are all equal.
    pub(crate) fn distinct_safe_places(&self, free: B, safe: B) -> B {
        let mut chosen = B::default();
        let mut rest = safe;
        let mut seen_alone = false;
        while !rest.is_empty() {
            let bottom = B::bit(rest.lowest());
            let mut column = bottom;
            let mut top = bottom;
            while !(top << self.cols & safe).is_empty() {
                top = top << self.cols;
                column |= top;
            }
            rest &= !column;
            let wall_below = (bottom & free << self.cols).is_empty();
            let wall_above = (top << self.cols << self.cols & free).is_empty();
            chosen |= match (wall_below, wall_above) {
                (true, true) if seen_alone => B::default(),
                (true, _) => bottom,
                (false, true) => top,
                (false, false) => column,
            };
            seen_alone |= wall_below && wall_above;
        }
        chosen
    }

    /// The owner's places that are dominated: another place is at least as good.
    ///
    /// At the end of a column, the domino on the first and second cell leaves the third cell free, while the one on the
    /// second and third leaves the first. If the opponent cannot cover the third cell, it is of use to the owner only,
    /// and the first cell alone is of no use to the owner.
    pub(crate) fn dominated(&self, free: B) -> B {
        let places = self.own_places(free);
        let sheltered = self.sheltered(free);
        let lowest = places & !(free << self.cols);
        let highest = places & !(free >> self.cols >> self.cols);
        let by_lowest = lowest << self.cols & places & sheltered >> self.cols;
        // Of two equal places one has to stay.
        let by_highest = highest >> self.cols & places & sheltered & !(by_lowest >> self.cols);
        by_lowest | by_highest
    }

    /// The cells of the lowest row.
    #[inline]
    pub(crate) fn row_mask(&self) -> B {
        !(!B::default() << self.cols)
    }

    #[inline]
    pub(crate) fn row(&self, free: B, row: u32) -> u32 {
        (free >> (row * self.cols)).word(0) as u32 & ((1 << self.cols) - 1)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use agon_core::{Bits, Player, Rng};

    use super::*;
    use crate::domineering::board::Region;
    use crate::domineering::reference::wins;

    /// Horizontal dominoes, packed row by row from the left.
    fn row_by_row(frame: &Frame<u128>, cells: u128) -> u32 {
        let mut count = 0;
        for row in 0..frame.rows {
            let mut rest = frame.row(cells, row);
            while rest & rest >> 1 != 0 {
                let first = rest & rest >> 1 & (rest & rest >> 1).wrapping_neg();
                rest &= !(first | first << 1);
                count += 1;
            }
        }
        count
    }

    #[test]
    fn packed_dominoes_agree_with_packing_row_by_row() {
        let mut rng = Rng::new(5);
        for (rows, cols) in [(7, 8), (8, 7), (9, 9), (11, 11), (3, 16), (1, 9)] {
            let (frame, turned) = (Frame::<u128>::new(rows, cols), Frame::<u128>::new(cols, rows));
            let board = !0 >> (128 - rows * cols);
            for _ in 0..500 {
                let mut word = || u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
                let cells = (word() | word()) & board;
                let mut other = 0;
                for cell in (0..rows * cols).filter(|cell| cells >> cell & 1 == 1) {
                    other |= 1 << (cell % cols * rows + cell / cols);
                }
                assert_eq!(frame.other_packed(cells), row_by_row(&frame, cells));
                assert_eq!(frame.packed(cells), turned.other_packed(other));
                assert_eq!(frame.sheltered(cells).count(), turned.other_sheltered(other).count());
            }
        }
    }

    /// If a dominated move wins, so does one that is not, by the slow reference.
    #[test]
    fn a_winning_dominated_move_has_a_winning_alternative() {
        let (rows, cols) = (5, 4);
        let frame = Frame::<u64>::new(rows, cols);
        let mut rng = Rng::new(23);
        let (mut left_out, mut won) = (0, 0);
        for _ in 0..2000 {
            let free = (rng.next_u64() | rng.next_u64()) & ((1 << (rows * cols)) - 1);
            let dominated = frame.dominated(free);
            let mut known = HashMap::new();
            let mut any_wins = |mut places: u64| {
                let mut any = false;
                while places != 0 {
                    let domino = 1 << places.trailing_zeros() | 1 << (places.trailing_zeros() + cols);
                    places &= places - 1;
                    let left = Region::from_rows((0..rows).map(|row| frame.row(free & !domino, row) as u16));
                    any |= !wins(left, Player::P2, &mut known);
                }
                any
            };
            left_out += dominated.count_ones();
            if any_wins(dominated) {
                won += 1;
                assert!(any_wins(frame.own_places(free) & !dominated), "{free:b}");
            }
        }
        assert!(left_out > 300 && won > 50, "{left_out} {won}");
    }
}
