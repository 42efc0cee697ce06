use agon_nn::Input;
use agon_tavli::{Fevga, OUTSIDE, POINTS, PlaceSet, Position, Rules, Side, Variant, places};

use super::escapes::escapes_from;
use super::raw::SIDE;
use super::view::{first, is_home, lag, longest_run, men, pips_outside, rear, stacked, stretch};
use super::{Counts, Learnt, Listing, View};

const RACE: usize = 0;
const LOCKED: usize = 1;
const CONTACT: usize = 2;

/// What an expert counts for each side.
const EXPERT: usize = 35;

impl Learnt for Fevga {
    const PHASES: &'static [&'static str] = &["race", "locked", "contact"];
    const SIDE: usize = SIDE;
    const COUNTS: usize = 2 * EXPERT;
    const OUTPUTS: usize = 3;

    /// Locked while somebody's runner is under way; race once all checkers have passed half the board.
    #[inline]
    fn phase(position: &Position<Self>) -> usize {
        let (own, other) = (position.own(), position.other());
        if rear(own) > 12 && rear(other) > 12 {
            RACE
        } else if is_locked(*position.rules(), own) || is_locked(*position.rules(), other) {
            LOCKED
        } else {
            CONTACT
        }
    }

    fn encode_side(side: &Side, first: usize, out: &mut Vec<Input>) {
        Listing::new(out, first).side(side);
    }

    fn count(position: &Position<Self>, out: &mut Counts) {
        for view in &View::both::<Self>(position.own(), position.other()) {
            expert(*position.rules(), view, out);
        }
    }
}

fn is_locked(rules: Rules<Fevga>, side: &Side) -> bool {
    Fevga::may_move(&rules, side) & 1 == 0 || side.occupied() & !3 == 0 && side.off() == 0
}

fn expert(rules: Rules<Fevga>, view: &View, counts: &mut Counts) {
    let (own, other) = (view.own, view.other);
    let start = counts.len();
    let (rear, other_rear) = (view.rear(), rear(other));
    let pips = view.pips[0];
    counts.add(pips as f32 / 200.0);
    counts.add(lag(view, 80.0));
    counts.add(pips_outside(own) as f32 / 150.0);
    counts.add(rear as f32 / 24.0);
    counts.flag(is_home(own));
    counts.add(f32::from(first(own)) / 15.0);
    // The runner.
    let locked = is_locked(rules, own);
    counts.flag(locked);
    let runner = (own.occupied() & POINTS).checked_ilog2().unwrap_or(0);
    counts.add(if locked { runner as f32 / 12.0 } else { 0.0 });
    let blocked = view.enemies;
    room(rules, view, counts);
    // Getting past the enemy's walls.
    counts.add(f32::from(escapes_from(rear.min(24), blocked)) / 36.0);
    counts.add(mobility(own, blocked));
    let (enemy_wall, enemy_at) = longest_run(blocked & !((2u32 << rear.min(24)) - 1));
    counts.add(enemy_wall.min(7) as f32 / 6.0);
    let behind = if enemy_wall == 0 { 0 } else { men(own, 0, enemy_at.saturating_sub(1)) };
    counts.add(behind as f32 / 15.0 * (enemy_wall.min(7) as f32 - 2.0).max(0.0) / 4.0);
    walls(view, other_rear, counts);
    counts.add(stretch(own, pips) / 200.0);
    counts.add(stacked(own) as f32 / 10.0);
    counts.add(men(own, 19, 24) as f32 / 15.0);
    // Quarters held, and whether the points of the start quarter are nearly full.
    for quarter in 0..4 {
        counts.add((own.occupied() >> (1 + 6 * quarter) & 0x3f).count_ones() as f32 / 6.0);
    }
    counts.add(spare(own) as f32 / 100.0);
    debug_assert_eq!(counts.len() - start, EXPERT);
}

/// Which dice can be played, and from how many places.
#[inline]
fn room(rules: Rules<Fevga>, view: &View, counts: &mut Counts) {
    let own = view.own;
    let movable = own.occupied() & Fevga::may_move(&rules, own);
    let home = own.occupied() & OUTSIDE == 0;
    let (mut dice, mut ways) = (0, 0);
    for die in 1..=6 {
        let starts = movable & (POINTS >> die) & !(view.enemies >> die);
        let can = starts != 0 || home;
        counts.flag(!can);
        dice += u32::from(can);
        ways += starts.count_ones();
    }
    counts.add((6 - dice).pow(2) as f32 / 36.0);
    counts.add(ways as f32 / 30.0);
}

/// How freely the checkers can go on.
#[inline]
fn mobility(own: &Side, blocked: PlaceSet) -> f32 {
    let mut sum = 0;
    for place in places(own.occupied() & 0x7_ffff) {
        let way = 19 - u32::from(place.number());
        sum += way
            * u32::from(own.count(place)).min(4)
            * u32::from(escapes_from(place.number().into(), blocked));
    }
    sum as f32 / 3600.0
}

/// Own walls: the longest ahead of the enemy's rearmost checker, what stands behind it, and how
/// well it holds from where he is.
#[inline]
fn walls(view: &View, other_rear: u32, counts: &mut Counts) {
    let ahead = view.facing & !((2u32 << other_rear.min(24)) - 1);
    let (length, at) = longest_run(ahead);
    counts.add(length.min(7) as f32 / 6.0);
    counts.flag(length >= 5);
    counts.flag(length >= 6);
    let behind = if length < 3 { 0 } else { men(view.other, 0, at.saturating_sub(1)) };
    counts.add(behind as f32 / 15.0);
    counts.add(if length < 3 { 0.0 } else { at as f32 / 24.0 });
    let mut least = 36;
    for place in places(view.other.occupied() & 0x1fff) {
        least = least.min(u32::from(escapes_from(place.number().into(), view.facing)));
    }
    counts.add((36 - least) as f32 / 36.0);
    counts.add(ahead.count_ones() as f32 / 10.0);
}

/// Pips that can be played without giving up a point.
#[inline]
fn spare(own: &Side) -> u32 {
    places(own.at_least_two() & POINTS)
        .map(|place| (u32::from(own.count(place)) - 1) * (24 - u32::from(place.number())))
        .sum()
}
