//! The tree below the root: principal variation search with everything preallocated.

use agon_core::{Actor, Outcome, Player, Position};

use crate::budget::Pulse;
use crate::memory::{Bound, Memo};
use crate::ordering::{Experience, pick};
use crate::score::{HIGHEST_EVALUATION, INFINITE, from_memory, from_verdict, is_decided, to_memory, win_in};
use crate::variation::Variations;
use crate::{Evaluator, Memory, Skill};

/// The longest line; deeper nodes are evaluated as they are.
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
    fn null(alpha: i32) -> Self {
        Self { alpha, beta: alpha + 1 }
    }
}

/// Where in the tree a node is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) ply: usize,
    /// Turns still to be searched.
    pub(crate) depth: u32,
    /// The player to move.
    pub(crate) player: Player,
    /// Where in the list of keys the positions begin that could come back.
    pub(crate) anchor: usize,
}

/// Everything one thread searches with.
pub(crate) struct Tree<'a, P: Position, E> {
    pub(crate) evaluator: E,
    pub(crate) skill: Skill,
    pub(crate) memory: &'a Memory,
    pub(crate) pulse: Pulse,
    pub(crate) variations: Variations<P::Move>,
    experience: Experience<P::Move>,
    /// Keys of the game so far, then of the path to the node.
    keys: Vec<u64>,
    /// How many of the keys are from before the root.
    past: usize,
    repetition: bool,
    moves: Vec<P::Move>,
    marks: Vec<i32>,
    places: Vec<u16>,
}

impl<'a, P: Position, E: Evaluator<P>> Tree<'a, P, E> {
    /// Prepares a search; `past` are the keys of the game before the root, empty if repetition
    /// does not matter.
    pub(crate) fn new(
        evaluator: E,
        skill: Skill,
        memory: &'a Memory,
        pulse: Pulse,
        past: Option<&[u64]>,
    ) -> Self {
        let mut keys = past.unwrap_or_default().to_vec();
        keys.reserve(DEEPEST + 1);
        Self {
            evaluator,
            skill,
            memory,
            pulse,
            variations: Variations::new(DEEPEST + 1),
            experience: Experience::new(DEEPEST + 1),
            past: keys.len(),
            keys,
            repetition: past.is_some(),
            moves: Vec::with_capacity(1 << 13),
            marks: Vec::with_capacity(1 << 13),
            places: Vec::with_capacity(1 << 13),
        }
    }

    /// The score of a move to the player who makes it, by a search of the given depth.
    pub(crate) fn child(&mut self, position: &P, m: P::Move, spot: Spot, depth: u32, window: Window) -> i32 {
        let mut next = *position;
        next.play_unchecked(m);
        let mut below =
            Spot { ply: spot.ply + 1, depth, player: spot.player.opponent(), anchor: spot.anchor };
        if !self.repetition {
            return -self.node(&next, below, window.flipped());
        }
        self.keys.push(position.key());
        if position.is_irreversible(m) {
            below.anchor = self.keys.len();
        }
        let score = -self.node(&next, below, window.flipped());
        self.keys.pop();
        score
    }

    /// The same with a null window and less depth first, as befits the place in the order.
    pub(crate) fn late_child(
        &mut self,
        position: &P,
        m: P::Move,
        spot: Spot,
        place: usize,
        window: Window,
    ) -> i32 {
        let depth = spot.depth - 1;
        let reduction = self.evaluator.reduction(spot.depth, place).min(depth);
        let mut score = self.child(position, m, spot, depth - reduction, Window::null(window.alpha));
        if score > window.alpha && reduction > 0 {
            score = self.child(position, m, spot, depth, Window::null(window.alpha));
        }
        if score > window.alpha && score < window.beta {
            score = self.child(position, m, spot, depth, window);
        }
        score
    }

    /// The worth of a position to the player to move, misjudged as the skill says.
    pub(crate) fn judge(&mut self, position: &P, player: Player) -> i32 {
        let mut score = self.evaluator.evaluate(position, player);
        if self.skill.misjudgement > 0 {
            let error = self.skill.error(self.evaluator.error_key(position));
            score += if player == Player::P1 { error } else { -error };
        }
        score.clamp(-HIGHEST_EVALUATION, HIGHEST_EVALUATION)
    }

    /// Whether a position counts as drawn because it comes again: for the second time within the
    /// search, or for the third time with what was on the table before.
    fn repeats(&self, key: u64, anchor: usize) -> bool {
        let mut seen = 0;
        // The last key is that of the parent, where the other player was to move.
        for at in (anchor..self.keys.len()).rev().skip(1).step_by(2) {
            if self.keys[at] == key {
                seen += 1;
                if at >= self.past || seen == 2 {
                    return true;
                }
            }
        }
        false
    }

    fn node(&mut self, position: &P, spot: Spot, window: Window) -> i32 {
        self.variations.clear(spot.ply);
        if self.pulse.tick() {
            return 0;
        }
        let player = match position.actor() {
            Actor::Player(player) => player,
            Actor::Nobody | Actor::Chance => return ended(position, spot),
        };
        debug_assert_eq!(player, spot.player, "the players alternate");
        if self.repetition && self.repeats(position.key(), spot.anchor) {
            return 0;
        }
        if let Some(verdict) = self.evaluator.verdict(position) {
            return from_verdict(verdict, spot.ply);
        }
        if spot.depth == 0 || spot.ply >= DEEPEST {
            return self.judge(position, player);
        }
        let key = self.evaluator.key(position);
        let memo = self.memory.recall(key);
        if let Some(score) = memo.and_then(|memo| usable(memo, spot, window)) {
            return score;
        }
        self.expand(position, spot, window, key, memo.and_then(|memo| memo.place))
    }

    fn expand(&mut self, position: &P, spot: Spot, window: Window, key: u64, remembered: Option<u16>) -> i32 {
        let base = self.moves.len();
        self.list(position, spot, base, remembered);
        let count = self.moves.len() - base;
        if count == 0 {
            return self.judge(position, spot.player);
        }
        let mut best = -INFINITE;
        let mut best_place = None;
        let mut alpha = window.alpha;
        for next in 0..count {
            let end = base + count;
            let picked = pick(
                &mut self.moves[base..end],
                &mut self.marks[base..end],
                &mut self.places[base..end],
                next,
            );
            let Some((m, place)) = picked else { break };
            let now = Window { alpha, beta: window.beta };
            let score = if next == 0 {
                self.child(position, m, spot, spot.depth - 1, now)
            } else {
                self.late_child(position, m, spot, next, now)
            };
            if self.pulse.halted() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_place = Some(place);
                    self.variations.extend(spot.ply, m);
                }
                if score >= window.beta {
                    self.learn(spot, base, next);
                    break;
                }
            }
        }
        self.moves.truncate(base);
        self.marks.truncate(base);
        self.places.truncate(base);
        if self.pulse.halted() {
            return 0;
        }
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best_place.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let memo = Memo {
            score: to_memory(best, spot.ply),
            depth: spot.depth.min(255) as u8,
            bound,
            place: best_place,
        };
        self.memory.keep(key, memo);
        best
    }

    fn list(&mut self, position: &P, spot: Spot, base: usize, remembered: Option<u16>) {
        self.evaluator.candidates(position, &mut self.moves);
        // Places are 16 bits wide; no game has so many candidates.
        self.moves.truncate(base + usize::from(u16::MAX));
        let count = self.moves.len() - base;
        self.marks.resize(base + count, 0);
        self.places.extend(0..count as u16);
        self.marks[base..].fill(0);
        self.evaluator.order(position, &self.moves[base..], &mut self.marks[base..]);
        for (&m, mark) in self.moves[base..].iter().zip(&mut self.marks[base..]) {
            *mark += self.experience.mark(spot.ply, spot.player, m, self.evaluator.slot(m));
        }
        if let Some(mark) = remembered.and_then(|place| self.marks[base..].get_mut(usize::from(place))) {
            *mark = i32::MAX;
        }
    }

    /// The move at `next` refuted; those before it did not.
    fn learn(&mut self, spot: Spot, base: usize, next: usize) {
        for (at, &m) in self.moves[base..=base + next].iter().enumerate() {
            let slot = self.evaluator.slot(m);
            if at == next {
                self.experience.reward(spot.ply, spot.player, m, slot, spot.depth);
            } else {
                self.experience.blame(spot.player, slot, spot.depth);
            }
        }
    }
}

/// What the memory proves at a node, if it goes deep enough.
fn usable(memo: Memo, spot: Spot, window: Window) -> Option<i32> {
    let score = from_memory(memo.score, spot.ply);
    let deep_enough = u32::from(memo.depth) >= spot.depth || is_decided(score);
    let decides = match memo.bound {
        // On the principal variation the line itself is wanted, not only its score.
        Bound::Exact => window.is_null(),
        Bound::Lower => window.is_null() && score >= window.beta,
        Bound::Upper => window.is_null() && score <= window.alpha,
    };
    (deep_enough && decides).then_some(score)
}

/// The score of an ended game to the player whose turn it would be.
fn ended<P: Position>(position: &P, spot: Spot) -> i32 {
    match position.outcome() {
        Some(Outcome::Win { winner, .. }) if winner == spot.player => win_in(spot.ply as u32),
        Some(Outcome::Win { .. }) => -win_in(spot.ply as u32),
        Some(Outcome::Draw) | None => 0,
    }
}
