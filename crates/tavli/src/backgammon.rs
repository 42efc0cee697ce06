use agon_core::{GameInfo, OptionInfo, Options};

use crate::portes::HIT_AND_RUN;
use crate::{BlotRule, HitAndRun, Movement, ONE_DIE, OPENING, PlaceSet, Portes, Rules, SCORE, Variant};

/// Backgammon without the cube: Portes with triple wins, begun with the opening roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Backgammon;

static INFO: GameInfo = GameInfo {
    name: "backgammon",
    title: "Backgammon",
    summary: "Portes with international rules: opening roll, gammons and backgammons; no doubling cube.",
    options: &[
        ONE_DIE,
        OptionInfo { default: "triple", ..SCORE },
        OptionInfo { default: "high_plays", ..OPENING },
        HIT_AND_RUN,
    ],
    sample: Some("1,b1,b3,b1,1,b3,1,b1,3,w3,b4,w2,2,w2,1,w3,1,b2,w1,w4,1 0/0 0/0 b 31"),
    texts: agon_core::texts!("texts/backgammon", "texts": "en", "sr", "el", "he"),
    ..GameInfo::DICE
};

impl Variant for Backgammon {
    type Options = HitAndRun;
    const INFO: &'static GameInfo = &INFO;
    const MOVEMENT: Movement = Portes::MOVEMENT;
    const BLOT_RULE: BlotRule = Portes::BLOT_RULE;
    const START: &'static [(u8, u8)] = Portes::START;

    fn options(options: &Options) -> HitAndRun {
        HitAndRun::read(options)
    }

    #[inline]
    fn hitter_stays_on(rules: &Rules<Self>) -> PlaceSet {
        rules.variant.holds()
    }
}
