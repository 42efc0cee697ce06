//! Best-first search: a tree grown by simulations, guided by priors and mean values (PUCT).

mod tree;

use std::marker::PhantomData;

use agon_core::{AnyTable, Fault, Game, Position};

use crate::playing::{root_moves, typed};
use crate::pv::words;
use crate::time::{Budget, StopCheck};
use crate::{
    Engine, Line, NOBODY_TO_MOVE, Score, SearchDomain, SearchRequest, Stop, Strength, Thought,
    wait_until_stopped,
};
use tree::{Edge, Proof, Simulation, Tree};

/// How a [`Puct`] search weighs what it knows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuctParams {
    /// Hundredths of the game's unit in one unit of the logistic function: what makes a chance of a
    /// judgement.
    pub logit: f32,
    /// OrderingScores that make a step as much likelier as the base of the natural logarithm.
    pub marks: f32,
    /// What has to be gained, of 2 between losing and winning, to make a step as much likelier.
    pub guesses: f32,
    /// How much is tried out beside what looks best.
    pub curiosity: f32,
    /// Steps kept at a node below the root: those of the highest marks, or the likeliest of a policy.
    pub width: usize,
    /// How evenly a policy's steps are tried: 1 for its own chances, more to level them.
    pub softness: f32,
    /// With a policy: how much less than its node a step is thought to be value before it is tried, when the steps
    /// tried already are all that is logits.
    pub caution: f32,
}

impl Default for PuctParams {
    fn default() -> Self {
        Self {
            logit: 250.0,
            marks: 8000.0,
            guesses: 0.15,
            curiosity: 0.8,
            width: 32,
            softness: 1.4,
            caution: 0.2,
        }
    }
}

/// The engine that grows a tree by simulations.
///
/// If the domain has a policy, a simulation judges one new position, and a node lists its steps with their chances when it
/// is looked at again. Otherwise how likely a step is comes from its mark and from what the position behind it
/// is value at first sight, so a simulation judges all steps of a new node. The tree of the last turn is used again if the position follows from it. One thread;
/// the same number of nodes gives the same answer from the same tree. Its nodes are simulations.
pub struct Puct<G: Game, W: SearchDomain<G::Position>> {
    name: String,
    domain: W,
    strength: Strength,
    tree: Tree<W::Node, W::Step>,
    logit: f32,
    game: PhantomData<fn() -> G>,
}

/// A turn at the root, with its steps.
type Turn<M, S> = (M, Vec<S>);

impl<G: Game, W: SearchDomain<G::Position>> Puct<G, W> {
    /// An engine with an empty tree of about so many megabytes; when they are used up it grows no more. Between
    /// turns what is kept of it stands beside it for a moment.
    pub fn new(
        name: impl Into<String>,
        domain: W,
        strength: Strength,
        params: PuctParams,
        megabytes: usize,
    ) -> Self {
        let tree = Tree::new(params, megabytes.clamp(1, 1 << 12) << 20);
        Self { name: name.into(), domain, strength, tree, logit: params.logit, game: PhantomData }
    }

    /// The edge that a turn ends with, if the tree has it.
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

    /// Appends the steps looked at most.
    fn likely(&self, steps: &mut Vec<W::Step>) {
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
            // How long it takes is not known, only that the line shown does not reach it sooner.
            Proof::Wins => Score::Win((length as u32).max(1) | 1),
            Proof::Loses => Score::Loss((length as u32).max(2) & !1),
            Proof::None => {
                let mean = edge.mean().clamp(-0.9999, 0.9999);
                Score::Cp((2.0 * self.logit * mean.atanh()) as i32)
            }
        }
    }

    /// The best turns, with what is expected of them.
    fn lines(
        &self,
        position: &G::Position,
        turns: &[Turn<<G::Position as Position>::Move, W::Step>],
        stop_check: &StopCheck,
        most: usize,
    ) -> Vec<Line> {
        let rank = |steps: &[W::Step]| {
            self.edge(steps).map_or((-1, 0, f32::NEG_INFINITY), |edge| {
                let (proof, visits) = edge.rank();
                (proof, visits, edge.first_sight())
            })
        };
        let mut order: Vec<_> = turns.iter().map(|(turn, steps)| (rank(steps), *turn, steps)).collect();
        order.sort_by(|(a, ..), (b, ..)| (b.0, b.1).cmp(&(a.0, a.1)).then(b.2.total_cmp(&a.2)));
        // Of a turn that was never looked at nothing can be said.
        let is_seen = |steps: &[W::Step]| self.edge(steps).is_some_and(|edge| !edge.is_fresh());
        let mut first = true;
        order.retain(|(_, _, steps)| std::mem::take(&mut first) || is_seen(steps));
        let best = order.iter().take(most.max(1)).enumerate();
        best.map(|(number, (_, turn, steps))| {
            let mut line = (*steps).clone();
            self.likely(&mut line);
            let mut pv = words(&self.domain, position, &line);
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

/// The turn of one step that wins soonest and after how many turns, among those of which the domain knows it.
///
/// The tree knows only that a step wins. Without this a won race need never come to its end.
fn quickest_win<P: Position, W: SearchDomain<P>, M>(
    domain: &mut W,
    root: &W::Node,
    past: Option<&[u64]>,
    turns: &[Turn<M, W::Step>],
) -> Option<(u32, usize)> {
    let mover = domain.mover(root);
    let is_drawn =
        |repetition_key| past.unwrap_or_default().iter().filter(|&&key| key == repetition_key).count() >= 2;
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
        let past = table.game().draws_by_repetition().then_some(keys.as_slice());
        let mut domain = self.domain.clone();
        let root = domain.root(&position);
        let strength = self.strength;
        let mut sim =
            Simulation { domain: &mut domain, strength, root, past, path: Vec::new(), taken: Vec::new() };
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
        let quickest = quickest_win(&mut domain, &root, past, &turns);
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
