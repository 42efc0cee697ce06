use std::fmt;

use agon_core::rng::mix;
use agon_core::{Actor, Fault, Outcome, Player, Position as _, faults};

use super::dice::ROLLS;
use crate::moves::movegen::TurnGenerator;
use crate::moves::notation;
use crate::moves::steps::{LegalTurns, TurnBuilder};
use crate::{BlotRule, Dice, HOME, Place, PlaceSet, Rules, ScoreRule, Side, Turn, Variant};

/// A position of a tavli game: both players' checkers, who is to move, the dice, the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<V: Variant> {
    sides: [Side; 2],
    mover: Player,
    dice: Option<Dice>,
    rules: Rules<V>,
}

impl<V: Variant> Position<V> {
    /// The start of a game in which `mover` begins.
    pub fn start(rules: Rules<V>, mover: Player) -> Self {
        let mut side = Side::default();
        for &(place, count) in V::START {
            for _ in 0..count {
                side.put(Place::new(place));
            }
        }
        Self { sides: [side; 2], mover, dice: None, rules }
    }

    /// Builds a position from parts that fit together.
    pub(crate) fn from_parts(sides: [Side; 2], mover: Player, dice: Option<Dice>, rules: Rules<V>) -> Self {
        Self { sides, mover, dice, rules }
    }

    /// A player's checkers, in that player's numbering.
    #[inline]
    pub fn side(&self, player: Player) -> &Side {
        &self.sides[player.index()]
    }

    /// The checkers of the player to move.
    #[inline]
    pub fn own(&self) -> &Side {
        self.side(self.mover)
    }

    /// The checkers of the opponent.
    #[inline]
    pub fn other(&self) -> &Side {
        self.side(self.mover.opponent())
    }

    /// Whose turn it is, to roll or to move.
    #[inline]
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// The dice on the board; `None` if a roll is due or the game is over.
    #[inline]
    pub fn dice(&self) -> Option<Dice> {
        self.dice
    }

    /// The rules it is played by.
    #[inline]
    pub fn rules(&self) -> &Rules<V> {
        &self.rules
    }

    /// The same checkers with these dice on the board.
    #[must_use]
    pub fn with_dice(mut self, dice: Dice) -> Self {
        self.dice = Some(dice);
        self
    }

    /// The position after a legal turn; usually the opponent is about to roll.
    #[inline]
    #[must_use]
    pub fn after(&self, turn: Turn) -> Self {
        let mut next = *self;
        agon_core::Position::play_unchecked(&mut next, turn);
        next
    }

    /// Converts a player's point to the board's numbering, which is White's.
    pub fn board_point(player: Player, point: u8) -> u8 {
        match player {
            Player::P1 => point,
            Player::P2 => V::MOVEMENT.opponent_point(point),
        }
    }

    /// The result by rule T6: a player has borne off all checkers.
    #[inline]
    pub fn borne_off_outcome(&self) -> Option<Outcome> {
        if self.sides.iter().all(|side| side.off() < Side::CHECKERS) {
            return None;
        }
        let winner = if self.sides[0].off() == Side::CHECKERS { Player::P1 } else { Player::P2 };
        Some(Outcome::Win { winner, points: self.win_points(winner) })
    }

    /// Why a game is over that ended by bearing off, as a code.
    pub fn borne_off_ending(&self) -> Option<&'static str> {
        self.borne_off_outcome().map(|outcome| match outcome.points() {
            2 => "borne_off_double",
            3 => "borne_off_triple",
            _ => "borne_off",
        })
    }

    /// Why the mover can only pass, as a code: no checker can move, or every move would end where it may not.
    pub(crate) fn pass_reason(&self) -> Option<&'static str> {
        let builder = TurnBuilder::new(self).filter(|_| self.outcome().is_none())?;
        let must_pass = LegalTurns::of(&builder.generator).steps() == 0;
        must_pass.then(|| if builder.steps().is_empty() { "no_step" } else { "no_allowed_end" })
    }

    fn win_points(&self, winner: Player) -> u8 {
        let loser = self.side(winner.opponent());
        if loser.off() > 0 {
            return 1;
        }
        let winners_home: PlaceSet = V::MOVEMENT.opponent_points(HOME) | 1;
        match self.rules.score {
            ScoreRule::Triple if loser.occupied() & winners_home != 0 => 3,
            _ => 2,
        }
    }

    /// Marks the enemy checkers under the mover's checkers as pinned.
    #[inline]
    fn update_pins(&mut self) {
        let own = self.own();
        let above = V::MOVEMENT.opponent_points(own.occupied() & !own.pinned());
        let other = &mut self.sides[self.mover.opponent().index()];
        other.set_pinned(above & other.occupied());
    }
}

impl<V: Variant> agon_core::Position for Position<V> {
    type Move = Turn;
    type Chance = Dice;

    #[inline]
    fn actor(&self) -> Actor {
        if self.outcome().is_some() {
            Actor::Nobody
        } else if self.dice.is_none() {
            Actor::Chance
        } else {
            Actor::Player(self.mover)
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        V::outcome(self)
    }

    fn legal_moves(&self, out: &mut Vec<Turn>) {
        if let Some(dice) = self.dice
            && self.outcome().is_none()
        {
            TurnGenerator::new(self, dice).legal_turns(out);
        }
    }

    #[inline]
    fn play_unchecked(&mut self, turn: Turn) {
        let enemy = self.mover.opponent().index();
        for step in turn.steps() {
            let own = &mut self.sides[self.mover.index()];
            own.take(step.from);
            own.put(step.to);
            if V::BLOT_RULE == BlotRule::Hit && (1..=24).contains(&step.to.number()) {
                let facing = Place::new(V::MOVEMENT.opponent_point(step.to.number()));
                let other = &mut self.sides[enemy];
                if other.count(facing) == 1 {
                    other.take(facing);
                    other.put(Place::BAR);
                }
            }
        }
        if V::BLOT_RULE == BlotRule::Pin {
            self.update_pins();
        }
        let bonus_dice = self.dice.and_then(|dice| V::bonus_dice(&self.rules, dice, turn.steps().len()));
        self.dice = bonus_dice.filter(|_| self.outcome().is_none());
        if self.dice.is_none() {
            self.mover = self.mover.opponent();
        }
    }

    fn chances(&self) -> &'static [(Dice, u32)] {
        if self.actor() == Actor::Chance { &ROLLS } else { &[] }
    }

    #[inline]
    fn resolve_unchecked(&mut self, chance: Dice) {
        self.dice = Some(chance);
    }

    fn key(&self) -> u64 {
        let dice = self.dice.map_or(0, |dice| u64::from(dice.high() * 8 + dice.low()));
        let turn = (dice << 1) | self.mover.index() as u64;
        let pins = self.sides.iter().fold(turn, |key, side| (key << 26) ^ u64::from(side.pinned() >> 1));
        self.sides.iter().fold(mix(pins), |key, side| {
            let men = side.packed();
            mix(mix(key ^ men as u64).wrapping_add((men >> 64) as u64))
        })
    }

    fn fmt_move(&self, turn: Turn, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{turn}")
    }

    fn parse_move(&self, text: &str) -> Result<Turn, Fault> {
        notation::parse_move(self, text)
    }

    fn fmt_chance(&self, dice: Dice, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{dice}:")
    }

    fn parse_chance(&self, text: &str) -> Result<Dice, Fault> {
        if self.actor() != Actor::Chance {
            return Err(faults::NO_ROLL_DUE.with("word", text).with("actor", self.actor()));
        }
        let digits = text.trim().strip_suffix(':').and_then(Dice::parse);
        digits.ok_or_else(|| faults::NOT_A_ROLL.with("word", text))
    }
}
