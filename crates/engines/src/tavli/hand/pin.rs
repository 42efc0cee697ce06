//! Games in which single checkers are pinned where they stand, and the last one at the start is mana.

use agon_tavli::{Movement, POINTS, Place, Side, places};

use super::shots::{longest_run, shot};

/// The cost of a pinned checker, by the quarter of the path on which it stands: the pins near the start last longest,
/// because the opponent is at home there.
const PINNED_COSTS: [f32; 4] = [34.0, 20.0, 12.0, 7.0];
/// The cost of a pinned mana: the game, double.
const MANA_COST: f32 = 70.0;
/// The value of a door: it is safe and in the way.
const DOOR_VALUE: f32 = 1.3;
/// The cost of each checker on a point beyond four.
const STACK_COST: f32 = 0.35;
const RUN_VALUES: [f32; 7] = [0.0, 0.0, 0.5, 2.0, 4.5, 8.0, 12.0];

fn quarter(place: Place) -> f32 {
    PINNED_COSTS[usize::from((place.number().max(1) - 1) / 6).min(3)]
}

/// The value of the contact to `own`, in pips.
pub(crate) fn contact(travel: Movement, own: &Side, other: &Side) -> f32 {
    let pinned = own.pinned();
    let mut value = 0.0;
    for place in places(pinned) {
        value -= if place == Place::FIRST { MANA_COST } else { quarter(place) };
    }
    for (_, cost) in exposed(travel, own, other) {
        value -= cost;
    }
    for (place, door_value) in doors(own) {
        value += door_value - STACK_COST * f32::from(own.count(place).saturating_sub(4));
    }
    let (length, start) = longest_run(own.at_least_two());
    let beyond = travel.opponent_points(other.occupied()) >> (start + length).min(31);
    value + RUN_VALUES[(length as usize).min(6)] * (beyond.count_ones().min(2) as f32) * 0.5
}

/// The blots of `own` with the expected cost of being pinned, in pips.
pub(crate) fn exposed(travel: Movement, own: &Side, other: &Side) -> impl Iterator<Item = (Place, f32)> {
    let doors = travel.opponent_points(own.at_least_two());
    let movable = other.occupied() & !other.pinned();
    // A checker that pins cannot be pinned itself.
    let safe = own.at_least_two() | own.pinned() | travel.opponent_points(other.pinned());
    places(own.occupied() & !safe & POINTS).map(move |blot| {
        let cost = if blot == Place::FIRST { MANA_COST } else { quarter(blot) };
        (blot, 0.85 * shot(travel, other, movable, doors, blot.number()) * cost)
    })
}

/// The doors of `own` with their value, in pips.
pub(crate) fn doors(own: &Side) -> impl Iterator<Item = (Place, f32)> {
    places(own.at_least_two() & POINTS).map(|place| (place, DOOR_VALUE))
}
