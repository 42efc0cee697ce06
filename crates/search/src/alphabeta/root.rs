//! Iterative deepening at the root, where every legal turn is tried.

use agon_core::{Position, Rng};

use super::score::{INFINITE, MAX_EVAL, WIN, is_proven, to_score};
use super::searcher::{Child, MAX_PLY, NodeContext, Searcher, Window};
use crate::engine::Budget;
use crate::{Score, SearchDomain};

/// A turn at the root with its scores and line.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M, S> {
    pub(crate) turn: M,
    /// The steps of the turn.
    steps: Vec<S>,
    /// The score in the current iteration; lowest if the turn did not raise alpha.
    score: i32,
    /// The last score that was not only a bound.
    exact: i32,
    /// The score of a depth-1 search, once it is known. It does not change between iterations, and most of the
    /// thousands of turns of a large game deserve no more.
    shallow_score: Option<i32>,
    /// The principal variation in steps, including those of the turn.
    pub(crate) line: Vec<S>,
}

impl<M: Copy, S> RootMove<M, S> {
    pub(crate) fn score(&self) -> Score {
        to_score(self.exact)
    }
}

/// The search at the root.
pub(crate) struct Root<'a, P: Position, G: SearchDomain<P>> {
    pub(crate) searcher: Searcher<'a, P, G>,
    position: P,
    node: G::Node,
    pub(crate) moves: Vec<RootMove<P::Move, G::Step>>,
    multi_pv: usize,
    /// The last completed iteration.
    pub(crate) depth: u32,
}

/// Root moves are scored this many at a time, so that the clock is checked in between.
const ORDERING_CHUNK: usize = 32;

impl<'a, P: Position, G: SearchDomain<P>> Root<'a, P, G> {
    pub(crate) fn new(mut searcher: Searcher<'a, P, G>, position: P, moves: &[P::Move], multi_pv: usize) -> Self {
        let node = searcher.domain.root(&position);
        let domain = &searcher.domain;
        let root = |&turn: &P::Move| {
            let mut steps = Vec::new();
            domain.steps(turn, &mut steps);
            RootMove { turn, score: 0, exact: 0, shallow_score: None, line: steps.clone(), steps }
        };
        let moves = moves.iter().map(root).collect();
        Self { searcher, position, node, moves, multi_pv: multi_pv.max(1), depth: 0 }
    }

    pub(crate) fn multi_pv(&self) -> usize {
        self.multi_pv
    }

    /// Orders the moves by their ordering scores; a seed varies the order of equals.
    pub(crate) fn order(&mut self) {
        if self.searcher.strength.seed != 0 {
            Rng::new(self.searcher.strength.seed ^ self.position.key()).shuffle(&mut self.moves);
        }
        let turns: Vec<P::Move> = self.moves.iter().map(|root| root.turn).collect();
        let mut scores = vec![0; turns.len()];
        for (turns, scores) in turns.chunks(ORDERING_CHUNK).zip(scores.chunks_mut(ORDERING_CHUNK)) {
            self.searcher.domain.score_root_moves(&self.position, turns, scores);
            if self.searcher.stop_check.check_clock() {
                break;
            }
        }
        for (root, score) in self.moves.iter_mut().zip(scores) {
            root.score = score;
        }
        self.moves.sort_by_key(|root| std::cmp::Reverse(root.score));
    }

    /// Deepens until the budget is used up; reports after every iteration.
    pub(crate) fn deepen(&mut self, budget: &Budget, first_depth: u32, report: &mut dyn FnMut(&Self, u32)) {
        let lines = self.multi_pv.min(self.moves.len());
        for depth in first_depth..=budget.depth.min(MAX_PLY as u32 - 1) {
            for line in 0..lines {
                self.search_line(depth, line);
                if self.searcher.stop_check.is_stopped() {
                    break;
                }
            }
            if self.searcher.stop_check.is_stopped() {
                return;
            }
            self.depth = depth;
            report(self, depth);
            if self.is_proven(depth, lines) || (budget.may_answer_early && self.moves.len() == 1) {
                return;
            }
            if !budget.allows_iteration() {
                return;
            }
        }
    }

    /// Whether all lines are proven within the depth, so that deeper search changes nothing.
    fn is_proven(&self, depth: u32, lines: usize) -> bool {
        self.moves[..lines].iter().all(|root| is_proven(root.exact) && WIN - root.exact.abs() <= depth as i32)
    }

    /// Searches for the best of the moves from `line` on, in an aspiration window around the last score that
    /// widens on a failure.
    fn search_line(&mut self, depth: u32, line: usize) {
        let guess = self.moves[line].exact;
        let mut margin = 60;
        let mut window = if depth < 4 || is_proven(guess) {
            Window::FULL
        } else {
            Window { alpha: guess - margin, beta: guess + margin }
        };
        loop {
            let score = self.iterate(depth, line, window);
            if self.searcher.stop_check.is_stopped() {
                return;
            }
            margin *= 4;
            if score <= window.alpha && window.alpha > -INFINITE {
                window.alpha = if margin > 4000 { -INFINITE } else { guess - margin };
            } else if score >= window.beta && window.beta < INFINITE {
                window.beta = if margin > 4000 { INFINITE } else { guess + margin };
            } else {
                return;
            }
        }
    }

    fn iterate(&mut self, depth: u32, line: usize, window: Window) -> i32 {
        for root in &mut self.moves[line..] {
            root.score = -INFINITE;
        }
        let mut alpha = window.alpha;
        for at in line..self.moves.len() {
            let now = Window { alpha, beta: window.beta };
            let score = self.score_turn(at, at - line, depth, now);
            if self.searcher.stop_check.is_stopped() {
                break;
            }
            if score > alpha || at == line {
                let root = &mut self.moves[at];
                root.score = score;
                root.exact = score;
                let length = root.steps.len();
                root.line.truncate(length);
                root.line.extend(self.searcher.pv.line(length));
                alpha = alpha.max(score);
                if score >= window.beta {
                    break;
                }
            }
        }
        // The sort is stable: moves that did not raise alpha keep their order.
        self.moves[line..].sort_by_key(|root| std::cmp::Reverse(root.score));
        self.moves[line].score
    }

    /// The score of a turn: applies its steps, then searches the node after them.
    fn score_turn(&mut self, at: usize, index: usize, depth: u32, window: Window) -> i32 {
        let reduction =
            if index == 0 { 0 } else { self.searcher.domain.late_move_reduction(depth, index).min(depth - 1) };
        if index > 0
            && depth - reduction == 1
            && let Some(score) = self.shallow_score(at)
            && score <= window.alpha
        {
            return score;
        }
        let mut ctx = NodeContext { ply: 0, turns: 0, depth, anchor: 0, last: None, passed: false };
        let mut node = self.node;
        let steps = self.moves[at].steps.len();
        // Nodes within a turn are not put on the path.
        self.searcher.enter(&self.node);
        for number in 0..steps {
            let child = self.searcher.child(&node, self.moves[at].steps[number], ctx);
            if number + 1 == steps {
                let score = if index == 0 {
                    self.searcher.score(&child, depth, window)
                } else {
                    self.reduced_score(at, &child, depth - reduction, depth, window)
                };
                self.searcher.leave(&self.node);
                return score;
            }
            (node, ctx) = (child.node, child.ctx);
        }
        self.searcher.leave(&self.node);
        0
    }

    /// The depth-1 score of a turn, if it is known or the domain knows it without a search.
    fn shallow_score(&mut self, at: usize) -> Option<i32> {
        let Root { searcher, position, moves, .. } = self;
        let root = &mut moves[at];
        if root.shallow_score.is_none() && searcher.strength.eval_error == 0 {
            let value = searcher.domain.evaluate_after(position, root.turn);
            root.shallow_score = value.map(|value| value.clamp(-MAX_EVAL, MAX_EVAL));
        }
        root.shallow_score
    }

    /// The score of a turn after the first, with late move reduction.
    fn reduced_score(&mut self, at: usize, child: &Child<G::Node>, reduced: u32, depth: u32, window: Window) -> i32 {
        if reduced > 1 {
            return self.searcher.reduced_score(child, depth, depth - reduced, window);
        }
        let score = self.searcher.score(child, 1, Window::null(window.alpha));
        if child.turned && !self.searcher.stop_check.is_stopped() {
            self.moves[at].shallow_score = Some(score);
        }
        if score <= window.alpha { score } else { self.searcher.reduced_score(child, depth, 0, window) }
    }
}
