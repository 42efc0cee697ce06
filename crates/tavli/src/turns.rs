//! The turn search that all tavli games share.
//!
//! A turn is looked for by its number of steps, longest first (T3). Three ways lead there:
//! - two different dice, nothing on the bar, no bearing off in sight: pairs of start places,
//!   every resulting position once by construction;
//! - two different dice otherwise: both orders, positions compared;
//! - doubles: start places in rising order, which reaches every set of steps once, because a step
//!   never becomes impossible by playing one from further back before it.

use crate::{
    BOARD, Dice, Ending, HOME, Mask, OUTSIDE, OneDie, Place, Position, Rules, Side, Step, Turn, Variant,
    places,
};

/// What stays the same during a turn.
#[derive(Clone, Copy)]
pub(crate) struct Search<'a, V: Variant> {
    rules: &'a Rules<V>,
    other: &'a Side,
    /// Points where the mover may not land.
    blocked: Mask,
    /// Single enemies that landing would hit.
    blots: Mask,
    /// Points where a checker that has hit must stay.
    holds: Mask,
    bears_off: bool,
}

/// A turn under way: the mover's checkers and what they have hit.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    pub(crate) own: Side,
    /// Points where an enemy was hit.
    pub(crate) hits: Mask,
    /// Points where one checker may not move on, because it has hit there.
    held: Mask,
}

impl Line {
    /// Equal if and only if the positions are: the counts take 104 bits, the points hit 24.
    #[inline]
    pub(crate) fn key(&self) -> u128 {
        self.own.packed() | (u128::from(self.hits >> 1) << 104)
    }
}

/// Which endings count while turns are collected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    Allowed,
    AllowedOrBarred,
}

#[inline]
const fn bit(place: Place) -> Mask {
    1 << place.number()
}

impl<'a, V: Variant> Search<'a, V> {
    pub(crate) fn new(position: &'a Position<V>) -> (Self, Line) {
        let (own, other) = (position.own(), position.other());
        let enemies = V::TRAVEL.facing(other.occupied());
        let doors = V::TRAVEL.facing(other.many());
        let blocked = V::blocked(own, enemies, doors);
        let hits = matches!(V::LANDING, crate::Landing::Hit);
        let search = Self {
            rules: position.rules(),
            other,
            blocked,
            blots: if hits { enemies & !doors } else { 0 },
            holds: V::holds_hitter(position.rules()),
            bears_off: V::may_bear_off(position.rules(), own),
        };
        (search, Line { own: *own, hits: 0, held: 0 })
    }

    /// Points where the mover may not land.
    pub(crate) fn blocked(&self) -> Mask {
        self.blocked
    }

    /// Places from which the checkers may move at all now, whatever the dice.
    #[inline]
    fn movable(&self, line: &Line) -> Mask {
        let own = &line.own;
        let fixed = own.pinned() | (line.held & !own.many());
        own.occupied() & !fixed & V::may_move(self.rules, own)
    }

    /// Places from which a die can be played.
    #[inline]
    pub(crate) fn starts(&self, line: &Line, die: u8) -> Mask {
        let occupied = line.own.occupied();
        let open = !(self.blocked >> die);
        if occupied & 1 != 0 {
            return open & 1;
        }
        let movable = self.movable(line);
        let mut starts = movable & open & (BOARD >> die);
        if occupied & OUTSIDE == 0 && self.bears_off {
            let exact = 1 << (25 - die);
            let rearmost = occupied & occupied.wrapping_neg();
            // The rearmost place counts even if what stands there cannot move: then nothing is taken.
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
    pub(crate) fn play(&self, mut line: Line, step: Step) -> Line {
        line.own.take(step.from);
        line.own.put(step.to);
        let hit = self.blots & !line.hits & bit(step.to);
        line.hits |= hit;
        line.held |= hit & self.holds;
        line
    }

    #[inline]
    fn keeps(&self, line: &Line, keep: Keep) -> bool {
        if !V::HAS_ENDINGS {
            return true;
        }
        match V::ending(self.rules, &line.own, self.other) {
            Ending::Allowed => true,
            Ending::Barred => keep == Keep::AllowedOrBarred,
            Ending::Forbidden => false,
        }
    }

    /// Appends every legal turn, each resulting position once.
    pub(crate) fn legal(&self, line: &Line, dice: Dice, out: &mut Vec<Turn>) {
        if self.longest(line, dice, Keep::Allowed, out) {
            return;
        }
        if V::HAS_ENDINGS
            && !self.keeps(line, Keep::Allowed)
            && self.longest(line, dice, Keep::AllowedOrBarred, out)
        {
            return;
        }
        out.push(Turn::PASS);
    }

    /// Appends the turns of the greatest length at which there are any; nothing for length 0.
    fn longest(&self, line: &Line, dice: Dice, keep: Keep, out: &mut Vec<Turn>) -> bool {
        let base = out.len();
        if dice.is_double() {
            let mut steps = 4;
            while steps > 0 && out.len() == base {
                let mut doubles =
                    Doubles { search: self, die: dice.high(), keep, out, reached: 0, repeats: false };
                doubles.extend(line, Turn::PASS, steps, 0);
                let repeats = doubles.repeats;
                steps = doubles.reached.min(steps - 1);
                if repeats {
                    self.drop_repeats(line, base, out);
                }
            }
        } else {
            self.pairs(line, dice, keep, out);
            if out.len() == base {
                self.singles(line, dice, keep, out);
            }
        }
        out.len() > base
    }

    fn singles(&self, line: &Line, dice: Dice, keep: Keep, out: &mut Vec<Turn>) {
        let base = out.len();
        for die in [dice.high(), dice.low()] {
            for from in places(self.starts(line, die)) {
                let turn = Turn::one(Step::by(from, die));
                if self.keeps(&self.play(*line, turn.steps()[0]), keep) && !out[base..].contains(&turn) {
                    out.push(turn);
                }
            }
            if self.rules.one_die == OneDie::Larger && out.len() > base {
                return;
            }
        }
    }

    fn pairs(&self, line: &Line, dice: Dice, keep: Keep, out: &mut Vec<Turn>) {
        let own = &line.own;
        let outside = own.occupied() & OUTSIDE;
        let stays_out = outside & outside.wrapping_sub(1) != 0 || outside & own.many() != 0;
        let free = V::may_move(self.rules, own) & BOARD == BOARD;
        if own.occupied() & 1 == 0 && (stays_out || !self.bears_off) && free {
            self.plain_pairs(line, dice, keep, out);
        } else {
            self.mixed_pairs(line, dice, keep, out);
        }
    }

    /// Two dice where every step is an ordinary move and a step never enables another checker's.
    fn plain_pairs(&self, line: &Line, dice: Dice, keep: Keep, out: &mut Vec<Turn>) {
        let (high, low) = (dice.high(), dice.low());
        let starts_high = self.starts(line, high);
        let starts_low = self.starts(line, low);
        let many = line.own.many();
        for x in places(starts_high) {
            let first = Step::by(x, high);
            let after = if V::HAS_ENDINGS { self.play(*line, first) } else { *line };
            // One checker's whole way is listed below, also if two checkers walk a part of it each.
            let mut starts = starts_low & !bit(first.to) & !(bit(x) >> low);
            if many & bit(x) == 0 {
                starts &= !bit(x);
            }
            for y in places(starts) {
                let second = Step::by(y, low);
                if V::HAS_ENDINGS && !self.keeps(&self.play(after, second), keep) {
                    continue;
                }
                out.push(if first < second { Turn::two(first, second) } else { Turn::two(second, first) });
            }
        }
        let end = BOARD >> (high + low) & !(self.blocked >> (high + low));
        // A landing on the way counts only if it hits, or stops the checker.
        let stops = self.blots & self.holds;
        let via_low = starts_low & end & !(stops >> low);
        let via_high = starts_high & end & !(stops >> high);
        let same = via_low & !(self.blots >> low) & !(self.blots >> high);
        for (starts, die, other) in [(via_low, low, high), (via_high & !same, high, low)] {
            for from in places(starts) {
                let first = Step::by(from, die);
                let second = Step::by(first.to, other);
                if !V::HAS_ENDINGS || self.keeps(&self.play(self.play(*line, first), second), keep) {
                    out.push(Turn::two(first, second));
                }
            }
        }
    }

    /// Two dice in general: both orders, the first of the turns that lead to the same position.
    fn mixed_pairs(&self, line: &Line, dice: Dice, keep: Keep, out: &mut Vec<Turn>) {
        let mut seen = Seen::new(out.len());
        for (die, other) in [(dice.low(), dice.high()), (dice.high(), dice.low())] {
            let firsts = self.starts(line, die);
            for x in places(firsts) {
                let first = Step::by(x, die);
                let after = self.play(*line, first);
                for y in places(self.starts(&after, other)) {
                    let second = Step::by(y, other);
                    let end = self.play(after, second);
                    if !self.keeps(&end, keep) {
                        continue;
                    }
                    let swapped = second < first && self.plays(line, [(second, other), (first, die)]);
                    let turn = if swapped { Turn::two(second, first) } else { Turn::two(first, second) };
                    seen.add(end.key(), turn, out);
                }
            }
        }
    }

    /// Keeps the first of the turns that lead to the same position.
    ///
    /// Needed only where a player has several runners, which play never leads to.
    #[cold]
    fn drop_repeats(&self, line: &Line, base: usize, out: &mut Vec<Turn>) {
        let mut keys = std::collections::HashSet::new();
        let turns = out.split_off(base);
        let key = |turn: &Turn| turn.steps().iter().fold(*line, |line, step| self.play(line, *step)).key();
        out.extend(turns.into_iter().filter(|turn| keys.insert(key(turn))));
    }

    /// Whether steps can be made in this order.
    fn plays(&self, line: &Line, steps: [(Step, u8); 2]) -> bool {
        let [(first, die), (second, other)] = steps;
        self.starts(line, die) & bit(first.from) != 0
            && self.starts(&self.play(*line, first), other) & bit(second.from) != 0
    }
}

/// The positions reached so far by turns that lie in a buffer from some index on.
struct Seen {
    base: usize,
    keys: [u128; Self::MOST],
    /// One bit for each key's hash: a clear bit saves looking through the keys.
    filter: u64,
}

impl Seen {
    /// Fifteen places for each of two dice, in two orders.
    const MOST: usize = 2 * 15 * 15;

    fn new(base: usize) -> Self {
        Self { base, keys: [0; Self::MOST], filter: 0 }
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

/// The turns of a double with a given number of steps.
struct Doubles<'a, 'b, V: Variant> {
    search: &'a Search<'a, V>,
    die: u8,
    keep: Keep,
    out: &'b mut Vec<Turn>,
    /// The longest turn seen.
    reached: u32,
    /// Whether some positions may have been reached twice.
    repeats: bool,
}

impl<V: Variant> Doubles<'_, '_, V> {
    /// Extends a turn by `steps` more steps from `floor` on.
    fn extend(&mut self, line: &Line, turn: Turn, steps: u32, floor: u8) {
        let starts = self.search.starts(line, self.die) & (Mask::MAX << floor);
        if starts == 0 {
            return;
        }
        self.reached = self.reached.max(turn.steps().len() as u32 + 1);
        // While only some checkers may move, a step can set free others further back.
        let free = V::may_move(self.search.rules, &line.own) & BOARD == BOARD;
        self.repeats |= !free && starts & (starts - 1) != 0;
        for from in places(starts) {
            let step = Step::by(from, self.die);
            let longer = turn.with(step);
            if steps > 1 {
                let floor = if free { from.number() } else { 0 };
                self.extend(&self.search.play(*line, step), longer, steps - 1, floor);
            } else if !V::HAS_ENDINGS && free {
                self.out.push(longer);
            } else {
                self.finish(&self.search.play(*line, step), longer);
            }
        }
    }

    fn finish(&mut self, end: &Line, turn: Turn) {
        if self.search.keeps(end, self.keep) {
            self.out.push(turn);
        }
    }
}

/// Whether all of these points are held.
#[inline]
pub(crate) const fn holds_all(held: Mask, points: Mask) -> bool {
    held & points == points
}

/// The points `first..=last`.
pub(crate) const fn points(first: u8, last: u8) -> Mask {
    ((1 << (last + 1)) - 1) & !((1 << first) - 1)
}

const _: () = assert!(points(19, 24) == HOME);
