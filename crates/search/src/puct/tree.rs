//! The tree that simulations grow.

use std::cmp::Reverse;

use agon_core::{Outcome, Player, Position};

use super::PuctParams;
use crate::{Score, ScoredStep, SearchDomain, StepLogit, Strength};

/// A step out of a node of the tree. Worths are those to the player who takes it, from -1 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge<S> {
    pub(crate) step: S,
    pub(crate) proof: Proof,
    /// Whether the position behind it was judged before the first visit; that counts as one more.
    is_evaluated: bool,
    pub(crate) visits: u32,
    /// The node it leads to; 0, which is the root, if there is none yet.
    pub(crate) child: u32,
    prior: f32,
    /// The prior by visits and one; below anything else if it is proved to lose.
    share: f32,
    /// The mean over what was seen, or what is proved; 0 if nothing was seen.
    mean: f32,
}

/// What is proved of a step for the player who takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    None,
    Wins,
    Loses,
}

impl<S> Edge<S> {
    /// A step of which nothing is known but how likely it is.
    fn fresh(step: S, prior: f32) -> Self {
        let (proof, is_evaluated) = (Proof::None, false);
        Self { step, proof, is_evaluated, visits: 0, child: 0, prior, share: prior, mean: 0.0 }
    }

    #[inline]
    pub(crate) fn mean(&self) -> f32 {
        self.mean
    }

    /// Whether nothing is known of it but its prior.
    #[inline]
    pub(crate) fn is_fresh(&self) -> bool {
        self.visits == 0 && !self.is_evaluated
    }

    fn set_prior(&mut self, prior: f32) {
        self.prior = prior;
        self.set_share();
    }

    #[inline]
    fn set_share(&mut self) {
        self.share = if self.proof == Proof::Loses { -1.0 } else { self.prior / (self.visits as f32 + 1.0) };
    }

    /// Counts a visit and what it found.
    #[inline]
    fn add(&mut self, value: f32) {
        self.visits = self.visits.saturating_add(1);
        if self.proof == Proof::None {
            let seen = self.visits as f32 + f32::from(u8::from(self.is_evaluated));
            self.mean += (value - self.mean) / seen;
        }
        self.set_share();
    }

    fn prove(&mut self, proof: Proof) {
        self.proof = proof;
        match proof {
            Proof::None => {}
            Proof::Wins => self.mean = 1.0,
            Proof::Loses => self.mean = -1.0,
        }
        self.set_share();
    }

    /// What makes it the best at the end: proofs first, then how often it was looked at.
    pub(crate) fn rank(&self) -> (i32, u32) {
        match self.proof {
            Proof::None => (1, self.visits),
            Proof::Wins => (2, self.visits),
            Proof::Loses => (0, self.visits),
        }
    }

    /// What tells edges of the same rank apart.
    pub(crate) fn first_sight(&self) -> f32 {
        if self.is_fresh() { self.prior } else { self.mean() }
    }
}

/// A node of the tree: its edges in the common list. It fills one line of the processor's memory.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct TreeNode {
    repetition_key: u64,
    first: u32,
    count: u32,
    /// How many of its edges may be chosen. With a policy they are in the order of their chances, and
    /// none is looked at before the one in front of it was.
    open: u32,
    visits: u32,
    /// What it is value to the player who chooses, the mean over all visits.
    value: f32,
    /// The chances of the edges that were looked at, summed up.
    tried: f32,
    /// Who chooses there.
    mover: Player,
    /// Whether a turn begins there.
    begins: bool,
    /// Whether no step was left out.
    whole: bool,
}

/// Nodes and edges, the root first.
pub(crate) struct Tree<N, S> {
    tree_nodes: Vec<TreeNode>,
    /// What the domain keeps of each node, so that a simulation follows only its last step.
    nodes: Vec<N>,
    edges: Vec<Edge<S>>,
    scored: Vec<ScoredStep<S>>,
    logits: Vec<StepLogit<S>>,
    params: PuctParams,
    /// Bytes that the tree may use.
    room: usize,
    /// Whether the domain has a policy.
    advised: bool,
}

/// A edge that was taken in a simulation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathEdge {
    tree_node: u32,
    edge: u32,
    mover: Player,
}

/// What simulations need to know beside the tree.
pub(crate) struct Simulation<'a, P: Position, G: SearchDomain<P>> {
    pub(crate) domain: &'a mut G,
    pub(crate) strength: Strength,
    pub(crate) root: G::Node,
    /// Identities of the game before the root, if repetition matters.
    pub(crate) past: Option<&'a [u64]>,
    pub(crate) path: Vec<u64>,
    pub(crate) taken: Vec<PathEdge>,
}

impl<P: Position, G: SearchDomain<P>> Simulation<'_, P, G> {
    /// Whether a position counts as drawn because it comes again: for the second time within the
    /// search, or for the third time with what was on the table before.
    fn repeats(&self, repetition_key: u64) -> bool {
        let Some(past) = self.past else { return false };
        self.path.contains(&repetition_key) || past.iter().filter(|&&key| key == repetition_key).count() >= 2
    }

    /// Whether some position of the game is drawn when it comes again.
    fn may_draw(&self) -> bool {
        let past = self.past.unwrap_or_default();
        past.iter().enumerate().any(|(at, key)| past[..at].contains(key))
    }

    /// What a node where a turn begins is value to the player who chooses there.
    fn evaluate(&mut self, node: &G::Node, logit: f32) -> (f32, Proof) {
        match self.domain.proven_score(node) {
            Some(Score::Win(_)) => (1.0, Proof::Wins),
            Some(Score::Loss(_)) => (-1.0, Proof::Loses),
            Some(Score::Cp(_)) => (0.0, Proof::None),
            None => {
                let mut score = self.domain.evaluate(node);
                if self.strength.eval_error > 0 {
                    let error = self.strength.error(self.domain.error_key(node));
                    score += if self.domain.mover(node) == Player::P1 { error } else { -error };
                }
                ((score as f32 / logit / 2.0).tanh(), Proof::None)
            }
        }
    }

    /// What a node is value to the player whose step led there; nothing if it is in the middle of a turn.
    fn evaluate_step(&mut self, next: &G::Node, mover: Player, logit: f32) -> Option<(f32, Proof)> {
        match self.domain.outcome(next) {
            Some(outcome) => Some(ended(outcome, mover)),
            None if self.domain.begins_turn(next) => {
                let seen = self.evaluate(next, logit);
                Some(if self.domain.mover(next) == mover { seen } else { turned(seen) })
            }
            None => None,
        }
    }
}

/// The other player's view.
fn turned((value, proof): (f32, Proof)) -> (f32, Proof) {
    let proof = match proof {
        Proof::None => Proof::None,
        Proof::Wins => Proof::Loses,
        Proof::Loses => Proof::Wins,
    };
    (-value, proof)
}

/// So many nodes of the tree before are kept, those nearest to the root: copying them takes a few
/// milliseconds, during which nobody asks the clock.
const MOST_KEPT: usize = 1 << 15;

/// So many steps of a node are kept however unlikely they are.
const FEWEST: usize = 8;

/// Steps so much less likely than the likeliest, as logarithms, are not kept below the root.
const FAINT: f32 = 7.0;

impl<N: Copy, S: Copy + Eq> Tree<N, S> {
    /// An empty tree that may use so many bytes.
    pub(crate) fn new(params: PuctParams, room: usize) -> Self {
        Self {
            tree_nodes: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            scored: Vec::new(),
            logits: Vec::new(),
            params,
            room,
            advised: false,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.tree_nodes.clear();
        self.nodes.clear();
        self.edges.clear();
    }

    /// The edges of a node, by its number.
    pub(crate) fn edges(&self, at: u32) -> &[Edge<S>] {
        self.tree_nodes.get(at as usize).map_or(&[], |tree_node| self.block(*tree_node))
    }

    /// The edge of a node that was looked at most, or that is proved to win.
    pub(crate) fn best(&self, at: u32) -> Option<&Edge<S>> {
        self.edges(at).iter().max_by_key(|edge| edge.rank())
    }

    fn block(&self, tree_node: TreeNode) -> &[Edge<S>] {
        &self.edges[tree_node.first as usize..(tree_node.first + tree_node.count) as usize]
    }

    /// Makes the tree begin at the root of the sim: with what is known from the search before if
    /// the position is in its tree, otherwise anew. The root has the steps that are `wanted`.
    pub(crate) fn begin<P: Position, G: SearchDomain<P, Node = N, Step = S>>(
        &mut self,
        sim: &mut Simulation<'_, P, G>,
        wanted: impl Fn(S) -> bool,
    ) {
        match self.find(sim.domain.repetition_key(&sim.root)) {
            // A proof that led through a position drawn since by its third occurrence would be none any more.
            _ if sim.may_draw() => self.clear(),
            Some(0) => {}
            Some(found) => self.keep_only(found),
            None => self.clear(),
        }
        let known: Vec<Edge<S>> = self.edges(0).to_vec();
        let first = self.edges.len();
        let root = sim.root;
        self.push_edges(sim, &root, usize::MAX);
        let mut kept = first;
        for at in first..self.edges.len() {
            let mut edge = self.edges[at];
            if let Some(old) = known.iter().find(|old| old.step == edge.step) {
                let prior = edge.prior;
                edge = *old;
                edge.set_prior(prior);
            }
            if wanted(edge.step) {
                self.edges[kept] = edge;
                kept += 1;
            }
        }
        self.edges.truncate(kept);
        let sum: f32 = self.edges[first..].iter().map(|edge| edge.prior).sum();
        if sum > 0.0 {
            // Unlikely steps that are all that is wanted are as likely as they are among themselves.
            self.edges[first..].iter_mut().for_each(|edge| edge.set_prior(edge.prior / sum));
        }
        // What was looked at goes first; the others stay in their order.
        self.edges[first..].sort_by_key(Edge::is_fresh);
        let tried = self.edges[first..].iter().filter(|edge| !edge.is_fresh());
        let (seen, tried) = tried.fold((0, 0.0), |(seen, sum), edge| (seen + 1, sum + edge.prior));
        let count = (kept - first) as u32;
        let (visits, value) = match self.tree_nodes.first() {
            Some(old) => (old.visits, old.value),
            None if sim.domain.begins_turn(&root) => (1, sim.evaluate(&root, self.params.logit).0),
            None => (0, 0.0),
        };
        let tree_node = TreeNode {
            repetition_key: sim.domain.repetition_key(&root),
            first: first as u32,
            count,
            open: count.min(seen + 1),
            visits,
            value,
            tried,
            mover: sim.domain.mover(&root),
            begins: sim.domain.begins_turn(&root),
            whole: true,
        };
        if self.tree_nodes.is_empty() {
            self.tree_nodes.push(tree_node);
            self.nodes.push(root);
        } else {
            (self.tree_nodes[0], self.nodes[0]) = (tree_node, root);
        }
    }

    /// The node of a position at most four steps below the root.
    fn find(&self, repetition_key: u64) -> Option<u32> {
        let mut level = if self.tree_nodes.is_empty() { Vec::new() } else { vec![0] };
        for _ in 0..=4 {
            if let Some(&found) =
                level.iter().find(|&&at| self.tree_nodes[at as usize].repetition_key == repetition_key)
            {
                return Some(found);
            }
            let below = |&at: &u32| self.edges(at).iter().map(|edge| edge.child);
            level = level.iter().flat_map(below).filter(|&child| child != 0).collect();
        }
        None
    }

    /// Copies a subtree to the front, as far as it takes little time, and forgets the rest.
    fn keep_only(&mut self, root: u32) {
        let (tree_nodes, nodes) = (std::mem::take(&mut self.tree_nodes), std::mem::take(&mut self.nodes));
        let edges = std::mem::take(&mut self.edges);
        let mut waiting = vec![root];
        let mut next = 0;
        while next < waiting.len() {
            let tree_node = tree_nodes[waiting[next] as usize];
            self.nodes.push(nodes[waiting[next] as usize]);
            next += 1;
            let first = self.edges.len() as u32;
            for edge in &edges[tree_node.first as usize..(tree_node.first + tree_node.count) as usize] {
                let mut edge = *edge;
                if edge.child != 0 && waiting.len() < MOST_KEPT {
                    waiting.push(edge.child);
                    edge.child = waiting.len() as u32 - 1;
                } else {
                    edge.child = 0;
                }
                self.edges.push(edge);
            }
            self.tree_nodes.push(TreeNode { first, ..tree_node });
        }
    }

    /// Adds a node with the most promising of its edges, thought to be value so much to the player who
    /// chooses there; `None` if memory is used up.
    fn grow<P: Position, G: SearchDomain<P, Node = N, Step = S>>(
        &mut self,
        sim: &mut Simulation<'_, P, G>,
        node: &G::Node,
        value: f32,
    ) -> Option<u32> {
        let used = self.edges.len() * size_of::<Edge<S>>()
            + self.tree_nodes.len() * (size_of::<TreeNode>() + size_of::<N>());
        if used > self.room {
            return None;
        }
        let first = self.edges.len() as u32;
        let whole = self.push_edges(sim, node, self.params.width);
        let count = self.edges.len() as u32 - first;
        let open = if self.advised { count.min(1) } else { count };
        let (repetition_key, mover) = (sim.domain.repetition_key(node), sim.domain.mover(node));
        let begins = sim.domain.begins_turn(node);
        let tree_node = TreeNode {
            repetition_key,
            first,
            count,
            open,
            visits: 1,
            value,
            tried: 0.0,
            mover,
            begins,
            whole,
        };
        self.tree_nodes.push(tree_node);
        self.nodes.push(*node);
        Some(self.tree_nodes.len() as u32 - 1)
    }

    /// Appends the edges of a node, at most so many. Whether that were all steps.
    fn push_edges<P: Position, G: SearchDomain<P, Node = N, Step = S>>(
        &mut self,
        sim: &mut Simulation<'_, P, G>,
        node: &G::Node,
        width: usize,
    ) -> bool {
        self.logits.clear();
        self.advised = sim.domain.policy(node, &mut self.logits);
        let first = self.edges.len();
        let whole = if self.advised {
            self.push_policy_edges(width)
        } else {
            self.push_scored_edges(sim, node, width)
        };
        let mut sum = 0.0;
        let highest = self.edges[first..].iter().map(|edge| edge.prior).fold(f32::NEG_INFINITY, f32::max);
        for edge in &mut self.edges[first..] {
            edge.prior = (edge.prior - highest).exp();
            sum += edge.prior;
        }
        for edge in &mut self.edges[first..] {
            edge.set_prior(edge.prior / sum);
        }
        whole
    }

    /// Appends the likeliest steps of the policy, the likeliest first.
    fn push_policy_edges(&mut self, width: usize) -> bool {
        let Self { logits, edges, params, .. } = self;
        let count = logits.len();
        if count > width {
            let highest = logits.iter().map(|step| step.logit).fold(f32::NEG_INFINITY, f32::max);
            let is_faint = |logits: &StepLogit<S>| logits.logit <= highest - FAINT;
            if logits.iter().filter(|&likely| !is_faint(likely)).count() >= FEWEST {
                logits.retain(|likely| !is_faint(likely));
            }
        }
        logits.sort_unstable_by(|a, b| b.logit.total_cmp(&a.logit));
        logits.truncate(width);
        let fresh = |&StepLogit { step, logit }: &StepLogit<S>| Edge::fresh(step, logit / params.softness);
        edges.extend(logits.iter().map(fresh));
        logits.len() == count
    }

    /// Appends the steps of the highest marks, likely as far as marks and the positions behind them say.
    fn push_scored_edges<P: Position, G: SearchDomain<P, Node = N, Step = S>>(
        &mut self,
        sim: &mut Simulation<'_, P, G>,
        node: &G::Node,
        width: usize,
    ) -> bool {
        self.scored.clear();
        let mut stage = 0;
        while sim.domain.generate(node, stage, &mut self.scored) {
            stage += 1;
        }
        self.scored.sort_by_key(|scored| Reverse(scored.mark));
        let whole = self.scored.len() <= width;
        self.scored.truncate(width);
        let mover = sim.domain.mover(node);
        for &ScoredStep { step, mark } in &self.scored {
            let next = sim.domain.apply_to_leaf(node, step);
            let judged = sim.evaluate_step(&next, mover, self.params.logit);
            let (guess, proof) = judged.unwrap_or((0.0, Proof::None));
            let prior = mark as f32 / self.params.marks + guess / self.params.guesses;
            let mut edge = Edge { is_evaluated: true, mean: guess, ..Edge::fresh(step, prior) };
            edge.prove(proof);
            self.edges.push(edge);
        }
        whole
    }

    /// The edge to look at next.
    #[inline]
    fn choose(&self, tree_node: &TreeNode) -> u32 {
        let reach = self.params.curiosity * (tree_node.visits as f32).sqrt();
        let fresh = (tree_node.value - self.params.caution * tree_node.tried.sqrt()).max(-1.0);
        let mut best = (0, f32::NEG_INFINITY);
        for (at, edge) in self.edges[tree_node.first as usize..][..tree_node.open as usize].iter().enumerate()
        {
            let mean = if edge.is_fresh() { fresh } else { edge.mean };
            let promise = mean + reach * edge.share;
            if promise > best.1 {
                best = (at as u32, promise);
            }
        }
        tree_node.first + best.0
    }

    /// What a node is value to the player who chooses there: as much as its best step.
    fn value(&self, at: u32) -> f32 {
        self.edges(at).iter().map(Edge::mean).fold(-1.0, f32::max)
    }

    /// What is proved of a node for the player who chooses there.
    fn proof(&self, at: u32) -> Proof {
        let tree_node = self.tree_nodes[at as usize];
        let edges = self.block(tree_node);
        if edges.iter().any(|edge| edge.proof == Proof::Wins) {
            Proof::Wins
        } else if tree_node.whole && edges.iter().all(|edge| edge.proof == Proof::Loses) {
            Proof::Loses
        } else {
            Proof::None
        }
    }

    /// One simulation: down to a leaf, and its value back up.
    pub(crate) fn simulate<P: Position, G: SearchDomain<P, Node = N, Step = S>>(
        &mut self,
        sim: &mut Simulation<'_, P, G>,
    ) {
        sim.path.clear();
        sim.taken.clear();
        let mut at = 0;
        loop {
            let tree_node = self.tree_nodes[at as usize];
            if tree_node.count == 0 {
                return;
            }
            let mover = tree_node.mover;
            let chosen = self.choose(&tree_node);
            sim.taken.push(PathEdge { tree_node: at, edge: chosen, mover });
            if tree_node.begins && sim.past.is_some() {
                sim.path.push(tree_node.repetition_key);
            }
            let edge = self.edges[chosen as usize];
            if edge.proof != Proof::None {
                return self.back_up(sim, mover, edge.mean());
            }
            if edge.child != 0 {
                at = edge.child;
                let TreeNode { begins, repetition_key, .. } = self.tree_nodes[at as usize];
                if begins && sim.repeats(repetition_key) {
                    return self.back_up(sim, mover, 0.0);
                }
                continue;
            }
            let node = self.nodes[at as usize];
            let next = if edge.is_fresh() {
                self.open_next(at, edge.prior);
                let leaf = sim.domain.apply_to_leaf(&node, edge.step);
                if is_repeated(sim, &leaf) {
                    return self.back_up(sim, mover, 0.0);
                }
                if let Some((value, proof)) = sim.evaluate_step(&leaf, mover, self.params.logit) {
                    self.edges[chosen as usize].prove(proof);
                    return self.back_up(sim, mover, value);
                }
                leaf
            } else {
                sim.domain.apply(&node, edge.step)
            };
            if sim.domain.outcome(&next).is_some() {
                return self.back_up(sim, mover, edge.mean());
            }
            if is_repeated(sim, &next) {
                return self.back_up(sim, mover, 0.0);
            }
            let chooser = sim.domain.mover(&next);
            let mean = edge.mean();
            let Some(grown) = self.grow(sim, &next, if chooser == mover { mean } else { -mean }) else {
                return self.back_up(sim, mover, mean);
            };
            self.edges[chosen as usize].child = grown;
            if !self.advised {
                let value = self.value(grown);
                return self.back_up(sim, chooser, value);
            }
            at = grown;
        }
    }

    /// Whether the step that the last simulation began with is proved to win.
    pub(crate) fn is_won<P: Position, G: SearchDomain<P, Node = N, Step = S>>(
        &self,
        sim: &Simulation<'_, P, G>,
    ) -> bool {
        sim.taken.first().is_some_and(|taken| self.edges[taken.edge as usize].proof == Proof::Wins)
    }

    /// Lets the edge after the one that is looked at for the first time be chosen.
    fn open_next(&mut self, at: u32, prior: f32) {
        let tree_node = &mut self.tree_nodes[at as usize];
        tree_node.open = tree_node.count.min(tree_node.open + 1);
        tree_node.tried += prior;
    }

    /// Adds a value, as `player` sees it, to the edges taken, and proves what can be proved of
    /// them.
    fn back_up<P: Position, G: SearchDomain<P, Node = N, Step = S>>(
        &mut self,
        sim: &Simulation<'_, P, G>,
        player: Player,
        value: f32,
    ) {
        // Whether something was proved of the edge below.
        let mut news = true;
        for &PathEdge { tree_node, edge, mover } in sim.taken.iter().rev() {
            let taken = self.edges[edge as usize];
            if news && taken.proof == Proof::None && taken.child != 0 {
                let seen = (0.0, self.proof(taken.child));
                let same = self.tree_nodes[taken.child as usize].mover == mover;
                let (_, proof) = if same { seen } else { turned(seen) };
                self.edges[edge as usize].prove(proof);
            }
            news = self.edges[edge as usize].proof != Proof::None;
            let value = if mover == player { value } else { -value };
            self.edges[edge as usize].add(value);
            let tree_node = &mut self.tree_nodes[tree_node as usize];
            tree_node.visits = tree_node.visits.saturating_add(1);
            tree_node.value += (value - tree_node.value) / tree_node.visits as f32;
        }
    }
}

/// Whether a node of which the game goes on is drawn because it was there before.
fn is_repeated<P: Position, G: SearchDomain<P>>(sim: &Simulation<'_, P, G>, node: &G::Node) -> bool {
    sim.past.is_some()
        && sim.domain.outcome(node).is_none()
        && sim.domain.begins_turn(node)
        && sim.repeats(sim.domain.repetition_key(node))
}

/// What the end of a game is value to a player.
fn ended(outcome: Outcome, player: Player) -> (f32, Proof) {
    match outcome {
        Outcome::Win { winner, .. } if winner == player => (1.0, Proof::Wins),
        Outcome::Win { .. } => (-1.0, Proof::Loses),
        Outcome::Draw => (0.0, Proof::None),
    }
}
