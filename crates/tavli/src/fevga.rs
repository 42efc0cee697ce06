use agon_core::{FaultKind, GameInfo, MovegenCase, OptionInfo, Options};

use crate::moves::movegen::{holds_all, points};
use crate::{
    BOARD, BlotRule, Movable, Movement, ONE_DIE, OPENING, OUTSIDE, PlaceSet, Rules, SCORE, Side, TurnEnd, TurnStart,
    Variant, faults, presets,
};

/// Fevga: parallel movement, a single checker holds its point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fevga;

/// Rule T-A15: in which start quarters a full prime is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StartPrime {
    /// The player's own.
    Own,
    /// Either player's.
    Either,
    /// None.
    Off,
}

/// Rule T-A16: how far the opponent may be shut in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShutInRule {
    /// The opponent must be able to play at least one number.
    AnyDie,
    /// The opponent's checkers may not all be on one point behind a six-point prime.
    BehindPrime,
    /// No restriction.
    Off,
}

/// The options of Fevga.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FevgaOptions {
    /// Rule T-A14: the place that the runner must reach before other checkers may move.
    pub runner_goal: u8,
    /// Rule T-A15.
    pub start_prime: StartPrime,
    /// Rule T-A16.
    pub shut_in: ShutInRule,
    /// Rule T-A17: whether a six-point prime in front of the opponent's first point is allowed.
    pub mana_prime: bool,
}

/// The option of rule T-A14.
pub(crate) const RUNNER: OptionInfo = OptionInfo::one_of(
    "runner",
    &["reached", "past"],
    "whether the runner must reach or pass the enemy's first point before other checkers may move",
);

/// The option of rule T-A15.
pub(crate) const START_PRIME: OptionInfo = OptionInfo::one_of(
    "start_prime",
    &["own", "either", "off"],
    "whose start quarter may not be fully held at the end of a turn",
);

/// The option of rule T-A16.
pub(crate) const SHUT_IN: OptionInfo = OptionInfo::one_of(
    "blockade",
    &["any_die", "behind_prime", "off"],
    "which block of the enemy is forbidden at the end of a turn",
);

/// The option of rule T-A17.
pub(crate) const MANA_PRIME: OptionInfo = OptionInfo::one_of(
    "mana_prime",
    &["allowed", "forbidden"],
    "whether a player may hold all six points before the enemy's first point",
);

static INFO: GameInfo = GameInfo {
    name: "fevga",
    title: "Fevga",
    summary: "Both players move in the same direction; one checker holds a point, so blocking decides the game.",
    options: &[ONE_DIE, SCORE, OPENING, RUNNER, START_PRIME, SHUT_IN, MANA_PRIME],
    presets: &[
        presets::course(
            "",
            "White starts; the runner must reach the first point of the opponent, who must keep a playable number.",
        ),
        presets::book(
            "opening=high_rerolls,runner=past,blockade=behind_prime",
            "The higher die starts; the runner must pass the first point of the opponent, who may not be trapped behind six points.",
        ),
    ],
    sample: Some("w9,5,b1,b1,1,w2,1,b1,b5,w1,w1,b1,2,b2,b1,b2,w1,w1,b1 0/0 0/0 b 44"),
    movegen_cases: &[MovegenCase { name: "fevga", options: "", plies: "64: 24/18,18/14" }],
    playout_cases: &[""],
    texts: agon_core::texts!("texts/fevga", "texts": "en", "sr", "el", "he"),
    ..GameInfo::DICE
};

impl FevgaOptions {
    /// Reads the options.
    pub fn read(options: &Options) -> Self {
        Self {
            runner_goal: if options.text("runner") == "past" { 14 } else { 13 },
            start_prime: match options.text("start_prime") {
                "either" => StartPrime::Either,
                "off" => StartPrime::Off,
                _ => StartPrime::Own,
            },
            shut_in: match options.text("blockade") {
                "behind_prime" => ShutInRule::BehindPrime,
                "off" => ShutInRule::Off,
                _ => ShutInRule::AnyDie,
            },
            mana_prime: options.text("mana_prime") == "allowed",
        }
    }

    /// T-A14: until the runner is there, only checkers that have left the first point may move,
    /// and one of those on it only if none has left.
    #[inline]
    pub fn may_move(self, own: &Side) -> Movable {
        let beyond = (BOARD >> self.runner_goal) << self.runner_goal;
        let left = own.occupied() & !points(0, 1);
        if left & beyond != 0 || own.off() > 0 {
            Movable::All
        } else if left != 0 {
            Movable::Only(left)
        } else {
            Movable::Only(points(0, 1))
        }
    }

    /// T-A15, T-A16 and T-A17.
    #[inline]
    pub fn turn_end(self, own: &Side, other: &Side) -> TurnEnd {
        let held = own.occupied();
        let start_prime = match self.start_prime {
            StartPrime::Own => holds_all(held, points(1, 6)),
            StartPrime::Either => holds_all(held, points(1, 6)) || holds_all(held, points(13, 18)),
            StartPrime::Off => false,
        };
        if start_prime || (!self.mana_prime && holds_all(held, points(14, 19))) {
            return TurnEnd::Forbidden;
        }
        let over = held == 0 || other.occupied() == 0;
        let barred = match self.shut_in {
            ShutInRule::AnyDie => !over && !self.can_step(other, Movement::Parallel.opponent_points(held)),
            ShutInRule::BehindPrime => !over && is_behind_prime(other, Movement::Parallel.opponent_points(held)),
            ShutInRule::Off => false,
        };
        if barred { TurnEnd::LastResort } else { TurnEnd::Allowed }
    }

    /// Whether a player can make a single step with some die.
    #[inline]
    fn can_step(self, side: &Side, blocked: PlaceSet) -> bool {
        // With all checkers home a six bears off even if every point is blocked.
        let movable = side.occupied() & self.may_move(side).places();
        side.occupied() & OUTSIDE == 0 || (1..=6).any(|die| movable & (BOARD >> die) & !(blocked >> die) != 0)
    }
}

/// Whether all checkers on the board stand on one point with the next six points blocked.
#[inline]
fn is_behind_prime(side: &Side, blocked: PlaceSet) -> bool {
    let occupied = side.occupied();
    let point = occupied.trailing_zeros() as u8;
    occupied & occupied.wrapping_sub(1) == 0 && point <= 18 && holds_all(blocked, points(point + 1, point + 6))
}

impl Variant for Fevga {
    type Options = FevgaOptions;
    const INFO: &'static GameInfo = &INFO;
    const MOVEMENT: Movement = Movement::Parallel;
    const BLOT_RULE: BlotRule = BlotRule::Block;
    const START: &'static [(u8, u8)] = &[(1, 15)];
    const RESTRICTS_TURN_END: bool = true;
    const HELD_BACK: FaultKind = faults::RUNNER;
    const BAD_END: FaultKind = faults::ENDING;

    fn options(options: &Options) -> FevgaOptions {
        FevgaOptions::read(options)
    }

    #[inline]
    fn may_move(rules: &Rules<Self>, own: &Side, _: &TurnStart<'_>) -> Movable {
        rules.variant.may_move(own)
    }

    #[inline]
    fn turn_end(rules: &Rules<Self>, own: &Side, turn: &TurnStart<'_>) -> TurnEnd {
        rules.variant.turn_end(own, turn.other)
    }
}
