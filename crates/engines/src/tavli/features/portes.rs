use agon_nn::Input;
use agon_tavli::{Backgammon, HOME, POINTS, PlaceSet, Portes, Position, Side, Variant, places};

use super::escapes::escapes_from;
use super::inputs::SIDE_INPUTS;
use super::rolls::{WEIGHTS, reach};
use super::view::{lag, longest_run, men, pips_below, pips_outside, rear, stacked, stretch};
use super::{Features, InputList, NetGame, PlayerView};

/// Race: the armies have passed each other.
const RACE: usize = 0;
/// The roller, or else the opponent, has few checkers left to play with.
const THIN: usize = 1;
const THINNING: usize = 2;
/// Otherwise by who has checkers in the opponent's home or on the bar: nobody, the roller, the opponent, both.
const PASSING: usize = 3;
const BEHIND: usize = 4;
const HOLDING: usize = 5;
const TANGLED: usize = 6;

/// The number of features of each side.
const SIDE_FEATURES: usize = 33;

const PHASES: &[&str] = &["race", "thin", "thinning", "passing", "behind", "holding", "tangled"];

macro_rules! net_game {
    ($variant:ty) => {
        impl NetGame for $variant {
            const PHASES: &'static [&'static str] = PHASES;
            const SIDE: usize = SIDE_INPUTS + 2;
            const FEATURES: usize = 2 * SIDE_FEATURES;
            const OUTPUTS: usize = 6;

            #[inline]
            fn phase(position: &Position<Self>) -> usize {
                phase(position.own(), position.other())
            }

            fn encode_side(side: &Side, first: usize, out: &mut Vec<Input>) {
                let mut list = InputList::new(out, first);
                list.side(side);
                list.bar(side);
            }

            fn features(position: &Position<Self>, out: &mut Features) {
                count(position, out);
            }
        }
    };
}

net_game!(Portes);
net_game!(Backgammon);

#[inline]
fn phase(own: &Side, other: &Side) -> usize {
    let (own_rear, other_rear) = (rear(own), rear(other));
    if own_rear + other_rear > 25 {
        RACE
    } else if is_thin(own) {
        THIN
    } else if is_thin(other) {
        THINNING
    } else {
        match (own_rear <= 6, other_rear <= 6) {
            (false, false) => PASSING,
            (true, false) => BEHIND,
            (false, true) => HOLDING,
            (true, true) => TANGLED,
        }
    }
}

/// Whether at most six checkers are neither off nor on the last two points.
#[inline]
fn is_thin(side: &Side) -> bool {
    men(side, 23, 24) + u32::from(side.off()) >= 9
}

fn count<V: Variant>(position: &Position<V>, features: &mut Features) {
    let (own, other) = (position.own(), position.other());
    let views = PlayerView::both::<V>(own, other);
    if phase(own, other) == RACE {
        for view in &views {
            race(view, features);
        }
    } else {
        for view in &views {
            contact(view, features);
        }
    }
}

fn race(view: &PlayerView, features: &mut Features) {
    let own = view.own;
    let pips = view.pips[0];
    features.add(pips as f32 / 100.0);
    features.add(lag(view, 30.0));
    features.add(pips_outside(own) as f32 / 60.0);
    features.add(men(own, 0, 18) as f32 / 10.0);
    // Checkers on the last points waste pips.
    features.add(men(own, 24, 24) as f32 / 5.0);
    features.add(men(own, 23, 23) as f32 / 5.0);
    features.add(f32::from(own.off()) / 15.0);
    let gaps = HOME & !own.occupied();
    for point in 19..=24 {
        features.flag(gaps >> point & 1 == 1);
    }
    features.flag(own.off() == 0);
    features.add(stacked(own) as f32 / 6.0);
    features.skip(SIDE_FEATURES - 15);
}

fn contact(view: &PlayerView, features: &mut Features) {
    let (own, other) = (view.own, view.other);
    let start = features.len();
    let (rear, other_rear) = (view.rear(), rear(other));
    // Beyond this place no opposing checker is left to meet.
    let passed = 25 - other_rear;
    let pips = view.pips[0];
    features.add(pips as f32 / 150.0);
    features.add(lag(view, 60.0));
    features.add(pips_below(own, passed.min(25)) as f32 / 150.0);
    features.add(free_pips(own, passed) as f32 / 100.0);
    features.add(rear as f32 / 24.0);
    shots(view, features);
    anchors(own, features);
    // Getting away from behind the opponent's doors.
    let doors = view.enemy_doors;
    features.add(f32::from(escapes_from(rear, doors)) / 36.0);
    let second = own.occupied() & !(1 << rear) & 0xfff;
    let next = if second == 0 { 0 } else { u32::from(escapes_from(second.trailing_zeros(), doors)) };
    features.add(next as f32 / 36.0);
    features.add(mobility(own, doors));
    // Holding the opponent's rearmost checker back.
    contain(view, other_rear, features);
    features.add(stretch(own, pips) / 200.0);
    entering(view, features);
    primes(view, other_rear, features);
    features.add(timing(own) as f32 / 80.0);
    features.add(stacked(own) as f32 / 6.0);
    let blots = own.occupied() & !own.at_least_two() & POINTS;
    features.add((blots & HOME).count_ones() as f32 / 3.0);
    features.add((blots & 0x7e).count_ones() as f32 / 2.0);
    features.add(blots.count_ones() as f32 / 5.0);
    features.add(men(own, 22, 24) as f32 / 8.0);
    features.add(men(own, 0, 6) as f32 / 5.0);
    features.add(men(own, 13, 18) as f32 / 6.0);
    debug_assert_eq!(features.len() - start, SIDE_FEATURES);
}

/// The pips of the checkers beyond the last contact.
#[inline]
fn free_pips(own: &Side, passed: u32) -> u32 {
    let beyond = own.occupied() & !((2 << passed.min(25)) - 1);
    places(beyond).map(|place| u32::from(own.count(place)) * u32::from(place.pips())).sum()
}

/// Hitting with the next roll, if on roll: how many rolls hit, how many have a choice, and what the opponent loses.
#[inline]
fn shots(view: &PlayerView, features: &mut Features) {
    let own = view.own;
    let blots = view.enemies & !view.enemy_doors & POINTS;
    if blots == 0 {
        features.skip(4);
        return;
    }
    let reach = reach(own.occupied(), !view.enemy_doors, own.bar());
    let (mut any, mut several, mut loss, mut deep) = (0, 0, 0, 0);
    for (reached, weight) in reach.iter().zip(WEIGHTS) {
        let hit = reached & blots;
        if hit != 0 {
            any += weight;
            several += if hit & (hit - 1) != 0 { weight } else { 0 };
            // The further a checker has come, the more it loses.
            loss += weight * (25 - hit.trailing_zeros());
            deep += if hit & 0x1fff != 0 { weight } else { 0 };
        }
    }
    features.add(any as f32 / 36.0);
    features.add(several as f32 / 36.0);
    features.add(loss as f32 / 432.0);
    features.add(deep as f32 / 36.0);
}

/// The doors held in the opponent's home and before it.
#[inline]
fn anchors(own: &Side, features: &mut Features) {
    let doors = own.at_least_two() & POINTS;
    let home = doors & 0x7e;
    features.add(if home == 0 { 0.0 } else { (32 - home.leading_zeros() - 1) as f32 / 6.0 });
    let behind = doors & 0x1fff;
    features.add(if behind == 0 { 0.0 } else { (13 - behind.trailing_zeros()) as f32 / 12.0 });
    let count = home.count_ones();
    features.add(if count > 1 { (men(own, 1, 6) as f32 - 3.0) / 4.0 } else { 0.0 });
    features.add(if count == 1 { men(own, 1, 6) as f32 / 4.0 } else { 0.0 });
}

/// The freedom of the checkers that are not yet round to move on.
#[inline]
fn mobility(own: &Side, doors: PlaceSet) -> f32 {
    let mut sum = 0;
    for place in places(own.occupied() & 0x7_ffff) {
        let way = 19 - u32::from(place.number());
        sum += way * u32::from(own.count(place)) * u32::from(escapes_from(place.number().into(), doors));
    }
    sum as f32 / 3600.0
}

/// How well the opponent is held: the least escapes from any place on the path, and from the rearmost checker on.
#[inline]
fn contain(view: &PlayerView, other_rear: u32, features: &mut Features) {
    let doors = view.facing_doors;
    let (mut anywhere, mut ahead) = (36, 36);
    for place in 0..=12 {
        let escapes = u32::from(escapes_from(place, doors));
        anywhere = anywhere.min(escapes);
        if place >= other_rear {
            ahead = ahead.min(escapes);
        }
    }
    let held = |escapes: u32| (36 - escapes) as f32 / 36.0;
    features.add(held(anywhere));
    features.add(held(anywhere).powi(2));
    features.add(held(ahead));
    features.add(held(ahead).powi(2));
}

/// Entering: the rolls that keep a checker on the bar, for the opponent and for the own checkers there.
#[inline]
fn entering(view: &PlayerView, features: &mut Features) {
    let dances = |doors: PlaceSet| {
        let open = 6 - (doors & HOME).count_ones();
        (36 - open * open) as f32 / 36.0
    };
    features.add(dances(view.own.at_least_two()));
    features.add(f32::from(view.own.bar().min(3)) * dances(view.other.at_least_two()));
}

/// The longest prime, and the opposing checkers behind it.
#[inline]
fn primes(view: &PlayerView, other_rear: u32, features: &mut Features) {
    let (length, start) = longest_run(view.own.at_least_two());
    features.add(length.min(6) as f32 / 6.0);
    // In the opponent's numbering the prime ends at `25 - start`; checkers before that have to pass.
    let trapped = if length >= 3 && other_rear < 25 - start { men(view.other, 0, 24 - start) } else { 0 };
    features.add(trapped.min(4) as f32 * (length.min(6) - length.min(2)) as f32 / 8.0);
}

/// The pips that can be played before a useful door must be broken.
#[inline]
fn timing(own: &Side) -> u32 {
    let spare = |place: agon_tavli::Place| {
        let count = u32::from(own.count(place));
        let kept = if place.number() >= 16 && count >= 2 { 2 } else { 0 };
        (count - kept) * (23 - u32::from(place.number()).min(23))
    };
    places(own.occupied() & POINTS).map(spare).sum()
}
