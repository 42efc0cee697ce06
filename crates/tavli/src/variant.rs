use std::fmt::Debug;
use std::hash::Hash;

use agon_core::{FaultKind, GameInfo, Options, Outcome, faults};

use crate::{BOARD, Dice, PlaceSet, Position, Rules, Side};

/// How the two players move round the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Movement {
    /// In opposite directions: one's first point is the other's last.
    Contrary,
    /// In the same direction, half a board apart.
    Parallel,
}

impl Movement {
    /// Converts a set of points to the opponent's numbering; its own inverse.
    #[inline]
    #[must_use]
    pub const fn opponent_points(self, points: PlaceSet) -> PlaceSet {
        match self {
            // Bit p goes to bit 25 - p.
            Self::Contrary => (points & crate::POINTS).reverse_bits() >> 6,
            Self::Parallel => ((points << 12) | (points >> 12 & !1)) & crate::POINTS,
        }
    }

    /// Converts a point 1..=24 to the opponent's numbering; its own inverse.
    #[inline]
    pub const fn opponent_point(self, point: u8) -> u8 {
        match self {
            Self::Contrary => 25 - point,
            Self::Parallel if point > 12 => point - 12,
            Self::Parallel => point + 12,
        }
    }
}

/// What happens when a checker lands on a blot, a single enemy checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlotRule {
    /// The blot is hit and goes to the bar.
    Hit,
    /// The blot is pinned and stays until the last enemy checker leaves the point.
    Pin,
    /// A single checker already holds its point, so the enemy cannot land there.
    Block,
}

/// Whether a turn may end in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnEnd {
    /// It may.
    Allowed,
    /// Only if no turn ends in an allowed position.
    LastResort,
    /// It may not.
    Forbidden,
}

/// Which checkers may move now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Movable {
    /// All, now and for the rest of the turn; this lets the generator take its short cuts.
    All,
    /// Those on these places. The hook is asked again after each step and may then answer anything.
    Only(PlaceSet),
}

impl Movable {
    /// The places as a set.
    #[inline]
    pub const fn places(self) -> PlaceSet {
        match self {
            Self::All => BOARD,
            Self::Only(places) => places,
        }
    }
}

/// The roll and the position before the first step of a turn.
#[derive(Clone, Copy, Debug)]
pub struct TurnStart<'a> {
    /// The roll.
    pub dice: Dice,
    /// The mover's checkers.
    pub own: &'a Side,
    /// The opponent's checkers.
    pub other: &'a Side,
}

/// The rules in which one tavli game differs from another; an implementation is a new game.
///
/// Everything is seen by the player to move: `own` are the mover's checkers after the steps played so far, `turn` is how
/// the turn began. Checkers are in their owner's numbering.
pub trait Variant: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The options of this variant.
    type Options: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Name, summary and options.
    const INFO: &'static GameInfo;
    /// How the players move round the board.
    const MOVEMENT: Movement;
    /// What happens when a checker lands on a blot.
    const BLOT_RULE: BlotRule;
    /// Where each player's checkers start: place and number.
    const START: &'static [(u8, u8)];
    /// Whether [`Variant::turn_end`] can return anything but `Allowed`.
    const RESTRICTS_TURN_END: bool = false;
    /// The fault of a step with a checker that [`Variant::may_move`] holds back.
    const HELD_BACK: FaultKind = faults::ILLEGAL;
    /// The fault of a turn that ends where [`Variant::turn_end`] does not let it.
    const BAD_END: FaultKind = faults::ILLEGAL;

    /// Reads the options of this variant.
    fn options(options: &Options) -> Self::Options;

    /// The points where the mover may not land, in the mover's numbering.
    ///
    /// `enemies` are the points with an enemy checker, `made` those with at least two, in the same numbering.
    #[inline]
    fn blocked(own: &Side, enemies: PlaceSet, made: PlaceSet) -> PlaceSet {
        match Self::BLOT_RULE {
            BlotRule::Hit => made,
            BlotRule::Pin => made | (enemies & own.pinned()),
            BlotRule::Block => enemies,
        }
    }

    /// Which of the mover's checkers may move now; a step can release others as well as hold some back.
    #[inline]
    fn may_move(rules: &Rules<Self>, own: &Side, turn: &TurnStart<'_>) -> Movable {
        let _ = (rules, own, turn);
        Movable::All
    }

    /// Points where a checker that has hit stays for the rest of the turn.
    #[inline]
    fn hitter_stays_on(rules: &Rules<Self>) -> PlaceSet {
        let _ = rules;
        0
    }

    /// Whether checkers may be borne off in this turn, once all are home.
    #[inline]
    fn may_bear_off(rules: &Rules<Self>, own: &Side) -> bool {
        let _ = (rules, own);
        true
    }

    /// Whether the mover's turn may end in this position.
    #[inline]
    fn turn_end(rules: &Rules<Self>, own: &Side, turn: &TurnStart<'_>) -> TurnEnd {
        let _ = (rules, own, turn);
        TurnEnd::Allowed
    }

    /// The result of a position, if the game is over.
    #[inline]
    fn outcome(position: &Position<Self>) -> Option<Outcome> {
        position.borne_off_outcome()
    }

    /// Why the game is over, as a code with a sentence `ending.CODE` in the catalogues.
    fn ending(position: &Position<Self>) -> Option<&'static str> {
        position.borne_off_ending()
    }

    /// The dice with which the same player moves again after a turn of `steps` steps, if the rules say so.
    #[inline]
    fn bonus_dice(rules: &Rules<Self>, dice: Dice, steps: usize) -> Option<Dice> {
        let _ = (rules, dice, steps);
        None
    }
}
