use agon_core::Player;
use serde::Serialize;

use crate::turn::rounded;
use crate::{Grade, TurnReview};

/// How a player played.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Turns, forced ones included.
    pub turns: usize,
    /// Turns with a choice.
    pub decisions: usize,
    /// What all of them lost.
    pub loss: f64,
    /// Thousandths of a point, or of the engine's unit, lost by each decision on average.
    pub error_rate: f64,
    /// Turns of each grade, the best first; forced ones are left out.
    pub grades: [usize; 5],
    /// The luck of all rolls, in points.
    pub luck: f64,
}

impl Summary {
    pub(crate) fn new(turns: &[TurnReview], player: Player) -> Self {
        let mut summary = Self::default();
        for turn in turns.iter().filter(|turn| turn.player == player) {
            summary.turns += 1;
            summary.luck += turn.roll.as_ref().map_or(0.0, |roll| roll.luck);
            if !turn.forced {
                summary.decisions += 1;
                summary.loss += turn.loss;
                summary.grades[turn.grade as usize] += 1;
            }
        }
        summary.error_rate = rounded(1000.0 * summary.loss / summary.decisions.max(1) as f64);
        summary.loss = rounded(summary.loss);
        summary.luck = rounded(summary.luck);
        summary
    }

    /// How many turns had a grade.
    pub fn count(&self, grade: Grade) -> usize {
        self.grades[grade as usize]
    }
}
