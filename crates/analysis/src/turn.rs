use agon_core::Player;
use agon_search::{Line, Prospects, Score};
use serde::{Serialize, Serializer};

use crate::Grade;

/// What there is to say about one turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnReview {
    /// The place of its word in the record, from 0.
    pub ply: usize,
    /// Who played it.
    pub player: Player,
    /// The roll it was played with.
    pub roll: Option<Roll>,
    /// The position before it.
    pub position: String,
    /// What was played.
    pub played: String,
    /// The best turns and the one played, the best first.
    pub choices: Vec<Choice>,
    /// What was lost by it, not below zero.
    pub loss: f64,
    /// How good it was.
    pub grade: Grade,
    /// Whether there was no other legal turn.
    pub forced: bool,
    /// How the game stands for the first player after it, from 0 (lost) to 1 (won).
    pub standing: f64,
}

/// A roll and how lucky it was.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Roll {
    /// The dice.
    pub dice: String,
    /// What it was worth to its player above the average of all rolls, in points.
    pub luck: f64,
}

/// A turn that could be played, and what it is worth to its player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// The turn.
    pub turn: String,
    /// Points, or the engine's unit; ten stands for a proven win.
    pub worth: f64,
    /// What it loses against the best.
    pub loss: f64,
    /// A proven end: turns of both sides to a win, below zero to a loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<i64>,
    /// Chances, in games with dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chances: Option<Chances>,
    /// The standard error of the worth, if it was measured by trials.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deviation: Option<f64>,
    /// How many turns deep it was looked at.
    pub depth: u32,
    /// How the game may go on, the turn itself first.
    pub line: Vec<String>,
    /// Whether it is the one that was played.
    pub played: bool,
}

/// Chances of the player of a turn: at least one, two, three points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances(pub Prospects);

impl Serialize for Chances {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("win", &self.0.win.map(thousandths_of_percent))?;
        map.serialize_entry("loss", &self.0.loss.map(thousandths_of_percent))?;
        map.end()
    }
}

/// Five digits behind the point are more than any evaluation knows.
fn thousandths_of_percent(chance: f32) -> f64 {
    rounded(f64::from(chance))
}

pub(crate) fn rounded(number: f64) -> f64 {
    let rounded = (number * 1e5).round() / 1e5;
    // No minus before a zero.
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// A proven end counts so much, and no evaluation more than a little less.
const DECIDED: f64 = 10.0;

/// What a line is worth in points or units.
pub(crate) fn worth(line: &Line) -> f64 {
    match (line.equity, line.score) {
        (Some(points), _) => rounded(f64::from(points)),
        (None, Score::Cp(cp)) => (f64::from(cp) / 100.0).clamp(1.0 - DECIDED, DECIDED - 1.0),
        (None, Score::Win(_)) => DECIDED,
        (None, Score::Loss(_)) => -DECIDED,
    }
}

impl Choice {
    pub(crate) fn new(line: &Line, played: &str) -> Option<Self> {
        let turn = line.pv.first()?.clone();
        Some(Self {
            played: turn == played,
            worth: worth(line),
            loss: 0.0,
            ends: match line.score {
                Score::Win(turns) => Some(i64::from(turns)),
                Score::Loss(turns) => Some(-i64::from(turns)),
                Score::Cp(_) => None,
            },
            chances: line.prospects.map(Chances),
            deviation: line.deviation.map(|deviation| rounded(f64::from(deviation))),
            depth: line.depth,
            line: line.pv.clone(),
            turn,
        })
    }

    /// How the game stands for its player, from 0 to 1.
    pub(crate) fn standing(&self) -> f64 {
        match &self.chances {
            Some(Chances(prospects)) => rounded(f64::from(prospects.win[0] + prospects.draw() / 2.0)),
            None => rounded(1.0 / (1.0 + (-self.worth).exp())),
        }
    }
}
