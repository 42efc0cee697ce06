use agon_tavli::{Mask, OUTSIDE, POINTS, Place, Side, Variant, places};

/// A position as one player looks at it.
pub(crate) struct View<'a> {
    pub(crate) own: &'a Side,
    pub(crate) other: &'a Side,
    /// Points with enemies, in own numbering.
    pub(crate) enemies: Mask,
    /// Points with two enemies or more, in own numbering.
    pub(crate) enemy_doors: Mask,
    /// Own points with two checkers or more, as the enemy counts.
    pub(crate) facing_doors: Mask,
    /// Own points with a checker, as the enemy counts.
    pub(crate) facing: Mask,
}

impl<'a> View<'a> {
    #[inline]
    pub(crate) fn new<V: Variant>(own: &'a Side, other: &'a Side) -> Self {
        Self {
            own,
            other,
            enemies: V::TRAVEL.facing(other.occupied()),
            enemy_doors: V::TRAVEL.facing(other.many()),
            facing_doors: V::TRAVEL.facing(own.many()),
            facing: V::TRAVEL.facing(own.occupied()),
        }
    }

    /// The rearmost own place, 25 if all are off.
    #[inline]
    pub(crate) fn rear(&self) -> u32 {
        rear(self.own)
    }
}

/// The rearmost place, 25 if all are off.
#[inline]
pub(crate) fn rear(side: &Side) -> u32 {
    (side.occupied() | 1 << 25).trailing_zeros()
}

/// Checkers on some places.
#[inline]
pub(crate) fn men(side: &Side, mask: Mask) -> u32 {
    places(side.occupied() & mask).map(|place| u32::from(side.count(place))).sum()
}

/// Pips that checkers on places below `goal` need to reach it.
#[inline]
pub(crate) fn pips_below(side: &Side, goal: u32) -> u32 {
    let below = side.occupied() & ((1 << goal) - 1);
    places(below).map(|place| u32::from(side.count(place)) * (goal - u32::from(place.number()))).sum()
}

/// Pips to bring all checkers home.
#[inline]
pub(crate) fn pips_outside(side: &Side) -> u32 {
    pips_below(side, 19)
}

/// How many checkers are on each of the last six points and beyond what is useful there.
#[inline]
pub(crate) fn is_home(side: &Side) -> bool {
    side.occupied() & OUTSIDE == 0
}

/// The longest run of points in a set.
#[inline]
pub(crate) fn longest_run(points: Mask) -> (u32, u32) {
    let mut run = points & POINTS;
    let (mut last, mut length) = (0, 0);
    while run != 0 {
        last = run;
        length += 1;
        run &= run >> 1;
    }
    (length, last.checked_ilog2().unwrap_or(0))
}

/// How far the checkers behind the middle lie from it, squared: an army that is not stretched out is
/// easier to play.
#[inline]
pub(crate) fn stretch(side: &Side) -> f32 {
    let count = u32::from(Side::CHECKERS - side.off()).max(1);
    let middle = pips_below(side, 25) / count;
    let behind = places(side.occupied()).map(|place| (u32::from(side.count(place)), u32::from(place.pips())));
    let far = behind.filter(|(_, pips)| *pips > middle);
    let (sum, number) = far
        .fold((0, 0), |(sum, number), (count, pips)| (sum + count * (pips - middle).pow(2), number + count));
    if number == 0 { 0.0 } else { sum as f32 / number as f32 }
}

/// Checkers too many on points.
#[inline]
pub(crate) fn stacked(side: &Side) -> u32 {
    places(side.many() & POINTS).map(|place| u32::from(side.count(place)).saturating_sub(3)).sum()
}

/// The checkers on the first point.
#[inline]
pub(crate) fn first(side: &Side) -> u8 {
    side.count(Place::FIRST)
}

/// How far a player is ahead (below zero) or behind in the race, within bounds.
#[inline]
pub(crate) fn lag(view: &View, unit: f32) -> f32 {
    ((pips_below(view.own, 25) as f32 - pips_below(view.other, 25) as f32) / unit).clamp(-2.0, 2.0)
}
