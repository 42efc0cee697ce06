use serde::Serialize;

/// How good a turn was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Nothing better was found, or there was no choice.
    #[default]
    Best,
    /// Next to nothing was lost.
    Fine,
    /// A little was lost.
    Doubtful,
    /// Much was lost.
    Mistake,
    /// Very much was lost.
    Blunder,
}

/// What a doubtful turn, a mistake and a blunder lose at least: points of a dice game.
const POINTS: [f64; 3] = [0.04, 0.08, 0.16];
/// The same in units of the other games: a step, a turn, a move.
const UNITS: [f64; 3] = [0.5, 1.5, 3.0];
/// Less is not told apart from nothing.
const NOTHING: f64 = 0.0005;

impl Grade {
    /// Every grade, the best first.
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

    /// The grade of a turn that lost so much.
    pub fn of(loss: f64, dice: bool) -> Self {
        let [doubtful, mistake, blunder] = if dice { POINTS } else { UNITS };
        match loss {
            loss if loss < NOTHING => Self::Best,
            loss if loss < doubtful => Self::Fine,
            loss if loss < mistake => Self::Doubtful,
            loss if loss < blunder => Self::Mistake,
            _ => Self::Blunder,
        }
    }
}
