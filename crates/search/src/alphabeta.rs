//! The tree below the root: principal variation search with everything preallocated.

use agon_core::{Outcome, Player, Position};

use crate::budget::Pulse;
use crate::guide::Selectivity;
use crate::memory::{Bound, Memo};
use crate::ordering::Experience;
use crate::picker::{Choice, Picker};
use crate::score::{HIGHEST_EVALUATION, INFINITE, from_memory, from_verdict, is_decided, to_memory, win_in};
use crate::variation::Variations;
use crate::{Guide, Memory, Ranked, Score, Skill};

/// The longest line in steps; deeper nodes are evaluated as they are.
pub(crate) const DEEPEST: usize = 160;

/// A window of scores that still matter.
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

    /// Only asks whether something is better than alpha.
    pub(crate) fn null(alpha: i32) -> Self {
        Self { alpha, beta: alpha + 1 }
    }
}

/// Where in the tree a node is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    /// Steps from the root.
    pub(crate) ply: usize,
    /// Turns from the root.
    pub(crate) turns: usize,
    /// Turns still to be searched.
    pub(crate) depth: u32,
    /// Where in the list of identities the positions begin that could come back.
    pub(crate) anchor: usize,
    /// The slot of the step that led here.
    pub(crate) last: Option<u32>,
    /// Whether the node was reached by a pass, which must not follow a pass.
    pub(crate) passed: bool,
}

/// A node about to be searched, as seen from the one above.
#[derive(Clone, Copy)]
pub(crate) struct Child<N> {
    pub(crate) node: N,
    /// The player who chose it.
    above: Player,
    /// Whether the other player chooses there.
    pub(crate) turned: bool,
    pub(crate) spot: Spot,
}

/// Everything one thread searches with.
pub(crate) struct Tree<'a, P: Position, G: Guide<P>> {
    pub(crate) guide: G,
    pub(crate) skill: Skill,
    pub(crate) memory: &'a Memory,
    pub(crate) pulse: Pulse,
    pub(crate) variations: Variations<G::Step>,
    selectivity: Selectivity,
    experience: Experience<G::Step>,
    /// Identities of the game so far, then of the path to the node, one for each turn.
    path: Vec<u64>,
    /// How many of them are from before the root.
    past: usize,
    repetition: bool,
    stack: Vec<Ranked<G::Step>>,
}

impl<'a, P: Position, G: Guide<P>> Tree<'a, P, G> {
    /// Prepares a search; `past` are the keys of the game before the root, nothing if repetition
    /// does not matter.
    pub(crate) fn new(
        guide: G,
        skill: Skill,
        memory: &'a Memory,
        pulse: Pulse,
        past: Option<&[u64]>,
    ) -> Self {
        let mut path = past.unwrap_or_default().to_vec();
        path.reserve(DEEPEST + 1);
        // Weak levels misjudge what they see: leaving out by judgement would make them blind as well.
        let selectivity = if skill.misjudgement > 0 { Selectivity::default() } else { guide.selectivity() };
        Self {
            guide,
            skill,
            memory,
            pulse,
            variations: Variations::new(DEEPEST + 2),
            selectivity,
            experience: Experience::new(DEEPEST + 2),
            past: path.len(),
            path,
            repetition: past.is_some(),
            stack: Vec::with_capacity(1 << 13),
        }
    }

    /// Puts a node on the path, before its children are entered; to be left again by [`Tree::leave`].
    #[inline]
    pub(crate) fn stand_at(&mut self, node: &G::Node) {
        if self.repetition && self.guide.begins_turn(node) {
            self.path.push(self.guide.identity(node));
        }
    }

    /// The child that a step leads to from the node where the path ends.
    #[inline]
    pub(crate) fn enter_child(&mut self, node: &G::Node, step: G::Step, spot: Spot) -> Child<G::Node> {
        let memory = self.memory;
        let next = if spot.depth > 1 {
            self.guide.follow_telling(node, step, |key| memory.prepare(key))
        } else {
            self.guide.follow_to_horizon(node, step)
        };
        let turned = self.guide.begins_turn(&next);
        let mut below = Spot {
            ply: spot.ply + 1,
            turns: spot.turns + usize::from(turned),
            depth: spot.depth,
            anchor: spot.anchor,
            last: Some(self.guide.slot(step)),
            passed: false,
        };
        if self.repetition && self.guide.is_irreversible(node, step) {
            below.anchor = self.path.len();
        }
        Child { node: next, above: self.guide.mover(node), turned, spot: below }
    }

    #[inline]
    pub(crate) fn leave(&mut self, node: &G::Node) {
        if self.repetition && self.guide.begins_turn(node) {
            self.path.pop();
        }
    }

    /// The score of a child to the player above, with this depth counted at the node above.
    pub(crate) fn score(&mut self, child: &Child<G::Node>, depth: u32, window: Window) -> i32 {
        if let Some(outcome) = self.guide.outcome(&child.node) {
            self.variations.clear(child.spot.ply);
            self.pulse.tick();
            return ended(outcome, child.above, child.spot);
        }
        if child.turned {
            let spot = Spot { depth: depth.saturating_sub(1), ..child.spot };
            -self.node(&child.node, spot, window.flipped())
        } else {
            self.node(&child.node, Spot { depth, ..child.spot }, window)
        }
    }

    /// The same with a null window and less depth first.
    pub(crate) fn late_score(
        &mut self,
        child: &Child<G::Node>,
        depth: u32,
        reduction: u32,
        window: Window,
    ) -> i32 {
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

    /// The worth of a node to the player who chooses, misjudged as the skill says.
    pub(crate) fn judge(&mut self, node: &G::Node) -> i32 {
        let mut score = self.guide.evaluate(node);
        if self.skill.misjudgement > 0 {
            let error = self.skill.error(self.guide.error_key(node));
            score += if self.guide.mover(node) == Player::P1 { error } else { -error };
        }
        score.clamp(-HIGHEST_EVALUATION, HIGHEST_EVALUATION)
    }

    /// Whether a position counts as drawn because it comes again: for the second time within the
    /// search, or for the third time with what was on the table before.
    fn repeats(&self, identity: u64, anchor: usize) -> bool {
        let mut seen = 0;
        // The last one is that of the parent, where the other player was to move.
        for at in (anchor..self.path.len()).rev().skip(1).step_by(2) {
            if self.path[at] == identity {
                seen += 1;
                if at >= self.past || seen == 2 {
                    return true;
                }
            }
        }
        false
    }

    fn node(&mut self, node: &G::Node, spot: Spot, window: Window) -> i32 {
        self.variations.clear(spot.ply);
        if self.pulse.tick() {
            return 0;
        }
        let begins = self.guide.begins_turn(node);
        // A position cannot come back before both have moved.
        if begins
            && self.repetition
            && self.path.len() >= spot.anchor + 2
            && self.repeats(self.guide.identity(node), spot.anchor)
        {
            return 0;
        }
        if let Some(verdict) = self.guide.verdict(node) {
            return from_verdict(verdict, spot.turns);
        }
        if begins && (spot.depth == 0 || spot.ply >= DEEPEST) {
            return self.judge(node);
        }
        let key = self.guide.key(node);
        let memo = self.memory.recall(key);
        if let Some(score) = memo.and_then(|memo| usable(memo, spot, window)) {
            return score;
        }
        if begins
            && spot.depth == 1
            && self.skill.misjudgement == 0
            && let Some(score) = self.guide.horizon(node)
        {
            return self.at_horizon(score, spot, key);
        }
        self.think(node, spot, window, key, memo)
    }

    fn at_horizon(&mut self, score: Score, spot: Spot, key: u64) -> i32 {
        let score = from_verdict(score, spot.turns);
        let memo = Memo { score: to_memory(score, spot.turns), depth: 1, bound: Bound::Exact, code: None };
        self.memory.keep(key, memo);
        score
    }

    /// Tries to do without looking at the steps, then looks at them.
    fn think(&mut self, node: &G::Node, mut spot: Spot, window: Window, key: u64, memo: Option<Memo>) -> i32 {
        let Selectivity { calm, calm_depth, futile, futile_depth, unknown_depth, pass_depth, .. } =
            self.selectivity;
        let mut hopeless = false;
        let may_pass = pass_depth > 0 && spot.depth >= pass_depth && !spot.passed;
        let matters =
            (calm > 0 && spot.depth <= calm_depth) || (futile > 0 && spot.depth <= futile_depth) || may_pass;
        if window.is_null() && matters && self.guide.begins_turn(node) && !is_decided(window.alpha) {
            let judged = self.judge(node);
            if calm > 0 && spot.depth <= calm_depth && judged - calm * spot.depth as i32 >= window.beta {
                return judged;
            }
            if may_pass
                && judged >= window.beta
                && let Some(score) = self.pass(node, spot, window)
            {
                return score;
            }
            hopeless = futile > 0
                && spot.depth <= futile_depth
                && judged + futile * spot.depth as i32 <= window.alpha;
        }
        let remembered = memo.and_then(|memo| memo.code);
        if unknown_depth > 0 && spot.depth >= unknown_depth && remembered.is_none() {
            spot.depth -= 1;
        }
        self.expand(node, spot, window, key, remembered, hopeless)
    }

    /// Whether the opponent could not profit from moving twice.
    fn pass(&mut self, node: &G::Node, spot: Spot, window: Window) -> Option<i32> {
        let next = self.guide.pass(node)?;
        let reduced = spot.depth.saturating_sub(3 + spot.depth / 4);
        let below = Spot {
            ply: spot.ply + 1,
            turns: spot.turns + 1,
            depth: reduced,
            // Nothing before the pass can come again: the path of real turns is broken.
            anchor: self.path.len(),
            last: None,
            passed: true,
        };
        let score = -self.node(&next, below, Window::null(window.beta - 1).flipped());
        (score >= window.beta && !is_decided(score) && !self.pulse.halted()).then_some(score)
    }

    fn expand(
        &mut self,
        node: &G::Node,
        spot: Spot,
        window: Window,
        key: u64,
        remembered: Option<u16>,
        hopeless: bool,
    ) -> i32 {
        let base = self.stack.len();
        let player = self.guide.mover(node);
        let refutations = self.experience.refutations(spot.ply, player, spot.last);
        let mut picker = Picker::new(base, remembered, refutations);
        let late = self.latest(spot.depth, window);
        let mut best = -INFINITE;
        let mut best_step = None;
        let mut alpha = window.alpha;
        self.stand_at(node);
        loop {
            // Asked before the late steps are listed: most often that is saved.
            let enough = (hopeless || picker.place >= late) && best > -INFINITE && !is_decided(best);
            if enough && picker.is_late() {
                break;
            }
            let next = picker.next(&mut self.guide, node, player, &self.experience, &mut self.stack);
            let Some(Choice { step, place }) = next else { break };
            let now = Window { alpha, beta: window.beta };
            let child = self.enter_child(node, step, spot);
            let score = if place == 0 {
                self.score(&child, spot.depth, now)
            } else {
                let reduction = self.reduction(spot.depth, place, player, step);
                self.late_score(&child, spot.depth, reduction, now)
            };
            if self.pulse.halted() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_step = Some(step);
                    self.variations.extend(spot.ply, step);
                }
                if score >= window.beta {
                    self.learn(spot, player, step, &picker);
                    break;
                }
            }
            picker.note(step);
        }
        self.leave(node);
        self.stack.truncate(base);
        if self.pulse.halted() {
            return 0;
        }
        if picker.place == 0 {
            return self.judge(node);
        }
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best_step.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let memo = Memo {
            score: to_memory(best, spot.turns),
            depth: spot.depth.min(255) as u8,
            bound,
            code: best_step.map(|step| self.guide.code(node, step)).or(remembered),
        };
        self.memory.keep(key, memo);
        best
    }

    /// How many steps are tried at most.
    fn latest(&self, depth: u32, window: Window) -> usize {
        let Selectivity { late, late_depth, .. } = self.selectivity;
        if late > 0 && depth <= late_depth && window.is_null() && !is_decided(window.alpha) {
            late + late * (depth * depth) as usize
        } else {
            usize::MAX
        }
    }

    fn reduction(&self, depth: u32, place: usize, player: Player, step: G::Step) -> u32 {
        let usual = self.guide.reduction(depth, place);
        if usual == 0 {
            return 0;
        }
        // A step that has often refuted others is reduced less, one that never did more.
        match self.experience.history(player, self.guide.slot(step)) {
            4000.. => usual - 1,
            _ => usual,
        }
    }

    /// The step refuted; those before it did not.
    fn learn(&mut self, spot: Spot, player: Player, step: G::Step, picker: &Picker<G::Step>) {
        let slots = (self.guide.slot(step), spot.last);
        self.experience.reward(spot.ply, player, step, slots, spot.depth);
        for other in picker.tried() {
            self.experience.blame(player, self.guide.slot(other), spot.depth);
        }
    }
}

/// What the memory proves at a node, if it goes deep enough.
fn usable(memo: Memo, spot: Spot, window: Window) -> Option<i32> {
    let score = from_memory(memo.score, spot.turns);
    let deep_enough = u32::from(memo.depth) >= spot.depth || is_decided(score);
    let decides = match memo.bound {
        // On the principal variation the line itself is wanted, not only its score.
        Bound::Exact => window.is_null(),
        Bound::Lower => window.is_null() && score >= window.beta,
        Bound::Upper => window.is_null() && score <= window.alpha,
    };
    (deep_enough && decides).then_some(score)
}

/// The score of an ended game to a player.
fn ended(outcome: Outcome, player: Player, spot: Spot) -> i32 {
    match outcome {
        Outcome::Win { winner, .. } if winner == player => win_in(spot.turns as u32),
        Outcome::Win { .. } => -win_in(spot.turns as u32),
        Outcome::Draw => 0,
    }
}
