use std::fmt::Debug;
use std::hash::Hash;

use agon_core::{GameInfo, Options, Outcome};

use crate::{BOARD, Dice, Mask, Position, Rules, Side};

/// How the two players' ways lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Travel {
    /// In opposite directions: one's first point is the other's last.
    Opposite,
    /// In the same direction, half a board apart.
    Same,
}

impl Travel {
    /// A set of points of one player, in the other's numbering. Its own inverse.
    #[inline]
    #[must_use]
    pub const fn facing(self, points: Mask) -> Mask {
        match self {
            // Bit p goes to bit 25 - p.
            Self::Opposite => (points & crate::POINTS).reverse_bits() >> 6,
            Self::Same => ((points << 12) | (points >> 12 & !1)) & crate::POINTS,
        }
    }

    /// A point 1..=24 of one player, in the other's numbering. Its own inverse.
    #[inline]
    pub const fn facing_point(self, point: u8) -> u8 {
        match self {
            Self::Opposite => 25 - point,
            Self::Same if point > 12 => point - 12,
            Self::Same => point + 12,
        }
    }
}

/// What a single checker of the enemy means to one who lands on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Landing {
    /// It is hit and goes to its bar.
    Hit,
    /// It is pinned and stays until the last enemy leaves.
    Pin,
    /// It is a door: nobody else may land there.
    Door,
}

/// Whether a turn may end in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// It may.
    Allowed,
    /// It may not, unless every other ending that is not forbidden is like this.
    Barred,
    /// It may not.
    Forbidden,
}

/// What makes one tavli game differ from another. A file with an implementation is a new game.
///
/// Everything is seen from the player who moves: `own` are his checkers, `other` the enemy's,
/// each by the places of its owner's way.
pub trait Variant: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The options that only this game and its kin have.
    type Options: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Name, summary and options.
    const INFO: &'static GameInfo;
    /// How the ways lie.
    const TRAVEL: Travel;
    /// What landing on a single enemy does.
    const LANDING: Landing;
    /// Where each player's checkers start: place and number.
    const START: &'static [(u8, u8)];
    /// Whether [`Variant::ending`] can say anything but `Allowed`.
    const HAS_ENDINGS: bool = false;

    /// Reads the game's own options.
    fn options(options: &Options) -> Self::Options;

    /// The points where `own` may not land, in his numbering. `enemies` and `doors` are the
    /// points with one and with two or more enemies, in the same numbering.
    #[inline]
    fn blocked(own: &Side, enemies: Mask, doors: Mask) -> Mask {
        match Self::LANDING {
            Landing::Hit => doors,
            Landing::Pin => doors | (enemies & own.pinned()),
            Landing::Door => enemies,
        }
    }

    /// The places from which checkers may move at this moment of a turn.
    ///
    /// What is allowed once must stay allowed for the rest of the turn.
    #[inline]
    fn may_move(rules: &Rules<Self>, own: &Side) -> Mask {
        let _ = (rules, own);
        BOARD
    }

    /// Points where a checker that has hit stays for the rest of the turn.
    #[inline]
    fn holds_hitter(rules: &Rules<Self>) -> Mask {
        let _ = rules;
        0
    }

    /// Whether checkers may be borne off in this turn, once all are home.
    #[inline]
    fn may_bear_off(rules: &Rules<Self>, own: &Side) -> bool {
        let _ = (rules, own);
        true
    }

    /// Whether a turn of `own` may end like this.
    #[inline]
    fn ending(rules: &Rules<Self>, own: &Side, other: &Side) -> Ending {
        let _ = (rules, own, other);
        Ending::Allowed
    }

    /// The result of a position, if the game is over.
    #[inline]
    fn outcome(position: &Position<Self>) -> Option<Outcome> {
        position.borne_off_outcome()
    }

    /// The dice with which the same player goes on after a turn of so many steps, if he does.
    #[inline]
    fn goes_on(rules: &Rules<Self>, dice: Dice, steps: usize) -> Option<Dice> {
        let _ = (rules, dice, steps);
        None
    }
}
