//! Chances from a lead in pips.

use agon_search::Probabilities;
use agon_tavli::{OUTSIDE, Side, places};

/// The chances of a player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RaceEstimate {
    /// The chance to win.
    pub(crate) win: f32,
    /// The chances that a win, and a loss, counts double.
    pub(crate) doubles: [f32; 2],
}

/// The value of being on roll: half the pips of an average roll.
const ON_ROLL_PIPS: f32 = 4.0;
/// Pips wasted by each checker that is borne off.
const WASTED_PIPS_PER_CHECKER: f32 = 0.7;
/// The variance of one roll over its mean, for both sides of a race.
const VARIANCE_PER_MEAN_ROLL: f32 = 2.3;
const PIPS_PER_ROLL: f32 = 8.17;

pub(crate) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The pips until all checkers are off, waste included.
fn distance(side: &Side) -> f32 {
    f32::from(side.pips()) + WASTED_PIPS_PER_CHECKER * f32::from(Side::CHECKERS - side.off())
}

/// The rolls until the first checker is off.
fn rolls_to_first_off(side: &Side) -> f32 {
    let outside: u16 = places(side.occupied() & OUTSIDE)
        .map(|place| u16::from(side.count(place)) * u16::from(19 - place.number().min(19)))
        .sum();
    (f32::from(outside) + 4.0) / PIPS_PER_ROLL
}

impl RaceEstimate {
    /// The chances of a player whose contact has the value of this many pips.
    pub(crate) fn new(own: &Side, other: &Side, on_roll: bool, contact: f32) -> Self {
        let (own_pips, other_pips) = (distance(own), distance(other));
        let tempo = if on_roll { ON_ROLL_PIPS } else { -ON_ROLL_PIPS };
        let lead = other_pips - own_pips + tempo + contact;
        let deviation = (VARIANCE_PER_MEAN_ROLL * (own_pips + other_pips) + 10.0).sqrt();
        // With this factor the logistic curve approximates the normal one.
        let win = logistic(1.7 * lead / deviation);
        let doubles = |winner: &Side, loser: &Side| {
            if loser.off() > 0 {
                return 0.0;
            }
            let winner_rolls = distance(winner) / PIPS_PER_ROLL;
            logistic(0.8 * (rolls_to_first_off(loser) - winner_rolls))
        };
        Self { win, doubles: [doubles(own, other), doubles(other, own)] }
    }

    /// The chances of each kind of win and loss; triple wins are not estimated.
    pub(crate) fn probabilities(self) -> Probabilities {
        let loss = 1.0 - self.win;
        Probabilities { win: [self.win, self.win * self.doubles[0], 0.0], loss: [loss, loss * self.doubles[1], 0.0] }
    }
}
