use agon_tavli::{OUTSIDE, POINTS, Place, PlaceSet, Side, Variant, places};

pub(crate) use super::super::danger::longest_run;

/// A position as one player looks at it.
pub(crate) struct View<'a> {
    pub(crate) own: &'a Side,
    pub(crate) other: &'a Side,
    /// Points with enemies, in own numbering.
    pub(crate) enemies: PlaceSet,
    /// Points with two enemies or more, in own numbering.
    pub(crate) enemy_doors: PlaceSet,
    /// Own points with two checkers or more, as the enemy counts.
    pub(crate) facing_doors: PlaceSet,
    /// Own points with a checker, as the enemy counts.
    pub(crate) facing: PlaceSet,
    /// The distance to off of all own checkers, and of all enemies.
    pub(crate) pips: [u32; 2],
}

impl<'a> View<'a> {
    #[inline]
    pub(crate) fn new<V: Variant>(own: &'a Side, other: &'a Side, pips: [u32; 2]) -> Self {
        Self {
            own,
            other,
            enemies: V::MOVEMENT.opponent_points(other.occupied()),
            enemy_doors: V::MOVEMENT.opponent_points(other.at_least_two()),
            facing_doors: V::MOVEMENT.opponent_points(own.at_least_two()),
            facing: V::MOVEMENT.opponent_points(own.occupied()),
            pips,
        }
    }

    /// The position as both players look at it, the one to roll first.
    #[inline]
    pub(crate) fn both<V: Variant>(own: &'a Side, other: &'a Side) -> [Self; 2] {
        let [ahead, behind] = [pips(own), pips(other)];
        [Self::new::<V>(own, other, [ahead, behind]), Self::new::<V>(other, own, [behind, ahead])]
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

/// Checkers on the places `first..=last`.
#[inline]
pub(crate) fn men(side: &Side, first: u32, last: u32) -> u32 {
    if first > last {
        return 0;
    }
    let counts = (side.packed() >> (4 * first)) & ((1 << (4 * (last + 1 - first))) - 1);
    // Four bits each: in bytes, then the bytes of a word summed by one multiplication.
    let sum = |word: u64| {
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        (((word & LOW) + (word >> 4 & LOW)).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    };
    sum(counts as u64) + sum((counts >> 64) as u64)
}

/// The distance to off of all checkers.
#[inline]
pub(crate) fn pips(side: &Side) -> u32 {
    let mut rest = side.occupied();
    let mut sum = 0;
    while rest != 0 {
        let place = rest.trailing_zeros();
        sum += (25 - place) * ((side.packed() >> (4 * place)) as u32 & 15);
        rest &= rest - 1;
    }
    sum
}

/// Pips that checkers on places below `goal` need to reach it.
#[inline]
pub(crate) fn pips_below(side: &Side, goal: u32) -> u32 {
    let mut rest = side.occupied() & ((1 << goal) - 1);
    let mut sum = 0;
    while rest != 0 {
        let place = rest.trailing_zeros();
        sum += (goal - place) * ((side.packed() >> (4 * place)) as u32 & 15);
        rest &= rest - 1;
    }
    sum
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

/// How far the checkers behind the middle lie from it, squared: an army that is not stretched out is
/// easier to play.
#[inline]
pub(crate) fn stretch(side: &Side, pips: u32) -> f32 {
    let count = u32::from(Side::CHECKERS - side.off()).max(1);
    let middle = pips / count;
    let behind = places(side.occupied()).map(|place| (u32::from(side.count(place)), u32::from(place.pips())));
    let far = behind.filter(|(_, pips)| *pips > middle);
    let (sum, number) = far
        .fold((0, 0), |(sum, number), (count, pips)| (sum + count * (pips - middle).pow(2), number + count));
    if number == 0 { 0.0 } else { sum as f32 / number as f32 }
}

/// Checkers too many on points.
#[inline]
pub(crate) fn stacked(side: &Side) -> u32 {
    places(side.at_least_two() & POINTS).map(|place| u32::from(side.count(place)).saturating_sub(3)).sum()
}

/// The checkers on the first point.
#[inline]
pub(crate) fn first(side: &Side) -> u8 {
    side.count(Place::FIRST)
}

/// How far a player is ahead (below zero) or behind in the race, within bounds.
#[inline]
pub(crate) fn lag(view: &View, unit: f32) -> f32 {
    ((view.pips[0] as f32 - view.pips[1] as f32) / unit).clamp(-2.0, 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_counts_are_right() {
        let side = Side::set_up(&[
            (Place::BAR, 1),
            (Place::FIRST, 2),
            (Place::new(12), 5),
            (Place::new(24), 4),
            (Place::OFF, 3),
        ]);
        for first in 0..=24 {
            for last in 0..=24 {
                let slow: u32 =
                    (first..=last).map(|place| u32::from(side.count(Place::new(place as u8)))).sum();
                assert_eq!(men(&side, first, last), slow, "{first} to {last}");
            }
        }
        assert_eq!(pips(&side), u32::from(side.pips()));
        assert_eq!(pips_below(&side, 13), 13 + 2 * 12 + 5);
    }
}
