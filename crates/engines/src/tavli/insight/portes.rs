use agon_nn::Input;
use agon_tavli::{Backgammon, HOME, POINTS, PlaceSet, Portes, Position, Side, Variant, places};

use super::escapes::escapes_from;
use super::raw::SIDE;
use super::rolls::{WEIGHTS, reach};
use super::view::{lag, longest_run, men, pips_below, pips_outside, rear, stacked, stretch};
use super::{Counts, Learnt, Listing, View};

/// The armies have passed each other.
const RACE: usize = 0;
/// The roller, or else the other, has few checkers left to play with.
const THIN: usize = 1;
const THINNING: usize = 2;
/// Otherwise by who has checkers in the enemy's home or on the bar: nobody, the roller, the other, both.
const PASSING: usize = 3;
const BEHIND: usize = 4;
const HOLDING: usize = 5;
const TANGLED: usize = 6;

/// What an expert counts for each side.
const EXPERT: usize = 33;

const PHASES: &[&str] = &["race", "thin", "thinning", "passing", "behind", "holding", "tangled"];

macro_rules! learnt {
    ($variant:ty) => {
        impl Learnt for $variant {
            const PHASES: &'static [&'static str] = PHASES;
            const SIDE: usize = SIDE + 2;
            const COUNTS: usize = 2 * EXPERT;
            const OUTPUTS: usize = 6;

            #[inline]
            fn phase(position: &Position<Self>) -> usize {
                phase(position.own(), position.other())
            }

            fn encode_side(side: &Side, first: usize, out: &mut Vec<Input>) {
                let mut list = Listing::new(out, first);
                list.side(side);
                list.bar(side);
            }

            fn count(position: &Position<Self>, out: &mut Counts) {
                count(position, out);
            }
        }
    };
}

learnt!(Portes);
learnt!(Backgammon);

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

fn count<V: Variant>(position: &Position<V>, counts: &mut Counts) {
    let (own, other) = (position.own(), position.other());
    let views = View::both::<V>(own, other);
    if phase(own, other) == RACE {
        for view in &views {
            race(view, counts);
        }
    } else {
        for view in &views {
            contact(view, counts);
        }
    }
}

fn race(view: &View, counts: &mut Counts) {
    let own = view.own;
    let pips = view.pips[0];
    counts.add(pips as f32 / 100.0);
    counts.add(lag(view, 30.0));
    counts.add(pips_outside(own) as f32 / 60.0);
    counts.add(men(own, 0, 18) as f32 / 10.0);
    // Rolls to go, roughly: pips and what is wasted on the last points.
    counts.add(men(own, 24, 24) as f32 / 5.0);
    counts.add(men(own, 23, 23) as f32 / 5.0);
    counts.add(f32::from(own.off()) / 15.0);
    let gaps = HOME & !own.occupied();
    for point in 19..=24 {
        counts.flag(gaps >> point & 1 == 1);
    }
    counts.flag(own.off() == 0);
    counts.add(stacked(own) as f32 / 6.0);
    counts.skip(EXPERT - 15);
}

fn contact(view: &View, counts: &mut Counts) {
    let (own, other) = (view.own, view.other);
    let start = counts.len();
    let (rear, other_rear) = (view.rear(), rear(other));
    // Where the enemy's rearmost checker stands on the own way: behind it contact is over.
    let passed = 25 - other_rear;
    let pips = view.pips[0];
    counts.add(pips as f32 / 150.0);
    counts.add(lag(view, 60.0));
    counts.add(pips_below(own, passed.min(25)) as f32 / 150.0);
    counts.add(free_pips(own, passed) as f32 / 100.0);
    counts.add(rear as f32 / 24.0);
    shots(view, counts);
    anchors(own, counts);
    // Getting away from behind the enemy's doors.
    let doors = view.enemy_doors;
    counts.add(f32::from(escapes_from(rear, doors)) / 36.0);
    let second = own.occupied() & !(1 << rear) & 0xfff;
    let next = if second == 0 { 0 } else { u32::from(escapes_from(second.trailing_zeros(), doors)) };
    counts.add(next as f32 / 36.0);
    counts.add(mobility(own, doors));
    // Holding the enemy's rearmost checker back.
    contain(view, other_rear, counts);
    counts.add(stretch(own, pips) / 200.0);
    entering(view, counts);
    primes(view, other_rear, counts);
    counts.add(timing(own) as f32 / 80.0);
    counts.add(stacked(own) as f32 / 6.0);
    let blots = own.occupied() & !own.at_least_two() & POINTS;
    counts.add((blots & HOME).count_ones() as f32 / 3.0);
    counts.add((blots & 0x7e).count_ones() as f32 / 2.0);
    counts.add(blots.count_ones() as f32 / 5.0);
    counts.add(men(own, 22, 24) as f32 / 8.0);
    counts.add(men(own, 0, 6) as f32 / 5.0);
    counts.add(men(own, 13, 18) as f32 / 6.0);
    debug_assert_eq!(counts.len() - start, EXPERT);
}

/// Pips that can be played without meeting the enemy again.
#[inline]
fn free_pips(own: &Side, passed: u32) -> u32 {
    let beyond = own.occupied() & !((2 << passed.min(25)) - 1);
    places(beyond).map(|place| u32::from(own.count(place)) * u32::from(place.pips())).sum()
}

/// Hitting with the next roll, if it is his: how many rolls hit, hit one of several, and what the
/// enemy loses by it.
#[inline]
fn shots(view: &View, counts: &mut Counts) {
    let own = view.own;
    let blots = view.enemies & !view.enemy_doors & POINTS;
    if blots == 0 {
        counts.skip(4);
        return;
    }
    let reach = reach(own.occupied(), !view.enemy_doors, own.bar());
    let (mut any, mut several, mut loss, mut deep) = (0, 0, 0, 0);
    for (reached, weight) in reach.iter().zip(WEIGHTS) {
        let hit = reached & blots;
        if hit != 0 {
            any += weight;
            several += if hit & (hit - 1) != 0 { weight } else { 0 };
            // The nearer to his home the enemy was, the more he loses.
            loss += weight * (25 - hit.trailing_zeros());
            deep += if hit & 0x1fff != 0 { weight } else { 0 };
        }
    }
    counts.add(any as f32 / 36.0);
    counts.add(several as f32 / 36.0);
    counts.add(loss as f32 / 432.0);
    counts.add(deep as f32 / 36.0);
}

/// Doors held in the enemy's home and before it.
#[inline]
fn anchors(own: &Side, counts: &mut Counts) {
    let doors = own.at_least_two() & POINTS;
    let home = doors & 0x7e;
    counts.add(if home == 0 { 0.0 } else { (32 - home.leading_zeros() - 1) as f32 / 6.0 });
    let behind = doors & 0x1fff;
    counts.add(if behind == 0 { 0.0 } else { (13 - behind.trailing_zeros()) as f32 / 12.0 });
    let count = home.count_ones();
    counts.add(if count > 1 { (men(own, 1, 6) as f32 - 3.0) / 4.0 } else { 0.0 });
    counts.add(if count == 1 { men(own, 1, 6) as f32 / 4.0 } else { 0.0 });
}

/// How freely the checkers that are not yet round can go on.
#[inline]
fn mobility(own: &Side, doors: PlaceSet) -> f32 {
    let mut sum = 0;
    for place in places(own.occupied() & 0x7_ffff) {
        let way = 19 - u32::from(place.number());
        sum += way * u32::from(own.count(place)) * u32::from(escapes_from(place.number().into(), doors));
    }
    sum as f32 / 3600.0
}

/// How well the enemy is held: where on his way from his rearmost checker on it is hardest to get
/// away, and the same anywhere.
#[inline]
fn contain(view: &View, other_rear: u32, counts: &mut Counts) {
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
    counts.add(held(anywhere));
    counts.add(held(anywhere).powi(2));
    counts.add(held(ahead));
    counts.add(held(ahead).powi(2));
}

/// Entering: the rolls that keep an enemy on the bar, and what it costs the own checkers there.
#[inline]
fn entering(view: &View, counts: &mut Counts) {
    let dances = |doors: PlaceSet| {
        let open = 6 - (doors & HOME).count_ones();
        (36 - open * open) as f32 / 36.0
    };
    counts.add(dances(view.own.at_least_two()));
    counts.add(f32::from(view.own.bar().min(3)) * dances(view.other.at_least_two()));
}

/// The longest row of doors, and the enemies behind it.
#[inline]
fn primes(view: &View, other_rear: u32, counts: &mut Counts) {
    let (length, start) = longest_run(view.own.at_least_two());
    counts.add(length.min(6) as f32 / 6.0);
    // On the enemy's way the row ends at this place; what stands before has to pass.
    let trapped = if length >= 3 && other_rear < 25 - start { men(view.other, 0, 24 - start) } else { 0 };
    counts.add(trapped.min(4) as f32 * (length.min(6) - length.min(2)) as f32 / 8.0);
}

/// Pips that can be played before a useful door must be broken.
#[inline]
fn timing(own: &Side) -> u32 {
    let spare = |place: agon_tavli::Place| {
        let count = u32::from(own.count(place));
        let kept = if place.number() >= 16 && count >= 2 { 2 } else { 0 };
        (count - kept) * (23 - u32::from(place.number()).min(23))
    };
    places(own.occupied() & POINTS).map(spare).sum()
}
