use super::board::State;
use super::frame::Frame;
use super::judgement::Judgement;
use super::search::{Candidate, Search};
use super::windows::{LONGEST_SIDE, Windows};
use agon_core::bits::UintBits;

/// Boards of so many cells are searched with a learned judgement: on smaller ones regular play by
/// counts has the smaller proofs.
const LARGE_BOARD: u32 = 80;

/// On the first turns, while so many cells at most are covered, regular play has the smaller proofs on large boards too.
const FIRST_CELLS: u32 = 7;

/// How a search chooses between moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner<'a> {
    /// What is learned, if it is asked.
    pub(crate) judgement: Option<&'a Judgement>,
    /// What counts of moves weigh beside it.
    pub(crate) counts: i32,
    /// It is asked with at most so many free cells.
    pub(crate) most_free: u32,
}

impl<'a> Manner<'a> {
    /// By counts alone.
    pub(crate) const PLAIN: Manner<'static> = Manner { judgement: None, counts: 1, most_free: u32::MAX };

    /// By what is learned, on a board of so many cells.
    pub(crate) fn learned(judgement: &'a Judgement, cells: u32) -> Self {
        Self { judgement: Some(judgement), counts: 3, most_free: cells.saturating_sub(FIRST_CELLS) }
    }

    /// As large boards are searched, on one of this size.
    pub(crate) fn of_large_boards<B: UintBits>(frame: &Frame<B>) -> Self {
        Self::learned(Judgement::shipped(), frame.rows * frame.cols)
    }
}

/// Whether a board is searched with what is learned.
pub(crate) fn is_large<B: UintBits>(frame: &Frame<B>) -> bool {
    frame.rows * frame.cols >= LARGE_BOARD && frame.rows.max(frame.cols) <= LONGEST_SIDE
}

/// A sign for what is worth something to Vertical.
fn sign(player: usize) -> i32 {
    if player == 0 { 1 } else { -1 }
}

impl<B: UintBits> Search<'_, B> {
    /// Puts moves that have their counts for an order into the order of what is learned.
    pub(crate) fn order_by_judgement(
        &self,
        state: &State<B>,
        mover: usize,
        moves: &mut [Candidate],
        judgement: &Judgement,
    ) {
        let windows = Windows::new(&self.geometry.frames[0], state.views[0]);
        let frame = &self.geometry.frames[mover];
        let worths = judgement.worths(&windows, 1 - mover);
        for (order, place) in moves.iter_mut() {
            let change = sign(mover) * judgement.change(&windows, &worths, frame, mover, *place);
            *order = *order * self.manner.counts - change;
        }
        moves.sort_unstable();
    }
}
