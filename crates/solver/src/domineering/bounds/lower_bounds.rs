use crate::domineering::board::Frame;
use crate::domineering::bounds::{BandTable, PieceSums};
use crate::domineering::pieces::{PieceValues, SwitchSum};
use agon_core::bits::UintBits;

/// The best cut of the rows below, given which cells of a row go with the row below it.
#[derive(Clone, Copy, Debug, Default)]
struct RowSplit {
    /// The cells of the row that go with the row below.
    used: u32,
    /// The other cells of the row, which go with the row above.
    rest: u32,
    /// The mean of the sum of the bands below, by which cuts are compared.
    mean: i32,
    /// Index of the split of the row below.
    from: u8,
}

/// By how much the sum of bands may miss a win for joined pieces to be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JoinMargin {
    /// For searches of which most positions are small or easy.
    Narrow,
    /// For searches in which proving a position saves a long search.
    Wide,
}

impl JoinMargin {
    /// In sixteenths.
    fn units(self) -> i32 {
        match self {
            Self::Narrow => 24,
            Self::Wide => 40,
        }
    }
}

/// Most splits of a row between the rows below and above that are compared.
const MAX_SPLITS: usize = 32;

/// Largest number of rows of a board.
pub(crate) const MAX_ROWS: usize = 16;

/// Lower bounds of a board's value for the owner of a frame.
///
/// The owner gives up vertical moves between rows until only small pieces are left, whose exact values add up to a lower
/// bound. Runs of cells in a row are never cut, as that would take moves from the opponent.
#[derive(Debug)]
pub(crate) struct LowerBounds<B> {
    frame: Frame<B>,
    bands: BandTable,
    piece_sums: PieceSums<B>,
    join_margin: JoinMargin,
    /// The rows of the last board.
    rows: [u32; MAX_ROWS],
    splits: [[RowSplit; MAX_SPLITS]; MAX_ROWS],
    counts: [usize; MAX_ROWS],
}

impl<B: UintBits> LowerBounds<B> {
    pub(crate) fn new(frame: Frame<B>) -> Self {
        Self {
            frame,
            bands: BandTable::new(frame.cols as usize),
            piece_sums: PieceSums::new(frame),
            join_margin: JoinMargin::Narrow,
            rows: [0; MAX_ROWS],
            splits: [[RowSplit::default(); MAX_SPLITS]; MAX_ROWS],
            counts: [1; MAX_ROWS],
        }
    }

    /// Sets how close to a win a sum of bands must be for joined pieces to be tried.
    pub(crate) fn set_join_margin(&mut self, margin: JoinMargin) {
        self.join_margin = margin;
    }

    /// Whether a bound proves that the owner wins; `starts` if the owner is to move.
    pub(crate) fn proves_win(&mut self, free: B, starts: bool, pieces: &mut PieceValues) -> bool {
        self.clear();
        let (sum, last) = self.in_pairs(free, pieces);
        if sum.left_wins(starts) {
            return true;
        }
        if sum.stop(starts) < -self.join_margin.units() {
            return false;
        }
        let lower = self.cells_going_down(last);
        self.piece_sums.proves_win(free, lower, starts, pieces)
    }

    /// Drops the last board, so that no move counts as refuted.
    pub(crate) fn clear(&mut self) {
        self.piece_sums.clear();
    }

    /// Of the opponent's moves (left cells) on the last board, those that the bound does not refute.
    pub(crate) fn unrefuted(&mut self, places: B, pieces: &mut PieceValues) -> B {
        self.piece_sums.unrefuted(places, pieces)
    }

    /// Cuts the board into bands of two rows by dynamic programming over the rows, and returns their sum and the index of
    /// the last split.
    ///
    /// Each run of cells goes with the row below or the row above, whichever gives the greater sum of means.
    fn in_pairs(&mut self, free: B, pieces: &mut PieceValues) -> (SwitchSum, usize) {
        let rows = self.frame.rows as usize;
        let first = self.read_rows(free);
        self.splits[0][0].rest = self.rows[0];
        for at in first..rows {
            let (below, row) = (self.rows[at - 1], self.rows[at]);
            let above = if at + 1 < rows { self.rows[at + 1] } else { 0 };
            let mut choices = [0u32; MAX_SPLITS];
            let count = row_splits(row, below, above, &mut choices);
            for (choice, &used) in choices[..count].iter().enumerate() {
                let (mean, from) = self.best(at - 1, used, pieces);
                self.splits[at][choice] = RowSplit { used, rest: row & !used, mean, from };
            }
            self.counts[at] = count;
        }
        let (_, last) = self.best(rows - 1, 0, pieces);
        (self.sum(usize::from(last), pieces), usize::from(last))
    }

    /// Reads the rows of a board and returns the first row to split again: splits stay valid as long as the rows up to
    /// the one above them are unchanged.
    fn read_rows(&mut self, free: B) -> usize {
        let rows = self.frame.rows as usize;
        let mut same = rows;
        for at in (0..rows).rev() {
            let row = self.frame.row(free, at as u32);
            if self.rows[at] != row {
                self.rows[at] = row;
                same = at;
            }
        }
        same.saturating_sub(1).max(1)
    }

    /// The best split of row `at` if these cells of the next row go with it: the mean and the index.
    #[inline]
    fn best(&mut self, at: usize, used: u32, pieces: &mut PieceValues) -> (i32, u8) {
        let mut best = (i32::MIN, 0);
        for (index, below) in (0u8..).zip(&self.splits[at][..self.counts[at]]) {
            let mean = below.mean + self.bands.mean(below.rest, used, pieces);
            if mean > best.0 {
                best = (mean, index);
            }
        }
        best
    }

    /// The sum of the bands of the best cut.
    fn sum(&mut self, last: usize, pieces: &mut PieceValues) -> SwitchSum {
        let mut sum = SwitchSum::default();
        let (mut index, mut above) = (last, 0);
        for at in (0..self.frame.rows as usize).rev() {
            let split = self.splits[at][index];
            sum = sum.plus(self.bands.get(split.rest, above, pieces));
            above = split.used;
            index = usize::from(split.from);
        }
        sum
    }

    /// The cells that go with the row below in the best cut.
    fn cells_going_down(&self, last: usize) -> B {
        let mut cells = B::default();
        let mut index = last;
        for at in (0..self.frame.rows as usize).rev() {
            let split = &self.splits[at][index];
            cells |= B::from(split.used) << (at as u32 * self.frame.cols);
            index = usize::from(split.from);
        }
        cells
    }
}

/// Lists the sets of runs of a row that may go with the row below; runs that touch only one neighbouring row have no
/// choice.
#[inline]
fn row_splits(row: u32, below: u32, above: u32, choices: &mut [u32; MAX_SPLITS]) -> usize {
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
        if run & above == 0 || 2 * count > MAX_SPLITS {
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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use agon_core::{Player, Rng};

    use super::*;
    use crate::domineering::board::{BoardGeometry, Region};
    use crate::domineering::bounds::packing;
    use crate::domineering::reference::wins;

    fn random_region(rng: &mut Rng, rows: u32, cols: u32) -> Region {
        let full = (1u32 << cols) - 1;
        let thin = rng.below(3) == 0;
        Region::from_rows((0..rows).map(|_| {
            let cells = rng.below(full + 1) | rng.below(full + 1);
            (if thin { cells } else { cells | rng.below(full + 1) }) as u16
        }))
    }

    /// Every bound alone, for both players and starters; together they find most wins.
    #[test]
    fn bounds_prove_no_false_wins() {
        let (rows, cols) = (5, 4);
        let geometry = BoardGeometry::<u64>::new(rows, cols);
        let mut bounds = geometry.frames.map(LowerBounds::new);
        let mut pieces = PieceValues::default();
        let mut rng = Rng::new(11);
        let (mut won, mut found) = (0, 0);
        for round in 0..1500 {
            let margin = if round % 2 == 0 { JoinMargin::Narrow } else { JoinMargin::Wide };
            for bounds in &mut bounds {
                bounds.set_join_margin(margin);
            }
            let region = random_region(&mut rng, rows, cols);
            let state = geometry.position(&region);
            let mut known = HashMap::new();
            for player in Player::ALL {
                let (frame, view) = (&geometry.frames[player.index()], state.views[player.index()]);
                for starts in [true, false] {
                    let starter = if starts { player } else { player.opponent() };
                    let wins = wins(region, starter, &mut known) == starts;
                    let by_cuts = bounds[player.index()].proves_win(view, starts, &mut pieces);
                    let by_count = packing(frame, view, starts).wins(starts);
                    assert!(wins || !by_cuts, "bounds: {region:?} {player} starts: {starts}");
                    assert!(wins || !by_count, "count: {region:?} {player} starts: {starts}");
                    won += u32::from(wins);
                    found += u32::from(by_cuts);
                }
            }
        }
        assert!(10 * found > 9 * won, "{found} of {won} wins");
    }

    /// State kept from the board before makes no difference.
    #[test]
    fn cuts_do_not_depend_on_earlier_boards() {
        let (rows, cols) = (7, 6);
        let geometry = BoardGeometry::<u64>::new(rows, cols);
        let mut pieces = PieceValues::default();
        let mut kept = LowerBounds::new(geometry.frames[0]);
        let mut rng = Rng::new(13);
        let mut lines = *random_region(&mut rng, rows, cols).rows();
        for _ in 0..300 {
            lines[rng.below(rows) as usize] = (rng.below(1 << cols) | rng.below(1 << cols)) as u16;
            let view = geometry.position(&Region::from_rows(lines)).views[0];
            let mut fresh = LowerBounds::new(geometry.frames[0]);
            let (sum, last) = kept.in_pairs(view, &mut pieces);
            let (again, same) = fresh.in_pairs(view, &mut pieces);
            assert_eq!((sum, kept.cells_going_down(last)), (again, fresh.cells_going_down(same)));
        }
    }

    /// A move that is left out of the search loses.
    #[test]
    fn refuted_moves_lose() {
        let (rows, cols) = (4, 5);
        let geometry = BoardGeometry::<u64>::new(rows, cols);
        let mut bounds = LowerBounds::new(geometry.frames[0]);
        let mut pieces = PieceValues::default();
        let mut rng = Rng::new(12);
        let mut answered = 0;
        for _ in 0..1500 {
            let region = random_region(&mut rng, rows, cols);
            let state = geometry.position(&region);
            let mut known = HashMap::new();
            if bounds.proves_win(state.views[0], false, &mut pieces) {
                continue;
            }
            let places = geometry.frames[0].other_places(state.views[0]);
            let mut left_out = places & !bounds.unrefuted(places, &mut pieces);
            while left_out != 0 {
                let place = left_out & left_out.wrapping_neg();
                left_out ^= place;
                let (row, col) = (place.ilog2() / cols, place.ilog2() % cols);
                let mut rows = *region.rows();
                rows[row as usize] &= !(0b11 << col);
                assert!(wins(Region::from_rows(rows), Player::P1, &mut known), "{region:?} {row} {col}");
                answered += 1;
            }
        }
        assert!(answered > 300, "{answered}");
    }
}
