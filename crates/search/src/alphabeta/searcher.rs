//! The tree below the root: principal variation search, with all memory allocated beforehand.

use agon_core::{Outcome, Player, Position};

use super::history::History;
use super::picker::{PickedStep, StepPicker};
use super::pv::PvTable;
use super::score::{INFINITE, MAX_EVAL, from_proven, from_tt, is_proven, to_tt, win_in};
use super::transposition::{Bound, Entry, TranspositionTable};
use crate::engine::StopCheck;
use crate::{Pruning, Score, ScoredStep, SearchDomain, Strength};

/// Maximum length of a line in steps; nodes beyond it that begin a turn are evaluated statically.
pub(crate) const MAX_PLY: usize = 160;

/// The alpha-beta window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    pub(crate) const FULL: Self = Self { alpha: -INFINITE, beta: INFINITE };

    fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }

    fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The null window that tests whether a score exceeds alpha.
    pub(crate) fn null(alpha: i32) -> Self {
        Self { alpha, beta: alpha + 1 }
    }
}

/// The place of a node in the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeContext {
    /// Steps from the root.
    pub(crate) ply: usize,
    /// Turns from the root.
    pub(crate) turns: usize,
    /// Depth left, in turns.
    pub(crate) depth: u32,
    /// Index into the path of the first position that can still recur.
    pub(crate) anchor: usize,
    /// History index of the step that led here.
    pub(crate) last: Option<u32>,
    /// Whether a null move led here.
    pub(crate) passed: bool,
}

/// A node about to be searched, seen from its parent.
#[derive(Clone, Copy)]
pub(crate) struct Child<N> {
    pub(crate) node: N,
    /// The player who chooses at the parent.
    parent_mover: Player,
    /// Whether the step ended a turn, so that the other player chooses.
    pub(crate) turned: bool,
    pub(crate) ctx: NodeContext,
}

/// The state of one search thread.
pub(crate) struct Searcher<'a, P: Position, G: SearchDomain<P>> {
    pub(crate) domain: G,
    pub(crate) strength: Strength,
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) stop_check: StopCheck,
    pub(crate) pv: PvTable<G::Step>,
    pruning: Pruning,
    history: History<G::Step>,
    /// Repetition keys of the game so far, then of the path to the node, one for each turn.
    path: Vec<u64>,
    /// How many keys of the path are from before the root.
    game_length: usize,
    repetition: bool,
    stack: Vec<ScoredStep<G::Step>>,
}

impl<'a, P: Position, G: SearchDomain<P>> Searcher<'a, P, G> {
    /// Prepares a search. `game_keys` holds the keys of the game before the root, `None` if repetition does not
    /// matter.
    pub(crate) fn new(
        domain: G,
        strength: Strength,
        tt: &'a TranspositionTable,
        stop_check: StopCheck,
        game_keys: Option<&[u64]>,
    ) -> Self {
        let mut path = game_keys.unwrap_or_default().to_vec();
        path.reserve(MAX_PLY + 1);
        // Weak levels have evaluation errors: pruning by such an evaluation would hide whole lines from them.
        let pruning = if strength.eval_error > 0 { Pruning::default() } else { domain.pruning() };
        Self {
            domain,
            strength,
            tt,
            stop_check,
            pv: PvTable::new(MAX_PLY + 2),
            pruning,
            history: History::new(MAX_PLY + 2),
            game_length: path.len(),
            path,
            repetition: game_keys.is_some(),
            stack: Vec::with_capacity(1 << 13),
        }
    }

    /// Puts a node on the path before its children are searched; [`Searcher::leave`] removes it.
    #[inline]
    pub(crate) fn enter(&mut self, node: &G::Node) {
        if self.repetition && self.domain.begins_turn(node) {
            self.path.push(self.domain.repetition_key(node));
        }
    }

    /// The child after a step, from the node at the end of the path.
    #[inline]
    pub(crate) fn child(&mut self, node: &G::Node, step: G::Step, ctx: NodeContext) -> Child<G::Node> {
        let tt = self.tt;
        let next = if ctx.depth > 1 {
            self.domain.apply_with_prefetch(node, step, |key| tt.prefetch(key))
        } else {
            self.domain.apply_to_leaf(node, step)
        };
        let turned = self.domain.begins_turn(&next);
        let mut below = NodeContext {
            ply: ctx.ply + 1,
            turns: ctx.turns + usize::from(turned),
            depth: ctx.depth,
            anchor: ctx.anchor,
            last: Some(self.domain.history_index(step)),
            passed: false,
        };
        if self.repetition && self.domain.is_irreversible(node, step) {
            below.anchor = self.path.len();
        }
        Child { node: next, parent_mover: self.domain.mover(node), turned, ctx: below }
    }

    #[inline]
    pub(crate) fn leave(&mut self, node: &G::Node) {
        if self.repetition && self.domain.begins_turn(node) {
            self.path.pop();
        }
    }

    /// The score of a child for the player at the parent; `depth` is that of the parent.
    pub(crate) fn score(&mut self, child: &Child<G::Node>, depth: u32, window: Window) -> i32 {
        if let Some(outcome) = self.domain.outcome(&child.node) {
            self.pv.clear(child.ctx.ply);
            self.stop_check.count_node();
            return ended(outcome, child.parent_mover, child.ctx);
        }
        if child.turned {
            let ctx = NodeContext { depth: depth.saturating_sub(1), ..child.ctx };
            -self.search_node(&child.node, ctx, window.flipped())
        } else {
            self.search_node(&child.node, NodeContext { depth, ..child.ctx }, window)
        }
    }

    /// The same with late move reduction: a null window at reduced depth first, then full depth, then the full window.
    pub(crate) fn reduced_score(&mut self, child: &Child<G::Node>, depth: u32, reduction: u32, window: Window) -> i32 {
        let reduction = reduction.min(depth - 1);
        let mut score = self.score(child, depth - reduction, Window::null(window.alpha));
        if score > window.alpha && reduction > 0 {
            score = self.score(child, depth, Window::null(window.alpha));
        }
        if score > window.alpha && score < window.beta {
            score = self.score(child, depth, window);
        }
        score
    }

    /// The static evaluation for the player who chooses, with the error of the level.
    pub(crate) fn evaluate(&mut self, node: &G::Node) -> i32 {
        let mut score = self.domain.evaluate(node);
        if self.strength.eval_error > 0 {
            let error = self.strength.error(self.domain.error_key(node));
            score += if self.domain.mover(node) == Player::P1 { error } else { -error };
        }
        score.clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Whether a position is drawn by repetition: a second occurrence within the search, or a
    /// third one if the game before the root is counted too.
    fn repeats(&self, repetition_key: u64, anchor: usize) -> bool {
        let mut seen = 0;
        // The last key is that of the parent, where the other player was to move.
        for at in (anchor..self.path.len()).rev().skip(1).step_by(2) {
            if self.path[at] == repetition_key {
                seen += 1;
                if at >= self.game_length || seen == 2 {
                    return true;
                }
            }
        }
        false
    }

    fn search_node(&mut self, node: &G::Node, ctx: NodeContext, window: Window) -> i32 {
        self.pv.clear(ctx.ply);
        if self.stop_check.count_node() {
            return 0;
        }
        let begins = self.domain.begins_turn(node);
        // A position cannot recur before both players have moved.
        if begins
            && self.repetition
            && self.path.len() >= ctx.anchor + 2
            && self.repeats(self.domain.repetition_key(node), ctx.anchor)
        {
            return 0;
        }
        if let Some(proven) = self.domain.proven_score(node) {
            return from_proven(proven, ctx.turns);
        }
        if begins && (ctx.depth == 0 || ctx.ply >= MAX_PLY) {
            return self.evaluate(node);
        }
        let key = self.domain.key(node);
        let entry = self.tt.probe(key);
        if let Some(score) = entry.and_then(|entry| tt_cutoff(entry, ctx, window)) {
            return score;
        }
        if begins
            && ctx.depth == 1
            && self.strength.eval_error == 0
            && let Some(score) = self.domain.frontier_score(node)
        {
            return self.store_frontier(score, ctx, key);
        }
        self.search_or_prune(node, ctx, window, key, entry)
    }

    /// Stores the exact score of a node of depth 1.
    fn store_frontier(&mut self, score: Score, ctx: NodeContext, key: u64) -> i32 {
        let score = from_proven(score, ctx.turns);
        let entry = Entry { score: to_tt(score, ctx.turns), depth: 1, bound: Bound::Exact, code: None };
        self.tt.store(key, entry);
        score
    }

    /// Tries to cut the node off before its steps are generated, otherwise searches them.
    fn search_or_prune(
        &mut self,
        node: &G::Node,
        mut ctx: NodeContext,
        window: Window,
        key: u64,
        entry: Option<Entry>,
    ) -> i32 {
        let Pruning {
            reverse_futility_margin,
            reverse_futility_depth,
            futility_margin,
            futility_depth,
            iir_depth,
            null_move_depth,
            ..
        } = self.pruning;
        let depth = ctx.depth;
        let reverse_futility = reverse_futility_margin > 0 && depth <= reverse_futility_depth;
        let futility = futility_margin > 0 && depth <= futility_depth;
        // Two null moves in a row would lead back to the same node with less depth.
        let null_move = null_move_depth > 0 && depth >= null_move_depth && !ctx.passed;
        let mut futile = false;
        if (reverse_futility || futility || null_move)
            && window.is_null()
            && self.domain.begins_turn(node)
            && !is_proven(window.alpha)
        {
            let eval = self.evaluate(node);
            // Reverse futility pruning: so far above beta that the few turns left will not bring it below.
            if reverse_futility && eval - reverse_futility_margin * depth as i32 >= window.beta {
                return eval;
            }
            // Null move pruning: the node beats beta although the opponent moves twice.
            if null_move
                && eval >= window.beta
                && let Some(score) = self.null_move(node, ctx, window)
            {
                return score;
            }
            // Futility pruning: so far below alpha that only the steps of the first stage may still raise it.
            futile = futility && eval + futility_margin * depth as i32 <= window.alpha;
        }
        // Internal iterative reduction: without a hash step the order is poor, and this search finds one for the next.
        let hash_code = entry.and_then(|entry| entry.code);
        if iir_depth > 0 && depth >= iir_depth && hash_code.is_none() {
            ctx.depth -= 1;
        }
        self.search_steps(node, ctx, window, key, hash_code, futile)
    }

    /// Searches the null move to less depth; returns a score only if it still beats beta.
    fn null_move(&mut self, node: &G::Node, ctx: NodeContext, window: Window) -> Option<i32> {
        let next = self.domain.null_move(node)?;
        let reduced = ctx.depth.saturating_sub(3 + ctx.depth / 4);
        let below = NodeContext {
            ply: ctx.ply + 1,
            turns: ctx.turns + 1,
            depth: reduced,
            // Nothing before the pass can come again: the path of real turns is broken.
            anchor: self.path.len(),
            last: None,
            passed: true,
        };
        let score = -self.search_node(&next, below, Window::null(window.beta - 1).flipped());
        (score >= window.beta && !is_proven(score) && !self.stop_check.is_stopped()).then_some(score)
    }

    fn search_steps(
        &mut self,
        node: &G::Node,
        ctx: NodeContext,
        window: Window,
        key: u64,
        hash_code: Option<u16>,
        futile: bool,
    ) -> i32 {
        let base = self.stack.len();
        let player = self.domain.mover(node);
        let refutations = self.history.refutations(ctx.ply, player, ctx.last);
        let mut picker = StepPicker::new(base, hash_code, refutations);
        let late_moves = self.late_move_limit(ctx.depth, window);
        let mut best = -INFINITE;
        let mut best_step = None;
        let mut alpha = window.alpha;
        self.enter(node);
        loop {
            // Checked before later stages are generated, which most often saves generating them.
            let prune_rest = (futile || picker.move_index >= late_moves) && best > -INFINITE && !is_proven(best);
            if prune_rest && picker.is_late() {
                break;
            }
            let next = picker.next(&mut self.domain, node, player, &self.history, &mut self.stack);
            let Some(PickedStep { step, move_index }) = next else { break };
            let now = Window { alpha, beta: window.beta };
            let child = self.child(node, step, ctx);
            let score = if move_index == 0 {
                self.score(&child, ctx.depth, now)
            } else {
                let reduction = self.reduction(ctx.depth, move_index, player, step);
                self.reduced_score(&child, ctx.depth, reduction, now)
            };
            if self.stop_check.is_stopped() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_step = Some(step);
                    self.pv.extend(ctx.ply, step);
                }
                if score >= window.beta {
                    self.update_history(ctx, player, step, &picker);
                    break;
                }
            }
            picker.record_tried(step);
        }
        self.leave(node);
        self.stack.truncate(base);
        if self.stop_check.is_stopped() {
            return 0;
        }
        if picker.move_index == 0 {
            return self.evaluate(node);
        }
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best_step.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            score: to_tt(best, ctx.turns),
            depth: ctx.depth.min(255) as u8,
            bound,
            code: best_step.map(|step| self.domain.encode(node, step)).or(hash_code),
        };
        self.tt.store(key, entry);
        best
    }

    /// Late move pruning: how many steps are tried before the late ones are left out.
    fn late_move_limit(&self, depth: u32, window: Window) -> usize {
        let Pruning { late_move_count, late_move_depth, .. } = self.pruning;
        if late_move_count > 0 && depth <= late_move_depth && window.is_null() && !is_proven(window.alpha) {
            late_move_count + late_move_count * (depth * depth) as usize
        } else {
            usize::MAX
        }
    }

    /// Late move reduction, one turn less for steps with a good history score.
    fn reduction(&self, depth: u32, move_index: usize, player: Player, step: G::Step) -> u32 {
        let reduction = self.domain.late_move_reduction(depth, move_index);
        if reduction == 0 {
            return 0;
        }
        match self.history.score(player, self.domain.history_index(step)) {
            4000.. => reduction - 1,
            _ => reduction,
        }
    }

    /// Rewards the step that failed high and penalizes those tried before it.
    fn update_history(&mut self, ctx: NodeContext, player: Player, step: G::Step, picker: &StepPicker<G::Step>) {
        let indices = (self.domain.history_index(step), ctx.last);
        self.history.reward(ctx.ply, player, step, indices, ctx.depth);
        for other in picker.tried() {
            self.history.penalize(player, self.domain.history_index(other), ctx.depth);
        }
    }
}

/// The score of a table entry, if it is deep enough and its bound causes a cutoff.
fn tt_cutoff(entry: Entry, ctx: NodeContext, window: Window) -> Option<i32> {
    let score = from_tt(entry.score, ctx.turns);
    let deep_enough = u32::from(entry.depth) >= ctx.depth || is_proven(score);
    let decides = match entry.bound {
        // A node of the principal variation is not cut off, so that its line can be collected.
        Bound::Exact => window.is_null(),
        Bound::Lower => window.is_null() && score >= window.beta,
        Bound::Upper => window.is_null() && score <= window.alpha,
    };
    (deep_enough && decides).then_some(score)
}

/// The score of an ended game for a player.
fn ended(outcome: Outcome, player: Player, ctx: NodeContext) -> i32 {
    match outcome {
        Outcome::Win { winner, .. } if winner == player => win_in(ctx.turns as u32),
        Outcome::Win { .. } => -win_in(ctx.turns as u32),
        Outcome::Draw => 0,
    }
}
