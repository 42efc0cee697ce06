use agon_core::{Player, Position};

use crate::Probabilities;

/// Something in a position that a weak level misses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelError {
    /// What is missed. Errors with equal keys are missed, or seen, together in all positions of a turn.
    pub key: u64,
    /// How many points better the position looks to the level that misses it.
    pub gain: f32,
}

/// The evaluation of a game with dice.
///
/// Probabilities are those of the whole game on the table: in a match, those of winning the match.
pub trait DiceEvaluator<P: Position>: Clone + Send + 'static {
    /// Appends, for each position in order, how the game may end for the player.
    ///
    /// None of the games is over; a player is to move or a roll is due. The result for a position must not
    /// depend on the other positions of the call.
    fn probabilities(&mut self, positions: &[P], player: Player, out: &mut Vec<Probabilities>);

    /// Appends, for each position in order, a cheap estimate that selects the positions to evaluate fully. Without
    /// a cheaper estimate than [`DiceEvaluator::probabilities`] it returns `false` and appends nothing.
    ///
    /// Some of the games may be over.
    fn quick_probabilities(&mut self, positions: &[P], player: Player, out: &mut Vec<Probabilities>) -> bool {
        let _ = (positions, player, out);
        false
    }

    /// Whether the probabilities of this position are exact, so that a deeper search cannot improve them.
    fn is_exact(&self, position: &P) -> bool {
        let _ = position;
        false
    }

    /// Appends what a weak level may miss in a position to which it could move.
    fn level_errors(&self, position: &P, player: Player, out: &mut Vec<LevelError>) {
        let _ = (position, player, out);
    }

    /// The equity of a position for a player: expected points, or the points of an ended game.
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
