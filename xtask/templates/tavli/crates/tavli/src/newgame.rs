use agon_core::{GameInfo, Options};

use crate::{BlotRule, Movement, ONE_DIE, OPENING, SCORE, Variant};

/// Newgame: Portes with two more checkers far back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Newgame;

static INFO: GameInfo = GameInfo {
    name: "newgame",
    title: "Newgame",
    summary: "Portes with two more checkers far back: hit single checkers, hold doors, and bear off first.",
    options: &[ONE_DIE, SCORE, OPENING],
    sample: Some("w1,w2,1,b2,b1,b4,1,b3,3,w3,b3,3,w3,w1,w3,2,w2,1,b2 0/0 0/0 w 42"),
    texts: agon_core::texts!("texts/newgame", "texts": "en", "sr", "el", "he"),
    ..GameInfo::DICE
};

impl Variant for Newgame {
    type Options = ();
    const INFO: &'static GameInfo = &INFO;
    const MOVEMENT: Movement = Movement::Contrary;
    const BLOT_RULE: BlotRule = BlotRule::Hit;
    const START: &'static [(u8, u8)] = &[(1, 2), (2, 2), (12, 4), (17, 3), (19, 4)];

    fn options(_: &Options) {}
}
