//! Fevga and its kin: every checker is a door, so the fight is for room to move.

use agon_tavli::{Movement, POINTS, Place, Side, places};

use super::danger::longest_run;

/// What a checker loses for each way in which its next six points are blocked, by how many are.
const BLOCKED: [f32; 7] = [0.0, 0.12, 0.35, 0.8, 1.6, 3.0, 5.5];
/// A point held, as long as the enemy has to come past it.
const HELD: f32 = 0.7;
/// Doors in a row are harder to pass.
const RUN: [f32; 7] = [0.0, 0.0, 0.4, 1.2, 3.0, 6.0, 9.0];

/// What the contact is worth to `own`, in pips.
pub(crate) fn contact(travel: Movement, own: &Side, other: &Side) -> f32 {
    let mut worth = 0.0;
    for (_, cost) in blocked(travel, own, other) {
        worth -= cost;
    }
    // Own points matter while an enemy has still to pass: on his own way he is behind them.
    let own_facing = travel.opponent_points(own.occupied());
    let rearmost = (other.occupied() & POINTS).trailing_zeros();
    let to_pass = if rearmost > 24 { 0 } else { own_facing & !((2 << rearmost) - 1) };
    let (length, _) = longest_run(to_pass);
    worth + HELD * to_pass.count_ones() as f32 + RUN[(length as usize).min(6)]
}

/// The checkers of `own` with what it costs that enemies stand before them, in pips.
pub(crate) fn blocked(travel: Movement, own: &Side, other: &Side) -> impl Iterator<Item = (Place, f32)> {
    let doors = travel.opponent_points(other.occupied());
    places(own.occupied()).map(move |place| {
        let ahead = doors >> (place.number() + 1) & 0x3f;
        // A large stack feels it more, but not in proportion: one opening frees them all.
        let count = f32::from(own.count(place).min(6));
        (place, BLOCKED[ahead.count_ones() as usize] * count.sqrt() * 1.6)
    })
}
