use agon_tavli::{OUTSIDE, POINTS, Place, PlaceSet, Side, Variant, places};

pub(crate) use super::super::hand::shots::longest_run;

/// A position from one player's side.
pub(crate) struct PlayerView<'a> {
    pub(crate) own: &'a Side,
    pub(crate) other: &'a Side,
    /// The points with opposing checkers, in own numbering.
    pub(crate) enemies: PlaceSet,
    /// The points with at least two opposing checkers, in own numbering.
    pub(crate) enemy_doors: PlaceSet,
    /// The points with at least two own checkers, in the opponent's numbering.
    pub(crate) facing_doors: PlaceSet,
    /// The points with own checkers, in the opponent's numbering.
    pub(crate) facing: PlaceSet,
    /// The pip counts, the own first.
    pub(crate) pips: [u32; 2],
}

impl<'a> PlayerView<'a> {
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

    /// Both players' views, the one to roll first.
    #[inline]
    pub(crate) fn both<V: Variant>(own: &'a Side, other: &'a Side) -> [Self; 2] {
        let [ahead, behind] = [pips(own), pips(other)];
        [Self::new::<V>(own, other, [ahead, behind]), Self::new::<V>(other, own, [behind, ahead])]
    }

    /// The place of the rearmost own checker, 25 if all are off.
    #[inline]
    pub(crate) fn rear(&self) -> u32 {
        rear(self.own)
    }
}

/// The place of the rearmost checker, 25 if all are off.
#[inline]
pub(crate) fn rear(side: &Side) -> u32 {
    (side.occupied() | 1 << 25).trailing_zeros()
}

/// The number of checkers on the places `first..=last`.
#[inline]
pub(crate) fn men(side: &Side, first: u32, last: u32) -> u32 {
    if first > last {
        return 0;
    }
    let counts = (side.packed() >> (4 * first)) & ((1 << (4 * (last + 1 - first))) - 1);
    // Counts have four bits: they are widened to bytes, whose sum is found by one multiplication.
    let sum = |word: u64| {
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        (((word & LOW) + (word >> 4 & LOW)).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    };
    sum(counts as u64) + sum((counts >> 64) as u64)
}

/// The pip count.
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

/// The pips that checkers on places below `goal` need to reach it.
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

/// The pips that bring all checkers home.
#[inline]
pub(crate) fn pips_outside(side: &Side) -> u32 {
    pips_below(side, 19)
}

/// Whether all checkers are home or off.
#[inline]
pub(crate) fn is_home(side: &Side) -> bool {
    side.occupied() & OUTSIDE == 0
}

/// The mean squared distance of the checkers behind the middle from it: a compact army is easier to play.
#[inline]
pub(crate) fn stretch(side: &Side, pips: u32) -> f32 {
    let count = u32::from(Side::CHECKERS - side.off()).max(1);
    let middle = pips / count;
    let behind = places(side.occupied()).map(|place| (u32::from(side.count(place)), u32::from(place.pips())));
    let far = behind.filter(|(_, pips)| *pips > middle);
    let (sum, number) =
        far.fold((0, 0), |(sum, number), (count, pips)| (sum + count * (pips - middle).pow(2), number + count));
    if number == 0 { 0.0 } else { sum as f32 / number as f32 }
}

/// The checkers beyond three on each point.
#[inline]
pub(crate) fn stacked(side: &Side) -> u32 {
    places(side.at_least_two() & POINTS).map(|place| u32::from(side.count(place)).saturating_sub(3)).sum()
}

/// The number of checkers on the first point.
#[inline]
pub(crate) fn first(side: &Side) -> u8 {
    side.count(Place::FIRST)
}

/// The pips behind in the race (below 0: ahead), in units and clamped.
#[inline]
pub(crate) fn lag(view: &PlayerView, unit: f32) -> f32 {
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
                let slow: u32 = (first..=last).map(|place| u32::from(side.count(Place::new(place as u8)))).sum();
                assert_eq!(men(&side, first, last), slow, "{first} to {last}");
            }
        }
        assert_eq!(pips(&side), u32::from(side.pips()));
        assert_eq!(pips_below(&side, 13), 13 + 2 * 12 + 5);
    }
}
