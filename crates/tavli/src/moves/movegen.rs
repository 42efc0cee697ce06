//! The move generator of all tavli games.
//!
//! It searches for turns by their number of steps, longest first (T3), in one of three ways:
//! - two different dice, nothing on the bar, no bearing off possible: pairs of start places, which give every resulting
//!   position once;
//! - two different dice otherwise: both orders, dropping positions reached before;
//! - doubles: start places in ascending order, which reaches every set of steps once, because playing a step from
//!   further back never makes another one impossible.
//!
//! Where a variant holds checkers back, the order of the steps matters: all orders are tried, and positions reached
//! before are dropped.

use std::collections::BTreeSet;

use crate::{
    BOARD, Dice, HOME, Movable, OUTSIDE, OneDieRule, Place, PlaceSet, Position, Rules, Side, Step, Turn, TurnEnd,
    TurnStart, Variant, places,
};

/// Generates the turns of a position; holds what stays the same during a turn.
#[derive(Clone, Copy)]
pub(crate) struct TurnGenerator<'a, V: Variant> {
    rules: &'a Rules<V>,
    turn: TurnStart<'a>,
    /// Points where the mover may not land.
    blocked: PlaceSet,
    /// Enemy blots that a landing checker hits.
    blots: PlaceSet,
    /// Points where a checker that has hit must stay.
    holds: PlaceSet,
    bears_off: bool,
}

/// A turn in progress: the mover's checkers and their hits.
#[derive(Clone, Copy)]
pub(crate) struct PartialTurn {
    pub(crate) own: Side,
    /// Points where a blot was hit.
    pub(crate) hits: PlaceSet,
    /// Points where a checker has hit and must stay.
    held: PlaceSet,
}

impl PartialTurn {
    /// A unique key of the position: 104 bits of counts and 24 bits of points hit.
    #[inline]
    pub(crate) fn key(&self) -> u128 {
        self.own.packed() | (u128::from(self.hits >> 1) << 104)
    }
}

/// Which final positions of a turn are accepted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EndFilter {
    Allowed,
    AllowedOrLastResort,
}

#[inline]
const fn bit(place: Place) -> PlaceSet {
    1 << place.number()
}

impl<'a, V: Variant> TurnGenerator<'a, V> {
    pub(crate) fn new(position: &'a Position<V>, dice: Dice) -> Self {
        let (own, other) = (position.own(), position.other());
        let enemies = V::MOVEMENT.opponent_points(other.occupied());
        let doors = V::MOVEMENT.opponent_points(other.at_least_two());
        let blocked = V::blocked(own, enemies, doors);
        let hits = matches!(V::BLOT_RULE, crate::BlotRule::Hit);
        Self {
            rules: position.rules(),
            turn: TurnStart { dice, own, other },
            blocked,
            blots: if hits { enemies & !doors } else { 0 },
            holds: V::hitter_stays_on(position.rules()),
            bears_off: V::may_bear_off(position.rules(), own),
        }
    }

    /// The turn before its first step.
    pub(crate) fn start(&self) -> PartialTurn {
        PartialTurn { own: *self.turn.own, hits: 0, held: 0 }
    }

    /// Points where the mover may not land.
    pub(crate) fn blocked(&self) -> PlaceSet {
        self.blocked
    }

    /// Which checkers the variant lets move now.
    #[inline]
    pub(crate) fn allowed(&self, own: &Side) -> Movable {
        V::may_move(self.rules, own, &self.turn)
    }

    /// Places from which checkers may move now, for any die.
    #[inline]
    fn movable(&self, partial: &PartialTurn) -> PlaceSet {
        let own = &partial.own;
        let fixed = own.pinned() | (partial.held & !own.at_least_two());
        own.occupied() & !fixed & self.allowed(own).places()
    }

    /// Places from which a die can be played.
    #[inline]
    pub(crate) fn starts(&self, partial: &PartialTurn, die: u8) -> PlaceSet {
        let occupied = partial.own.occupied();
        let open = !(self.blocked >> die);
        if occupied & 1 != 0 {
            return open & 1;
        }
        let movable = self.movable(partial);
        let mut starts = movable & open & (BOARD >> die);
        if occupied & OUTSIDE == 0 && self.bears_off {
            let exact = 1 << (25 - die);
            let rearmost = occupied & occupied.wrapping_neg();
            // A rearmost checker that cannot move still forbids bearing off others with a higher die.
            starts |= if movable & exact != 0 {
                exact
            } else if rearmost > exact {
                rearmost & movable
            } else {
                0
            };
        }
        starts
    }

    /// Plays one step.
    #[inline]
    pub(crate) fn play(&self, mut partial: PartialTurn, step: Step) -> PartialTurn {
        partial.own.take(step.from);
        partial.own.put(step.to);
        let hit = self.blots & !partial.hits & bit(step.to);
        partial.hits |= hit;
        partial.held |= hit & self.holds;
        partial
    }

    /// Whether the turn may end here by the rules of the variant.
    #[inline]
    pub(crate) fn end(&self, partial: &PartialTurn) -> TurnEnd {
        V::turn_end(self.rules, &partial.own, &self.turn)
    }

    #[inline]
    fn accepts(&self, partial: &PartialTurn, filter: EndFilter) -> bool {
        if !V::RESTRICTS_TURN_END {
            return true;
        }
        match self.end(partial) {
            TurnEnd::Allowed => true,
            TurnEnd::LastResort => filter == EndFilter::AllowedOrLastResort,
            TurnEnd::Forbidden => false,
        }
    }

    /// Appends every legal turn, each resulting position once.
    pub(crate) fn legal_turns(&self, out: &mut Vec<Turn>) {
        let partial = &self.start();
        let dice = self.turn.dice;
        if self.longest(partial, dice, EndFilter::Allowed, out) {
            return;
        }
        if V::RESTRICTS_TURN_END
            && !self.accepts(partial, EndFilter::Allowed)
            && self.longest(partial, dice, EndFilter::AllowedOrLastResort, out)
        {
            return;
        }
        out.push(Turn::PASS);
    }

    /// Appends the turns with the most steps; returns whether there are any with at least one.
    fn longest(&self, partial: &PartialTurn, dice: Dice, filter: EndFilter, out: &mut Vec<Turn>) -> bool {
        let base = out.len();
        if dice.is_double() {
            let mut steps = 4;
            while steps > 0 && out.len() == base {
                let mut double = DoubleTurns {
                    generator: self,
                    die: dice.high(),
                    filter,
                    out,
                    reached: 0,
                    repeats: false,
                    tried: BTreeSet::new(),
                };
                double.extend(partial, Turn::PASS, steps, 0);
                let repeats = double.repeats;
                steps = double.reached.min(steps - 1);
                if repeats {
                    self.drop_repeats(partial, base, out);
                }
            }
        } else {
            self.pairs(partial, dice, filter, out);
            if out.len() == base {
                self.singles(partial, dice, filter, out);
            }
        }
        out.len() > base
    }

    fn singles(&self, partial: &PartialTurn, dice: Dice, filter: EndFilter, out: &mut Vec<Turn>) {
        let base = out.len();
        for die in [dice.high(), dice.low()] {
            for from in places(self.starts(partial, die)) {
                let turn = Turn::one(Step::by(from, die));
                if self.accepts(&self.play(*partial, turn.steps()[0]), filter) && !out[base..].contains(&turn) {
                    out.push(turn);
                }
            }
            if self.rules.one_die == OneDieRule::Larger && out.len() > base {
                return;
            }
        }
    }

    fn pairs(&self, partial: &PartialTurn, dice: Dice, filter: EndFilter, out: &mut Vec<Turn>) {
        let own = &partial.own;
        let outside = own.occupied() & OUTSIDE;
        let stays_out = outside & outside.wrapping_sub(1) != 0 || outside & own.at_least_two() != 0;
        let free = self.allowed(own) == Movable::All;
        if own.occupied() & 1 == 0 && (stays_out || !self.bears_off) && free {
            self.plain_pairs(partial, dice, filter, out);
        } else {
            self.mixed_pairs(partial, dice, filter, out);
        }
    }

    /// Two dice where every step is an ordinary move and no step enables another checker's.
    fn plain_pairs(&self, partial: &PartialTurn, dice: Dice, filter: EndFilter, out: &mut Vec<Turn>) {
        let (high, low) = (dice.high(), dice.low());
        let starts_high = self.starts(partial, high);
        let starts_low = self.starts(partial, low);
        let many = partial.own.at_least_two();
        for x in places(starts_high) {
            let first = Step::by(x, high);
            let after = if V::RESTRICTS_TURN_END { self.play(*partial, first) } else { *partial };
            // Turns that one checker could play alone are listed below, even if two checkers share the distance.
            let mut starts = starts_low & !bit(first.to) & !(bit(x) >> low);
            if many & bit(x) == 0 {
                starts &= !bit(x);
            }
            for y in places(starts) {
                let second = Step::by(y, low);
                if V::RESTRICTS_TURN_END && !self.accepts(&self.play(after, second), filter) {
                    continue;
                }
                out.push(if first < second { Turn::two(first, second) } else { Turn::two(second, first) });
            }
        }
        let end = BOARD >> (high + low) & !(self.blocked >> (high + low));
        // An intermediate landing matters only if it hits or stops the checker.
        let stops = self.blots & self.holds;
        let via_low = starts_low & end & !(stops >> low);
        let via_high = starts_high & end & !(stops >> high);
        let same = via_low & !(self.blots >> low) & !(self.blots >> high);
        for (starts, die, other) in [(via_low, low, high), (via_high & !same, high, low)] {
            for from in places(starts) {
                let first = Step::by(from, die);
                let second = Step::by(first.to, other);
                if !V::RESTRICTS_TURN_END || self.accepts(&self.play(self.play(*partial, first), second), filter) {
                    out.push(Turn::two(first, second));
                }
            }
        }
    }

    /// Two dice in general: tries both orders and keeps the first of the turns that lead to the same position.
    fn mixed_pairs(&self, partial: &PartialTurn, dice: Dice, filter: EndFilter, out: &mut Vec<Turn>) {
        let mut seen = DistinctTurns::new(out.len());
        for (die, other) in [(dice.low(), dice.high()), (dice.high(), dice.low())] {
            let firsts = self.starts(partial, die);
            for x in places(firsts) {
                let first = Step::by(x, die);
                let after = self.play(*partial, first);
                for y in places(self.starts(&after, other)) {
                    let second = Step::by(y, other);
                    let end = self.play(after, second);
                    if !self.accepts(&end, filter) {
                        continue;
                    }
                    let swapped = second < first && self.plays(partial, [(second, other), (first, die)]);
                    let turn = if swapped { Turn::two(second, first) } else { Turn::two(first, second) };
                    seen.add(end.key(), turn, out);
                }
            }
        }
    }

    /// Keeps the first of the turns that lead to the same position.
    ///
    /// Needed only while the variant holds checkers back.
    #[cold]
    fn drop_repeats(&self, partial: &PartialTurn, base: usize, out: &mut Vec<Turn>) {
        let mut keys = std::collections::HashSet::new();
        let turns = out.split_off(base);
        let key = |turn: &Turn| turn.steps().iter().fold(*partial, |partial, step| self.play(partial, *step)).key();
        out.extend(turns.into_iter().filter(|turn| keys.insert(key(turn))));
    }

    /// Whether the steps can be played in this order.
    fn plays(&self, partial: &PartialTurn, steps: [(Step, u8); 2]) -> bool {
        let [(first, die), (second, other)] = steps;
        self.starts(partial, die) & bit(first.from) != 0
            && self.starts(&self.play(*partial, first), other) & bit(second.from) != 0
    }
}

/// The positions reached by the turns in a buffer from index `base` on.
struct DistinctTurns {
    base: usize,
    keys: [u128; Self::CAPACITY],
    /// A filter with one bit per hash: a clear bit saves the search among the keys.
    filter: u64,
}

impl DistinctTurns {
    /// Fifteen places for each of two dice, in two orders.
    const CAPACITY: usize = 2 * 15 * 15;

    fn new(base: usize) -> Self {
        Self { base, keys: [0; Self::CAPACITY], filter: 0 }
    }

    #[inline]
    fn add(&mut self, key: u128, turn: Turn, out: &mut Vec<Turn>) {
        let folded = (key as u64) ^ (key >> 64) as u64;
        let hash = 1 << (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58);
        let known = &self.keys[..out.len() - self.base];
        if self.filter & hash != 0
            && let Some(index) = known.iter().position(|other| *other == key)
        {
            let place = &mut out[self.base + index];
            *place = turn.min(*place);
            return;
        }
        self.filter |= hash;
        self.keys[out.len() - self.base] = key;
        out.push(turn);
    }
}

/// Generates the turns of a double with a given number of steps.
struct DoubleTurns<'a, 'b, V: Variant> {
    generator: &'a TurnGenerator<'a, V>,
    die: u8,
    filter: EndFilter,
    out: &'b mut Vec<Turn>,
    /// The longest turn seen.
    reached: u32,
    /// Whether a position may have been reached twice.
    repeats: bool,
    /// The unfinished turns that were extended in every order, by the steps left and their keys.
    tried: BTreeSet<(u32, u128)>,
}

impl<V: Variant> DoubleTurns<'_, '_, V> {
    /// Extends a turn by `steps` more steps from `floor` on.
    fn extend(&mut self, partial: &PartialTurn, turn: Turn, steps: u32, floor: u8) {
        let starts = self.generator.starts(partial, self.die) & (PlaceSet::MAX << floor);
        if starts == 0 {
            return;
        }
        self.reached = self.reached.max(turn.steps().len() as u32 + 1);
        // While only some checkers may move, a step can release others further back.
        let free = self.generator.allowed(&partial.own) == Movable::All;
        if !free && starts & (starts - 1) != 0 {
            self.repeats = true;
            if !self.tried.insert((steps, partial.key())) {
                return;
            }
        }
        for from in places(starts) {
            let step = Step::by(from, self.die);
            let longer = turn.with(step);
            if steps > 1 {
                let floor = if free { from.number() } else { 0 };
                self.extend(&self.generator.play(*partial, step), longer, steps - 1, floor);
            } else if !V::RESTRICTS_TURN_END && free {
                self.out.push(longer);
            } else {
                self.finish(&self.generator.play(*partial, step), longer);
            }
        }
    }

    fn finish(&mut self, end: &PartialTurn, turn: Turn) {
        if self.generator.accepts(end, self.filter) {
            self.out.push(turn);
        }
    }
}

/// Whether all points of a set are held.
#[inline]
pub(crate) const fn holds_all(held: PlaceSet, points: PlaceSet) -> bool {
    held & points == points
}

/// The points `first..=last`.
pub(crate) const fn points(first: u8, last: u8) -> PlaceSet {
    ((1 << (last + 1)) - 1) & !((1 << first) - 1)
}

const _: () = assert!(points(19, 24) == HOME);
