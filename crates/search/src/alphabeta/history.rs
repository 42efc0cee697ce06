use agon_core::Player;

use crate::{OrderingScores, ScoredStep};

/// Move ordering learned during a search: killer steps, counter moves and history scores.
pub(crate) struct History<S> {
    /// The last two steps that failed high at each ply.
    killers: Vec<[Option<S>; 2]>,
    /// The last step that refuted each step of the opponent.
    counter_moves: Vec<Option<S>>,
    scores: Vec<i32>,
}

/// Entries per player; larger indices wrap around.
const ENTRIES_PER_PLAYER: usize = 1 << 12;

impl<S: Copy + Eq> History<S> {
    pub(crate) fn new(plies: usize) -> Self {
        Self {
            killers: vec![[None; 2]; plies],
            counter_moves: vec![None; 2 * ENTRIES_PER_PLAYER],
            scores: vec![0; 2 * ENTRIES_PER_PLAYER],
        }
    }

    fn place(player: Player, index: u32) -> usize {
        player.index() * ENTRIES_PER_PLAYER + index as usize % ENTRIES_PER_PLAYER
    }

    /// The killer steps of the ply and the counter move to the step before, whose history index is `last`.
    #[inline]
    pub(crate) fn refutations(&self, ply: usize, player: Player, last: Option<u32>) -> [Option<S>; 3] {
        let [first, second] = self.killers[ply];
        [first, second, last.and_then(|index| self.counter_moves[Self::place(player, index)])]
    }

    /// The history score of a step.
    #[inline]
    pub(crate) fn score(&self, player: Player, index: u32) -> i32 {
        self.scores[Self::place(player, index)]
    }

    /// The history score of a step and its bonus as a killer.
    #[inline]
    pub(crate) fn ordering_score(&self, refutations: &[Option<S>; 3], player: Player, step: S, index: u32) -> i32 {
        let bonus = match refutations {
            [Some(first), ..] if *first == step => OrderingScores::KILLER + OrderingScores::HISTORY,
            [_, Some(second), _] if *second == step => OrderingScores::KILLER,
            _ => 0,
        };
        bonus + self.score(player, index)
    }

    /// Records a step that failed high; `indices` are its history index and that of the step before.
    pub(crate) fn reward(&mut self, ply: usize, player: Player, step: S, indices: (u32, Option<u32>), depth: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(step) {
            *killers = [Some(step), killers[0]];
        }
        if let Some(last) = indices.1 {
            self.counter_moves[Self::place(player, last)] = Some(step);
        }
        self.update(player, indices.0, (depth * depth).min(400) as i32);
    }

    /// Records a step that was tried before the one that failed high.
    pub(crate) fn penalize(&mut self, player: Player, index: u32, depth: u32) {
        self.update(player, index, -((depth * depth).min(400) as i32));
    }

    fn update(&mut self, player: Player, index: u32, bonus: i32) {
        let score = &mut self.scores[Self::place(player, index)];
        // Gravity: the nearer to the maximum, the less is added, so old scores decay.
        *score += bonus * 16 - *score * bonus.abs() * 16 / OrderingScores::HISTORY;
    }
}

/// Moves the best of the remaining steps to the front.
///
/// Most nodes end after a step or two, so sorting the whole list would be wasted. Equal scores keep the order
/// in which the domain lists them, which makes searches repeatable.
#[inline]
pub(crate) fn select_best<S: Copy>(steps: &mut [ScoredStep<S>]) -> Option<S> {
    let mut best = 0;
    let mut score = steps.first()?.score;
    for (at, scored) in steps.iter().enumerate().skip(1) {
        if scored.score > score {
            (best, score) = (at, scored.score);
        }
    }
    // A rotation would keep the order of the rest exactly, but costs measurable time.
    steps.swap(0, best);
    Some(steps[0].step)
}
