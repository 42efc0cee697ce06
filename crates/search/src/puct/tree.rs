//! Nodes and edges of the tree, and the simulations that grow it.

use std::cmp::Reverse;

use agon_core::{Outcome, Player, Position};

use super::PuctParams;
use crate::{Score, ScoredStep, SearchDomain, StepLogit, Strength};

/// An edge of the tree. Values are those for the player who takes the step, from -1 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge<S> {
    pub(crate) step: S,
    pub(crate) proof: ProvenValue,
    /// Whether the position behind it was evaluated before the first visit, which counts as a visit in the mean.
    is_evaluated: bool,
    pub(crate) visits: u32,
    /// The node it leads to; 0, the root, if there is none yet.
    pub(crate) child: u32,
    prior: f32,
    /// The prior divided by one more than the visits; -1 if the step is proved to lose.
    exploration: f32,
    /// The mean value, or the proved one; 0 before the first evaluation.
    mean: f32,
}

/// What is proved about a step, for the player who takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProvenValue {
    None,
    Wins,
    Loses,
}

impl<S> Edge<S> {
    /// An unvisited edge with a prior.
    fn fresh(step: S, prior: f32) -> Self {
        let (proof, is_evaluated) = (ProvenValue::None, false);
        Self { step, proof, is_evaluated, visits: 0, child: 0, prior, exploration: prior, mean: 0.0 }
    }

    #[inline]
    pub(crate) fn mean(&self) -> f32 {
        self.mean
    }

    /// Whether it has no value yet, only a prior.
    #[inline]
    pub(crate) fn is_fresh(&self) -> bool {
        self.visits == 0 && !self.is_evaluated
    }

    fn set_prior(&mut self, prior: f32) {
        self.prior = prior;
        self.set_exploration();
    }

    #[inline]
    fn set_exploration(&mut self) {
        self.exploration =
            if self.proof == ProvenValue::Loses { -1.0 } else { self.prior / (self.visits as f32 + 1.0) };
    }

    /// Counts a visit with its value.
    #[inline]
    fn add(&mut self, value: f32) {
        self.visits = self.visits.saturating_add(1);
        if self.proof == ProvenValue::None {
            let seen = self.visits as f32 + f32::from(u8::from(self.is_evaluated));
            self.mean += (value - self.mean) / seen;
        }
        self.set_exploration();
    }

    fn prove(&mut self, proof: ProvenValue) {
        self.proof = proof;
        match proof {
            ProvenValue::None => {}
            ProvenValue::Wins => self.mean = 1.0,
            ProvenValue::Loses => self.mean = -1.0,
        }
        self.set_exploration();
    }

    /// The order of final choice: proofs first, then visits.
    pub(crate) fn rank(&self) -> (i32, u32) {
        match self.proof {
            ProvenValue::None => (1, self.visits),
            ProvenValue::Wins => (2, self.visits),
            ProvenValue::Loses => (0, self.visits),
        }
    }

    /// Decides between edges of equal rank.
    pub(crate) fn tie_break(&self) -> f32 {
        if self.is_fresh() { self.prior } else { self.mean() }
    }
}

/// A node of the tree; its edges are a range of the shared list. It fills one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct TreeNode {
    repetition_key: u64,
    first: u32,
    count: u32,
    /// How many of its edges may be chosen. With a policy, edges are sorted by prior and each opens after the one
    /// before it was visited.
    open: u32,
    visits: u32,
    /// The mean value over all visits, for the player who chooses.
    value: f32,
    /// The sum of the priors of visited edges.
    visited_prior: f32,
    /// The player who chooses.
    mover: Player,
    /// Whether a turn begins there.
    begins: bool,
    /// Whether it has an edge for every step.
    is_complete: bool,
}

/// Nodes and edges, the root first.
pub(crate) struct Tree<N, S> {
    nodes: Vec<TreeNode>,
    /// The domain's node of each tree node, so that a simulation applies only its last step.
    domain_nodes: Vec<N>,
    edges: Vec<Edge<S>>,
    scored: Vec<ScoredStep<S>>,
    logits: Vec<StepLogit<S>>,
    params: PuctParams,
    /// Maximum size in bytes.
    max_bytes: usize,
    /// Whether the domain has a policy.
    has_policy: bool,
}

/// An edge taken in a simulation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathEdge {
    tree_node: u32,
    edge: u32,
    mover: Player,
}

/// The context of simulations and the path of the current one.
pub(crate) struct Simulation<'a, P: Position, G: SearchDomain<P>> {
    pub(crate) domain: &'a mut G,
    pub(crate) strength: Strength,
    pub(crate) root: G::Node,
    /// Repetition keys of the game before the root, if repetition matters.
    pub(crate) game_keys: Option<&'a [u64]>,
    pub(crate) path: Vec<u64>,
    pub(crate) taken: Vec<PathEdge>,
}

impl<P: Position, G: SearchDomain<P>> Simulation<'_, P, G> {
    /// Whether a position is drawn by repetition: the second time within the search, or the third time counting
    /// the game before the root.
    fn repeats(&self, repetition_key: u64) -> bool {
        let Some(game_keys) = self.game_keys else { return false };
        self.path.contains(&repetition_key) || game_keys.iter().filter(|&&key| key == repetition_key).count() >= 2
    }

    /// Whether some position of the game would be drawn if it recurred.
    fn may_draw(&self) -> bool {
        let game_keys = self.game_keys.unwrap_or_default();
        game_keys.iter().enumerate().any(|(at, key)| game_keys[..at].contains(key))
    }

    /// The value of a node at the start of a turn, for the player who chooses.
    fn evaluate(&mut self, node: &G::Node, logit: f32) -> (f32, ProvenValue) {
        match self.domain.proven_score(node) {
            Some(Score::Win(_)) => (1.0, ProvenValue::Wins),
            Some(Score::Loss(_)) => (-1.0, ProvenValue::Loses),
            Some(Score::Cp(_)) => (0.0, ProvenValue::None),
            None => {
                let mut score = self.domain.evaluate(node);
                if self.strength.eval_error > 0 {
                    let error = self.strength.error(self.domain.error_key(node));
                    score += if self.domain.mover(node) == Player::P1 { error } else { -error };
                }
                ((score as f32 / logit / 2.0).tanh(), ProvenValue::None)
            }
        }
    }

    /// The value of a node for the player whose step led there; `None` in the middle of a turn.
    fn evaluate_step(&mut self, next: &G::Node, mover: Player, logit: f32) -> Option<(f32, ProvenValue)> {
        match self.domain.outcome(next) {
            Some(outcome) => Some(ended(outcome, mover)),
            None if self.domain.begins_turn(next) => {
                let seen = self.evaluate(next, logit);
                Some(if self.domain.mover(next) == mover { seen } else { flipped(seen) })
            }
            None => None,
        }
    }
}

/// The value for the other player.
fn flipped((value, proof): (f32, ProvenValue)) -> (f32, ProvenValue) {
    let proof = match proof {
        ProvenValue::None => ProvenValue::None,
        ProvenValue::Wins => ProvenValue::Loses,
        ProvenValue::Loses => ProvenValue::Wins,
    };
    (-value, proof)
}

/// At most this many nodes of the last tree are kept, those nearest to the root: copying them takes a few
/// milliseconds, during which the clock is not checked.
const MAX_KEPT_NODES: usize = 1 << 15;

/// A node keeps at least this many steps, however unlikely.
const MIN_EDGES: usize = 8;

/// Below the root, steps whose logit is this much below the highest get no edge.
const MAX_LOGIT_GAP: f32 = 7.0;

impl<N: Copy, S: Copy + Eq> Tree<N, S> {
    /// An empty tree.
    pub(crate) fn new(params: PuctParams, max_bytes: usize) -> Self {
        Self {
            nodes: Vec::new(),
            domain_nodes: Vec::new(),
            edges: Vec::new(),
            scored: Vec::new(),
            logits: Vec::new(),
            params,
            max_bytes,
            has_policy: false,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.domain_nodes.clear();
        self.edges.clear();
    }

    /// The edges of a node, by its number.
    pub(crate) fn edges(&self, at: u32) -> &[Edge<S>] {
        self.nodes.get(at as usize).map_or(&[], |tree_node| self.block(*tree_node))
    }

    /// The edge of highest rank of a node.
    pub(crate) fn best(&self, at: u32) -> Option<&Edge<S>> {
        self.edges(at).iter().max_by_key(|edge| edge.rank())
    }

    fn block(&self, tree_node: TreeNode) -> &[Edge<S>] {
        &self.edges[tree_node.first as usize..(tree_node.first + tree_node.count) as usize]
    }

    /// Moves the root of the tree to that of the simulation, keeping the subtree if the position is in the tree.
    /// The root has edges for the `wanted` steps only.
    pub(crate) fn begin<P: Position, G: SearchDomain<P, Node = N, Step = S>>(
        &mut self,
        sim: &mut Simulation<'_, P, G>,
        wanted: impl Fn(S) -> bool,
    ) {
        match self.find(sim.domain.repetition_key(&sim.root)) {
            // Proofs through a position that would now be drawn by repetition no longer hold.
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
            // The priors of the wanted steps sum to 1.
            self.edges[first..].iter_mut().for_each(|edge| edge.set_prior(edge.prior / sum));
        }
        // Visited edges go first; the others keep their order.
        self.edges[first..].sort_by_key(Edge::is_fresh);
        let visited = self.edges[first..].iter().filter(|edge| !edge.is_fresh());
        let (seen, visited_prior) = visited.fold((0, 0.0), |(seen, sum), edge| (seen + 1, sum + edge.prior));
        let count = (kept - first) as u32;
        let (visits, value) = match self.nodes.first() {
            Some(old) => (old.visits, old.value),
            None if sim.domain.begins_turn(&root) => (1, sim.evaluate(&root, self.params.logit_scale).0),
            None => (0, 0.0),
        };
        let tree_node = TreeNode {
            repetition_key: sim.domain.repetition_key(&root),
            first: first as u32,
            count,
            open: count.min(seen + 1),
            visits,
            value,
            visited_prior,
            mover: sim.domain.mover(&root),
            begins: sim.domain.begins_turn(&root),
            is_complete: true,
        };
        if self.nodes.is_empty() {
            self.nodes.push(tree_node);
            self.domain_nodes.push(root);
        } else {
            (self.nodes[0], self.domain_nodes[0]) = (tree_node, root);
        }
    }

    /// The node of a position at most four steps below the root.
    fn find(&self, repetition_key: u64) -> Option<u32> {
        let mut level = if self.nodes.is_empty() { Vec::new() } else { vec![0] };
        for _ in 0..=4 {
            if let Some(&found) = level.iter().find(|&&at| self.nodes[at as usize].repetition_key == repetition_key) {
                return Some(found);
            }
            let below = |&at: &u32| self.edges(at).iter().map(|edge| edge.child);
            level = level.iter().flat_map(below).filter(|&child| child != 0).collect();
        }
        None
    }

    /// Keeps a subtree, up to [`MAX_KEPT_NODES`], and drops the rest.
    fn keep_only(&mut self, root: u32) {
        let (nodes, domain_nodes) = (std::mem::take(&mut self.nodes), std::mem::take(&mut self.domain_nodes));
        let edges = std::mem::take(&mut self.edges);
        let mut waiting = vec![root];
        let mut next = 0;
        while next < waiting.len() {
            let tree_node = nodes[waiting[next] as usize];
            self.domain_nodes.push(domain_nodes[waiting[next] as usize]);
            next += 1;
            let first = self.edges.len() as u32;
            for edge in &edges[tree_node.first as usize..(tree_node.first + tree_node.count) as usize] {
                let mut edge = *edge;
                if edge.child != 0 && waiting.len() < MAX_KEPT_NODES {
                    waiting.push(edge.child);
                    edge.child = waiting.len() as u32 - 1;
                } else {
                    edge.child = 0;
                }
                self.edges.push(edge);
            }
            self.nodes.push(TreeNode { first, ..tree_node });
        }
    }

    /// Adds a node with its best edges and an initial value for the player who chooses; `None` if the tree is
    /// full.
    fn grow<P: Position, G: SearchDomain<P, Node = N, Step = S>>(
        &mut self,
        sim: &mut Simulation<'_, P, G>,
        node: &G::Node,
        value: f32,
    ) -> Option<u32> {
        let used =
            self.edges.len() * size_of::<Edge<S>>() + self.nodes.len() * (size_of::<TreeNode>() + size_of::<N>());
        if used > self.max_bytes {
            return None;
        }
        let first = self.edges.len() as u32;
        let is_complete = self.push_edges(sim, node, self.params.max_edges);
        let count = self.edges.len() as u32 - first;
        let open = if self.has_policy { count.min(1) } else { count };
        let (repetition_key, mover) = (sim.domain.repetition_key(node), sim.domain.mover(node));
        let begins = sim.domain.begins_turn(node);
        let tree_node = TreeNode {
            repetition_key,
            first,
            count,
            open,
            visits: 1,
            value,
            visited_prior: 0.0,
            mover,
            begins,
            is_complete,
        };
        self.nodes.push(tree_node);
        self.domain_nodes.push(*node);
        Some(self.nodes.len() as u32 - 1)
    }

    /// Appends the edges of a node, at most `max_edges`; returns whether these are all steps.
    fn push_edges<P: Position, G: SearchDomain<P, Node = N, Step = S>>(
        &mut self,
        sim: &mut Simulation<'_, P, G>,
        node: &G::Node,
        max_edges: usize,
    ) -> bool {
        self.logits.clear();
        self.has_policy = sim.domain.policy(node, &mut self.logits);
        let first = self.edges.len();
        let is_complete = if self.has_policy {
            self.push_policy_edges(max_edges)
        } else {
            self.push_scored_edges(sim, node, max_edges)
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
        is_complete
    }

    /// Appends edges for the likeliest steps of the policy, the likeliest first.
    fn push_policy_edges(&mut self, max_edges: usize) -> bool {
        let Self { logits, edges, params, .. } = self;
        let count = logits.len();
        if count > max_edges {
            let highest = logits.iter().map(|step| step.logit).fold(f32::NEG_INFINITY, f32::max);
            let is_unlikely = |logits: &StepLogit<S>| logits.logit <= highest - MAX_LOGIT_GAP;
            if logits.iter().filter(|&likely| !is_unlikely(likely)).count() >= MIN_EDGES {
                logits.retain(|likely| !is_unlikely(likely));
            }
        }
        logits.sort_unstable_by(|a, b| b.logit.total_cmp(&a.logit));
        logits.truncate(max_edges);
        let fresh = |&StepLogit { step, logit }: &StepLogit<S>| Edge::fresh(step, logit / params.policy_temperature);
        edges.extend(logits.iter().map(fresh));
        logits.len() == count
    }

    /// Appends edges for the steps of the highest ordering scores, with priors from these scores and the evaluations
    /// behind the steps.
    fn push_scored_edges<P: Position, G: SearchDomain<P, Node = N, Step = S>>(
        &mut self,
        sim: &mut Simulation<'_, P, G>,
        node: &G::Node,
        max_edges: usize,
    ) -> bool {
        self.scored.clear();
        let mut stage = 0;
        while sim.domain.generate(node, stage, &mut self.scored) {
            stage += 1;
        }
        self.scored.sort_by_key(|scored| Reverse(scored.score));
        let is_complete = self.scored.len() <= max_edges;
        self.scored.truncate(max_edges);
        let mover = sim.domain.mover(node);
        for &ScoredStep { step, score } in &self.scored {
            let next = sim.domain.apply_to_leaf(node, step);
            let evaluation = sim.evaluate_step(&next, mover, self.params.logit_scale);
            let (value, proof) = evaluation.unwrap_or((0.0, ProvenValue::None));
            let prior = score as f32 / self.params.score_temperature + value / self.params.value_temperature;
            let mut edge = Edge { is_evaluated: true, mean: value, ..Edge::fresh(step, prior) };
            edge.prove(proof);
            self.edges.push(edge);
        }
        is_complete
    }

    /// The edge to visit next: the highest sum of mean value and exploration.
    #[inline]
    fn choose(&self, tree_node: &TreeNode) -> u32 {
        let exploration = self.params.c_puct * (tree_node.visits as f32).sqrt();
        let fresh = (tree_node.value - self.params.fpu_reduction * tree_node.visited_prior.sqrt()).max(-1.0);
        let mut best = (0, f32::NEG_INFINITY);
        for (at, edge) in self.edges[tree_node.first as usize..][..tree_node.open as usize].iter().enumerate() {
            let mean = if edge.is_fresh() { fresh } else { edge.mean };
            let urgency = mean + exploration * edge.exploration;
            if urgency > best.1 {
                best = (at as u32, urgency);
            }
        }
        tree_node.first + best.0
    }

    /// The value of the best edge, for the player who chooses.
    fn value(&self, at: u32) -> f32 {
        self.edges(at).iter().map(Edge::mean).fold(-1.0, f32::max)
    }

    /// What is proved about a node, for the player who chooses.
    fn proof(&self, at: u32) -> ProvenValue {
        let tree_node = self.nodes[at as usize];
        let edges = self.block(tree_node);
        if edges.iter().any(|edge| edge.proof == ProvenValue::Wins) {
            ProvenValue::Wins
        } else if tree_node.is_complete && edges.iter().all(|edge| edge.proof == ProvenValue::Loses) {
            ProvenValue::Loses
        } else {
            ProvenValue::None
        }
    }

    /// Runs one simulation: selects down to a leaf, expands and evaluates it, and backs the value up.
    pub(crate) fn simulate<P: Position, G: SearchDomain<P, Node = N, Step = S>>(
        &mut self,
        sim: &mut Simulation<'_, P, G>,
    ) {
        sim.path.clear();
        sim.taken.clear();
        let mut at = 0;
        loop {
            let tree_node = self.nodes[at as usize];
            if tree_node.count == 0 {
                return;
            }
            let mover = tree_node.mover;
            let chosen = self.choose(&tree_node);
            sim.taken.push(PathEdge { tree_node: at, edge: chosen, mover });
            if tree_node.begins && sim.game_keys.is_some() {
                sim.path.push(tree_node.repetition_key);
            }
            let edge = self.edges[chosen as usize];
            if edge.proof != ProvenValue::None {
                return self.back_up(sim, mover, edge.mean());
            }
            if edge.child != 0 {
                at = edge.child;
                let TreeNode { begins, repetition_key, .. } = self.nodes[at as usize];
                if begins && sim.repeats(repetition_key) {
                    return self.back_up(sim, mover, 0.0);
                }
                continue;
            }
            let node = self.domain_nodes[at as usize];
            let next = if edge.is_fresh() {
                self.open_next(at, edge.prior);
                let leaf = sim.domain.apply_to_leaf(&node, edge.step);
                if is_repeated(sim, &leaf) {
                    return self.back_up(sim, mover, 0.0);
                }
                if let Some((value, proof)) = sim.evaluate_step(&leaf, mover, self.params.logit_scale) {
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
            if !self.has_policy {
                let value = self.value(grown);
                return self.back_up(sim, chooser, value);
            }
            at = grown;
        }
    }

    /// Whether the first step of the last simulation is proved to win.
    pub(crate) fn is_won<P: Position, G: SearchDomain<P, Node = N, Step = S>>(
        &self,
        sim: &Simulation<'_, P, G>,
    ) -> bool {
        sim.taken.first().is_some_and(|taken| self.edges[taken.edge as usize].proof == ProvenValue::Wins)
    }

    /// Opens the next edge, after the last open one was visited for the first time.
    fn open_next(&mut self, at: u32, prior: f32) {
        let tree_node = &mut self.nodes[at as usize];
        tree_node.open = tree_node.count.min(tree_node.open + 1);
        tree_node.visited_prior += prior;
    }

    /// Adds a value for `player` to the edges of the path, and propagates proofs.
    fn back_up<P: Position, G: SearchDomain<P, Node = N, Step = S>>(
        &mut self,
        sim: &Simulation<'_, P, G>,
        player: Player,
        value: f32,
    ) {
        // Whether the edge below was proved.
        let mut proved_below = true;
        for &PathEdge { tree_node, edge, mover } in sim.taken.iter().rev() {
            let taken = self.edges[edge as usize];
            if proved_below && taken.proof == ProvenValue::None && taken.child != 0 {
                let seen = (0.0, self.proof(taken.child));
                let same = self.nodes[taken.child as usize].mover == mover;
                let (_, proof) = if same { seen } else { flipped(seen) };
                self.edges[edge as usize].prove(proof);
            }
            proved_below = self.edges[edge as usize].proof != ProvenValue::None;
            let value = if mover == player { value } else { -value };
            self.edges[edge as usize].add(value);
            let tree_node = &mut self.nodes[tree_node as usize];
            tree_node.visits = tree_node.visits.saturating_add(1);
            tree_node.value += (value - tree_node.value) / tree_node.visits as f32;
        }
    }
}

/// Whether a node at which the game goes on is drawn by repetition.
fn is_repeated<P: Position, G: SearchDomain<P>>(sim: &Simulation<'_, P, G>, node: &G::Node) -> bool {
    sim.game_keys.is_some()
        && sim.domain.outcome(node).is_none()
        && sim.domain.begins_turn(node)
        && sim.repeats(sim.domain.repetition_key(node))
}

/// The value of an ended game for a player.
fn ended(outcome: Outcome, player: Player) -> (f32, ProvenValue) {
    match outcome {
        Outcome::Win { winner, .. } if winner == player => (1.0, ProvenValue::Wins),
        Outcome::Win { .. } => (-1.0, ProvenValue::Loses),
        Outcome::Draw => (0.0, ProvenValue::None),
    }
}
