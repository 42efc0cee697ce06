//! Portes and its kin: blots are hit, points and primes hold the enemy back.

use agon_tavli::{BOARD, HOME, POINTS, Side, Travel, places};

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
pub(crate) fn contact(travel: Travel, own: &Side, other: &Side) -> f32 {
    let enemies = travel.facing(other.occupied());
    let behind_none = other.bar() == 0 && is_past(own, enemies);
    if behind_none {
        return 0.0;
    }
    let closed = (other.many() & HOME).count_ones() as f32;
    let points = own.many() & POINTS;
    let mut worth = -f32::from(own.bar()) * (BAR + CLOSED * closed);
    let blots = own.occupied() & !own.many() & POINTS;
    for blot in places(blots) {
        let chance = shot(travel, other, other.occupied(), points_facing(travel, own), blot.number());
        worth -= chance * (f32::from(blot.number()) * 0.9 + HIT + CLOSED * closed);
    }
    for point in places(points) {
        let number = usize::from(point.number());
        worth += match number {
            1..=6 => ANCHORS[number - 1],
            17 => OUTER_POINT,
            18 => BAR_POINT,
            19..=24 => HOME_POINTS[number - 19],
            _ => 0.4,
        };
        worth -= STACK * f32::from(own.count(point).saturating_sub(3));
    }
    worth + prime(points, enemies | u32::from(other.bar() > 0) << 25)
}

/// The own doors as the enemy counts.
fn points_facing(travel: Travel, own: &Side) -> u32 {
    travel.facing(own.many())
}

/// Whether all own checkers have passed all enemies: then it is a race.
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
