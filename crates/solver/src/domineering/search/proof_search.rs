use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_search::Stop;

use crate::domineering::board::Frame;
use crate::domineering::board::SmallRegion;
use crate::domineering::board::{BoardGeometry, FreeCells};
use crate::domineering::bounds::packing;
use crate::domineering::bounds::{JoinMargin, LowerBounds};
use crate::domineering::order_training::TrainingPositions;
use crate::domineering::pieces::PieceValues;
use crate::domineering::search::MoveOrder;
use crate::domineering::search::ProofTable;
use agon_core::bits::UintBits;

/// Most moves of a position: fewer than cells.
const MAX_MOVES: usize = 128;

/// How often the outside is asked and told; a node may take a fraction of a millisecond while the
/// values of its pieces are still unknown.
const NODES_PER_CHECK: u64 = 1 << 3;

/// How many turns from the root are counted as progress.
const PROGRESS_PLIES: usize = 6;

/// Who is so far behind in possible and safe moves together is not looked at for a win by bounds:
/// it is hardly ever found. If he starts, and if he does not.
const MIN_LEAD_MOVING: i32 = -3;
const MIN_LEAD_WAITING: i32 = -2;

/// Who is settled within so many nodes needs no bounds that reach far.
pub(crate) const FIRST_PASS_NODES: u64 = 100_000;

/// The search was told to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interrupted;

/// What all threads of a search share.
#[derive(Debug)]
pub(crate) struct SharedSearch<'a> {
    pub(crate) proofs: &'a ProofTable,
    pub(crate) stop: &'a Stop,
    /// Set when one thread has the answer.
    pub(crate) finished: &'a Stop,
    pub(crate) nodes: &'a AtomicU64,
    pub(crate) most_nodes: u64,
}

/// What one thread knows of pieces of the board.
#[derive(Debug)]
pub(crate) struct ThreadCaches<B> {
    bounds: [LowerBounds<B>; 2],
    pieces: PieceValues,
}

impl<B: UintBits> ThreadCaches<B> {
    pub(crate) fn new(frames: [Frame<B>; 2]) -> Self {
        Self { bounds: frames.map(LowerBounds::new), pieces: PieceValues::default() }
    }

    /// Has all pieces noted that are asked for.
    pub(crate) fn record_requests(&mut self) {
        self.pieces.requested = Some(BTreeSet::new());
    }

    /// The small connected pieces that were asked for since.
    pub(crate) fn take_requests(&mut self) -> BTreeSet<SmallRegion> {
        self.pieces.requested.take().unwrap_or_default()
    }
}

/// The most dominoes that a player can still lay, and those of them that nobody can prevent.
#[derive(Clone, Copy, Debug)]
struct MoveCounts {
    possible: u32,
    safe: u32,
}

impl MoveCounts {
    #[inline]
    fn total(self) -> i32 {
        (self.possible + self.safe) as i32
    }
}

/// One thread's search for who wins.
pub(crate) struct ProofSearch<'a, B> {
    pub(crate) geometry: &'a BoardGeometry<B>,
    caches: &'a mut ThreadCaches<B>,
    shared: &'a SharedSearch<'a>,
    report: &'a mut dyn FnMut(u64, f64),
    pub(crate) nodes: u64,
    /// Threads of different numbers try moves in different order.
    turn: usize,
    pub(crate) order: MoveOrder<'a>,
    /// What was found out, if anyone wants to learn from it.
    pub(crate) lessons: Option<TrainingPositions>,
    /// Ends after so many nodes.
    limit: u64,
    /// Number of the move being tried, and of moves, on the first turns.
    path: [(u16, u16); PROGRESS_PLIES],
}

/// A move with its rank: moves are tried in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ScoredMove {
    pub(crate) rank: i32,
    /// The lower cell of the domino in the mover's frame.
    pub(crate) place: u32,
}

impl<'a, B: UintBits> ProofSearch<'a, B> {
    pub(crate) fn new(
        geometry: &'a BoardGeometry<B>,
        caches: &'a mut ThreadCaches<B>,
        shared: &'a SharedSearch<'a>,
        report: &'a mut dyn FnMut(u64, f64),
        turn: usize,
    ) -> Self {
        caches.bounds.iter_mut().for_each(|bounds| bounds.set_join_margin(JoinMargin::Narrow));
        let path = [(0, 1); PROGRESS_PLIES];
        Self {
            geometry,
            caches,
            shared,
            report,
            nodes: 0,
            turn,
            order: MoveOrder::BY_COUNTS_ALONE,
            lessons: None,
            limit: u64::MAX,
            path,
        }
    }

    /// Whether the player to move wins: at first by bounds that cost little for so many nodes, which is
    /// enough for most boards, then by those that reach far. What the first try has proved is not lost.
    pub(crate) fn decides(
        &mut self,
        state: &FreeCells<B>,
        mover: usize,
        first_pass_nodes: u64,
    ) -> Result<bool, Interrupted> {
        self.limit = self.nodes.saturating_add(first_pass_nodes);
        let answer = self.wins(state, mover, 0);
        if answer.is_ok() || self.nodes < self.limit {
            return answer;
        }
        self.limit = u64::MAX;
        self.caches.bounds.iter_mut().for_each(|bounds| bounds.set_join_margin(JoinMargin::Wide));
        self.wins(state, mover, 0)
    }

    /// Whether the player to move wins.
    pub(crate) fn wins(
        &mut self,
        state: &FreeCells<B>,
        mover: usize,
        ply: usize,
    ) -> Result<bool, Interrupted> {
        self.count()?;
        let counts = self.counts(state);
        if let Some(known) = result_by_counts(counts, mover) {
            return Ok(known);
        }
        let core = self.geometry.core(state);
        if let Some(known) = self.shared.proofs.get(core, mover) {
            return Ok(known);
        }
        if let Some(known) = self.bound(state, mover, counts) {
            self.lessons.iter_mut().for_each(|lessons| lessons.leaf(state.least_image(), mover, known));
            return Ok(known);
        }
        let start = self.nodes;
        let mut moves = [ScoredMove::default(); MAX_MOVES];
        let count = self.candidates(state, mover, &mut moves);
        let mut won = false;
        for (index, &ScoredMove { place, .. }) in moves[..count].iter().enumerate() {
            if ply < PROGRESS_PLIES {
                self.path[ply] = (index as u16, count as u16);
                self.path[ply + 1..].fill((0, 1));
            }
            let next = self.geometry.play(state, mover, place);
            if !self.wins(&next, 1 - mover, ply + 1)? {
                won = true;
                break;
            }
        }
        let work = self.nodes - start;
        self.lessons.iter_mut().for_each(|lessons| lessons.enter(state.least_image(), mover, won, work));
        self.shared.proofs.put(core, mover, won, work);
        Ok(won)
    }

    /// A place that wins for the player to move, or nothing if he has lost.
    pub(crate) fn winning_place(
        &mut self,
        state: &FreeCells<B>,
        mover: usize,
    ) -> Result<Option<u32>, Interrupted> {
        let counts = self.counts(state);
        let known = result_by_counts(counts, mover).or_else(|| self.bound(state, mover, counts));
        if known == Some(false) {
            return Ok(None);
        }
        if known == Some(true) {
            // The opponent's bound was not asked about this position.
            self.caches.bounds[1 - mover].clear();
        }
        let mut moves = [ScoredMove::default(); MAX_MOVES];
        let count = self.candidates(state, mover, &mut moves);
        for &ScoredMove { place, .. } in &moves[..count] {
            let next = self.geometry.play(state, mover, place);
            if !self.wins(&next, 1 - mover, 1)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// Counts a node, and asks now and then whether to go on.
    #[inline]
    fn count(&mut self) -> Result<(), Interrupted> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_CHECK) {
            let all = self.shared.nodes.fetch_add(NODES_PER_CHECK, Ordering::Relaxed) + NODES_PER_CHECK;
            let done = self
                .path
                .iter()
                .rev()
                .fold(0.0, |inner, &(index, count)| (f64::from(index) + inner) / f64::from(count.max(1)));
            (self.report)(all, done);
            if all >= self.shared.most_nodes || self.shared.stop.is_set() || self.shared.finished.is_set() {
                return Err(Interrupted);
            }
        }
        if self.nodes >= self.limit { Err(Interrupted) } else { Ok(()) }
    }

    /// How many moves both can hope for.
    #[inline]
    fn counts(&self, state: &FreeCells<B>) -> [MoveCounts; 2] {
        [0, 1].map(|player| {
            // As the opponent sees them, the player's dominoes lie: so they are quickly counted.
            let (frame, free) = (&self.geometry.frames[1 - player], state.views[1 - player]);
            let safe = frame.other_packed(frame.other_sheltered(free));
            MoveCounts { possible: frame.other_packed(free), safe }
        })
    }

    /// The answer, if counting moves or cutting the board into pieces gives it.
    fn bound(&mut self, state: &FreeCells<B>, mover: usize, counts: [MoveCounts; 2]) -> Option<bool> {
        for (player, starts) in [(mover, true), (1 - mover, false)] {
            let lead = counts[player].total() - counts[1 - player].total();
            if lead < if starts { MIN_LEAD_MOVING } else { MIN_LEAD_WAITING } {
                self.caches.bounds[player].clear();
                continue;
            }
            let frame = &self.geometry.frames[player];
            let view = state.views[player];
            let ThreadCaches { bounds, pieces } = &mut *self.caches;
            if packing(frame, view, starts).wins(starts) || bounds[player].proves_win(view, starts, pieces) {
                return Some(starts);
            }
        }
        None
    }

    /// The moves worth trying, best first.
    ///
    /// ValueOptions that the opponent's bound answers are left out, and so are those that another move is
    /// never worse than. ValueOptions that nobody can prevent come last: they can wait.
    fn candidates(
        &mut self,
        state: &FreeCells<B>,
        mover: usize,
        moves: &mut [ScoredMove; MAX_MOVES],
    ) -> usize {
        let frame = self.geometry.frames[mover];
        let free = state.views[mover];
        let safe = frame.own_places(frame.sheltered(free));
        let waiting = frame.waiting(free, safe);
        let dominated = frame.dominated(free);
        let ThreadCaches { bounds, pieces } = &mut *self.caches;
        let their = self.geometry.frames[1 - mover];
        let mut places = bounds[1 - mover].unrefuted(their.other_places(state.views[1 - mover]), pieces);
        let (mut count, mut last) = (0, 0);
        let mut later = [0; MAX_MOVES];
        while !places.is_empty() {
            // The same place in the mover's own numbers.
            let place = places.lowest() % their.cols * frame.cols + places.lowest() / their.cols;
            places = places.without_lowest();
            let cell = B::bit(place);
            if !(cell & dominated).is_empty() {
                continue;
            }
            if (cell & safe).is_empty() {
                moves[count] = ScoredMove { rank: -self.count_score(state, mover, place), place };
                count += 1;
            } else if !(cell & waiting).is_empty() {
                later[last] = place;
                last += 1;
            }
        }
        let net = self.order.net.filter(|_| free.count() <= self.order.most_free);
        match net {
            Some(net) => self.order_by_net(state, mover, &mut moves[..count], net),
            None => moves[..count].sort_unstable(),
        }
        if self.turn > 0 && count > 2 {
            // Where the first move fails, the others are shared out.
            let by = self.turn * (count - 1) / 2 % (count - 1);
            moves[1..count].rotate_left(by);
        }
        for &place in &later[..last] {
            moves[count] = ScoredMove { rank: 0, place };
            count += 1;
        }
        count
    }

    /// How good a move looks: moves possible and moves safe, mine less yours, and then its place.
    fn count_score(&self, state: &FreeCells<B>, mover: usize, place: u32) -> i32 {
        let next = self.geometry.play(state, mover, place);
        let counts = self.counts(&next);
        let frame = &self.geometry.frames[mover];
        128 * (counts[mover].total() - counts[1 - mover].total()) + place_value(frame.rows, frame.cols, place)
    }
}

/// Who has more safe moves than the other can make at most has won.
#[inline]
fn result_by_counts(counts: [MoveCounts; 2], mover: usize) -> Option<bool> {
    let [own, their] = [counts[mover], counts[1 - mover]];
    if own.safe > their.possible {
        return Some(true);
    }
    (their.safe >= own.possible).then_some(false)
}

/// How good a place is by itself, where a move that is possible or safe is worth 128.
///
/// The second line from the edge makes a safe place on the first, and so on inwards. A line is filled from both of
/// its ends, two cells at a time: so no cell is wasted, and the same moves in another order lead to the same positions,
/// which is what keeps proofs small.
fn place_value(rows: u32, cols: u32, place: u32) -> i32 {
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
    use agon_core::Rng;

    use super::*;
    use crate::domineering::board::Region;
    use crate::domineering::search::OrderNet;

    fn with_search<T>(
        rows: u32,
        cols: u32,
        run: impl FnOnce(&mut ProofSearch<u64>, &BoardGeometry<u64>) -> T,
    ) -> T {
        let geometry = BoardGeometry::<u64>::new(rows, cols);
        let mut caches = ThreadCaches::new(geometry.frames);
        let proofs = ProofTable::new(rows * cols, 16);
        let (stop, finished, nodes) = (Stop::new(), Stop::new(), AtomicU64::new(0));
        let shared = SharedSearch {
            proofs: &proofs,
            stop: &stop,
            finished: &finished,
            nodes: &nodes,
            most_nodes: u64::MAX,
        };
        run(&mut ProofSearch::new(&geometry, &mut caches, &shared, &mut |_, _| {}, 0), &geometry)
    }

    /// A first try that is too short leaves the answer to bounds that reach farther: 6 x 8 is
    /// Horizontal's, whoever starts.
    #[test]
    fn a_search_with_far_reach_finds_the_same_winner() {
        for (mover, wins) in [(0, false), (1, true)] {
            let (answer, nodes) = with_search(6, 8, |search, geometry| {
                let root = geometry.position(&Region::from_rows([0xff; 6]));
                (search.decides(&root, mover, 100), search.nodes)
            });
            assert_eq!(answer, Ok(wins));
            assert!(nodes > 100, "{nodes}");
        }
    }

    /// Or play would be regular at one of its ends only, which made proofs of odd boards many times as large.
    #[test]
    fn mirrored_places_are_worth_the_same() {
        for (rows, cols) in [(9, 9), (8, 8), (7, 9), (2, 1), (16, 5)] {
            for place in 0..(rows - 1) * cols {
                let (row, col) = (place / cols, place % cols);
                let worth = |row, col| place_value(rows, cols, row * cols + col);
                assert_eq!(worth(row, col), worth(rows - 2 - row, col), "{rows} x {cols}: {row} {col}");
                assert_eq!(worth(row, col), worth(row, cols - 1 - col), "{rows} x {cols}: {row} {col}");
            }
        }
    }

    /// Positions of seven by seven with three dominoes at most, in the order of large boards.
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
                        search.decides(&geometry.position(&Region::from_rows(rows)), mover, 0)
                    })
                });
                assert_eq!(answers[0], answers[1], "{rows:?} {mover}");
                winners[usize::from(answers[0] == Ok(true))] += 1;
            }
        }
        assert!(winners.iter().all(|&count| count > 0), "{winners:?}");
    }
}
