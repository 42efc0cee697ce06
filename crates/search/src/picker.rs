//! Which step to try next at a node.

use agon_core::{Player, Position};

use crate::ordering::{Experience, pick};
use crate::{Guide, Ranked};

/// How many steps that did not refute are remembered, to be blamed.
const BLAMED: usize = 24;

/// What has been tried at a node, and what comes next.
pub(crate) struct Picker<S> {
    /// Where the node's steps begin on the common stack.
    base: usize,
    /// The next of them.
    next: usize,
    phase: Phase,
    remembered: Option<u16>,
    refutations: [Option<S>; 3],
    /// Tried before they were listed.
    early: [Option<S>; 4],
    early_count: usize,
    tried: [Option<S>; BLAMED],
    tried_count: usize,
    pub(crate) place: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Remembered,
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
    pub(crate) place: usize,
}

impl<S: Copy + Eq> Picker<S> {
    pub(crate) fn new(base: usize, remembered: Option<u16>, refutations: [Option<S>; 3]) -> Self {
        Self {
            base,
            next: base,
            phase: Phase::Remembered,
            remembered,
            refutations,
            early: [None; 4],
            early_count: 0,
            tried: [None; BLAMED],
            tried_count: 0,
            place: 0,
        }
    }

    pub(crate) fn tried(&self) -> impl Iterator<Item = S> + '_ {
        self.tried[..self.tried_count].iter().copied().flatten()
    }

    /// The step tried last did not refute.
    pub(crate) fn note(&mut self, step: S) {
        if self.tried_count < BLAMED {
            self.tried[self.tried_count] = Some(step);
            self.tried_count += 1;
        }
    }

    fn chosen(&mut self, step: S) -> Choice<S> {
        let place = self.place;
        self.place += 1;
        Choice { step, place }
    }

    /// Whether all that is left has no experience to recommend it and comes from the last stage, or from a later
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
    pub(crate) fn next<P: Position, G: Guide<P, Step = S>>(
        &mut self,
        guide: &mut G,
        node: &G::Node,
        player: Player,
        experience: &Experience<S>,
        stack: &mut Vec<Ranked<S>>,
    ) -> Option<Choice<S>> {
        loop {
            if self.next < stack.len() {
                let step = pick(&mut stack[self.next..])?;
                self.next += 1;
                return Some(self.chosen(step));
            }
            match self.phase {
                Phase::Remembered => {
                    self.phase = Phase::Stage(0);
                    if let Some(step) = self.remembered.and_then(|code| guide.decode(node, code)) {
                        self.remembered = None;
                        return Some(self.try_early(step));
                    }
                }
                Phase::Refutation(at) => {
                    self.phase = if at < 2 { Phase::Refutation(at + 1) } else { Phase::Stage(1) };
                    if let Some(step) = self.refutations[at]
                        && !self.early.contains(&Some(step))
                        && !self.listed(stack, step)
                        && guide.is_playable(node, step)
                    {
                        return Some(self.try_early(step));
                    }
                }
                Phase::Stage(stage) => {
                    let begin = stack.len();
                    let more = guide.list(node, stage, stack);
                    self.phase = match stage {
                        _ if !more => Phase::Done,
                        0 => Phase::Refutation(0),
                        _ => Phase::Stage(stage + 1),
                    };
                    self.prepare(guide, node, player, experience, stack, begin);
                }
                Phase::Done => return None,
            }
        }
    }

    /// Whether the step stands among those already listed, and was tried with them.
    fn listed(&self, stack: &[Ranked<S>], step: S) -> bool {
        stack[self.base..].iter().any(|ranked| ranked.step == step)
    }

    /// Takes out what was tried before and adds experience to the marks.
    fn prepare<P: Position, G: Guide<P, Step = S>>(
        &self,
        guide: &G,
        node: &G::Node,
        player: Player,
        experience: &Experience<S>,
        stack: &mut Vec<Ranked<S>>,
        begin: usize,
    ) {
        let early = &self.early[..self.early_count];
        let mut kept = begin;
        for at in begin..stack.len() {
            let mut ranked = stack[at];
            if early.contains(&Some(ranked.step)) {
                continue;
            }
            let slot = guide.slot(ranked.step);
            ranked.mark += experience.mark(&self.refutations, player, ranked.step, slot);
            if self.remembered.is_some_and(|code| guide.code(node, ranked.step) == code) {
                ranked.mark = i32::MAX;
            }
            stack[kept] = ranked;
            kept += 1;
        }
        stack.truncate(kept);
    }
}
