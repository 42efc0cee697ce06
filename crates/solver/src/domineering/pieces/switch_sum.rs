//! Games that are quickly added: numbers and switches.

use crate::cgt::{Dyadic, Games, Value};

/// Means and temperatures are counted in sixteenths.
const UNIT_EXPONENT: u8 = 4;

/// The temperatures that fit into a [`SwitchSum`], in sixteenths.
const MAX_TEMPERATURE: i32 = 47;

/// A sum of numbers and switches `mean ± temperature`, all that is needed of it to say who wins.
///
/// Switches are played hottest first, and two of the same temperature cancel out: so the sum of
/// the means and the set of temperatures that occur an odd number of times are enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SwitchSum {
    /// Of all numbers and switches.
    pub(crate) mean: i32,
    /// Bit `t`: an odd number of switches of temperature `t`.
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

    /// What starting is worth: the hottest switch, less the next, and so on.
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

    /// The number that is left, in sixteenths, when all switches are played.
    #[inline]
    pub(crate) fn stop(self, starts: bool) -> i32 {
        if starts { self.mean + self.start() } else { self.mean - self.start() }
    }

    /// Whether Left wins.
    #[inline]
    pub(crate) fn left_wins(self, starts: bool) -> bool {
        let stop = self.stop(starts);
        // At nought who has to move then has lost; each switch takes one move.
        let left_to_move = starts == self.temperatures.count_ones().is_multiple_of(2);
        stop > 0 || stop == 0 && !left_to_move
    }

    /// The temperature of a isolated switch; nought for a number.
    #[inline]
    pub(crate) fn temperature(self) -> i32 {
        self.temperatures.checked_ilog2().map_or(0, |hottest| hottest as i32)
    }

    /// Whether a value above this isolated simple game may have more to offer to Left with an option
    /// above `option`: `false` only if a sum that is not won by moving here as in the simple
    /// game is not won by moving to the option either.
    pub(crate) fn may_gain(self, option: Self) -> bool {
        let (promised, most) = (self.mean + self.temperature(), option.mean + option.temperature());
        // To a number a move is never needed: one that gives nothing up is news.
        if self.temperatures == 0 || option.temperatures != 0 { most >= promised } else { most > promised }
    }

    /// In one word, for tables; never all ones.
    #[inline]
    pub(crate) fn pack(self) -> u64 {
        (self.mean as u64) << 48 | self.temperatures
    }

    #[inline]
    pub(crate) fn unpack(word: u64) -> Self {
        Self { mean: ((word as i64) >> 48) as i32, temperatures: word & ((1 << 48) - 1) }
    }

    /// The best number or switch that is not greater than a value: the one of the greatest mean.
    pub(crate) fn lower_bound(games: &mut Games, value: Value) -> Self {
        if let Some(number) = games.number(value) {
            return Self { mean: units(number), temperatures: 0 };
        }
        let mut best = number_below(games, value);
        let (high, low) = (eighths(games.left_stop(value)), eighths(games.right_stop(value)));
        for right in (low - 16..=low).rev() {
            let top = high.min(right + MAX_TEMPERATURE - 1);
            // Units are sixteenths: the mean of two eighths.
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

/// The greatest number, in sixteenths, that is not greater than a value which is none.
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
