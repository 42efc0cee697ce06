use agon_core::Player;
use serde::Serialize;

use crate::turn::rounded;
use crate::{Grade, TurnReview};

/// The summary of a player's turns.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerSummary {
    /// Number of turns, including forced ones.
    pub turns: usize,
    /// Number of turns with a choice.
    pub decisions: usize,
    /// Total loss.
    pub loss: f64,
    /// Average loss per decision, in thousandths of a point or of the engine's unit.
    pub error_rate: f64,
    /// Number of decisions of each grade, best first.
    pub grades: [usize; 5],
    /// Total luck of the rolls, in points.
    pub luck: f64,
}

impl PlayerSummary {
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

    /// Number of decisions with a grade.
    pub fn count(&self, grade: Grade) -> usize {
        self.grades[grade as usize]
    }
}
