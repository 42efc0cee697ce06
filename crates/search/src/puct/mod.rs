//! Best-first search: a tree grown by simulations that follow priors and mean values (PUCT).
//!
//! - `tree`: nodes and edges, and one simulation

mod tree;

use std::marker::PhantomData;

use agon_core::{AnyTable, Fault, Game, Position};

use crate::alphabeta::turn_notations;
use crate::engine::{Budget, StopCheck, root_moves, typed};
use crate::{
    Engine, Line, NOBODY_TO_MOVE, Score, SearchDomain, SearchRequest, Stop, Strength, Thought, wait_until_stopped,
};
use tree::{Edge, ProvenValue, Simulation, Tree};

/// The parameters of a [`Puct`] search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuctParams {
    /// Hundredths of the game's unit per logit: converts evaluations to winning probabilities.
    pub logit_scale: f32,
    /// Ordering score per logit of a prior, without a policy.
    pub score_temperature: f32,
    /// Value per logit of a prior, without a policy; values go from -1 to 1.
    pub value_temperature: f32,
    /// The exploration constant.
    pub c_puct: f32,
    /// Maximum edges of a node below the root: those of the highest ordering scores or of the highest policy.
    pub max_edges: usize,
    /// Temperature of the policy: 1 leaves its probabilities unchanged, more flattens them.
    pub policy_temperature: f32,
    /// First-play urgency: how much lower than its parent an unvisited step is valued, once the visited steps hold
    /// the whole policy.
    pub fpu_reduction: f32,
}

impl Default for PuctParams {
    fn default() -> Self {
        Self {
            logit_scale: 250.0,
            score_temperature: 8000.0,
            value_temperature: 0.15,
            c_puct: 0.8,
            max_edges: 32,
            policy_temperature: 1.4,
            fpu_reduction: 0.2,
        }
    }
}

/// The engine that grows a tree by simulations.
///
/// With a policy, a simulation evaluates one new position, and a node gets its edges when it is visited again.
/// Without one, priors come from ordering scores and from the evaluation of the position behind each step, so a
/// simulation evaluates all steps of a new node. The tree is reused if the next position follows from it.
///
/// It uses one thread; the same number of nodes from the same tree gives the same answer. Nodes are simulations.
pub struct Puct<G: Game, W: SearchDomain<G::Position>> {
    name: String,
    domain: W,
    strength: Strength,
    tree: Tree<W::Node, W::Step>,
    logit_scale: f32,
    game: PhantomData<fn() -> G>,
}

/// A turn at the root, with its steps.
type Turn<M, S> = (M, Vec<S>);

impl<G: Game, W: SearchDomain<G::Position>> Puct<G, W> {
    /// An engine with an empty tree of at most this many megabytes; a full tree stops growing. Between turns the
    /// part that is kept is copied, so for a moment it needs more.
    pub fn new(name: impl Into<String>, domain: W, strength: Strength, params: PuctParams, megabytes: usize) -> Self {
        let tree = Tree::new(params, megabytes.clamp(1, 1 << 12) << 20);
        Self { name: name.into(), domain, strength, tree, logit_scale: params.logit_scale, game: PhantomData }
    }

    /// The last edge of a turn, if the tree has it.
    fn edge(&self, steps: &[W::Step]) -> Option<&Edge<W::Step>> {
        let mut at = 0;
        let mut found = None;
        for (number, step) in steps.iter().enumerate() {
            if number > 0 && at == 0 {
                return None;
            }
            let edge = self.tree.edges(at).iter().find(|edge| edge.step == *step)?;
            at = edge.child;
            found = Some(edge);
        }
        found
    }

    /// Appends the most visited steps.
    fn extend_line(&self, steps: &mut Vec<W::Step>) {
        let mut at = self.edge(steps).map_or(0, |edge| edge.child);
        while at != 0 && steps.len() < 64 {
            let Some(best) = self.tree.best(at) else { return };
            if best.visits == 0 {
                return;
            }
            steps.push(best.step);
            at = best.child;
        }
    }

    fn score(&self, edge: &Edge<W::Step>, length: usize) -> Score {
        match edge.proof {
            // The tree proves a win, not its length; the line shown is no shorter.
            ProvenValue::Wins => Score::Win((length as u32).max(1) | 1),
            ProvenValue::Loses => Score::Loss((length as u32).max(2) & !1),
            ProvenValue::None => {
                let mean = edge.mean().clamp(-0.9999, 0.9999);
                Score::Cp((2.0 * self.logit_scale * mean.atanh()) as i32)
            }
        }
    }

    /// The best turns with their scores.
    fn lines(
        &self,
        position: &G::Position,
        turns: &[Turn<<G::Position as Position>::Move, W::Step>],
        stop_check: &StopCheck,
        max_lines: usize,
    ) -> Vec<Line> {
        let rank = |steps: &[W::Step]| {
            self.edge(steps).map_or((-1, 0, f32::NEG_INFINITY), |edge| {
                let (proof, visits) = edge.rank();
                (proof, visits, edge.tie_break())
            })
        };
        let mut order: Vec<_> = turns.iter().map(|(turn, steps)| (rank(steps), *turn, steps)).collect();
        order.sort_by(|(a, ..), (b, ..)| (b.0, b.1).cmp(&(a.0, a.1)).then(b.2.total_cmp(&a.2)));
        // A turn that was never visited has no score.
        let is_seen = |steps: &[W::Step]| self.edge(steps).is_some_and(|edge| !edge.is_fresh());
        let mut first = true;
        order.retain(|(_, _, steps)| std::mem::take(&mut first) || is_seen(steps));
        let best = order.iter().take(max_lines.max(1)).enumerate();
        best.map(|(number, (_, turn, steps))| {
            let mut line = (*steps).clone();
            self.extend_line(&mut line);
            let mut pv = turn_notations(&self.domain, position, &line);
            if pv.is_empty() {
                pv.push(position.move_text(*turn));
            }
            Line {
                depth: pv.len() as u32,
                multi_pv: number + 1,
                score: self.edge(steps).map_or(Score::Cp(0), |edge| self.score(edge, pv.len())),
                nodes: stop_check.nodes,
                time: stop_check.time(),
                pv,
                ..Line::default()
            }
        })
        .collect()
    }
}

/// The fastest win in a turn of one step that the domain proves, and its length in turns.
///
/// The tree proves only that a step wins. Without this a won race might never be finished.
fn quickest_win<P: Position, W: SearchDomain<P>, M>(
    domain: &mut W,
    root: &W::Node,
    game_keys: Option<&[u64]>,
    turns: &[Turn<M, W::Step>],
) -> Option<(u32, usize)> {
    let mover = domain.mover(root);
    let is_drawn =
        |repetition_key| game_keys.unwrap_or_default().iter().filter(|&&key| key == repetition_key).count() >= 2;
    let mut length = |steps: &[W::Step]| {
        let &[step] = steps else { return None };
        let next = domain.apply(root, step);
        if let Some(outcome) = domain.outcome(&next) {
            return (outcome.winner() == Some(mover)).then_some(1);
        }
        if !domain.begins_turn(&next) || is_drawn(domain.repetition_key(&next)) {
            return None;
        }
        match domain.proven_score(&next)? {
            Score::Loss(length) if domain.mover(&next) != mover => Some(length.saturating_add(1)),
            _ => None,
        }
    };
    (0..turns.len()).filter_map(|at| Some((length(&turns[at].1)?, at))).min()
}

impl<G: Game, W: SearchDomain<G::Position>> Engine for Puct<G, W> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) {
        self.tree.clear();
    }

    fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault> {
        let SearchRequest { table, limits, stop, report } = request;
        let (table, player) = typed::<G>(table)?;
        let budget = Budget::new(limits, &self.strength, player, u32::MAX);
        let position = *table.position();
        let moves = root_moves(&position, limits)?;
        if moves.is_empty() {
            return Err(NOBODY_TO_MOVE.with("actor", table.actor()));
        }
        let steps_of = |&turn: &<G::Position as Position>::Move| {
            let mut steps = Vec::new();
            self.domain.steps(turn, &mut steps);
            (turn, steps)
        };
        let turns: Vec<_> = moves.iter().map(steps_of).collect();
        let keys: Vec<u64> = table.positions().iter().rev().skip(1).rev().map(Position::key).collect();
        let game_keys = table.game().draws_by_repetition().then_some(keys.as_slice());
        let mut domain = self.domain.clone();
        let root = domain.root(&position);
        let strength = self.strength;
        let mut sim =
            Simulation { domain: &mut domain, strength, root, game_keys, path: Vec::new(), taken: Vec::new() };
        self.tree.begin(&mut sim, |step| turns.iter().any(|(_, steps)| steps.first() == Some(&step)));
        let mut stop_check = StopCheck::new(&budget, stop, &Stop::new());
        let mut next_report = 128;
        let is_choice = turns.len() > 1 || !budget.may_answer_early;
        while !stop_check.count_node() && (is_choice || stop_check.nodes < 2) {
            self.tree.simulate(&mut sim);
            if limits.multi_pv <= 1 && self.tree.is_won(&sim) {
                break;
            }
            if stop_check.nodes >= next_report {
                next_report *= 2;
                for line in self.lines(&position, &turns, &stop_check, limits.multi_pv) {
                    report(&line);
                }
            }
        }
        let quickest = quickest_win(&mut domain, &root, game_keys, &turns);
        wait_until_stopped(limits, stop);
        let choice = quickest.map_or(turns.as_slice(), |(_, at)| &turns[at..=at]);
        let mut best = self.lines(&position, choice, &stop_check, 1).swap_remove(0);
        if let Some((length, _)) = quickest {
            best.score = Score::Win(length);
        }
        if limits.multi_pv <= 1 {
            report(&best);
        }
        Ok(Thought { turn: best.pv[0].clone(), nodes: best.nodes, time: best.time, line: Some(best) })
    }

    fn evaluate(&mut self, table: &dyn AnyTable) -> Option<i32> {
        let (table, _) = typed::<G>(table).ok()?;
        let node = self.domain.root(table.position());
        Some(self.domain.evaluate(&node))
    }
}
