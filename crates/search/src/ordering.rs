use agon_core::Player;

use crate::Marks;

/// Moves that have refuted others before are tried early.
pub(crate) struct Experience<M> {
    killers: Vec<[Option<M>; 2]>,
    history: Vec<i32>,
}

const SLOTS: usize = 1 << 12;

impl<M: Copy + Eq> Experience<M> {
    pub(crate) fn new(plies: usize) -> Self {
        Self { killers: vec![[None; 2]; plies], history: vec![0; 2 * SLOTS] }
    }

    fn index(player: Player, slot: u32) -> usize {
        player.index() * SLOTS + slot as usize % SLOTS
    }

    /// What experience adds to the mark of a move.
    #[inline]
    pub(crate) fn mark(&self, ply: usize, player: Player, m: M, slot: u32) -> i32 {
        let killer = match self.killers[ply] {
            [Some(first), _] if first == m => Marks::KILLER + Marks::HISTORY,
            [_, Some(second)] if second == m => Marks::KILLER,
            _ => 0,
        };
        killer + self.history[Self::index(player, slot)]
    }

    /// The move was too good for the opponent to allow.
    pub(crate) fn reward(&mut self, ply: usize, player: Player, m: M, slot: u32, depth: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        self.add(player, slot, (depth * depth).min(400) as i32);
    }

    /// The move was tried before the refutation and did not refute.
    pub(crate) fn blame(&mut self, player: Player, slot: u32, depth: u32) {
        self.add(player, slot, -((depth * depth).min(400) as i32));
    }

    fn add(&mut self, player: Player, slot: u32, bonus: i32) {
        let value = &mut self.history[Self::index(player, slot)];
        // The nearer to the limit, the less is added: old experience fades by itself.
        *value += bonus * 16 - *value * bonus.abs() * 16 / Marks::HISTORY;
    }
}

/// Brings the best of the remaining moves to the place `next`.
///
/// Most nodes end after a move or two, so a whole sort would be wasted. Equal marks keep the order of the
/// generator, which makes searches repeatable.
#[inline]
pub(crate) fn pick<M: Copy>(
    moves: &mut [M],
    marks: &mut [i32],
    places: &mut [u16],
    next: usize,
) -> Option<(M, u16)> {
    let (best, _) =
        marks.get(next..)?.iter().enumerate().max_by_key(|&(at, &mark)| (mark, usize::MAX - at))?;
    let best = next + best;
    moves.swap(next, best);
    marks.swap(next, best);
    places.swap(next, best);
    Some((moves[next], places[next]))
}
