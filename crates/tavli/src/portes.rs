use agon_core::{GameInfo, MovegenCase, OptionInfo, Options};

use crate::{BlotRule, HOME, Movement, ONE_DIE, OPENING, PlaceSet, Rules, SCORE, Variant, presets};

/// Portes: contrary movement, blots are hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Portes;

/// Whether a checker that hits in its own home may move on in that turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HitAndRun {
    /// It may.
    Allowed,
    /// It stays.
    Forbidden,
}

/// The option of rule T11.
pub(crate) const HIT_AND_RUN: OptionInfo = OptionInfo::one_of(
    "hit_and_run",
    &["allowed", "forbidden"],
    "whether a checker that hits in its own home may move on in the same turn",
);

static INFO: GameInfo = GameInfo {
    name: "portes",
    title: "Portes",
    summary: "Greek backgammon: hit single checkers, hold doors, and bear off first.",
    options: &[ONE_DIE, SCORE, OPENING, HIT_AND_RUN],
    presets: &[
        presets::course("", "White starts and rolls both dice."),
        presets::book("opening=high_rerolls", "Each player rolls one die; the higher starts and rolls both dice."),
        presets::tournament(
            "opening=high_rerolls,hit_and_run=forbidden",
            "The book rules, and a checker that hits in its own home stays there for that turn.",
        ),
    ],
    sample: Some("w2,1,b3,1,b2,b2,b2,b3,3,b1,4,w2,w3,w4,2,w4,1,b2 0/0 0/0 b 52"),
    movegen_cases: &[MovegenCase { name: "portes", options: "", plies: "31: 8/5,6/5" }],
    playout_cases: &[""],
    texts: agon_core::texts!("texts/portes", "texts": "en", "sr", "el", "he"),
    ..GameInfo::DICE
};

impl HitAndRun {
    /// Reads the option.
    pub fn read(options: &Options) -> Self {
        if options.text("hit_and_run") == "forbidden" { Self::Forbidden } else { Self::Allowed }
    }

    /// The points where a checker that has hit must stay.
    #[inline]
    pub fn holds(self) -> PlaceSet {
        if self == Self::Forbidden { HOME } else { 0 }
    }
}

impl Variant for Portes {
    type Options = HitAndRun;
    const INFO: &'static GameInfo = &INFO;
    const MOVEMENT: Movement = Movement::Contrary;
    const BLOT_RULE: BlotRule = BlotRule::Hit;
    const START: &'static [(u8, u8)] = &[(1, 2), (12, 5), (17, 3), (19, 5)];

    fn options(options: &Options) -> HitAndRun {
        HitAndRun::read(options)
    }

    #[inline]
    fn hitter_stays_on(rules: &Rules<Self>) -> PlaceSet {
        rules.variant.holds()
    }
}
