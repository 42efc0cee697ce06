use agon_nn::Input;
use agon_tavli::{POINTS, PlaceSet, Plakoto, Position, Side, places};

use super::escapes::escapes_from;
use super::raw::SIDE;
use super::rolls::{Reach, chances, reach};
use super::view::{first, is_home, lag, longest_run, men, pips_outside, rear, stacked, stretch};
use super::{Counts, Learnt, Listing, View};

const RACE: usize = 0;
const OPEN: usize = 1;
const PINNED: usize = 2;
const PINNING: usize = 3;
const TANGLED: usize = 4;

/// What an expert counts for each side.
const EXPERT: usize = 32;

impl Learnt for Plakoto {
    const PHASES: &'static [&'static str] = &["race", "open", "pinned", "pinning", "tangled"];
    const SIDE: usize = SIDE + 24;
    const COUNTS: usize = 2 * EXPERT;
    const OUTPUTS: usize = 4;

    /// By who has checkers pinned: nobody, the roller, the other, both; or nobody ever again.
    #[inline]
    fn phase(position: &Position<Self>) -> usize {
        let (own, other) = (position.own(), position.other());
        match (own.pinned() != 0, other.pinned() != 0) {
            (false, false) if rear(own) + rear(other) > 25 => RACE,
            (false, false) => OPEN,
            (true, false) => PINNED,
            (false, true) => PINNING,
            (true, true) => TANGLED,
        }
    }

    fn encode_side(side: &Side, first: usize, out: &mut Vec<Input>) {
        let mut list = Listing::new(out, first);
        list.side(side);
        list.pinned(side);
    }

    fn count(position: &Position<Self>, out: &mut Counts) {
        let views = View::both::<Self>(position.own(), position.other());
        let reaches = [landing(&views[0]), landing(&views[1])];
        expert(&views[0], &reaches[0], &reaches[1], out);
        expert(&views[1], &reaches[1], &reaches[0], out);
    }
}

/// Points that the player may not land on.
#[inline]
fn blocked(view: &View) -> PlaceSet {
    view.enemy_doors | (view.enemies & view.own.pinned())
}

/// Where his free checkers can land with each roll.
#[inline]
fn landing(view: &View) -> Reach {
    reach(view.own.occupied() & !view.own.pinned(), !blocked(view), 0)
}

/// The single checkers that the enemy could pin.
#[inline]
fn blots(view: &View) -> PlaceSet {
    let holding = view.enemies & view.own.occupied();
    view.own.occupied() & !view.own.at_least_two() & !holding & POINTS
}

fn expert(view: &View, own_reach: &Reach, other_reach: &Reach, counts: &mut Counts) {
    let (own, other) = (view.own, view.other);
    let start = counts.len();
    let rear = view.rear();
    let pips = view.pips[0];
    counts.add(pips as f32 / 200.0);
    counts.add(lag(view, 80.0));
    counts.add(pips_outside(own) as f32 / 150.0);
    counts.add(rear as f32 / 24.0);
    counts.flag(is_home(own));
    // The mana: alone, with one friend, gone; pinned it is over, so that is not counted.
    counts.flag(first(own) == 1);
    counts.flag(first(own) == 2);
    counts.flag(first(own) == 0);
    pins(view, counts);
    // What the enemy can pin with his next roll, were it his: anything, the mana, by quarters.
    let own_blots = blots(view);
    let facing = |mask: PlaceSet| facing(mask);
    counts.add(chances(other_reach, facing(own_blots)) as f32 / 36.0);
    counts.add(chances(other_reach, facing(own_blots & 1 << 1)) as f32 / 36.0);
    counts.add(chances(other_reach, facing(own_blots & 0x7c)) as f32 / 36.0);
    counts.add(chances(other_reach, facing(own_blots & 0x1f80)) as f32 / 36.0);
    counts.add(own_blots.count_ones() as f32 / 4.0);
    counts.add((own_blots & 0x7e).count_ones() as f32 / 3.0);
    // Room to play: rolls that reach something, places to land.
    let landings = own_reach.iter().map(|mask| mask.count_ones()).sum::<u32>();
    counts.add(landings as f32 / 200.0);
    let dice = (1..=6).filter(|die| movable(view) << die & !blocked(view) & POINTS != 0).count();
    counts.add(1.0 - dice as f32 / 6.0);
    let blocks = blocked(view);
    let free = own.occupied() & !own.pinned();
    let free_rear = (free | 1 << 25).trailing_zeros();
    counts.add(f32::from(escapes_from(free_rear.min(24), blocks)) / 36.0);
    counts.add(mobility(own, blocks));
    let (length, run) =
        longest_run(own.at_least_two() | (view.own.occupied() & view.enemies & !own.pinned()));
    counts.add(length.min(7) as f32 / 6.0);
    let behind = if length >= 3 && run < 25 { men(other, 0, 24 - run) } else { 0 };
    counts.add(behind as f32 * (length.min(7) as f32 - 2.0).max(0.0) / 20.0);
    counts.add(timing(view) as f32 / 100.0);
    counts.add(stretch(own, pips) / 200.0);
    counts.add(stacked(own) as f32 / 10.0);
    counts.add(men(own, 19, 24) as f32 / 15.0);
    debug_assert_eq!(counts.len() - start, EXPERT);
}

/// Points of one player in the other's numbering.
#[inline]
fn facing(mask: PlaceSet) -> PlaceSet {
    agon_tavli::Movement::Contrary.opponent_points(mask)
}

#[inline]
fn movable(view: &View) -> PlaceSet {
    view.own.occupied() & !view.own.pinned()
}

/// The own checkers that lie pinned, and how firmly the enemy's are held.
#[inline]
fn pins(view: &View, counts: &mut Counts) {
    let own = view.own;
    let pinned = own.pinned();
    counts.add(pinned.count_ones() as f32 / 2.0);
    counts.add((pinned & 0x7e).count_ones() as f32);
    // The rearmost pinned checker: everything waits for it.
    let rearmost = if pinned == 0 { 0.0 } else { (25 - pinned.trailing_zeros()) as f32 / 24.0 };
    counts.add(rearmost);
    let holders = own.occupied() & !pinned & view.enemies;
    counts.add((holders & !own.at_least_two()).count_ones() as f32 / 2.0);
    counts.add((holders & own.at_least_two()).count_ones() as f32 / 2.0);
    counts.add(holders_men(own, holders) as f32 / 6.0);
    // Holders that are the last of the own army can wait longest.
    let furthest = holders.checked_ilog2().unwrap_or(0);
    counts.add(furthest as f32 / 24.0);
    let behind = if holders == 0 { 0 } else { men(own, 0, furthest.saturating_sub(1)) };
    counts.add(behind as f32 / 10.0);
}

/// Checkers that lie on enemies.
#[inline]
fn holders_men(own: &Side, holders: PlaceSet) -> u32 {
    places(holders).map(|place| u32::from(own.count(place))).sum()
}

/// How freely the free checkers can go on.
#[inline]
fn mobility(own: &Side, blocked: PlaceSet) -> f32 {
    let mut sum = 0;
    for place in places(own.occupied() & !own.pinned() & 0x7_ffff) {
        let way = 19 - u32::from(place.number());
        sum += way
            * u32::from(own.count(place)).min(4)
            * u32::from(escapes_from(place.number().into(), blocked));
    }
    sum as f32 / 3600.0
}

/// Pips that can be played before a checker that pins has to leave.
#[inline]
fn timing(view: &View) -> u32 {
    let own = view.own;
    let holders = view.enemies & own.occupied() & !own.pinned();
    places(own.occupied() & !own.pinned())
        .map(|place| {
            let held = holders >> place.number() & 1;
            (u32::from(own.count(place)) - held) * (24 - u32::from(place.number()))
        })
        .sum()
}
