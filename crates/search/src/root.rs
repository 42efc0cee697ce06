//! Iterative deepening at the root, where every legal turn is tried.

use agon_core::{Position, Rng};

use crate::alphabeta::{Child, DEEPEST, NodeContext, Searcher, Window};
use crate::score::{INFINITE, MAX_EVAL, WIN, is_proven, to_score};
use crate::time::Budget;
use crate::{Score, SearchDomain};

/// A turn at the root and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M, S> {
    pub(crate) first: M,
    /// The steps the turn is made of.
    steps: Vec<S>,
    /// The score in the present iteration; lowest if it is not known to be good.
    score: i32,
    /// The last score that was more than a bound.
    known: i32,
    /// The score without any turn searched after this one, once it is known: it stays the same in every
    /// iteration, and there may be thousands of turns that deserve no more.
    glance: Option<i32>,
    /// The whole line in steps, those of `first` included.
    pub(crate) line: Vec<S>,
}

impl<M: Copy, S> RootMove<M, S> {
    pub(crate) fn score(&self) -> Score {
        to_score(self.known)
    }
}

/// The search at the root.
pub(crate) struct Root<'a, P: Position, G: SearchDomain<P>> {
    pub(crate) searcher: Searcher<'a, P, G>,
    position: P,
    node: G::Node,
    pub(crate) moves: Vec<RootMove<P::Move, G::Step>>,
    multi_pv: usize,
    /// The last iteration that was finished.
    pub(crate) depth: u32,
}

/// Root moves are put into order in portions, so that the clock is asked in between.
const PORTION: usize = 32;

impl<'a, P: Position, G: SearchDomain<P>> Root<'a, P, G> {
    pub(crate) fn new(
        mut searcher: Searcher<'a, P, G>,
        position: P,
        moves: &[P::Move],
        multi_pv: usize,
    ) -> Self {
        let node = searcher.domain.root(&position);
        let domain = &searcher.domain;
        let root = |&first: &P::Move| {
            let mut steps = Vec::new();
            domain.steps(first, &mut steps);
            RootMove { first, score: 0, known: 0, glance: None, line: steps.clone(), steps }
        };
        let moves = moves.iter().map(root).collect();
        Self { searcher, position, node, moves, multi_pv: multi_pv.max(1), depth: 0 }
    }

    pub(crate) fn multi_pv(&self) -> usize {
        self.multi_pv
    }

    /// Puts the moves into the order the evaluator recommends; a seed varies the order of equals.
    pub(crate) fn order(&mut self) {
        if self.searcher.strength.seed != 0 {
            Rng::new(self.searcher.strength.seed ^ self.position.key()).shuffle(&mut self.moves);
        }
        let firsts: Vec<P::Move> = self.moves.iter().map(|root| root.first).collect();
        let mut marks = vec![0; firsts.len()];
        for (firsts, marks) in firsts.chunks(PORTION).zip(marks.chunks_mut(PORTION)) {
            self.searcher.domain.score_root_moves(&self.position, firsts, marks);
            if self.searcher.stop_check.check_clock() {
                break;
            }
        }
        for (root, mark) in self.moves.iter_mut().zip(marks) {
            root.score = mark;
        }
        self.moves.sort_by_key(|root| std::cmp::Reverse(root.score));
    }

    /// Deepens until the budget is used up; reports after every improvement.
    pub(crate) fn deepen(&mut self, budget: &Budget, first_depth: u32, report: &mut dyn FnMut(&Self, u32)) {
        let lines = self.multi_pv.min(self.moves.len());
        for depth in first_depth..=budget.depth.min(DEEPEST as u32 - 1) {
            for line in 0..lines {
                self.aspire(depth, line);
                if self.searcher.stop_check.is_stopped() {
                    break;
                }
            }
            if self.searcher.stop_check.is_stopped() {
                return;
            }
            self.depth = depth;
            report(self, depth);
            if self.is_settled(depth, lines) || (budget.may_answer_early && self.moves.len() == 1) {
                return;
            }
            if !budget.allows_iteration() {
                return;
            }
        }
    }

    /// Whether deeper search cannot change anything: the end is proven within the depth.
    fn is_settled(&self, depth: u32, lines: usize) -> bool {
        self.moves[..lines].iter().all(|root| is_proven(root.known) && WIN - root.known.abs() <= depth as i32)
    }

    /// Searches for the best of the moves from `line` on, first in a narrow window around the
    /// last score.
    fn aspire(&mut self, depth: u32, line: usize) {
        let guess = self.moves[line].known;
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
            let score = self.child(at, at - line, depth, now);
            if self.searcher.stop_check.is_stopped() {
                break;
            }
            if score > alpha || at == line {
                let root = &mut self.moves[at];
                root.score = score;
                root.known = score;
                let length = root.steps.len();
                root.line.truncate(length);
                root.line.extend(self.searcher.pv.line(length));
                alpha = alpha.max(score);
                if score >= window.beta {
                    break;
                }
            }
        }
        // Stable: moves that were not better keep their order from before.
        self.moves[line..].sort_by_key(|root| std::cmp::Reverse(root.score));
        self.moves[line].score
    }

    /// The score of a turn: its steps are walked one after the other, then the search begins.
    fn child(&mut self, at: usize, place: usize, depth: u32, window: Window) -> i32 {
        let reduction = if place == 0 {
            0
        } else {
            self.searcher.domain.late_move_reduction(depth, place).min(depth - 1)
        };
        if place > 0
            && depth - reduction == 1
            && let Some(glance) = self.glance(at)
            && glance <= window.alpha
        {
            return glance;
        }
        let mut ctx = NodeContext { ply: 0, turns: 0, depth, anchor: 0, last: None, passed: false };
        let mut node = self.node;
        let steps = self.moves[at].steps.len();
        // Within a turn nothing more is put on the path.
        self.searcher.stand_at(&self.node);
        for number in 0..steps {
            let child = self.searcher.enter_child(&node, self.moves[at].steps[number], ctx);
            if number + 1 == steps {
                let score = if place == 0 {
                    self.searcher.score(&child, depth, window)
                } else {
                    self.late_child(at, &child, depth - reduction, depth, window)
                };
                self.searcher.leave(&self.node);
                return score;
            }
            (node, ctx) = (child.node, child.ctx);
        }
        self.searcher.leave(&self.node);
        0
    }

    /// The score of a turn without any other after it, if it is known or can be foreseen.
    fn glance(&mut self, at: usize) -> Option<i32> {
        let Root { searcher, position, moves, .. } = self;
        let root = &mut moves[at];
        if root.glance.is_none() && searcher.strength.eval_error == 0 {
            let worth = searcher.domain.evaluate_after(position, root.first);
            root.glance = worth.map(|worth| worth.clamp(-MAX_EVAL, MAX_EVAL));
        }
        root.glance
    }

    /// The score of a turn that is not the first of the order, at first to less depth.
    fn late_child(
        &mut self,
        at: usize,
        child: &Child<G::Node>,
        reduced: u32,
        depth: u32,
        window: Window,
    ) -> i32 {
        if reduced > 1 {
            return self.searcher.late_score(child, depth, depth - reduced, window);
        }
        let glance = self.searcher.score(child, 1, Window::null(window.alpha));
        if child.turned && !self.searcher.stop_check.is_stopped() {
            self.moves[at].glance = Some(glance);
        }
        if glance <= window.alpha { glance } else { self.searcher.late_score(child, depth, 0, window) }
    }
}
