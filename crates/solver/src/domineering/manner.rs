use super::bits::Bits;
use super::board::State;
use super::frame::Frame;
use super::judgement::Judgement;
use super::search::{Candidate, Search};
use super::windows::{LONGEST_SIDE, Windows};

/// Boards of so many cells are searched with a learned judgement: on smaller ones regular play by
/// counts has the smaller proofs.
const LARGE_BOARD: u32 = 80;

/// On the first turns, while so many cells at most are covered, nothing was learned yet.
const FIRST_CELLS: u32 = 7;

/// With so many free cells the best reply to a move is looked at as well, for so many moves.
const REPLIES_FROM: u32 = 44;
const REPLIED_TO: usize = 12;

/// What a player is worth who has no move.
const LOST: i32 = -100_000;

/// How a search chooses between moves, and where it tries more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner<'a> {
    /// What is learned, if it is asked.
    pub(crate) judgement: Option<&'a Judgement>,
    /// What counts of moves weigh beside it.
    pub(crate) counts: i32,
    /// It is asked with at most so many free cells.
    pub(crate) most_free: u32,
    /// Whether bounds put moves in order also where it is asked.
    pub(crate) bounds: bool,
    /// Whether it looks at replies.
    pub(crate) replies: bool,
    /// How many other ways to cut the board are tried for a waiting player who looks like winning.
    pub(crate) ways: u32,
}

impl Manner<'_> {
    /// By counts and bounds alone.
    pub(crate) const PLAIN: Manner<'static> =
        Manner { judgement: None, counts: 1, most_free: 0, bounds: true, replies: false, ways: 0 };

    /// By what is learned, on a board of this size.
    pub(crate) fn learned<B: Bits>(frame: &Frame<B>) -> Self {
        Self {
            judgement: Some(Judgement::shipped()),
            counts: 2,
            most_free: frame.rows * frame.cols - FIRST_CELLS,
            bounds: false,
            replies: true,
            ways: 8,
        }
    }
}

/// Whether a board is searched with what is learned.
pub(crate) fn is_large<B: Bits>(frame: &Frame<B>) -> bool {
    frame.rows * frame.cols >= LARGE_BOARD && frame.rows.max(frame.cols) <= LONGEST_SIDE
}

/// A sign for what is worth something to Vertical.
fn sign(player: usize) -> i32 {
    if player == 0 { 1 } else { -1 }
}

impl<B: Bits> Search<'_, B> {
    /// How likely it looks that a player wins: above nought rather so.
    pub(crate) fn judged(
        &self,
        state: &State<B>,
        mover: usize,
        judgement: &Judgement,
    ) -> impl Fn(usize) -> i32 + use<B> {
        let worth = judgement.whole(&self.windows(state), mover);
        move |player| sign(player) * worth
    }

    fn windows(&self, state: &State<B>) -> Windows {
        Windows::new(&self.geometry.frames[0], state.views[0])
    }

    /// Puts moves that have their counts for an order into the order of what is learned.
    pub(crate) fn order_by_judgement(
        &self,
        state: &State<B>,
        mover: usize,
        moves: &mut [Candidate],
        judgement: &Judgement,
    ) {
        let windows = self.windows(state);
        let frame = &self.geometry.frames[mover];
        let change = |place: u32| sign(mover) * judgement.change(&windows, frame, mover, place);
        for (order, place) in moves.iter_mut() {
            *order = *order * self.manner.counts - change(*place);
        }
        moves.sort_unstable();
        if !self.manner.replies || moves.len() < 2 || state.views[mover].count() < REPLIES_FROM {
            return;
        }
        let most = moves.len().min(REPLIED_TO);
        for (order, place) in &mut moves[..most] {
            let next = self.geometry.play(state, mover, *place);
            *order += change(*place) + self.best_reply(&next, 1 - mover, judgement);
        }
        moves[..most].sort_unstable();
    }

    /// How good the best move looks to the player who makes it.
    fn best_reply(&self, state: &State<B>, mover: usize, judgement: &Judgement) -> i32 {
        let windows = self.windows(state);
        let frame = &self.geometry.frames[mover];
        let mut places = frame.own_places(state.views[mover]);
        let mut best = None;
        while !places.is_empty() {
            let change = sign(mover) * judgement.change(&windows, frame, mover, places.first());
            places = places.rest();
            best = best.max(Some(change));
        }
        best.map_or(LOST, |best| sign(mover) * judgement.whole(&windows, 1 - mover) + best)
    }
}
