use agon_core::{GameInfo, OptionInfo, Options};

use crate::{BlotRule, Dice, Movement, ONE_DIE, OPENING, Rules, SCORE, Variant};

/// Gul bara: Fevga without its restrictions on primes, and doubles that continue up to the sixes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Gulbara;

/// How doubles are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Doubles {
    /// Its number four times, then every higher number four times, as long as all four can be played.
    Chain,
    /// Its number four times.
    Once,
}

const DOUBLES: OptionInfo = OptionInfo::one_of(
    "doubles",
    &["chain", "once"],
    "whether a fully played double continues with the next higher number",
);

static INFO: GameInfo = GameInfo {
    name: "gulbara",
    title: "Gul bara",
    summary: "A race on Fevga's board: one checker holds a point, and doubles continue up to the sixes.",
    options: &[ONE_DIE, SCORE, OptionInfo { default: "high_rerolls", ..OPENING }, DOUBLES],
    sample: Some("b2,2,w2,1,w1,w1,w4,b2,w1,w1,b1,w1,1,w2,b2,3,w1,b3,b1,w1,b4 0/0 0/0 w 41"),
    texts: agon_core::texts!("texts/gulbara", "texts": "en", "sr", "el", "he"),
    ..GameInfo::DICE
};

impl Variant for Gulbara {
    type Options = Doubles;
    const INFO: &'static GameInfo = &INFO;
    const MOVEMENT: Movement = Movement::Parallel;
    const BLOT_RULE: BlotRule = BlotRule::Block;
    const START: &'static [(u8, u8)] = &[(1, 15)];

    fn options(options: &Options) -> Doubles {
        if options.text("doubles") == "once" { Doubles::Once } else { Doubles::Chain }
    }

    #[inline]
    fn bonus_dice(rules: &Rules<Self>, dice: Dice, steps: usize) -> Option<Dice> {
        let whole = dice.is_double() && steps == 4 && rules.variant == Doubles::Chain;
        // After the sixes there is no higher number.
        if whole { Dice::new(dice.high() + 1, dice.high() + 1) } else { None }
    }
}
