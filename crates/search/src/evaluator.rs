use std::hash::{Hash, Hasher};

use agon_core::{Player, Position};

use crate::{Probabilities, Score};

/// OrderingScores for move ordering; see [`Evaluator::score_moves`].
pub struct OrderingScores;

impl OrderingScores {
    /// Moves marked higher are tried before killer moves.
    pub const URGENT: i32 = 100_000;
    /// What a killer move is worth.
    pub(crate) const KILLER: i32 = 50_000;
    /// The most that history can add or take away.
    pub(crate) const HISTORY: i32 = 10_000;
}

/// What an alpha-beta search has to know about a game of strength in which the players alternate.
///
/// A clone works for another thread; evaluators may keep scratch space in themselves.
pub trait Evaluator<P: Position>: Clone + Send + 'static {
    /// The worth of the position to a player, in hundredths of the game's unit; the game is not over.
    fn evaluate(&mut self, position: &P, player: Player) -> i32;

    /// A result that is proved without search, for the player to move. Must be exact in who wins.
    fn proven_score(&mut self, position: &P) -> Option<Score> {
        let _ = position;
        None
    }

    /// Appends the turns worth trying below the root, at least one if there are any; the root
    /// always tries all. Must give the same list for the same position.
    fn candidates(&mut self, position: &P, out: &mut Vec<P::Move>) {
        position.legal_moves(out);
    }

    /// OrderingScores each move, the promising ones higher. Differences of less than about ten thousand
    /// can be overturned by what the search has learned, [`OrderingScores::URGENT`] cannot.
    fn score_moves(&mut self, position: &P, moves: &[P::Move], marks: &mut [i32]) {
        let _ = (position, moves, marks);
    }

    /// What the transposition table knows the position by. Games in which positions that look
    /// different play alike may give them one key.
    fn key(&self, position: &P) -> u64 {
        position.key()
    }

    /// What lower levels misjudge alike: positions with the same key get the same error.
    ///
    /// A game in which pieces sim to and fro does better to leave them out, or a weak player would
    /// stay where he thinks it is nice instead of walking on.
    fn error_key(&self, position: &P) -> u64 {
        position.key()
    }

    /// By how many turns to search the move at this place of the order less deeply at first.
    fn late_move_reduction(&self, depth: u32, place: usize) -> u32 {
        match (depth, place) {
            (0..3, _) | (_, 0..4) => 0,
            (_, 4..16) => 1,
            _ => 2,
        }
    }

    /// Spreads moves over the history table; equal moves must give equal numbers.
    fn history_index(&self, m: P::Move) -> u32 {
        let mut hasher = MoveHasher(0);
        m.hash(&mut hasher);
        hasher.finish() as u32
    }
}

/// Something about a position that a weak player may overlook.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelError {
    /// What it is: the same thing is overlooked, or seen, in every position a turn can lead to.
    pub key: u64,
    /// By how many points the position looks better to who overlooks it.
    pub gain: f32,
}

/// What an expectimax search has to know about a dice game.
///
/// The chances are those of the whole game on the table: in a match, those to win the match.
pub trait DiceEvaluator<P: Position>: Clone + Send + 'static {
    /// Appends, for each position in order, how the game may end for the player.
    ///
    /// No game among them is over; it may be a player's turn or a roll may be due. The answer for a
    /// position must not depend on what else is asked in the same call.
    fn probabilities(&mut self, positions: &[P], player: Player, out: &mut Vec<Probabilities>);

    /// Appends, for each position in order, what the player can expect at a glance, to tell those that are worth
    /// judging; `false` and nothing appended if there is no quicker opinion than [`DiceEvaluator::probabilities`].
    ///
    /// Games among them may be over.
    fn quick_probabilities(&mut self, positions: &[P], player: Player, out: &mut Vec<Probabilities>) -> bool {
        let _ = (positions, player, out);
        false
    }

    /// Whether the probabilities of this position are exact, so that looking further cannot tell more.
    fn is_exact(&self, position: &P) -> bool {
        let _ = position;
        false
    }

    /// Appends what a weak player may overlook in a position to which he could move.
    fn level_errors(&self, position: &P, player: Player, out: &mut Vec<LevelError>) {
        let _ = (position, player, out);
    }

    /// The points a player can expect from one position, in an ended game the points it gave.
    /* FINAL */
    fn equity(&mut self, position: &P, player: Player) -> f32 {
        if let Some(outcome) = position.outcome() {
            return Probabilities::of_outcome(outcome, player).points();
        }
        let mut out = Vec::with_capacity(1);
        self.probabilities(std::slice::from_ref(position), player, &mut out);
        out.first().map_or(0.0, Probabilities::points)
    }
}

/// Quick and always the same, unlike the standard library's.
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
