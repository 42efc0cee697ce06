//! The tree that simulations grow.

use std::cmp::Reverse;

use agon_core::{Outcome, Player, Position};

use super::Weighing;
use crate::{Guide, Ranked, Score, Skill};

/// A step out of a node of the tree. Worths are those to the player who takes it, from -1 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch<S> {
    pub(crate) step: S,
    prior: f32,
    /// What the position behind it looked like; counts as a visit.
    guess: f32,
    pub(crate) visits: u32,
    /// The sum over all visits.
    worth: f32,
    /// The node it leads to; 0, which is the root, if there is none yet.
    pub(crate) child: u32,
    pub(crate) proof: Proof,
}

/// What is proved of a step for the player who takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    None,
    Wins,
    Loses,
}

impl<S> Branch<S> {
    pub(crate) fn mean(&self) -> f32 {
        match self.proof {
            Proof::None => (self.guess + self.worth) / (1 + self.visits) as f32,
            Proof::Wins => 1.0,
            Proof::Loses => -1.0,
        }
    }

    /// What makes it the best at the end: proofs first, then how often it was looked at.
    pub(crate) fn rank(&self) -> (i32, u32) {
        match self.proof {
            Proof::None => (1, self.visits),
            Proof::Wins => (2, self.visits),
            Proof::Loses => (0, self.visits),
        }
    }
}

/// A node of the tree: its branches in the common list.
#[derive(Clone, Copy, Debug)]
struct Twig {
    identity: u64,
    /// Who chooses there.
    mover: Player,
    first: u32,
    count: u32,
    /// Whether no step was left out.
    whole: bool,
}

/// Nodes and branches, the root first.
pub(crate) struct Tree<S> {
    twigs: Vec<Twig>,
    branches: Vec<Branch<S>>,
    list: Vec<Ranked<S>>,
    weighing: Weighing,
    /// Branches that memory has room for.
    room: usize,
}

/// What simulations need to know beside the tree.
pub(crate) struct Walk<'a, P: Position, G: Guide<P>> {
    pub(crate) guide: &'a mut G,
    pub(crate) skill: Skill,
    pub(crate) root: G::Node,
    /// Identities of the game before the root, if repetition matters.
    pub(crate) past: Option<&'a [u64]>,
    pub(crate) path: Vec<u64>,
    /// The branches taken, each with its player.
    pub(crate) taken: Vec<(u32, Player)>,
}

impl<P: Position, G: Guide<P>> Walk<'_, P, G> {
    /// Whether a position counts as drawn because it comes again: for the second time within the
    /// search, or for the third time with what was on the table before.
    fn repeats(&self, identity: u64) -> bool {
        let Some(past) = self.past else { return false };
        self.path.contains(&identity) || past.iter().filter(|&&key| key == identity).count() >= 2
    }

    /// What a node where a turn begins is worth to the player who chooses there.
    fn judge(&mut self, node: &G::Node, logit: f32) -> (f32, Proof) {
        match self.guide.verdict(node) {
            Some(Score::Win(_)) => (1.0, Proof::Wins),
            Some(Score::Loss(_)) => (-1.0, Proof::Loses),
            Some(Score::Cp(_)) => (0.0, Proof::None),
            None => {
                let mut score = self.guide.evaluate(node);
                if self.skill.misjudgement > 0 {
                    let error = self.skill.error(self.guide.error_key(node));
                    score += if self.guide.mover(node) == Player::P1 { error } else { -error };
                }
                ((score as f32 / logit / 2.0).tanh(), Proof::None)
            }
        }
    }
}

/// The other player's view.
fn turned((worth, proof): (f32, Proof)) -> (f32, Proof) {
    let proof = match proof {
        Proof::None => Proof::None,
        Proof::Wins => Proof::Loses,
        Proof::Loses => Proof::Wins,
    };
    (-worth, proof)
}

impl<S: Copy + Eq> Tree<S> {
    pub(crate) fn new(weighing: Weighing, room: usize) -> Self {
        Self { twigs: Vec::new(), branches: Vec::new(), list: Vec::new(), weighing, room }
    }

    pub(crate) fn clear(&mut self) {
        self.twigs.clear();
        self.branches.clear();
    }

    /// The branches of a node, by its number.
    pub(crate) fn branches(&self, at: u32) -> &[Branch<S>] {
        self.twigs.get(at as usize).map_or(&[], |twig| self.block(*twig))
    }

    fn block(&self, twig: Twig) -> &[Branch<S>] {
        &self.branches[twig.first as usize..(twig.first + twig.count) as usize]
    }

    /// Makes the tree begin at the root of the walk: with what is known from the search before if
    /// the position is in its tree, otherwise anew. The root has the steps that are `wanted`.
    pub(crate) fn begin<P: Position, G: Guide<P, Step = S>>(
        &mut self,
        walk: &mut Walk<'_, P, G>,
        wanted: impl Fn(S) -> bool,
    ) {
        match self.find(walk.guide.identity(&walk.root)) {
            Some(found) => self.keep_only(found),
            None => self.clear(),
        }
        let known: Vec<Branch<S>> = self.branches(0).to_vec();
        let first = self.branches.len();
        let root = walk.root;
        self.push_branches(walk, &root, usize::MAX);
        let mut kept = first;
        for at in first..self.branches.len() {
            let mut branch = self.branches[at];
            if let Some(old) = known.iter().find(|old| old.step == branch.step) {
                branch = Branch { prior: branch.prior, ..*old };
            }
            if wanted(branch.step) {
                self.branches[kept] = branch;
                kept += 1;
            }
        }
        self.branches.truncate(kept);
        let identity = walk.guide.identity(&walk.root);
        let (first, count) = (first as u32, (kept - first) as u32);
        let twig = Twig { identity, mover: walk.guide.mover(&root), first, count, whole: true };
        match self.twigs.first_mut() {
            Some(root) => *root = twig,
            None => self.twigs.push(twig),
        }
    }

    /// The node of a position at most two turns below the root.
    fn find(&self, identity: u64) -> Option<u32> {
        let mut level = if self.twigs.is_empty() { Vec::new() } else { vec![0] };
        // Two turns of two steps.
        for _ in 0..=4 {
            if let Some(&found) = level.iter().find(|&&at| self.twigs[at as usize].identity == identity) {
                return Some(found);
            }
            let below = |&at: &u32| self.branches(at).iter().map(|branch| branch.child);
            level = level.iter().flat_map(below).filter(|&child| child != 0).collect();
        }
        None
    }

    /// Copies a subtree to the front and forgets the rest.
    fn keep_only(&mut self, root: u32) {
        let (twigs, branches) = (std::mem::take(&mut self.twigs), std::mem::take(&mut self.branches));
        let mut waiting = vec![root];
        let mut next = 0;
        while next < waiting.len() {
            let twig = twigs[waiting[next] as usize];
            next += 1;
            let first = self.branches.len() as u32;
            for branch in &branches[twig.first as usize..(twig.first + twig.count) as usize] {
                let mut branch = *branch;
                if branch.child != 0 {
                    waiting.push(branch.child);
                    branch.child = waiting.len() as u32 - 1;
                }
                self.branches.push(branch);
            }
            self.twigs.push(Twig { first, ..twig });
        }
    }

    /// Adds a node with the most promising of its branches; `None` if memory is used up.
    fn grow<P: Position, G: Guide<P, Step = S>>(
        &mut self,
        walk: &mut Walk<'_, P, G>,
        node: &G::Node,
    ) -> Option<u32> {
        if self.branches.len() + self.weighing.width > self.room {
            return None;
        }
        let first = self.branches.len() as u32;
        let whole = self.push_branches(walk, node, self.weighing.width);
        let count = self.branches.len() as u32 - first;
        let (identity, mover) = (walk.guide.identity(node), walk.guide.mover(node));
        self.twigs.push(Twig { identity, mover, first, count, whole });
        Some(self.twigs.len() as u32 - 1)
    }

    /// Appends the branches of a node: the steps of the highest marks, likely as far as marks and the
    /// positions behind them say. Whether that were all steps.
    fn push_branches<P: Position, G: Guide<P, Step = S>>(
        &mut self,
        walk: &mut Walk<'_, P, G>,
        node: &G::Node,
        width: usize,
    ) -> bool {
        self.list.clear();
        let mut stage = 0;
        while walk.guide.list(node, stage, &mut self.list) {
            stage += 1;
        }
        self.list.sort_by_key(|ranked| Reverse(ranked.mark));
        let whole = self.list.len() <= width;
        self.list.truncate(width);
        let mover = walk.guide.mover(node);
        let first = self.branches.len();
        let mut highest = f32::NEG_INFINITY;
        for &Ranked { step, mark } in &self.list {
            let next = walk.guide.follow_to_horizon(node, step);
            let (guess, proof) = match walk.guide.outcome(&next) {
                Some(outcome) => ended(outcome, mover),
                None if walk.guide.begins_turn(&next) => turned(walk.judge(&next, self.weighing.logit)),
                None => (0.0, Proof::None),
            };
            let promise = mark as f32 / self.weighing.marks + guess / self.weighing.guesses;
            highest = highest.max(promise);
            let prior = promise;
            self.branches.push(Branch { step, prior, guess, visits: 0, worth: 0.0, child: 0, proof });
        }
        let mut sum = 0.0;
        for branch in &mut self.branches[first..] {
            branch.prior = (branch.prior - highest).exp();
            sum += branch.prior;
        }
        for branch in &mut self.branches[first..] {
            branch.prior /= sum;
        }
        whole
    }

    /// The branch to look at next.
    fn choose(&self, twig: Twig) -> u32 {
        let branches = self.block(twig);
        let visits: u32 = branches.iter().map(|branch| branch.visits).sum();
        let reach = self.weighing.curiosity * ((visits + 1) as f32).sqrt();
        let mut best = (0, f32::NEG_INFINITY);
        for (at, branch) in branches.iter().enumerate() {
            let promise = branch.mean() + reach * branch.prior / (1 + branch.visits) as f32;
            if promise > best.1 && branch.proof != Proof::Loses {
                best = (at as u32, promise);
            }
        }
        twig.first + best.0
    }

    /// What a node is worth to the player who chooses there: as much as its best step.
    fn worth(&self, at: u32) -> (f32, Proof) {
        let twig = self.twigs[at as usize];
        let branches = self.block(twig);
        let best = branches.iter().map(Branch::mean).fold(-1.0, f32::max);
        let proof = if branches.iter().any(|branch| branch.proof == Proof::Wins) {
            Proof::Wins
        } else if twig.whole && branches.iter().all(|branch| branch.proof == Proof::Loses) {
            Proof::Loses
        } else {
            Proof::None
        };
        (best, proof)
    }

    /// One simulation: down to a leaf, which gets a node of its own, and its worth back up.
    pub(crate) fn simulate<P: Position, G: Guide<P, Step = S>>(&mut self, walk: &mut Walk<'_, P, G>) {
        walk.path.clear();
        walk.taken.clear();
        let mut node = walk.root;
        let mut at = 0;
        loop {
            let twig = self.twigs[at as usize];
            if twig.count == 0 {
                break;
            }
            let mover = walk.guide.mover(&node);
            let chosen = self.choose(twig);
            walk.taken.push((chosen, mover));
            if walk.guide.begins_turn(&node) {
                walk.path.push(walk.guide.identity(&node));
            }
            let Branch { step, child, guess, proof, .. } = self.branches[chosen as usize];
            node = walk.guide.follow(&node, step);
            if proof != Proof::None || walk.guide.outcome(&node).is_some() {
                let worth = self.branches[chosen as usize].mean();
                return self.back_up(walk, mover, worth);
            }
            if walk.guide.begins_turn(&node) && walk.repeats(walk.guide.identity(&node)) {
                return self.back_up(walk, mover, 0.0);
            }
            if child != 0 {
                at = child;
                continue;
            }
            let Some(grown) = self.grow(walk, &node) else {
                return self.back_up(walk, mover, guess);
            };
            self.branches[chosen as usize].child = grown;
            let (worth, _) = self.worth(grown);
            let chooser = walk.guide.mover(&node);
            return self.back_up(walk, chooser, worth);
        }
    }

    /// Adds a worth, as `player` sees it, to the branches taken, and proves what can be proved of
    /// them.
    fn back_up<P: Position, G: Guide<P, Step = S>>(
        &mut self,
        walk: &Walk<'_, P, G>,
        player: Player,
        worth: f32,
    ) {
        for &(taken, mover) in walk.taken.iter().rev() {
            let child = self.branches[taken as usize].child;
            let mut proof = self.branches[taken as usize].proof;
            if child != 0 && proof == Proof::None {
                let seen = self.worth(child);
                let chooser = self.twigs[child as usize].mover;
                proof = if chooser == mover { seen.1 } else { turned(seen).1 };
            }
            let branch = &mut self.branches[taken as usize];
            branch.proof = proof;
            branch.visits += 1;
            branch.worth += if mover == player { worth } else { -worth };
        }
    }
}

/// What the end of a game is worth to a player.
fn ended(outcome: Outcome, player: Player) -> (f32, Proof) {
    match outcome {
        Outcome::Win { winner, .. } if winner == player => (1.0, Proof::Wins),
        Outcome::Win { .. } => (-1.0, Proof::Loses),
        Outcome::Draw => (0.0, Proof::None),
    }
}
