//! Which step to try next at a node.

use agon_core::{Player, Position};

use crate::history::{History, select_best};
use crate::{ScoredStep, SearchDomain};

/// How many steps that did not refute are hash_code, to be blamed.
const MAX_PENALIZED: usize = 24;

/// What has been tried at a node, and what comes next.
pub(crate) struct StepPicker<S> {
    /// Where the node's steps begin on the common stack.
    base: usize,
    /// The next of them.
    next: usize,
    phase: Phase,
    hash_code: Option<u16>,
    refutations: [Option<S>; 3],
    /// Tried before they were listed.
    early: [Option<S>; 4],
    early_count: usize,
    tried: [Option<S>; MAX_PENALIZED],
    tried_count: usize,
    pub(crate) move_index: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    HashStep,
    /// Lists this stage next.
    Stage(u32),
    /// Tries this refutation next.
    Refutation(usize),
    Done,
}

/// A step to be tried.
pub(crate) struct Choice<S> {
    pub(crate) step: S,
    /// How many were tried before it.
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

    /// The step tried last did not refute.
    pub(crate) fn note(&mut self, step: S) {
        if self.tried_count < MAX_PENALIZED {
            self.tried[self.tried_count] = Some(step);
            self.tried_count += 1;
        }
    }

    fn chosen(&mut self, step: S) -> Choice<S> {
        let move_index = self.move_index;
        self.move_index += 1;
        Choice { step, move_index }
    }

    /// Whether all that is left has no history to recommend it and comes from the last stage, or from a later
    /// one than the first.
    pub(crate) fn is_late(&self) -> bool {
        matches!(self.phase, Phase::Stage(1..) | Phase::Done)
    }

    fn try_early(&mut self, step: S) -> Choice<S> {
        self.early[self.early_count] = Some(step);
        self.early_count += 1;
        self.chosen(step)
    }

    /// The next step, or nothing when all have been tried.
    #[inline]
    pub(crate) fn next<P: Position, G: SearchDomain<P, Step = S>>(
        &mut self,
        domain: &mut G,
        node: &G::Node,
        player: Player,
        history: &History<S>,
        stack: &mut Vec<ScoredStep<S>>,
    ) -> Option<Choice<S>> {
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
                        && !self.listed(stack, step)
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
                    self.prepare(domain, node, player, history, stack, begin);
                }
                Phase::Done => return None,
            }
        }
    }

    /// Whether the step stands among those already listed, and was tried with them.
    fn listed(&self, stack: &[ScoredStep<S>], step: S) -> bool {
        stack[self.base..].iter().any(|scored| scored.step == step)
    }

    /// Takes out what was tried before and adds history to the marks.
    fn prepare<P: Position, G: SearchDomain<P, Step = S>>(
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
            let slot = domain.history_index(scored.step);
            scored.mark += history.mark(&self.refutations, player, scored.step, slot);
            if self.hash_code.is_some_and(|code| domain.encode(node, scored.step) == code) {
                scored.mark = i32::MAX;
            }
            stack[kept] = scored;
            kept += 1;
        }
        stack.truncate(kept);
    }
}
