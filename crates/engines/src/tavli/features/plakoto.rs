use agon_nn::Input;
use agon_tavli::{POINTS, PlaceSet, Plakoto, Position, Side, places};

use super::escapes::escapes_from;
use super::inputs::SIDE_INPUTS;
use super::rolls::{Reach, chances, reach};
use super::view::{first, is_home, lag, longest_run, men, pips_outside, rear, stacked, stretch};
use super::{Features, InputList, NetGame, PlayerView};

const RACE: usize = 0;
const OPEN: usize = 1;
const PINNED: usize = 2;
const PINNING: usize = 3;
const TANGLED: usize = 4;

/// The number of features of each side.
const SIDE_FEATURES: usize = 32;

impl NetGame for Plakoto {
    const PHASES: &'static [&'static str] = &["race", "open", "pinned", "pinning", "tangled"];
    const SIDE: usize = SIDE_INPUTS + 24;
    const FEATURES: usize = 2 * SIDE_FEATURES;
    const OUTPUTS: usize = 4;

    /// By who has pinned checkers: nobody (in a race, ever again), the roller, the opponent, both.
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
        let mut list = InputList::new(out, first);
        list.side(side);
        list.pinned(side);
    }

    fn features(position: &Position<Self>, out: &mut Features) {
        let views = PlayerView::both::<Self>(position.own(), position.other());
        let reaches = [landing(&views[0]), landing(&views[1])];
        side_features(&views[0], &reaches[0], &reaches[1], out);
        side_features(&views[1], &reaches[1], &reaches[0], out);
    }
}

/// The points that the player may not land on.
#[inline]
fn blocked(view: &PlayerView) -> PlaceSet {
    view.enemy_doors | (view.enemies & view.own.pinned())
}

/// The points where free checkers can land with each roll.
#[inline]
fn landing(view: &PlayerView) -> Reach {
    reach(view.own.occupied() & !view.own.pinned(), !blocked(view), 0)
}

/// The single checkers that the opponent can pin.
#[inline]
fn blots(view: &PlayerView) -> PlaceSet {
    let holding = view.enemies & view.own.occupied();
    view.own.occupied() & !view.own.at_least_two() & !holding & POINTS
}

fn side_features(view: &PlayerView, own_reach: &Reach, other_reach: &Reach, features: &mut Features) {
    let (own, other) = (view.own, view.other);
    let start = features.len();
    let rear = view.rear();
    let pips = view.pips[0];
    features.add(pips as f32 / 200.0);
    features.add(lag(view, 80.0));
    features.add(pips_outside(own) as f32 / 150.0);
    features.add(rear as f32 / 24.0);
    features.flag(is_home(own));
    // The mana: alone, with one more checker, gone. A pinned one decides the game, so it has no feature.
    features.flag(first(own) == 1);
    features.flag(first(own) == 2);
    features.flag(first(own) == 0);
    pins(view, features);
    // The opponent's chances to pin, if on roll: any checker, the mana, by quarters.
    let own_blots = blots(view);
    let facing = |mask: PlaceSet| facing(mask);
    features.add(chances(other_reach, facing(own_blots)) as f32 / 36.0);
    features.add(chances(other_reach, facing(own_blots & 1 << 1)) as f32 / 36.0);
    features.add(chances(other_reach, facing(own_blots & 0x7c)) as f32 / 36.0);
    features.add(chances(other_reach, facing(own_blots & 0x1f80)) as f32 / 36.0);
    features.add(own_blots.count_ones() as f32 / 4.0);
    features.add((own_blots & 0x7e).count_ones() as f32 / 3.0);
    // Mobility: the points to land on, and the dice that can be played.
    let landings = own_reach.iter().map(|mask| mask.count_ones()).sum::<u32>();
    features.add(landings as f32 / 200.0);
    let dice = (1..=6).filter(|die| movable(view) << die & !blocked(view) & POINTS != 0).count();
    features.add(1.0 - dice as f32 / 6.0);
    let blocks = blocked(view);
    let free = own.occupied() & !own.pinned();
    let free_rear = (free | 1 << 25).trailing_zeros();
    features.add(f32::from(escapes_from(free_rear.min(24), blocks)) / 36.0);
    features.add(mobility(own, blocks));
    let (length, run) = longest_run(own.at_least_two() | (view.own.occupied() & view.enemies & !own.pinned()));
    features.add(length.min(7) as f32 / 6.0);
    let behind = if length >= 3 && run < 25 { men(other, 0, 24 - run) } else { 0 };
    features.add(behind as f32 * (length.min(7) as f32 - 2.0).max(0.0) / 20.0);
    features.add(timing(view) as f32 / 100.0);
    features.add(stretch(own, pips) / 200.0);
    features.add(stacked(own) as f32 / 10.0);
    features.add(men(own, 19, 24) as f32 / 15.0);
    debug_assert_eq!(features.len() - start, SIDE_FEATURES);
}

/// Points of one player in the opponent's numbering.
#[inline]
fn facing(mask: PlaceSet) -> PlaceSet {
    agon_tavli::Movement::Contrary.opponent_points(mask)
}

#[inline]
fn movable(view: &PlayerView) -> PlaceSet {
    view.own.occupied() & !view.own.pinned()
}

/// The own pinned checkers, and how firmly the opponent's are pinned.
#[inline]
fn pins(view: &PlayerView, features: &mut Features) {
    let own = view.own;
    let pinned = own.pinned();
    features.add(pinned.count_ones() as f32 / 2.0);
    features.add((pinned & 0x7e).count_ones() as f32);
    // The rearmost pinned checker holds everything up.
    let rearmost = if pinned == 0 { 0.0 } else { (25 - pinned.trailing_zeros()) as f32 / 24.0 };
    features.add(rearmost);
    let holders = own.occupied() & !pinned & view.enemies;
    features.add((holders & !own.at_least_two()).count_ones() as f32 / 2.0);
    features.add((holders & own.at_least_two()).count_ones() as f32 / 2.0);
    features.add(holders_men(own, holders) as f32 / 6.0);
    // Pinning checkers with few others behind them must leave soonest.
    let furthest = holders.checked_ilog2().unwrap_or(0);
    features.add(furthest as f32 / 24.0);
    let behind = if holders == 0 { 0 } else { men(own, 0, furthest.saturating_sub(1)) };
    features.add(behind as f32 / 10.0);
}

/// The number of checkers on points where they pin.
#[inline]
fn holders_men(own: &Side, holders: PlaceSet) -> u32 {
    places(holders).map(|place| u32::from(own.count(place))).sum()
}

/// The freedom of the unpinned checkers to move on.
#[inline]
fn mobility(own: &Side, blocked: PlaceSet) -> f32 {
    let mut sum = 0;
    for place in places(own.occupied() & !own.pinned() & 0x7_ffff) {
        let way = 19 - u32::from(place.number());
        sum += way * u32::from(own.count(place)).min(4) * u32::from(escapes_from(place.number().into(), blocked));
    }
    sum as f32 / 3600.0
}

/// The pips that can be played before a pinning checker has to leave.
#[inline]
fn timing(view: &PlayerView) -> u32 {
    let own = view.own;
    let holders = view.enemies & own.occupied() & !own.pinned();
    places(own.occupied() & !own.pinned())
        .map(|place| {
            let held = holders >> place.number() & 1;
            (u32::from(own.count(place)) - held) * (24 - u32::from(place.number()))
        })
        .sum()
}
