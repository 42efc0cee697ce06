//! Games in which blots are hit: points and primes hold the opponent back.

use agon_tavli::{BOARD, HOME, Movement, POINTS, Place, Side, places};

use super::shots::{longest_run, shot};

/// The cost in pips of being hit besides the pips lost, and of each closed point in the opponent's home board.
const HIT_COST: f32 = 3.0;
const CLOSED_POINT_COST: f32 = 2.0;
/// The cost of a checker on the bar.
const BAR_COST: f32 = 2.5;
/// The value of the points of the own home while opposing checkers still have to pass, from the first one (r19) on.
const HOME_POINT_VALUES: [f32; 6] = [2.6, 3.4, 3.0, 2.4, 1.6, 0.8];
/// The value of the point before home, and of the one before that.
const BAR_POINT_VALUE: f32 = 2.2;
const OUTER_POINT_VALUE: f32 = 1.2;
/// The value of holding a point in the opponent's home, from the last point to the first.
const ANCHOR_VALUES: [f32; 6] = [2.0, 2.6, 3.6, 4.6, 4.8, 3.2];
/// The value of a prime with opposing checkers behind it, by its length.
const PRIME_VALUES: [f32; 7] = [0.0, 0.0, 0.0, 1.5, 4.5, 9.0, 16.0];
/// The cost of each checker on a point beyond three.
const STACK_COST: f32 = 0.5;

/// The value of the contact to `own`, in pips.
pub(crate) fn contact(travel: Movement, own: &Side, other: &Side) -> f32 {
    if is_race(travel, own, other) {
        return 0.0;
    }
    let enemies = travel.opponent_points(other.occupied());
    let closed = (other.at_least_two() & HOME).count_ones() as f32;
    let mut value = -f32::from(own.bar()) * (BAR_COST + CLOSED_POINT_COST * closed);
    for (_, cost) in exposed(travel, own, other) {
        value -= cost;
    }
    for (point, door_value) in doors(own) {
        value += door_value;
        value -= STACK_COST * f32::from(own.count(point).saturating_sub(3));
    }
    value + prime(own.at_least_two() & POINTS, enemies | u32::from(other.bar() > 0) << 25)
}

/// The blots of `own` with the expected cost of being hit, in pips.
pub(crate) fn exposed(travel: Movement, own: &Side, other: &Side) -> impl Iterator<Item = (Place, f32)> {
    let closed = (other.at_least_two() & HOME).count_ones() as f32;
    let doors = points_facing(travel, own);
    places(own.occupied() & !own.at_least_two() & POINTS).map(move |blot| {
        let chance = shot(travel, other, other.occupied(), doors, blot.number());
        (blot, chance * (f32::from(blot.number()) * 0.9 + HIT_COST + CLOSED_POINT_COST * closed))
    })
}

/// The doors of `own` with their value, in pips.
pub(crate) fn doors(own: &Side) -> impl Iterator<Item = (Place, f32)> {
    places(own.at_least_two() & POINTS).map(|point| {
        let number = usize::from(point.number());
        let value = match number {
            1..=6 => ANCHOR_VALUES[number - 1],
            17 => OUTER_POINT_VALUE,
            18 => BAR_POINT_VALUE,
            19..=24 => HOME_POINT_VALUES[number - 19],
            _ => 0.4,
        };
        (point, value)
    })
}

/// The own doors in the opponent's numbering.
fn points_facing(travel: Movement, own: &Side) -> u32 {
    travel.opponent_points(own.at_least_two())
}

/// Whether there is no more contact.
pub(crate) fn is_race(travel: Movement, own: &Side, other: &Side) -> bool {
    other.bar() == 0 && is_past(own, travel.opponent_points(other.occupied()))
}

/// Whether all own checkers have passed all opposing ones.
fn is_past(own: &Side, enemies: u32) -> bool {
    let rear = (own.occupied() & BOARD).trailing_zeros();
    enemies & !((1 << rear.min(25)) - 1) & POINTS == 0
}

/// The value of the longest prime: it counts if opposing checkers have to pass it. In own numbering they come from above.
fn prime(points: u32, enemies: u32) -> f32 {
    let (length, start) = longest_run(points);
    let beyond = enemies >> (start + length).min(31);
    let trapped = beyond.count_ones().min(2) as f32;
    PRIME_VALUES[(length as usize).min(6)] * trapped * 0.6
}
