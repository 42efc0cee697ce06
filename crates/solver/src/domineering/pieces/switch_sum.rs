//! Sums of numbers and switches, which take a few instructions to add and to play out.

use crate::cgt::{Dyadic, Games, Value};

/// Means and temperatures are in sixteenths: 2 to the power of minus this.
const UNIT_EXPONENT: u8 = 4;

/// Largest temperature of a switch, in sixteenths.
const MAX_TEMPERATURE: i32 = 47;

/// A sum of numbers and switches `mean ± temperature`, reduced to what decides the winner.
///
/// Switches are played hottest first, and two of the same temperature cancel. So the sum of the means and the set of
/// temperatures that occur an odd number of times are enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SwitchSum {
    /// The sum of the means of all numbers and switches, in sixteenths.
    pub(crate) mean: i32,
    /// Bit `t` is set for an odd number of switches of temperature `t`.
    pub(crate) temperatures: u64,
}

impl SwitchSum {
    #[inline]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self { mean: self.mean + other.mean, temperatures: self.temperatures ^ other.temperatures }
    }

    #[inline]
    pub(crate) fn minus(self, other: Self) -> Self {
        Self { mean: self.mean - other.mean, temperatures: self.temperatures ^ other.temperatures }
    }

    /// What the first player gains: the hottest switch, minus the next, and so on.
    #[inline]
    fn start(self) -> i32 {
        let mut temperatures = self.temperatures;
        let mut swing = 0;
        let mut sign = 1;
        while temperatures != 0 {
            let hottest = temperatures.ilog2();
            swing += sign * hottest as i32;
            sign = -sign;
            temperatures ^= 1 << hottest;
        }
        swing
    }

    /// The stop, in sixteenths: the number that is left when all switches are played. `starts` if Left moves first.
    #[inline]
    pub(crate) fn stop(self, starts: bool) -> i32 {
        if starts { self.mean + self.start() } else { self.mean - self.start() }
    }

    /// Whether Left wins.
    #[inline]
    pub(crate) fn left_wins(self, starts: bool) -> bool {
        let stop = self.stop(starts);
        // At zero the player to move loses; each switch takes one move.
        let left_to_move = starts == self.temperatures.count_ones().is_multiple_of(2);
        stop > 0 || stop == 0 && !left_to_move
    }

    /// The temperature of a single switch; 0 for a number.
    #[inline]
    pub(crate) fn temperature(self) -> i32 {
        self.temperatures.checked_ilog2().map_or(0, |hottest| hottest as i32)
    }

    /// Whether Left may gain by an option, for a value of which `self`, a single number or switch, is a lower bound and
    /// an option of which `option` is a lower bound.
    ///
    /// It is `false` only if a move to the option wins no sum that a move in `self` does not win.
    pub(crate) fn may_gain(self, option: Self) -> bool {
        let (promised, most) = (self.mean + self.temperature(), option.mean + option.temperature());
        // In a number no move gains, so an option that loses nothing is an improvement.
        if self.temperatures == 0 || option.temperatures != 0 { most >= promised } else { most > promised }
    }

    /// Packs the sum into one word, never all ones.
    #[inline]
    pub(crate) fn pack(self) -> u64 {
        (self.mean as u64) << 48 | self.temperatures
    }

    #[inline]
    pub(crate) fn unpack(word: u64) -> Self {
        Self { mean: ((word as i64) >> 48) as i32, temperatures: word & ((1 << 48) - 1) }
    }

    /// The number or switch with the greatest mean that is not greater than a value.
    pub(crate) fn lower_bound(games: &mut Games, value: Value) -> Self {
        if let Some(number) = games.number(value) {
            return Self { mean: units(number), temperatures: 0 };
        }
        let mut best = number_below(games, value);
        let (high, low) = (eighths(games.left_stop(value)), eighths(games.right_stop(value)));
        for right in (low - 16..=low).rev() {
            let top = high.min(right + MAX_TEMPERATURE - 1);
            // The mean of two numbers in eighths is their sum in sixteenths.
            if top + right <= best.mean {
                break;
            }
            let Some(left) = greatest_left(games, value, top, right) else { continue };
            if left + right > best.mean {
                best = Self { mean: left + right, temperatures: 1 << (left - right) };
            }
        }
        best
    }
}

/// The greatest number, in sixteenths, that is not greater than a value that is no number.
fn number_below(games: &mut Games, value: Value) -> SwitchSum {
    let mut mean = units(games.right_stop(value));
    loop {
        let number = games.dyadic(Dyadic::new(i64::from(mean), UNIT_EXPONENT));
        if games.at_most(number, value) {
            return SwitchSum { mean, temperatures: 0 };
        }
        mean -= 1;
    }
}

/// The greatest `left` from `right` to `top` with `{left | right}` not greater than the value.
fn greatest_left(games: &mut Games, value: Value, top: i32, right: i32) -> Option<i32> {
    let mut fits = |left: i32| {
        let eighth = |number: i32| Dyadic::new(i64::from(number), UNIT_EXPONENT - 1);
        let switch = games.switch(eighth(left), eighth(right));
        games.at_most(switch, value)
    };
    if top < right || !fits(right) {
        return None;
    }
    let (mut low, mut high) = (right, top + 1);
    while high - low > 1 {
        let middle = i32::midpoint(low, high);
        if fits(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low)
}

/// In sixteenths, rounded down.
fn units(number: Dyadic) -> i32 {
    scaled(number, UNIT_EXPONENT)
}

/// In eighths, rounded down.
fn eighths(number: Dyadic) -> i32 {
    scaled(number, UNIT_EXPONENT - 1)
}

fn scaled(number: Dyadic, exponent: u8) -> i32 {
    Dyadic::new(number.numerator() << exponent, number.exponent()).floor() as i32
}
