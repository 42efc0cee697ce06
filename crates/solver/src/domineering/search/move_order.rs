//! The order in which a search tries moves.
//!
//! Moves are ranked by counting the moves that they leave to both players. On large boards a learned net is added. The
//! order decides how large a proof becomes, never whether it is right.

use agon_core::bits::UintBits;

use crate::domineering::board::{BoardGeometry, Frame, FreeCells};
use crate::domineering::bounds::MoveCounts;
use crate::domineering::search::{MAX_WINDOWED_SIDE, OrderNet, ScoredMove, Windows};

/// Fewest cells of a board on which the net is used; on smaller boards the order by counts has smaller proofs.
const MIN_LARGE_CELLS: u32 = 80;

/// Until this many cells are covered, the order by counts has smaller proofs on large boards too.
const OPENING_CELLS: u32 = 7;

/// Weight of a possible or safe move in the order by counts.
const COUNT_WEIGHT: i32 = 128;

/// How moves are ordered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveOrder<'a> {
    /// The learned net, if it is used.
    pub(crate) net: Option<&'a OrderNet>,
    /// Weight of the order by counts beside the net.
    pub(crate) counts_weight: i32,
    /// The net is used in positions with at most this many free cells.
    pub(crate) max_free: u32,
}

impl<'a> MoveOrder<'a> {
    /// Order by counts, without a net.
    pub(crate) const BY_COUNTS_ALONE: MoveOrder<'static> =
        MoveOrder { net: None, counts_weight: 1, max_free: u32::MAX };

    /// Order by a net, on a board with this many cells.
    pub(crate) fn learned(net: &'a OrderNet, cells: u32) -> Self {
        Self { net: Some(net), counts_weight: 3, max_free: cells.saturating_sub(OPENING_CELLS) }
    }

    /// Order by the shipped net, for a large board of this size.
    pub(crate) fn for_board<B: UintBits>(frame: &Frame<B>) -> Self {
        Self::learned(OrderNet::shipped(), frame.rows * frame.cols)
    }

    /// The rank of a move by counts: its negated lead in moves, then where it is on the board.
    #[inline]
    pub(crate) fn rank_by_counts<B: UintBits>(
        geometry: &BoardGeometry<B>,
        state: &FreeCells<B>,
        mover: usize,
        place: u32,
    ) -> i32 {
        let counts = MoveCounts::of_both(geometry, &geometry.play(state, mover, place));
        let frame = &geometry.frames[mover];
        let lead = counts[mover].total() - counts[1 - mover].total();
        -(COUNT_WEIGHT * lead + place_score(frame.rows, frame.cols, place))
    }

    /// Sorts moves that are ranked by counts, after adding the net's score to their ranks.
    #[inline]
    pub(crate) fn sort<B: UintBits>(
        &self,
        geometry: &BoardGeometry<B>,
        state: &FreeCells<B>,
        mover: usize,
        moves: &mut [ScoredMove],
    ) {
        if let Some(net) = self.net.filter(|_| state.views[mover].count() <= self.max_free) {
            let windows = Windows::new(&geometry.frames[0], state.views[0]);
            let sums = net.window_sums(&windows, 1 - mover);
            // The net scores positions for Vertical.
            let sign = if mover == 0 { 1 } else { -1 };
            for scored in moves.iter_mut() {
                let change = net.change(&windows, &sums, &geometry.frames[mover], mover, scored.place);
                scored.rank = scored.rank * self.counts_weight - sign * change;
            }
        }
        moves.sort_unstable();
    }
}

/// Whether a board is searched with the learned order.
pub(crate) fn uses_learned_order<B: UintBits>(frame: &Frame<B>) -> bool {
    frame.rows * frame.cols >= MIN_LARGE_CELLS && frame.rows.max(frame.cols) <= MAX_WINDOWED_SIDE
}

/// The score of a place by its distance from the edges, in units of 1/128 of a move.
///
/// A domino on the second line from an edge makes a safe place on the first, and so on inwards. A line is filled from
/// both ends, two cells at a time: no cell is wasted, and the same moves in another order transpose into the same
/// positions, which keeps proofs small.
fn place_score(rows: u32, cols: u32, place: u32) -> i32 {
    let from_edge = |line: u32, lines: u32| line.min(lines - 1 - line) as i32;
    let (edge, end) = (from_edge(place % cols, cols), from_edge(place / cols, rows - 1));
    let line = match (edge % 2 == 1, end % 2 == 0) {
        _ if edge == 0 => 0,
        (true, true) => 200,
        (false, true) => 140,
        (_, false) => 60,
    };
    line - 2 * edge - end / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An asymmetric order made proofs of odd boards many times as large.
    #[test]
    fn mirrored_places_have_the_same_score() {
        for (rows, cols) in [(9, 9), (8, 8), (7, 9), (2, 1), (16, 5)] {
            for place in 0..(rows - 1) * cols {
                let (row, col) = (place / cols, place % cols);
                let score = |row, col| place_score(rows, cols, row * cols + col);
                assert_eq!(score(row, col), score(rows - 2 - row, col), "{rows} x {cols}: {row} {col}");
                assert_eq!(score(row, col), score(row, cols - 1 - col), "{rows} x {cols}: {row} {col}");
            }
        }
    }
}
