//! The search for who wins a position: depth first, cut short by exact bounds.
//!
//! Domineering has no draws, so the only question is whether the player to move wins.
//! [`ProofSearch::wins`] answers it with the first of these that can:
//!
//! 1. **Move counts.** A player with more safe moves than the opponent has moves at all wins.
//! 2. **Transposition table.** [`ProofTable`] holds proved positions under exact keys: no two positions share a key,
//!    so no hash collision can falsify a proof.
//! 3. **Bounds.** [`packing`] and [`LowerBounds`] prove most wins without searching. They are never wrong, but they
//!    miss some wins.
//! 4. **Moves**, best first: the player to move wins if one of them leads to a position that the opponent loses.
//!
//! Players are numbered 0 (Vertical) and 1 (Horizontal). Each has a frame, the board turned so that this player's
//! dominoes are vertical; a *place* is the lower cell of a domino in its player's frame.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::bits::UintBits;
use agon_search::Stop;

use crate::domineering::board::{BoardGeometry, Frame, FreeCells, SmallRegion};
use crate::domineering::bounds::{JoinMargin, LowerBounds, MoveCounts, packing};
use crate::domineering::pieces::PieceValues;
use crate::domineering::search::{MoveOrder, ProofTable};

/// Upper limit on the moves of a position, which has at most 121 free cells.
pub(crate) const MAX_MOVES: usize = 128;

/// Nodes between two reports and checks for a stop. A node can take a fraction of a millisecond while the values of its
/// pieces are not cached yet.
const NODES_PER_CHECK: u64 = 8;

/// Plies from the root that count towards the reported progress.
const PROGRESS_PLIES: usize = 6;

/// Bounds are tried only for a player whose lead, in possible and safe moves together, is at least this: below it they
/// hardly ever find a win. The first is for the player to move, the second for the other one.
const MIN_LEAD_MOVING: i32 = -3;
const MIN_LEAD_WAITING: i32 = -2;

/// Nodes of the first pass of a search; see [`ProofSearch::prove`].
pub(crate) const FIRST_PASS_NODES: u64 = 100_000;

/// The search ended without an answer: a limit was reached or a stop requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interrupted;

/// State shared by all threads of a search.
#[derive(Debug)]
pub(crate) struct SharedSearch<'a> {
    pub(crate) proofs: &'a ProofTable,
    /// Set from outside to end the search.
    pub(crate) stop: &'a Stop,
    /// Set by the first thread that has the answer.
    pub(crate) finished: &'a Stop,
    /// Nodes of all threads.
    pub(crate) nodes: &'a AtomicU64,
    pub(crate) max_nodes: u64,
}

/// Caches of one thread that outlive a search.
#[derive(Debug)]
pub(crate) struct ThreadCaches<B> {
    /// By player.
    bounds: [LowerBounds<B>; 2],
    pieces: PieceValues,
}

impl<B: UintBits> ThreadCaches<B> {
    pub(crate) fn new(frames: [Frame<B>; 2]) -> Self {
        Self { bounds: frames.map(LowerBounds::new), pieces: PieceValues::default() }
    }

    /// Starts recording which pieces searches look up.
    pub(crate) fn record_requests(&mut self) {
        self.pieces.requested = Some(BTreeSet::new());
    }

    /// Returns the small connected pieces that were looked up, and stops recording.
    pub(crate) fn take_requests(&mut self) -> BTreeSet<SmallRegion> {
        self.pieces.requested.take().unwrap_or_default()
    }

    fn set_join_margin(&mut self, margin: JoinMargin) {
        self.bounds.iter_mut().for_each(|bounds| bounds.set_join_margin(margin));
    }
}

/// A position that a search proved, for training the move order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProvedNode {
    /// The free cells in Vertical's frame, or that mirror image of them which is the least as an integer.
    pub(crate) free: u128,
    pub(crate) mover: usize,
    pub(crate) mover_wins: bool,
    /// Nodes below it; nothing if a bound proved it.
    pub(crate) nodes: Option<u64>,
}

/// A move with its rank: moves are tried in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ScoredMove {
    pub(crate) rank: i32,
    pub(crate) place: u32,
}

/// One thread's search.
pub(crate) struct ProofSearch<'a, B> {
    pub(crate) geometry: &'a BoardGeometry<B>,
    caches: &'a mut ThreadCaches<B>,
    shared: &'a SharedSearch<'a>,
    /// Receives the nodes of all threads and the part of the tree that is done, from 0 to 1.
    report: &'a mut dyn FnMut(u64, f64),
    /// Nodes of this thread.
    pub(crate) nodes: u64,
    /// The pass ends when `nodes` reaches this.
    pass_limit: u64,
    /// Number of the thread: odd ones begin half-way through the list of moves.
    thread: usize,
    pub(crate) order: MoveOrder<'a>,
    /// Receives every position that is proved by a bound or by its moves.
    pub(crate) recorder: Option<&'a mut dyn FnMut(ProvedNode)>,
    /// For each of the first plies: the index of the move being searched and the number of moves.
    path: [(u16, u16); PROGRESS_PLIES],
}

impl<'a, B: UintBits> ProofSearch<'a, B> {
    pub(crate) fn new(
        geometry: &'a BoardGeometry<B>,
        caches: &'a mut ThreadCaches<B>,
        shared: &'a SharedSearch<'a>,
        report: &'a mut dyn FnMut(u64, f64),
        thread: usize,
    ) -> Self {
        caches.set_join_margin(JoinMargin::Narrow);
        Self {
            geometry,
            caches,
            shared,
            report,
            nodes: 0,
            pass_limit: u64::MAX,
            thread,
            order: MoveOrder::BY_COUNTS_ALONE,
            recorder: None,
            path: [(0, 1); PROGRESS_PLIES],
        }
    }

    /// Whether the player to move wins, in up to two passes.
    ///
    /// The first pass of `first_pass_nodes` uses cheap bounds, which is enough for most boards. The second pass uses
    /// bounds that cost more and prove more; it keeps all proofs of the first pass in the transposition table.
    pub(crate) fn prove(
        &mut self,
        state: &FreeCells<B>,
        mover: usize,
        first_pass_nodes: u64,
    ) -> Result<bool, Interrupted> {
        self.pass_limit = self.nodes.saturating_add(first_pass_nodes);
        let answer = self.wins(state, mover, 0);
        if answer.is_ok() || self.nodes < self.pass_limit {
            return answer;
        }
        self.pass_limit = u64::MAX;
        self.caches.set_join_margin(JoinMargin::Wide);
        self.wins(state, mover, 0)
    }

    /// Whether the player to move wins; `ply` is the distance from the root.
    pub(crate) fn wins(&mut self, state: &FreeCells<B>, mover: usize, ply: usize) -> Result<bool, Interrupted> {
        self.count_node()?;
        let counts = MoveCounts::of_both(self.geometry, state);
        if let Some(won) = MoveCounts::winner(counts, mover) {
            return Ok(won);
        }
        let core = self.geometry.core(state);
        if let Some(won) = self.shared.proofs.get(core, mover) {
            return Ok(won);
        }
        if let Some(won) = self.result_by_bounds(state, mover, counts) {
            self.record(state, mover, won, None);
            return Ok(won);
        }
        let nodes_before = self.nodes;
        let won = self.any_move_wins(state, mover, ply)?.is_some();
        let nodes = self.nodes - nodes_before;
        self.record(state, mover, won, Some(nodes));
        self.shared.proofs.put(core, mover, won, nodes);
        Ok(won)
    }

    /// A place that wins for the player to move, or nothing if this player has lost.
    pub(crate) fn winning_place(&mut self, state: &FreeCells<B>, mover: usize) -> Result<Option<u32>, Interrupted> {
        let counts = MoveCounts::of_both(self.geometry, state);
        let known = MoveCounts::winner(counts, mover).or_else(|| self.result_by_bounds(state, mover, counts));
        if known == Some(false) {
            return Ok(None);
        }
        if known == Some(true) {
            // The opponent's bounds are those of another position: cleared, they refute no moves here.
            self.caches.bounds[1 - mover].clear();
        }
        self.any_move_wins(state, mover, 0)
    }

    /// Searches the moves, best first, for one that wins.
    fn any_move_wins(&mut self, state: &FreeCells<B>, mover: usize, ply: usize) -> Result<Option<u32>, Interrupted> {
        let mut moves = [ScoredMove::default(); MAX_MOVES];
        let count = self.list_moves(state, mover, &mut moves);
        for (index, &ScoredMove { place, .. }) in moves[..count].iter().enumerate() {
            if ply < PROGRESS_PLIES {
                self.path[ply] = (index as u16, count as u16);
                self.path[ply + 1..].fill((0, 1));
            }
            let next = self.geometry.play(state, mover, place);
            if !self.wins(&next, 1 - mover, ply + 1)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// Whether the player to move wins, if a bound of either player proves it.
    fn result_by_bounds(&mut self, state: &FreeCells<B>, mover: usize, counts: [MoveCounts; 2]) -> Option<bool> {
        for (player, is_mover, min_lead) in [(mover, true, MIN_LEAD_MOVING), (1 - mover, false, MIN_LEAD_WAITING)] {
            let ThreadCaches { bounds, pieces } = &mut *self.caches;
            if counts[player].total() - counts[1 - player].total() < min_lead {
                bounds[player].clear();
                continue;
            }
            let free = state.views[player];
            if packing(&self.geometry.frames[player], free, is_mover).wins(is_mover)
                || bounds[player].proves_win(free, is_mover, pieces)
            {
                return Some(is_mover);
            }
        }
        None
    }

    /// Lists the moves worth searching, best first, and returns their number.
    ///
    /// Left out are moves that the opponent's bound refutes and moves that another move dominates. Safe moves, which
    /// the opponent cannot take away, come last: they can wait. Of those, only one of each equivalent kind is listed.
    fn list_moves(&mut self, state: &FreeCells<B>, mover: usize, moves: &mut [ScoredMove; MAX_MOVES]) -> usize {
        let (frame, their_frame) = (self.geometry.frames[mover], self.geometry.frames[1 - mover]);
        let free = state.views[mover];
        let safe = frame.own_places(frame.sheltered(free));
        let distinct_safe = frame.distinct_safe_places(free, safe);
        let dominated = frame.dominated(free);
        let ThreadCaches { bounds, pieces } = &mut *self.caches;
        // Bounds number the mover's places in the opponent's frame.
        let mut places = bounds[1 - mover].unrefuted(their_frame.other_places(state.views[1 - mover]), pieces);
        let (mut count, mut safe_count) = (0, 0);
        let mut safe_moves = [0; MAX_MOVES];
        while !places.is_empty() {
            let theirs = places.lowest();
            places = places.without_lowest();
            let place = theirs % their_frame.cols * frame.cols + theirs / their_frame.cols;
            let cell = B::bit(place);
            if !(cell & dominated).is_empty() {
                continue;
            }
            if (cell & safe).is_empty() {
                let rank = MoveOrder::rank_by_counts(self.geometry, state, mover, place);
                moves[count] = ScoredMove { rank, place };
                count += 1;
            } else if !(cell & distinct_safe).is_empty() {
                safe_moves[safe_count] = place;
                safe_count += 1;
            }
        }
        self.order.sort(self.geometry, state, mover, &mut moves[..count]);
        if self.thread > 0 && count > 2 {
            // All threads try the same move first; odd threads begin half-way through the others.
            let by = self.thread * (count - 1) / 2 % (count - 1);
            moves[1..count].rotate_left(by);
        }
        for &place in &safe_moves[..safe_count] {
            moves[count] = ScoredMove { rank: 0, place };
            count += 1;
        }
        count
    }

    /// Counts a node, and now and then reports progress and checks the limits.
    #[inline]
    fn count_node(&mut self) -> Result<(), Interrupted> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_CHECK) {
            let all = self.shared.nodes.fetch_add(NODES_PER_CHECK, Ordering::Relaxed) + NODES_PER_CHECK;
            let done = self.progress();
            (self.report)(all, done);
            if all >= self.shared.max_nodes || self.shared.stop.is_set() || self.shared.finished.is_set() {
                return Err(Interrupted);
            }
        }
        if self.nodes >= self.pass_limit { Err(Interrupted) } else { Ok(()) }
    }

    /// The part of the tree that is done, if all moves of a position take the same work.
    fn progress(&self) -> f64 {
        let share = |inner, &(index, count): &(u16, u16)| (f64::from(index) + inner) / f64::from(count.max(1));
        self.path.iter().rev().fold(0.0, share)
    }

    #[inline]
    fn record(&mut self, state: &FreeCells<B>, mover: usize, mover_wins: bool, nodes: Option<u64>) {
        if let Some(recorder) = &mut self.recorder {
            recorder(ProvedNode { free: state.least_image(), mover, mover_wins, nodes });
        }
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Rng;

    use super::*;
    use crate::domineering::board::Region;
    use crate::domineering::search::OrderNet;

    fn with_search<T>(rows: u32, cols: u32, run: impl FnOnce(&mut ProofSearch<u64>, &BoardGeometry<u64>) -> T) -> T {
        let geometry = BoardGeometry::<u64>::new(rows, cols);
        let mut caches = ThreadCaches::new(geometry.frames);
        let proofs = ProofTable::new(rows * cols, 16);
        let (stop, finished, nodes) = (Stop::new(), Stop::new(), AtomicU64::new(0));
        let shared =
            SharedSearch { proofs: &proofs, stop: &stop, finished: &finished, nodes: &nodes, max_nodes: u64::MAX };
        run(&mut ProofSearch::new(&geometry, &mut caches, &shared, &mut |_, _| {}, 0), &geometry)
    }

    /// Horizontal wins 6 x 8 with either player to start; the second pass finds it if the first one is too short.
    #[test]
    fn the_second_pass_finds_the_same_winner() {
        for (mover, wins) in [(0, false), (1, true)] {
            let (answer, nodes) = with_search(6, 8, |search, geometry| {
                let root = geometry.position(&Region::from_rows([0xff; 6]));
                (search.prove(&root, mover, 100), search.nodes)
            });
            assert_eq!(answer, Ok(wins));
            assert!(nodes > 100, "{nodes}");
        }
    }

    /// On positions of 7 x 7 with up to three dominoes.
    #[test]
    fn a_learned_order_finds_the_same_winner() {
        let learned = MoveOrder::learned(OrderNet::shipped(), 7 * 7);
        let mut rng = Rng::new(18);
        let mut winners = [0; 2];
        for _ in 0..12 {
            let mut rows = [0x7f; 7];
            for _ in 0..rng.below(4) {
                rows[rng.below(7) as usize] &= !(0b11 << rng.below(6));
            }
            for mover in [0, 1] {
                let answers = [MoveOrder::BY_COUNTS_ALONE, learned].map(|order| {
                    with_search(7, 7, |search, geometry| {
                        search.order = order;
                        search.prove(&geometry.position(&Region::from_rows(rows)), mover, 0)
                    })
                });
                assert_eq!(answers[0], answers[1], "{rows:?} {mover}");
                winners[usize::from(answers[0] == Ok(true))] += 1;
            }
        }
        assert!(winners.iter().all(|&count| count > 0), "{winners:?}");
    }
}
