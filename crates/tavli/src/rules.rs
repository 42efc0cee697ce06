use agon_core::{OptionInfo, Options};

use crate::Variant;

/// Which die must be played if either can be, but not both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OneDieRule {
    /// The larger one must be played.
    Larger,
    /// The player chooses.
    Free,
}

/// The points of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoreRule {
    /// 1, or 2 if the loser has borne off none.
    Double,
    /// Also 3 if the loser has a checker on the bar or in the winner's home as well.
    Triple,
}

/// Who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpeningRule {
    /// White, who rolls both dice.
    White,
    /// The player with the higher die, who then rolls both dice again.
    HighRerolls,
    /// The player with the higher die, who plays those two dice.
    HighPlays,
}

/// The option of rule T3.
pub const ONE_DIE: OptionInfo = OptionInfo::one_of(
    "one_die",
    &["larger", "free"],
    "which die must be played if either can be played, but not both",
);

/// The option of rule T6.
pub const SCORE: OptionInfo = OptionInfo::one_of(
    "score",
    &["double", "triple"],
    "the highest score of a win: 2 points, or 3 if the loser has a checker on the bar or in the winner's home",
);

/// The option of rule T7.
pub const OPENING: OptionInfo = OptionInfo::one_of(
    "opening",
    &["white", "high_rerolls", "high_plays"],
    "who starts: White, or the player who rolls higher with one die each and then rolls again or plays those two dice",
);

/// The rules of a position: the options that all tavli games share, and those of the variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules<V: Variant> {
    /// Rule T3.
    pub one_die: OneDieRule,
    /// Rule T6.
    pub score: ScoreRule,
    /// The options of the variant.
    pub variant: V::Options,
}

impl<V: Variant> Rules<V> {
    /// Reads the rules from checked options of this game, or of a match with the same options.
    pub fn read(options: &Options) -> Self {
        Self {
            one_die: if options.text("one_die") == "free" { OneDieRule::Free } else { OneDieRule::Larger },
            score: if options.text("score") == "triple" { ScoreRule::Triple } else { ScoreRule::Double },
            variant: V::options(options),
        }
    }
}

impl<V: Variant> Default for Rules<V> {
    fn default() -> Self {
        Self::read(&Options::defaults(V::INFO))
    }
}

impl OpeningRule {
    /// Reads who begins from checked options.
    pub fn read(options: &Options) -> Self {
        match options.text("opening") {
            "high_rerolls" => Self::HighRerolls,
            "high_plays" => Self::HighPlays,
            _ => Self::White,
        }
    }
}
