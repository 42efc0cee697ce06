//! The tree that simulations grow.

use std::cmp::Reverse;

use agon_core::{Outcome, Player, Position};

use super::Weighing;
use crate::{Guide, Likely, Ranked, Score, Skill};

/// A step out of a node of the tree. Worths are those to the player who takes it, from -1 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch<S> {
    pub(crate) step: S,
    pub(crate) proof: Proof,
    /// Whether the position behind it was judged before the first visit; that counts as one more.
    is_judged: bool,
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

impl<S> Branch<S> {
    /// A step of which nothing is known but how likely it is.
    fn fresh(step: S, prior: f32) -> Self {
        let (proof, is_judged) = (Proof::None, false);
        Self { step, proof, is_judged, visits: 0, child: 0, prior, share: prior, mean: 0.0 }
    }

    #[inline]
    pub(crate) fn mean(&self) -> f32 {
        self.mean
    }

    /// Whether nothing is known of it but its prior.
    #[inline]
    pub(crate) fn is_fresh(&self) -> bool {
        self.visits == 0 && !self.is_judged
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
    fn add(&mut self, worth: f32) {
        self.visits = self.visits.saturating_add(1);
        if self.proof == Proof::None {
            let seen = self.visits as f32 + f32::from(u8::from(self.is_judged));
            self.mean += (worth - self.mean) / seen;
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

    /// What tells branches of the same rank apart.
    pub(crate) fn first_sight(&self) -> f32 {
        if self.is_fresh() { self.prior } else { self.mean() }
    }
}

/// A node of the tree: its branches in the common list. It fills one line of the processor's memory.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Twig {
    identity: u64,
    first: u32,
    count: u32,
    /// How many of its branches may be chosen. With a policy they are in the order of their chances, and
    /// none is looked at before the one in front of it was.
    open: u32,
    visits: u32,
    /// What it is worth to the player who chooses, the mean over all visits.
    worth: f32,
    /// The chances of the branches that were looked at, summed up.
    tried: f32,
    /// Who chooses there.
    mover: Player,
    /// Whether a turn begins there.
    begins: bool,
    /// Whether no step was left out.
    whole: bool,
}

/// Nodes and branches, the root first.
pub(crate) struct Tree<N, S> {
    twigs: Vec<Twig>,
    /// What the guide keeps of each node, so that a simulation follows only its last step.
    nodes: Vec<N>,
    branches: Vec<Branch<S>>,
    ranked: Vec<Ranked<S>>,
    likely: Vec<Likely<S>>,
    weighing: Weighing,
    /// Bytes that the tree may use.
    room: usize,
    /// Whether the guide has a policy.
    advised: bool,
}

/// A branch that was taken in a simulation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    twig: u32,
    branch: u32,
    mover: Player,
}

/// What simulations need to know beside the tree.
pub(crate) struct Walk<'a, P: Position, G: Guide<P>> {
    pub(crate) guide: &'a mut G,
    pub(crate) skill: Skill,
    pub(crate) root: G::Node,
    /// Identities of the game before the root, if repetition matters.
    pub(crate) past: Option<&'a [u64]>,
    pub(crate) path: Vec<u64>,
    pub(crate) taken: Vec<Taken>,
}

impl<P: Position, G: Guide<P>> Walk<'_, P, G> {
    /// Whether a position counts as drawn because it comes again: for the second time within the
    /// search, or for the third time with what was on the table before.
    fn repeats(&self, identity: u64) -> bool {
        let Some(past) = self.past else { return false };
        self.path.contains(&identity) || past.iter().filter(|&&key| key == identity).count() >= 2
    }

    /// Whether some position of the game is drawn when it comes again.
    fn may_draw(&self) -> bool {
        let past = self.past.unwrap_or_default();
        past.iter().enumerate().any(|(at, key)| past[..at].contains(key))
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

    /// What a node is worth to the player whose step led there; nothing if it is in the middle of a turn.
    fn judge_step(&mut self, next: &G::Node, mover: Player, logit: f32) -> Option<(f32, Proof)> {
        match self.guide.outcome(next) {
            Some(outcome) => Some(ended(outcome, mover)),
            None if self.guide.begins_turn(next) => {
                let seen = self.judge(next, logit);
                Some(if self.guide.mover(next) == mover { seen } else { turned(seen) })
            }
            None => None,
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

/// So many nodes of the tree before are kept, those nearest to the root: copying them takes a few
/// milliseconds, during which nobody asks the clock.
const MOST_KEPT: usize = 1 << 15;

/// So many steps of a node are kept however unlikely they are.
const FEWEST: usize = 8;

/// Steps so much less likely than the likeliest, as logarithms, are not kept below the root.
const FAINT: f32 = 7.0;

impl<N: Copy, S: Copy + Eq> Tree<N, S> {
    /// An empty tree that may use so many bytes.
    pub(crate) fn new(weighing: Weighing, room: usize) -> Self {
        Self {
            twigs: Vec::new(),
            nodes: Vec::new(),
            branches: Vec::new(),
            ranked: Vec::new(),
            likely: Vec::new(),
            weighing,
            room,
            advised: false,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.twigs.clear();
        self.nodes.clear();
        self.branches.clear();
    }

    /// The branches of a node, by its number.
    pub(crate) fn branches(&self, at: u32) -> &[Branch<S>] {
        self.twigs.get(at as usize).map_or(&[], |twig| self.block(*twig))
    }

    /// The branch of a node that was looked at most, or that is proved to win.
    pub(crate) fn best(&self, at: u32) -> Option<&Branch<S>> {
        self.branches(at).iter().max_by_key(|branch| branch.rank())
    }

    fn block(&self, twig: Twig) -> &[Branch<S>] {
        &self.branches[twig.first as usize..(twig.first + twig.count) as usize]
    }

    /// Makes the tree begin at the root of the walk: with what is known from the search before if
    /// the position is in its tree, otherwise anew. The root has the steps that are `wanted`.
    pub(crate) fn begin<P: Position, G: Guide<P, Node = N, Step = S>>(
        &mut self,
        walk: &mut Walk<'_, P, G>,
        wanted: impl Fn(S) -> bool,
    ) {
        match self.find(walk.guide.identity(&walk.root)) {
            // A proof that led through a position drawn since by its third occurrence would be none any more.
            _ if walk.may_draw() => self.clear(),
            Some(0) => {}
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
                let prior = branch.prior;
                branch = *old;
                branch.set_prior(prior);
            }
            if wanted(branch.step) {
                self.branches[kept] = branch;
                kept += 1;
            }
        }
        self.branches.truncate(kept);
        let sum: f32 = self.branches[first..].iter().map(|branch| branch.prior).sum();
        if sum > 0.0 {
            // Unlikely steps that are all that is wanted are as likely as they are among themselves.
            self.branches[first..].iter_mut().for_each(|branch| branch.set_prior(branch.prior / sum));
        }
        // What was looked at goes first; the others stay in their order.
        self.branches[first..].sort_by_key(Branch::is_fresh);
        let tried = self.branches[first..].iter().filter(|branch| !branch.is_fresh());
        let (seen, tried) = tried.fold((0, 0.0), |(seen, sum), branch| (seen + 1, sum + branch.prior));
        let count = (kept - first) as u32;
        let (visits, worth) = match self.twigs.first() {
            Some(old) => (old.visits, old.worth),
            None if walk.guide.begins_turn(&root) => (1, walk.judge(&root, self.weighing.logit).0),
            None => (0, 0.0),
        };
        let twig = Twig {
            identity: walk.guide.identity(&root),
            first: first as u32,
            count,
            open: count.min(seen + 1),
            visits,
            worth,
            tried,
            mover: walk.guide.mover(&root),
            begins: walk.guide.begins_turn(&root),
            whole: true,
        };
        if self.twigs.is_empty() {
            self.twigs.push(twig);
            self.nodes.push(root);
        } else {
            (self.twigs[0], self.nodes[0]) = (twig, root);
        }
    }

    /// The node of a position at most four steps below the root.
    fn find(&self, identity: u64) -> Option<u32> {
        let mut level = if self.twigs.is_empty() { Vec::new() } else { vec![0] };
        for _ in 0..=4 {
            if let Some(&found) = level.iter().find(|&&at| self.twigs[at as usize].identity == identity) {
                return Some(found);
            }
            let below = |&at: &u32| self.branches(at).iter().map(|branch| branch.child);
            level = level.iter().flat_map(below).filter(|&child| child != 0).collect();
        }
        None
    }

    /// Copies a subtree to the front, as far as it takes little time, and forgets the rest.
    fn keep_only(&mut self, root: u32) {
        let (twigs, nodes) = (std::mem::take(&mut self.twigs), std::mem::take(&mut self.nodes));
        let branches = std::mem::take(&mut self.branches);
        let mut waiting = vec![root];
        let mut next = 0;
        while next < waiting.len() {
            let twig = twigs[waiting[next] as usize];
            self.nodes.push(nodes[waiting[next] as usize]);
            next += 1;
            let first = self.branches.len() as u32;
            for branch in &branches[twig.first as usize..(twig.first + twig.count) as usize] {
                let mut branch = *branch;
                if branch.child != 0 && waiting.len() < MOST_KEPT {
                    waiting.push(branch.child);
                    branch.child = waiting.len() as u32 - 1;
                } else {
                    branch.child = 0;
                }
                self.branches.push(branch);
            }
            self.twigs.push(Twig { first, ..twig });
        }
    }

    /// Adds a node with the most promising of its branches, thought to be worth so much to the player who
    /// chooses there; `None` if memory is used up.
    fn grow<P: Position, G: Guide<P, Node = N, Step = S>>(
        &mut self,
        walk: &mut Walk<'_, P, G>,
        node: &G::Node,
        worth: f32,
    ) -> Option<u32> {
        let used = self.branches.len() * size_of::<Branch<S>>()
            + self.twigs.len() * (size_of::<Twig>() + size_of::<N>());
        if used > self.room {
            return None;
        }
        let first = self.branches.len() as u32;
        let whole = self.push_branches(walk, node, self.weighing.width);
        let count = self.branches.len() as u32 - first;
        let open = if self.advised { count.min(1) } else { count };
        let (identity, mover) = (walk.guide.identity(node), walk.guide.mover(node));
        let begins = walk.guide.begins_turn(node);
        let twig = Twig { identity, first, count, open, visits: 1, worth, tried: 0.0, mover, begins, whole };
        self.twigs.push(twig);
        self.nodes.push(*node);
        Some(self.twigs.len() as u32 - 1)
    }

    /// Appends the branches of a node, at most so many. Whether that were all steps.
    fn push_branches<P: Position, G: Guide<P, Node = N, Step = S>>(
        &mut self,
        walk: &mut Walk<'_, P, G>,
        node: &G::Node,
        width: usize,
    ) -> bool {
        self.likely.clear();
        self.advised = walk.guide.advise(node, &mut self.likely);
        let first = self.branches.len();
        let whole = if self.advised { self.push_likely(width) } else { self.push_ranked(walk, node, width) };
        let mut sum = 0.0;
        let highest =
            self.branches[first..].iter().map(|branch| branch.prior).fold(f32::NEG_INFINITY, f32::max);
        for branch in &mut self.branches[first..] {
            branch.prior = (branch.prior - highest).exp();
            sum += branch.prior;
        }
        for branch in &mut self.branches[first..] {
            branch.set_prior(branch.prior / sum);
        }
        whole
    }

    /// Appends the likeliest steps of the policy, the likeliest first.
    fn push_likely(&mut self, width: usize) -> bool {
        let Self { likely, branches, weighing, .. } = self;
        let count = likely.len();
        if count > width {
            let highest = likely.iter().map(|likely| likely.logit).fold(f32::NEG_INFINITY, f32::max);
            let is_faint = |likely: &Likely<S>| likely.logit <= highest - FAINT;
            if likely.iter().filter(|&likely| !is_faint(likely)).count() >= FEWEST {
                likely.retain(|likely| !is_faint(likely));
            }
        }
        likely.sort_unstable_by(|a, b| b.logit.total_cmp(&a.logit));
        likely.truncate(width);
        let fresh = |&Likely { step, logit }: &Likely<S>| Branch::fresh(step, logit / weighing.softness);
        branches.extend(likely.iter().map(fresh));
        likely.len() == count
    }

    /// Appends the steps of the highest marks, likely as far as marks and the positions behind them say.
    fn push_ranked<P: Position, G: Guide<P, Node = N, Step = S>>(
        &mut self,
        walk: &mut Walk<'_, P, G>,
        node: &G::Node,
        width: usize,
    ) -> bool {
        self.ranked.clear();
        let mut stage = 0;
        while walk.guide.list(node, stage, &mut self.ranked) {
            stage += 1;
        }
        self.ranked.sort_by_key(|ranked| Reverse(ranked.mark));
        let whole = self.ranked.len() <= width;
        self.ranked.truncate(width);
        let mover = walk.guide.mover(node);
        for &Ranked { step, mark } in &self.ranked {
            let next = walk.guide.follow_to_horizon(node, step);
            let judged = walk.judge_step(&next, mover, self.weighing.logit);
            let (guess, proof) = judged.unwrap_or((0.0, Proof::None));
            let prior = mark as f32 / self.weighing.marks + guess / self.weighing.guesses;
            let mut branch = Branch { is_judged: true, mean: guess, ..Branch::fresh(step, prior) };
            branch.prove(proof);
            self.branches.push(branch);
        }
        whole
    }

    /// The branch to look at next.
    #[inline]
    fn choose(&self, twig: &Twig) -> u32 {
        let reach = self.weighing.curiosity * (twig.visits as f32).sqrt();
        let fresh = (twig.worth - self.weighing.caution * twig.tried.sqrt()).max(-1.0);
        let mut best = (0, f32::NEG_INFINITY);
        for (at, branch) in self.branches[twig.first as usize..][..twig.open as usize].iter().enumerate() {
            let mean = if branch.is_fresh() { fresh } else { branch.mean };
            let promise = mean + reach * branch.share;
            if promise > best.1 {
                best = (at as u32, promise);
            }
        }
        twig.first + best.0
    }

    /// What a node is worth to the player who chooses there: as much as its best step.
    fn worth(&self, at: u32) -> f32 {
        self.branches(at).iter().map(Branch::mean).fold(-1.0, f32::max)
    }

    /// What is proved of a node for the player who chooses there.
    fn proof(&self, at: u32) -> Proof {
        let twig = self.twigs[at as usize];
        let branches = self.block(twig);
        if branches.iter().any(|branch| branch.proof == Proof::Wins) {
            Proof::Wins
        } else if twig.whole && branches.iter().all(|branch| branch.proof == Proof::Loses) {
            Proof::Loses
        } else {
            Proof::None
        }
    }

    /// One simulation: down to a leaf, and its worth back up.
    pub(crate) fn simulate<P: Position, G: Guide<P, Node = N, Step = S>>(
        &mut self,
        walk: &mut Walk<'_, P, G>,
    ) {
        walk.path.clear();
        walk.taken.clear();
        let mut at = 0;
        loop {
            let twig = self.twigs[at as usize];
            if twig.count == 0 {
                return;
            }
            let mover = twig.mover;
            let chosen = self.choose(&twig);
            walk.taken.push(Taken { twig: at, branch: chosen, mover });
            if twig.begins && walk.past.is_some() {
                walk.path.push(twig.identity);
            }
            let branch = self.branches[chosen as usize];
            if branch.proof != Proof::None {
                return self.back_up(walk, mover, branch.mean());
            }
            if branch.child != 0 {
                at = branch.child;
                let Twig { begins, identity, .. } = self.twigs[at as usize];
                if begins && walk.repeats(identity) {
                    return self.back_up(walk, mover, 0.0);
                }
                continue;
            }
            let node = self.nodes[at as usize];
            let next = if branch.is_fresh() {
                self.open_next(at, branch.prior);
                let leaf = walk.guide.follow_to_horizon(&node, branch.step);
                if is_repeated(walk, &leaf) {
                    return self.back_up(walk, mover, 0.0);
                }
                if let Some((worth, proof)) = walk.judge_step(&leaf, mover, self.weighing.logit) {
                    self.branches[chosen as usize].prove(proof);
                    return self.back_up(walk, mover, worth);
                }
                leaf
            } else {
                walk.guide.follow(&node, branch.step)
            };
            if walk.guide.outcome(&next).is_some() {
                return self.back_up(walk, mover, branch.mean());
            }
            if is_repeated(walk, &next) {
                return self.back_up(walk, mover, 0.0);
            }
            let chooser = walk.guide.mover(&next);
            let mean = branch.mean();
            let Some(grown) = self.grow(walk, &next, if chooser == mover { mean } else { -mean }) else {
                return self.back_up(walk, mover, mean);
            };
            self.branches[chosen as usize].child = grown;
            if !self.advised {
                let worth = self.worth(grown);
                return self.back_up(walk, chooser, worth);
            }
            at = grown;
        }
    }

    /// Whether the step that the last simulation began with is proved to win.
    pub(crate) fn is_won<P: Position, G: Guide<P, Node = N, Step = S>>(&self, walk: &Walk<'_, P, G>) -> bool {
        walk.taken.first().is_some_and(|taken| self.branches[taken.branch as usize].proof == Proof::Wins)
    }

    /// Lets the branch after the one that is looked at for the first time be chosen.
    fn open_next(&mut self, at: u32, prior: f32) {
        let twig = &mut self.twigs[at as usize];
        twig.open = twig.count.min(twig.open + 1);
        twig.tried += prior;
    }

    /// Adds a worth, as `player` sees it, to the branches taken, and proves what can be proved of
    /// them.
    fn back_up<P: Position, G: Guide<P, Node = N, Step = S>>(
        &mut self,
        walk: &Walk<'_, P, G>,
        player: Player,
        worth: f32,
    ) {
        // Whether something was proved of the branch below.
        let mut news = true;
        for &Taken { twig, branch, mover } in walk.taken.iter().rev() {
            let taken = self.branches[branch as usize];
            if news && taken.proof == Proof::None && taken.child != 0 {
                let seen = (0.0, self.proof(taken.child));
                let same = self.twigs[taken.child as usize].mover == mover;
                let (_, proof) = if same { seen } else { turned(seen) };
                self.branches[branch as usize].prove(proof);
            }
            news = self.branches[branch as usize].proof != Proof::None;
            let worth = if mover == player { worth } else { -worth };
            self.branches[branch as usize].add(worth);
            let twig = &mut self.twigs[twig as usize];
            twig.visits = twig.visits.saturating_add(1);
            twig.worth += (worth - twig.worth) / twig.visits as f32;
        }
    }
}

/// Whether a node of which the game goes on is drawn because it was there before.
fn is_repeated<P: Position, G: Guide<P>>(walk: &Walk<'_, P, G>, node: &G::Node) -> bool {
    walk.past.is_some()
        && walk.guide.outcome(node).is_none()
        && walk.guide.begins_turn(node)
        && walk.repeats(walk.guide.identity(node))
}

/// What the end of a game is worth to a player.
fn ended(outcome: Outcome, player: Player) -> (f32, Proof) {
    match outcome {
        Outcome::Win { winner, .. } if winner == player => (1.0, Proof::Wins),
        Outcome::Win { .. } => (-1.0, Proof::Loses),
        Outcome::Draw => (0.0, Proof::None),
    }
}
