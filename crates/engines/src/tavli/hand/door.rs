//! Games in which a single checker holds its point: every checker is a door, so the fight is for room to move.

use agon_tavli::{Movement, POINTS, Place, Side, places};

use super::shots::longest_run;

/// The cost for a checker, by how many of its next six points are blocked.
const BLOCKED_COSTS: [f32; 7] = [0.0, 0.12, 0.35, 0.8, 1.6, 3.0, 5.5];
/// The value of a point held that the opponent has still to pass.
const HELD_POINT_VALUE: f32 = 0.7;
/// The value of a run of such points, by its length.
const RUN_VALUES: [f32; 7] = [0.0, 0.0, 0.4, 1.2, 3.0, 6.0, 9.0];

/// The value of the contact to `own`, in pips.
pub(crate) fn contact(travel: Movement, own: &Side, other: &Side) -> f32 {
    let mut value = 0.0;
    for (_, cost) in blocked(travel, own, other) {
        value -= cost;
    }
    // Only points that the opponent's rearmost checker has still to pass count.
    let own_facing = travel.opponent_points(own.occupied());
    let rearmost = (other.occupied() & POINTS).trailing_zeros();
    let to_pass = if rearmost > 24 { 0 } else { own_facing & !((2 << rearmost) - 1) };
    let (length, _) = longest_run(to_pass);
    value + HELD_POINT_VALUE * to_pass.count_ones() as f32 + RUN_VALUES[(length as usize).min(6)]
}

/// The checkers of `own` with the cost of the points blocked before them, in pips.
pub(crate) fn blocked(travel: Movement, own: &Side, other: &Side) -> impl Iterator<Item = (Place, f32)> {
    let doors = travel.opponent_points(other.occupied());
    places(own.occupied()).map(move |place| {
        let ahead = doors >> (place.number() + 1) & 0x3f;
        // The cost grows less than a stack: one opening frees all of it.
        let count = f32::from(own.count(place).min(6));
        (place, BLOCKED_COSTS[ahead.count_ones() as usize] * count.sqrt() * 1.6)
    })
}
