use agon_core::{FaultKind, GameInfo, OptionInfo, Options};

use crate::{
    BOARD, BlotRule, Movable, Movement, ONE_DIE, OPENING, Place, Rules, SCORE, Side, TurnEnd, TurnStart, Variant,
};

/// Narde, the long game: Fevga's board, one checker off the head a turn, no block of six ahead of all enemies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Narde;

/// The options of Narde.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NardeOptions {
    /// Rule T51: how many checkers may leave the head in a turn, and in a first turn with 3-3, 4-4 or 6-6.
    pub off_head: [u8; 2],
    /// Rule T52: whether six points in a row need an enemy checker ahead of them.
    pub enemy_ahead: bool,
}

agon_core::faults! {
    HEAD = "narde-head", "{step}: no more checkers may leave the head in this turn";
    BLOCK = "narde-block", "{word} makes a block of six with no enemy checker ahead of it; {example} is legal";
}

const HEAD_HELP: &str = "how many may leave the head in a turn: one, or two in a first 33, 44 or 66; one; any number";
const BLOCK_HELP: &str = "whether six points in a row may be held only with an enemy checker ahead of them";

static INFO: GameInfo = GameInfo {
    name: "narde",
    title: "Narde",
    summary: "The long game of the East: all checkers start on one point, and one may leave it in a turn.",
    options: &[
        ONE_DIE,
        SCORE,
        OptionInfo { default: "high_rerolls", ..OPENING },
        OptionInfo::one_of("head", &["first_doubles", "one", "free"], HEAD_HELP),
        OptionInfo::one_of("block", &["ahead", "off"], BLOCK_HELP),
    ],
    sample: Some("w4,w2,w1,w1,w1,w1,4,b1,b1,b5,5,b3,w1,b2,w3,b3,w1 0/0 0/0 w 65"),
    texts: agon_core::texts!("texts/narde", "texts": "en", "sr", "el", "he"),
    ..GameInfo::DICE
};

impl Variant for Narde {
    type Options = NardeOptions;
    const INFO: &'static GameInfo = &INFO;
    const MOVEMENT: Movement = Movement::Parallel;
    const BLOT_RULE: BlotRule = BlotRule::Block;
    const START: &'static [(u8, u8)] = &[(1, 15)];
    const RESTRICTS_TURN_END: bool = true;
    const HELD_BACK: FaultKind = HEAD;
    const BAD_END: FaultKind = BLOCK;

    fn options(options: &Options) -> NardeOptions {
        let off_head = match options.text("head") {
            "free" => [Side::CHECKERS; 2],
            "one" => [1, 1],
            _ => [1, 2],
        };
        NardeOptions { off_head, enemy_ahead: options.text("block") == "ahead" }
    }

    fn may_move(rules: &Rules<Self>, own: &Side, turn: &TurnStart<'_>) -> Movable {
        let (before, now) = (turn.own.count(Place::FIRST), own.count(Place::FIRST));
        let two = before == Side::CHECKERS && turn.dice.is_double() && [3, 4, 6].contains(&turn.dice.high());
        match rules.variant.off_head[usize::from(two)] - (before - now) {
            left if left >= now => Movable::All,
            0 => Movable::Only(BOARD & !(1 << Place::FIRST.number())),
            _ => Movable::Only(BOARD),
        }
    }

    fn turn_end(rules: &Rules<Self>, own: &Side, turn: &TurnStart<'_>) -> TurnEnd {
        let held = Self::MOVEMENT.opponent_points(own.occupied());
        let sixes = (1..6).fold(held, |starts, next| starts & held >> next);
        // Enemies stand on other points, so the larger set has the foremost point.
        let shut = sixes > turn.other.occupied() && turn.other.off() == 0;
        if shut && rules.variant.enemy_ahead { TurnEnd::LastResort } else { TurnEnd::Allowed }
    }
}
