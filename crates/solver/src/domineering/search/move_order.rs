use crate::domineering::board::Frame;
use crate::domineering::board::FreeCells;
use crate::domineering::search::OrderNet;
use crate::domineering::search::{MAX_WINDOWED_SIDE, Windows};
use crate::domineering::search::{ProofSearch, ScoredMove};
use agon_core::bits::UintBits;

/// Boards of so many cells are searched with a learned net: on smaller ones regular play by
/// counts has the smaller proofs.
const MIN_LARGE_CELLS: u32 = 80;

/// On the first turns, while so many cells at most are covered, regular play has the smaller proofs on large boards too.
const OPENING_CELLS: u32 = 7;

/// How a search chooses between moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveOrder<'a> {
    /// What is learned, if it is asked.
    pub(crate) net: Option<&'a OrderNet>,
    /// What counts of moves weigh beside it.
    pub(crate) counts: i32,
    /// It is asked with at most so many free cells.
    pub(crate) most_free: u32,
}

impl<'a> MoveOrder<'a> {
    /// By counts alone.
    pub(crate) const BY_COUNTS_ALONE: MoveOrder<'static> =
        MoveOrder { net: None, counts: 1, most_free: u32::MAX };

    /// By what is learned, on a board of so many cells.
    pub(crate) fn learned(net: &'a OrderNet, cells: u32) -> Self {
        Self { net: Some(net), counts: 3, most_free: cells.saturating_sub(OPENING_CELLS) }
    }

    /// As large boards are searched, on one of this size.
    pub(crate) fn for_board<B: UintBits>(frame: &Frame<B>) -> Self {
        Self::learned(OrderNet::shipped(), frame.rows * frame.cols)
    }
}

/// Whether a board is searched with what is learned.
pub(crate) fn uses_learned_order<B: UintBits>(frame: &Frame<B>) -> bool {
    frame.rows * frame.cols >= MIN_LARGE_CELLS && frame.rows.max(frame.cols) <= MAX_WINDOWED_SIDE
}

/// A sign for what is worth something to Vertical.
fn sign(player: usize) -> i32 {
    if player == 0 { 1 } else { -1 }
}

impl<B: UintBits> ProofSearch<'_, B> {
    /// Puts moves that have their counts for an order into the order of what is learned.
    pub(crate) fn order_by_net(
        &self,
        state: &FreeCells<B>,
        mover: usize,
        moves: &mut [ScoredMove],
        net: &OrderNet,
    ) {
        let windows = Windows::new(&self.geometry.frames[0], state.views[0]);
        let frame = &self.geometry.frames[mover];
        let window_sums = net.window_sums(&windows, 1 - mover);
        for scored in moves.iter_mut() {
            let change = sign(mover) * net.change(&windows, &window_sums, frame, mover, scored.place);
            scored.rank = scored.rank * self.order.counts - change;
        }
        moves.sort_unstable();
    }
}
