use agon_core::{Player, StepView};
use agon_search::{Line, Probabilities, Score};
use serde::Serialize;

use crate::Grade;

/// The review of one turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnReview {
    /// Its ply in the record, from 0.
    pub ply: usize,
    /// The player.
    pub player: Player,
    /// The roll before it.
    pub roll: Option<RollLuck>,
    /// The position before it.
    pub position: String,
    /// The turn played.
    pub played: String,
    /// The best turns and the one played, best first.
    #[serde(rename = "choices")]
    pub candidates: Vec<CandidateTurn>,
    /// Its loss against the best turn, at least 0.
    pub loss: f64,
    /// Its quality.
    pub grade: Grade,
    /// Whether it was the only legal turn.
    pub forced: bool,
    /// The first player's expected score after it, from 0 (lost) to 1 (won).
    #[serde(rename = "standing")]
    pub expected_score: f64,
}

/// A roll and its luck.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RollLuck {
    /// The dice.
    pub dice: String,
    /// Its value to the player minus the average of all rolls, in points.
    pub luck: f64,
}

/// A legal turn and its value to the player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CandidateTurn {
    /// The turn.
    pub turn: String,
    /// Its value in points or in the engine's unit; 10 is a proven win.
    #[serde(rename = "worth")]
    pub value: f64,
    /// Its loss against the best turn.
    pub loss: f64,
    /// If the outcome is proven: turns of both sides to a win, negative for a loss.
    #[serde(rename = "ends", skip_serializing_if = "Option::is_none")]
    pub proven_in: Option<i64>,
    /// Outcome probabilities, in games with dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Chances>"))]
    pub chances: Option<OutcomeChances>,
    /// The standard error of the value, if it was estimated by trials.
    #[serde(rename = "deviation", skip_serializing_if = "Option::is_none")]
    pub std_error: Option<f64>,
    /// Search depth in turns.
    pub depth: u32,
    /// The principal variation, beginning with the turn itself.
    pub line: Vec<String>,
    /// Whether it was played.
    pub played: bool,
    /// Its steps on the board, if the reader needs them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<StepView>>,
}

/// Probabilities that the player of a turn wins or loses at least one, two, three points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "Chances")]
pub struct OutcomeChances(pub Probabilities);

/// Probabilities of the outcomes of a turn for its player, as they are written.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Chances {
    /// Of winning at least one, two, three points.
    win: [f64; 3],
    /// Of losing at least one, two, three points.
    loss: [f64; 3],
}

impl From<OutcomeChances> for Chances {
    fn from(OutcomeChances(Probabilities { win, loss }): OutcomeChances) -> Self {
        let written = |chances: [f32; 3]| chances.map(|chance| rounded(f64::from(chance)));
        Self { win: written(win), loss: written(loss) }
    }
}

/// Rounds to five decimal places, more than any evaluation is accurate to.
pub(crate) fn rounded(number: f64) -> f64 {
    let rounded = (number * 1e5).round() / 1e5;
    // Avoids -0.
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// The value of a proven win; evaluations stay below it.
const PROVEN_VALUE: f64 = 10.0;

/// The value of a line in points or in the engine's unit.
pub(crate) fn line_value(line: &Line) -> f64 {
    match (line.equity, line.score) {
        (Some(points), _) => rounded(f64::from(points)),
        (None, Score::Cp(cp)) => (f64::from(cp) / 100.0).clamp(1.0 - PROVEN_VALUE, PROVEN_VALUE - 1.0),
        (None, Score::Win(_)) => PROVEN_VALUE,
        (None, Score::Loss(_)) => -PROVEN_VALUE,
    }
}

impl CandidateTurn {
    pub(crate) fn new(line: &Line, played: &str) -> Option<Self> {
        let turn = line.pv.first()?.clone();
        Some(Self {
            played: turn == played,
            value: line_value(line),
            loss: 0.0,
            proven_in: match line.score {
                Score::Win(turns) => Some(i64::from(turns)),
                Score::Loss(turns) => Some(-i64::from(turns)),
                Score::Cp(_) => None,
            },
            chances: line.probabilities.map(OutcomeChances),
            std_error: line.std_error.map(|error| rounded(f64::from(error))),
            depth: line.depth,
            line: line.pv.clone(),
            steps: None,
            turn,
        })
    }

    /// The expected score of its player, from 0 to 1.
    pub(crate) fn expected_score(&self) -> f64 {
        match &self.chances {
            Some(OutcomeChances(probabilities)) => {
                rounded(f64::from(probabilities.win[0] + probabilities.draw() / 2.0))
            }
            None => rounded(1.0 / (1.0 + (-self.value).exp())),
        }
    }
}
