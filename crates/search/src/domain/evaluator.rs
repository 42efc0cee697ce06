use std::hash::{Hash, Hasher};

use agon_core::{Player, Position};

use crate::Score;

/// The evaluation of a game without dice in which the players alternate and whole turns are listed at once.
///
/// Each search thread works on its own clone, so an evaluator may hold scratch space.
pub trait Evaluator<P: Position>: Clone + Send + 'static {
    /// The static evaluation for a player, in hundredths of the game's unit. The game goes on.
    fn evaluate(&mut self, position: &P, player: Player) -> i32;

    /// The score for the player to move, if it is proved without search. The winner must be exact.
    fn proven_score(&mut self, position: &P) -> Option<Score> {
        let _ = position;
        None
    }

    /// Appends the turns to try below the root, at least one if any is legal; the root tries all. The same
    /// position always gives the same list.
    fn candidates(&mut self, position: &P, out: &mut Vec<P::Move>) {
        position.legal_moves(out);
    }

    /// Scores each move for the order, on the scale of [`OrderingScores`](crate::OrderingScores).
    fn score_moves(&mut self, position: &P, moves: &[P::Move], scores: &mut [i32]) {
        let _ = (position, moves, scores);
    }

    /// The transposition table key. Positions that play alike may share one.
    fn key(&self, position: &P) -> u64 {
        position.key()
    }

    /// The key of the evaluation error of low levels: positions with equal keys get the same error.
    ///
    /// Where pieces walk to and fro it should leave them out, or a weak player stays wherever the error favours
    /// him instead of walking on.
    fn error_key(&self, position: &P) -> u64 {
        position.key()
    }

    /// Late move reduction: how many turns less deeply the move at this index of the order is searched first.
    fn late_move_reduction(&self, depth: u32, index: usize) -> u32 {
        match (depth, index) {
            (0..3, _) | (_, 0..4) => 0,
            (_, 4..16) => 1,
            _ => 2,
        }
    }

    /// The index of a move in the history table; equal moves have equal indices.
    fn history_index(&self, m: P::Move) -> u32 {
        let mut hasher = MoveHasher(0);
        m.hash(&mut hasher);
        hasher.finish() as u32
    }
}

/// A fast hasher without random state, so that searches are repeatable.
struct MoveHasher(u64);

impl Hasher for MoveHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    fn write_u16(&mut self, n: u16) {
        self.write_u64(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }
}
