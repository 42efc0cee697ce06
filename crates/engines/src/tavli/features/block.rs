//! The features of games in which a single checker blocks its point.

use agon_tavli::{Movable, OUTSIDE, POINTS, PlaceSet, Side, places};

use super::escapes::escapes_from;
use super::view::{first, is_home, lag, longest_run, men, pips_outside, rear, stacked, stretch};
use super::{Features, PlayerView};

/// The number of features of each side.
const SIDE_FEATURES: usize = 35;
/// The number of features of both.
pub(super) const FEATURES: usize = 2 * SIDE_FEATURES;

/// Appends the features of one side, of whose checkers some may be held back by a runner that is under way.
pub(super) fn side_features(movable: Movable, view: &PlayerView, features: &mut Features) {
    let (own, other) = (view.own, view.other);
    let start = features.len();
    let (rear, other_rear) = (view.rear(), rear(other));
    let pips = view.pips[0];
    features.add(pips as f32 / 200.0);
    features.add(lag(view, 80.0));
    features.add(pips_outside(own) as f32 / 150.0);
    features.add(rear as f32 / 24.0);
    features.flag(is_home(own));
    features.add(f32::from(first(own)) / 15.0);
    // The runner.
    let locked = movable != Movable::All;
    features.flag(locked);
    let runner = (own.occupied() & POINTS).checked_ilog2().unwrap_or(0);
    features.add(if locked { runner as f32 / 12.0 } else { 0.0 });
    let blocked = view.enemies;
    room(movable, view, features);
    // Getting past the opponent's blocks.
    features.add(f32::from(escapes_from(rear.min(24), blocked)) / 36.0);
    features.add(mobility(own, blocked));
    let (enemy_wall, enemy_at) = longest_run(blocked & !((2u32 << rear.min(24)) - 1));
    features.add(enemy_wall.min(7) as f32 / 6.0);
    let behind = if enemy_wall == 0 { 0 } else { men(own, 0, enemy_at.saturating_sub(1)) };
    features.add(behind as f32 / 15.0 * (enemy_wall.min(7) as f32 - 2.0).max(0.0) / 4.0);
    walls(view, other_rear, features);
    features.add(stretch(own, pips) / 200.0);
    features.add(stacked(own) as f32 / 10.0);
    features.add(men(own, 19, 24) as f32 / 15.0);
    // Quarters held, and whether the points of the start quarter are nearly full.
    for quarter in 0..4 {
        features.add((own.occupied() >> (1 + 6 * quarter) & 0x3f).count_ones() as f32 / 6.0);
    }
    features.add(spare(own) as f32 / 100.0);
    debug_assert_eq!(features.len() - start, SIDE_FEATURES);
}

/// The dice that can be played, and from how many places.
#[inline]
fn room(movable: Movable, view: &PlayerView, features: &mut Features) {
    let own = view.own;
    let movable = own.occupied() & movable.places();
    let home = own.occupied() & OUTSIDE == 0;
    let (mut dice, mut ways) = (0, 0);
    for die in 1..=6 {
        let starts = movable & (POINTS >> die) & !(view.enemies >> die);
        let can = starts != 0 || home;
        features.flag(!can);
        dice += u32::from(can);
        ways += starts.count_ones();
    }
    features.add((6 - dice).pow(2) as f32 / 36.0);
    features.add(ways as f32 / 30.0);
}

/// The freedom of the checkers to move on.
#[inline]
fn mobility(own: &Side, blocked: PlaceSet) -> f32 {
    let mut sum = 0;
    for place in places(own.occupied() & 0x7_ffff) {
        let way = 19 - u32::from(place.number());
        sum += way * u32::from(own.count(place)).min(4) * u32::from(escapes_from(place.number().into(), blocked));
    }
    sum as f32 / 3600.0
}

/// The own blocks: the longest ahead of the opponent's rearmost checker, how many checkers are behind it, and how well it
/// holds them.
#[inline]
fn walls(view: &PlayerView, other_rear: u32, features: &mut Features) {
    let ahead = view.facing & !((2u32 << other_rear.min(24)) - 1);
    let (length, at) = longest_run(ahead);
    features.add(length.min(7) as f32 / 6.0);
    features.flag(length >= 5);
    features.flag(length >= 6);
    let behind = if length < 3 { 0 } else { men(view.other, 0, at.saturating_sub(1)) };
    features.add(behind as f32 / 15.0);
    features.add(if length < 3 { 0.0 } else { at as f32 / 24.0 });
    let mut least = 36;
    for place in places(view.other.occupied() & 0x1fff) {
        least = least.min(u32::from(escapes_from(place.number().into(), view.facing)));
    }
    features.add((36 - least) as f32 / 36.0);
    features.add(ahead.count_ones() as f32 / 10.0);
}

/// The pips that can be played without giving up a point.
#[inline]
fn spare(own: &Side) -> u32 {
    places(own.at_least_two() & POINTS)
        .map(|place| (u32::from(own.count(place)) - 1) * (24 - u32::from(place.number())))
        .sum()
}
