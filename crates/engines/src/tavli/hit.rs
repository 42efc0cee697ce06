//! Portes and its kin: blots are hit, points and primes hold the enemy back.

use agon_tavli::{BOARD, HOME, Movement, POINTS, Place, Side, places};

use super::danger::{longest_run, shot};

/// What it costs in pips to be hit besides the way lost, and for each point of the enemy's home
/// board that is closed.
const HIT: f32 = 3.0;
const CLOSED: f32 = 2.0;
/// A checker on the bar waits.
const BAR: f32 = 2.5;
/// Points of the own home while enemies are still to come past, from the first one (r19) on.
const HOME_POINTS: [f32; 6] = [2.6, 3.4, 3.0, 2.4, 1.6, 0.8];
/// The point before home and the one before that.
const BAR_POINT: f32 = 2.2;
const OUTER_POINT: f32 = 1.2;
/// Holding a point in the enemy's home, from his last point to his first.
const ANCHORS: [f32; 6] = [2.0, 2.6, 3.6, 4.6, 4.8, 3.2];
/// A prime, by its length, while enemies are behind it.
const PRIME: [f32; 7] = [0.0, 0.0, 0.0, 1.5, 4.5, 9.0, 16.0];
/// A checker too many on a point.
const STACK: f32 = 0.5;

/// What the contact is worth to `own`, in pips; his blots count against him.
pub(crate) fn contact(travel: Movement, own: &Side, other: &Side) -> f32 {
    if is_race(travel, own, other) {
        return 0.0;
    }
    let enemies = travel.opponent_points(other.occupied());
    let closed = (other.at_least_two() & HOME).count_ones() as f32;
    let mut worth = -f32::from(own.bar()) * (BAR + CLOSED * closed);
    for (_, cost) in exposed(travel, own, other) {
        worth -= cost;
    }
    for (point, merit) in doors(own) {
        worth += merit;
        worth -= STACK * f32::from(own.count(point).saturating_sub(3));
    }
    worth + prime(own.at_least_two() & POINTS, enemies | u32::from(other.bar() > 0) << 25)
}

/// The blots of `own` with what the chance to be hit costs, in pips.
pub(crate) fn exposed(travel: Movement, own: &Side, other: &Side) -> impl Iterator<Item = (Place, f32)> {
    let closed = (other.at_least_two() & HOME).count_ones() as f32;
    let doors = points_facing(travel, own);
    places(own.occupied() & !own.at_least_two() & POINTS).map(move |blot| {
        let chance = shot(travel, other, other.occupied(), doors, blot.number());
        (blot, chance * (f32::from(blot.number()) * 0.9 + HIT + CLOSED * closed))
    })
}

/// The doors of `own` with their merit, in pips.
pub(crate) fn doors(own: &Side) -> impl Iterator<Item = (Place, f32)> {
    places(own.at_least_two() & POINTS).map(|point| {
        let number = usize::from(point.number());
        let merit = match number {
            1..=6 => ANCHORS[number - 1],
            17 => OUTER_POINT,
            18 => BAR_POINT,
            19..=24 => HOME_POINTS[number - 19],
            _ => 0.4,
        };
        (point, merit)
    })
}

/// The own doors as the enemy counts.
fn points_facing(travel: Movement, own: &Side) -> u32 {
    travel.opponent_points(own.at_least_two())
}

/// Whether nobody can meet any more.
pub(crate) fn is_race(travel: Movement, own: &Side, other: &Side) -> bool {
    other.bar() == 0 && is_past(own, travel.opponent_points(other.occupied()))
}

/// Whether all own checkers have passed all enemies.
fn is_past(own: &Side, enemies: u32) -> bool {
    let rear = (own.occupied() & BOARD).trailing_zeros();
    enemies & !((1 << rear.min(25)) - 1) & POINTS == 0
}

/// A prime is worth something if enemies stand beyond it, on the way that they have still to go:
/// in own numbering they come from above.
fn prime(points: u32, enemies: u32) -> f32 {
    let (length, start) = longest_run(points);
    let beyond = enemies >> (start + length).min(31);
    let trapped = beyond.count_ones().min(2) as f32;
    PRIME[(length as usize).min(6)] * trapped * 0.6
}
