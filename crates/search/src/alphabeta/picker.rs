//! The order in which the steps of a node are tried: hash step, first stage, refutations, later stages.

use agon_core::{Player, Position};

use super::history::{History, select_best};
use crate::{ScoredStep, SearchDomain};

/// At most this many tried steps get a history penalty after a cutoff.
const MAX_PENALIZED: usize = 24;

/// Picks the steps of a node one at a time and generates them only when needed.
pub(crate) struct StepPicker<S> {
    /// Where the node's steps begin on the shared stack.
    base: usize,
    /// The next of them on the stack.
    next: usize,
    phase: Phase,
    hash_code: Option<u16>,
    refutations: [Option<S>; 3],
    /// Steps tried before they were generated.
    early: [Option<S>; 4],
    early_count: usize,
    /// Steps that did not fail high.
    tried: [Option<S>; MAX_PENALIZED],
    tried_count: usize,
    /// How many steps have been picked.
    pub(crate) move_index: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    HashStep,
    /// Generates this stage next.
    Stage(u32),
    /// Tries this refutation next.
    Refutation(usize),
    Done,
}

/// A step to be tried.
pub(crate) struct PickedStep<S> {
    pub(crate) step: S,
    /// How many steps were tried before it.
    pub(crate) move_index: usize,
}

impl<S: Copy + Eq> StepPicker<S> {
    pub(crate) fn new(base: usize, hash_code: Option<u16>, refutations: [Option<S>; 3]) -> Self {
        Self {
            base,
            next: base,
            phase: Phase::HashStep,
            hash_code,
            refutations,
            early: [None; 4],
            early_count: 0,
            tried: [None; MAX_PENALIZED],
            tried_count: 0,
            move_index: 0,
        }
    }

    pub(crate) fn tried(&self) -> impl Iterator<Item = S> + '_ {
        self.tried[..self.tried_count].iter().copied().flatten()
    }

    /// Records that the step did not fail high.
    pub(crate) fn record_tried(&mut self, step: S) {
        if self.tried_count < MAX_PENALIZED {
            self.tried[self.tried_count] = Some(step);
            self.tried_count += 1;
        }
    }

    fn chosen(&mut self, step: S) -> PickedStep<S> {
        let move_index = self.move_index;
        self.move_index += 1;
        PickedStep { step, move_index }
    }

    /// Whether the first stage and the refutations have been picked, so that only later stages are left.
    pub(crate) fn is_late(&self) -> bool {
        matches!(self.phase, Phase::Stage(1..) | Phase::Done)
    }

    fn try_early(&mut self, step: S) -> PickedStep<S> {
        self.early[self.early_count] = Some(step);
        self.early_count += 1;
        self.chosen(step)
    }

    /// The next step, or `None` when all have been tried.
    #[inline]
    pub(crate) fn next<P: Position, G: SearchDomain<P, Step = S>>(
        &mut self,
        domain: &mut G,
        node: &G::Node,
        player: Player,
        history: &History<S>,
        stack: &mut Vec<ScoredStep<S>>,
    ) -> Option<PickedStep<S>> {
        loop {
            if self.next < stack.len() {
                let step = select_best(&mut stack[self.next..])?;
                self.next += 1;
                return Some(self.chosen(step));
            }
            match self.phase {
                Phase::HashStep => {
                    self.phase = Phase::Stage(0);
                    if let Some(step) = self.hash_code.and_then(|code| domain.decode(node, code)) {
                        self.hash_code = None;
                        return Some(self.try_early(step));
                    }
                }
                Phase::Refutation(at) => {
                    self.phase = if at < 2 { Phase::Refutation(at + 1) } else { Phase::Stage(1) };
                    if let Some(step) = self.refutations[at]
                        && !self.early.contains(&Some(step))
                        && !self.is_generated(stack, step)
                        && domain.is_playable(node, step)
                    {
                        return Some(self.try_early(step));
                    }
                }
                Phase::Stage(stage) => {
                    let begin = stack.len();
                    let more = domain.generate(node, stage, stack);
                    self.phase = match stage {
                        _ if !more => Phase::Done,
                        0 => Phase::Refutation(0),
                        _ => Phase::Stage(stage + 1),
                    };
                    self.score_stage(domain, node, player, history, stack, begin);
                }
                Phase::Done => return None,
            }
        }
    }

    /// Whether the step has been generated, and so tried, already.
    fn is_generated(&self, stack: &[ScoredStep<S>], step: S) -> bool {
        stack[self.base..].iter().any(|scored| scored.step == step)
    }

    /// Removes the steps that were tried early and adds history to the scores of the others.
    fn score_stage<P: Position, G: SearchDomain<P, Step = S>>(
        &self,
        domain: &G,
        node: &G::Node,
        player: Player,
        history: &History<S>,
        stack: &mut Vec<ScoredStep<S>>,
        begin: usize,
    ) {
        let early = &self.early[..self.early_count];
        let mut kept = begin;
        for at in begin..stack.len() {
            let mut scored = stack[at];
            if early.contains(&Some(scored.step)) {
                continue;
            }
            let index = domain.history_index(scored.step);
            scored.score += history.ordering_score(&self.refutations, player, scored.step, index);
            if self.hash_code.is_some_and(|code| domain.encode(node, scored.step) == code) {
                scored.score = i32::MAX;
            }
            stack[kept] = scored;
            kept += 1;
        }
        stack.truncate(kept);
    }
}
