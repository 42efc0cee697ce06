use agon_core::{Actor, Position};

use crate::SearchDomain;

/// The principal variations of all plies, in one block of memory allocated beforehand.
pub(crate) struct PvTable<M> {
    moves: Vec<Option<M>>,
    lengths: Vec<usize>,
    plies: usize,
}

impl<M: Copy> PvTable<M> {
    pub(crate) fn new(plies: usize) -> Self {
        Self { moves: vec![None; plies * plies], lengths: vec![0; plies + 1], plies }
    }

    /// Empties the line of a ply.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// Makes the line of a ply this step and the line of the next ply.
    pub(crate) fn extend(&mut self, ply: usize, m: M) {
        let length = self.lengths[ply + 1].min(self.plies - 1);
        let from = (ply + 1) * self.plies;
        if from + length <= self.moves.len() {
            self.moves.copy_within(from..from + length, ply * self.plies + 1);
        }
        self.moves[ply * self.plies] = Some(m);
        self.lengths[ply] = length + 1;
    }

    pub(crate) fn line(&self, ply: usize) -> impl Iterator<Item = M> + '_ {
        let from = ply * self.plies;
        self.moves[from..from + self.lengths[ply]].iter().copied().flatten()
    }
}

/// The notations of a line of steps, one for each whole turn.
pub(crate) fn turn_notations<P: Position, G: SearchDomain<P>>(
    domain: &G,
    position: &P,
    steps: &[G::Step],
) -> Vec<String> {
    let mut domain = domain.clone();
    let mut position = *position;
    let mut node = domain.root(&position);
    let mut notations = Vec::with_capacity(steps.len());
    let mut begin = 0;
    for (at, &step) in steps.iter().enumerate() {
        if !matches!(position.actor(), Actor::Player(_)) {
            break;
        }
        node = domain.apply(&node, step);
        if !domain.begins_turn(&node) && domain.outcome(&node).is_none() {
            continue;
        }
        let Some(turn) = domain.turn(&steps[begin..=at]) else { break };
        notations.push(position.move_text(turn));
        position.play_unchecked(turn);
        begin = at + 1;
    }
    notations
}
