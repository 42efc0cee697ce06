use agon_nets::Input;
use agon_tavli::{Fevga, Mask, OUTSIDE, POINTS, Position, Rules, Side, Variant, places};

use super::escapes::escapes_from;
use super::raw::SIDE;
use super::view::{first, is_home, lag, longest_run, men, pips_outside, rear, stacked, stretch};
use super::{Learnt, Listing, View};

const RACE: usize = 0;
const LOCKED: usize = 1;
const CONTACT: usize = 2;

/// What an expert counts for each side.
const EXPERT: usize = 35;

impl Learnt for Fevga {
    const PHASES: &'static [&'static str] = &["race", "locked", "contact"];
    const RAW: usize = 2 * SIDE;
    const INPUTS: usize = Self::RAW + 2 * EXPERT;
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

    fn encode_raw(position: &Position<Self>, out: &mut Vec<Input>) {
        raw(position, out);
    }

    fn encode(position: &Position<Self>, out: &mut Vec<Input>) {
        let (own, other) = (position.own(), position.other());
        let rules = *position.rules();
        let mut list = raw(position, out);
        for view in &View::both::<Self>(own, other) {
            expert(rules, view, &mut list);
        }
        debug_assert_eq!(list.passed(), Self::INPUTS);
    }
}

fn raw<'a>(position: &Position<Fevga>, out: &'a mut Vec<Input>) -> Listing<'a> {
    let mut list = Listing::new(out);
    list.side(position.own());
    list.side(position.other());
    list
}

fn is_locked(rules: Rules<Fevga>, side: &Side) -> bool {
    Fevga::may_move(&rules, side) & 1 == 0 || side.occupied() & !3 == 0 && side.off() == 0
}

fn expert(rules: Rules<Fevga>, view: &View, list: &mut Listing) {
    let (own, other) = (view.own, view.other);
    let start = list.passed();
    let (rear, other_rear) = (view.rear(), rear(other));
    let pips = view.pips[0];
    list.add(pips as f32 / 200.0);
    list.add(lag(view, 80.0));
    list.add(pips_outside(own) as f32 / 150.0);
    list.add(rear as f32 / 24.0);
    list.flag(is_home(own));
    list.add(f32::from(first(own)) / 15.0);
    // The runner.
    let locked = is_locked(rules, own);
    list.flag(locked);
    let runner = (own.occupied() & POINTS).checked_ilog2().unwrap_or(0);
    list.add(if locked { runner as f32 / 12.0 } else { 0.0 });
    let blocked = view.enemies;
    room(rules, view, list);
    // Getting past the enemy's walls.
    list.add(f32::from(escapes_from(rear.min(24), blocked)) / 36.0);
    list.add(mobility(own, blocked));
    let (enemy_wall, enemy_at) = longest_run(blocked & !((2u32 << rear.min(24)) - 1));
    list.add(enemy_wall.min(7) as f32 / 6.0);
    let behind = if enemy_wall == 0 { 0 } else { men(own, 0, enemy_at.saturating_sub(1)) };
    list.add(behind as f32 / 15.0 * (enemy_wall.min(7) as f32 - 2.0).max(0.0) / 4.0);
    walls(view, other_rear, list);
    list.add(stretch(own, pips) / 200.0);
    list.add(stacked(own) as f32 / 10.0);
    list.add(men(own, 19, 24) as f32 / 15.0);
    // Quarters held, and whether the points of the start quarter are nearly full.
    for quarter in 0..4 {
        list.add((own.occupied() >> (1 + 6 * quarter) & 0x3f).count_ones() as f32 / 6.0);
    }
    list.add(spare(own) as f32 / 100.0);
    debug_assert_eq!(list.passed() - start, EXPERT);
}

/// Which dice can be played, and from how many places.
#[inline]
fn room(rules: Rules<Fevga>, view: &View, list: &mut Listing) {
    let own = view.own;
    let movable = own.occupied() & Fevga::may_move(&rules, own);
    let home = own.occupied() & OUTSIDE == 0;
    let (mut dice, mut ways) = (0, 0);
    for die in 1..=6 {
        let starts = movable & (POINTS >> die) & !(view.enemies >> die);
        let can = starts != 0 || home;
        list.flag(!can);
        dice += u32::from(can);
        ways += starts.count_ones();
    }
    list.add((6 - dice).pow(2) as f32 / 36.0);
    list.add(ways as f32 / 30.0);
}

/// How freely the checkers can go on.
#[inline]
fn mobility(own: &Side, blocked: Mask) -> f32 {
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
fn walls(view: &View, other_rear: u32, list: &mut Listing) {
    let ahead = view.facing & !((2u32 << other_rear.min(24)) - 1);
    let (length, at) = longest_run(ahead);
    list.add(length.min(7) as f32 / 6.0);
    list.flag(length >= 5);
    list.flag(length >= 6);
    let behind = if length < 3 { 0 } else { men(view.other, 0, at.saturating_sub(1)) };
    list.add(behind as f32 / 15.0);
    list.add(if length < 3 { 0.0 } else { at as f32 / 24.0 });
    let mut least = 36;
    for place in places(view.other.occupied() & 0x1fff) {
        least = least.min(u32::from(escapes_from(place.number().into(), view.facing)));
    }
    list.add((36 - least) as f32 / 36.0);
    list.add(ahead.count_ones() as f32 / 10.0);
}

/// Pips that can be played without giving up a point.
#[inline]
fn spare(own: &Side) -> u32 {
    places(own.many() & POINTS)
        .map(|place| (u32::from(own.count(place)) - 1) * (24 - u32::from(place.number())))
        .sum()
}
