use agon_core::{GameInfo, MovegenCase, OptionInfo, Options, Outcome, Player};

use crate::{BlotRule, Movement, ONE_DIE, OPENING, Place, Position, Rules, SCORE, Side, Variant, presets};

/// Plakoto: contrary movement, blots are pinned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plakoto;

/// The options of Plakoto.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlakotoOptions {
    /// Rule T-A10: whether unpinned checkers may be borne off while another is pinned.
    pub bears_off_unpinned: bool,
    /// Rule T-A11: whether a pinned mana ends the game.
    pub mana_ends: bool,
}

/// The option of rule T-A10.
pub(crate) const BEAROFF: OptionInfo = OptionInfo::one_of(
    "bearoff",
    &["none_while_pinned", "unpinned_only"],
    "what a player with a pinned checker may bear off",
);

/// The option of rule T-A11.
pub(crate) const MANA: OptionInfo = OptionInfo::one_of(
    "mana",
    &["ends", "play_on"],
    "whether pinning the last checker on its first point ends the game",
);

static INFO: GameInfo = GameInfo {
    name: "plakoto",
    title: "Plakoto",
    summary: "All checkers start in one corner; pin single enemy checkers and protect your mana.",
    options: &[ONE_DIE, SCORE, OPENING, BEAROFF, MANA],
    presets: &[
        presets::standard("White starts; nobody bears off with a pinned checker, and a pinned mana ends the game."),
        presets::course(
            "bearoff=unpinned_only,mana=play_on",
            "White starts; the other checkers may be borne off, and play goes on after a pinned mana.",
        ),
        presets::book(
            "opening=high_rerolls",
            "The higher die starts; nobody bears off with a pinned checker, and a pinned mana ends the game.",
        ),
    ],
    sample: Some("w7,w3,2,b2,b1,7,w2,3,b1+w,w1,b1,w1+b,b1,1,b8 0/0 0/0 w 61"),
    movegen_cases: &[MovegenCase { name: "plakoto", options: "", plies: "52: 24/19,24/22" }],
    playout_cases: &[""],
    texts: agon_core::texts!("texts/plakoto", "texts": "en", "sr", "el", "he"),
    ..GameInfo::DICE
};

impl Variant for Plakoto {
    type Options = PlakotoOptions;
    const INFO: &'static GameInfo = &INFO;
    const MOVEMENT: Movement = Movement::Contrary;
    const BLOT_RULE: BlotRule = BlotRule::Pin;
    const START: &'static [(u8, u8)] = &[(1, 15)];

    fn options(options: &Options) -> PlakotoOptions {
        PlakotoOptions {
            bears_off_unpinned: options.text("bearoff") == "unpinned_only",
            mana_ends: options.text("mana") == "ends",
        }
    }

    #[inline]
    fn may_bear_off(rules: &Rules<Self>, own: &Side) -> bool {
        own.pinned() == 0 || rules.variant.bears_off_unpinned
    }

    #[inline]
    fn outcome(position: &Position<Self>) -> Option<Outcome> {
        let pinned = Player::ALL.map(|player| mana_is_pinned(position.side(player)));
        match pinned {
            [false, false] => position.borne_off_outcome(),
            [true, true] => Some(Outcome::Draw),
            [white, _] => {
                let winner = if white { Player::P2 } else { Player::P1 };
                let left_first = position.side(winner).count(Place::FIRST) == 0;
                let ends = position.rules().variant.mana_ends && left_first;
                let win = Outcome::Win { winner, points: 2 };
                if ends { Some(win) } else { position.borne_off_outcome() }
            }
        }
    }

    fn ending(position: &Position<Self>) -> Option<&'static str> {
        let pinned = |outcome| if outcome == Outcome::Draw { "both_manas_pinned" } else { "mana_pinned" };
        position.borne_off_ending().or_else(|| Self::outcome(position).map(pinned))
    }
}

/// A pinned checker is alone on its point, so a pinned one on the first point is the mana.
#[inline]
fn mana_is_pinned(side: &Side) -> bool {
    side.pinned() & (1 << Place::FIRST.number()) != 0
}
