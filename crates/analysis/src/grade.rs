use serde::Serialize;

/// The quality of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// The best turn, or the only legal one.
    #[default]
    Best,
    /// A negligible loss.
    Fine,
    /// A small loss.
    Doubtful,
    /// A large loss.
    Mistake,
    /// A very large loss.
    Blunder,
}

/// Minimum losses of a doubtful turn, a mistake and a blunder in a dice game, in points.
const POINT_LOSSES: [f64; 3] = [0.04, 0.08, 0.16];
/// Minimum losses in other games, in the engine's unit (a step, a turn, a move).
const UNIT_LOSSES: [f64; 3] = [0.5, 1.5, 3.0];
/// Smaller losses count as none.
const MIN_LOSS: f64 = 0.0005;

impl Grade {
    /// All grades, best first.
    pub const ALL: [Self; 5] = [Self::Best, Self::Fine, Self::Doubtful, Self::Mistake, Self::Blunder];

    /// The name in catalogues and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Fine => "fine",
            Self::Doubtful => "doubtful",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The grade of a turn by its loss.
    pub fn of(loss: f64, dice: bool) -> Self {
        let [doubtful, mistake, blunder] = if dice { POINT_LOSSES } else { UNIT_LOSSES };
        match loss {
            loss if loss < MIN_LOSS => Self::Best,
            loss if loss < doubtful => Self::Fine,
            loss if loss < mistake => Self::Doubtful,
            loss if loss < blunder => Self::Mistake,
            _ => Self::Blunder,
        }
    }
}
