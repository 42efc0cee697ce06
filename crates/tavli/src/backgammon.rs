use agon_core::{GameInfo, OptionInfo, Options};

use crate::portes::HIT_AND_RUN;
use crate::{HitAndRun, Landing, Mask, ONE_DIE, OPENING, Portes, Rules, SCORE, Travel, Variant};

/// Backgammon without the cube: Portes with triple wins, begun with the opening roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Backgammon;

static INFO: GameInfo = GameInfo {
    name: "backgammon",
    title: "Backgammon",
    summary: "Portes as the world plays it: gammons, backgammons, the opening roll; no cube.",
    options: &[
        ONE_DIE,
        OptionInfo { default: "triple", ..SCORE },
        OptionInfo { default: "high_plays", ..OPENING },
        HIT_AND_RUN,
    ],
};

impl Variant for Backgammon {
    type Options = HitAndRun;
    const INFO: &'static GameInfo = &INFO;
    const TRAVEL: Travel = Portes::TRAVEL;
    const LANDING: Landing = Portes::LANDING;
    const START: &'static [(u8, u8)] = Portes::START;

    fn options(options: &Options) -> HitAndRun {
        HitAndRun::read(options)
    }

    #[inline]
    fn holds_hitter(rules: &Rules<Self>) -> Mask {
        rules.own.holds()
    }
}
