use agon_core::Player;

use crate::{OrderingScores, ScoredStep};

/// Steps that have refuted others before are tried early.
pub(crate) struct History<S> {
    killers: Vec<[Option<S>; 2]>,
    /// What refuted a step the last time.
    answers: Vec<Option<S>>,
    history: Vec<i32>,
}

const SLOTS: usize = 1 << 12;

impl<S: Copy + Eq> History<S> {
    pub(crate) fn new(plies: usize) -> Self {
        Self { killers: vec![[None; 2]; plies], answers: vec![None; 2 * SLOTS], history: vec![0; 2 * SLOTS] }
    }

    fn index(player: Player, slot: u32) -> usize {
        player.index() * SLOTS + slot as usize % SLOTS
    }

    /// What refuted neighbours of this node, the best first; `last` is the slot of the step before.
    #[inline]
    pub(crate) fn refutations(&self, ply: usize, player: Player, last: Option<u32>) -> [Option<S>; 3] {
        let [first, second] = self.killers[ply];
        [first, second, last.and_then(|slot| self.answers[Self::index(player, slot)])]
    }

    /// What history adds to the mark of a step.
    #[inline]
    pub(crate) fn history(&self, player: Player, slot: u32) -> i32 {
        self.history[Self::index(player, slot)]
    }

    /// What history adds to the mark of a step.
    #[inline]
    pub(crate) fn mark(&self, refutations: &[Option<S>; 3], player: Player, step: S, slot: u32) -> i32 {
        let known = match refutations {
            [Some(first), ..] if *first == step => OrderingScores::KILLER + OrderingScores::HISTORY,
            [_, Some(second), _] if *second == step => OrderingScores::KILLER,
            _ => 0,
        };
        known + self.history(player, slot)
    }

    /// The step was too good for the opponent to allow.
    pub(crate) fn reward(
        &mut self,
        ply: usize,
        player: Player,
        step: S,
        slots: (u32, Option<u32>),
        depth: u32,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(step) {
            *killers = [Some(step), killers[0]];
        }
        if let Some(last) = slots.1 {
            self.answers[Self::index(player, last)] = Some(step);
        }
        self.add(player, slots.0, (depth * depth).min(400) as i32);
    }

    /// The step was tried before the refutation and did not refute.
    pub(crate) fn penalize(&mut self, player: Player, slot: u32, depth: u32) {
        self.add(player, slot, -((depth * depth).min(400) as i32));
    }

    fn add(&mut self, player: Player, slot: u32, bonus: i32) {
        let value = &mut self.history[Self::index(player, slot)];
        // The nearer to the limit, the less is added: old history fades by itself.
        *value += bonus * 16 - *value * bonus.abs() * 16 / OrderingScores::HISTORY;
    }
}

/// Brings the best of the remaining steps to the front.
///
/// Most nodes end after a step or two, so a whole sort would be wasted. Equal marks keep the order of the
/// domain, which makes searches repeatable.
#[inline]
pub(crate) fn select_best<S: Copy>(steps: &mut [ScoredStep<S>]) -> Option<S> {
    let mut best = 0;
    let mut mark = steps.first()?.mark;
    for (at, scored) in steps.iter().enumerate().skip(1) {
        if scored.mark > mark {
            (best, mark) = (at, scored.mark);
        }
    }
    // Moving the skipped ones up keeps their order, unlike a swap, but the cost would be felt: the
    // first of equals is found first whatever is swapped.
    steps.swap(0, best);
    Some(steps[0].step)
}
