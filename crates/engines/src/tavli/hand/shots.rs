//! The chances to reach single checkers.

use agon_tavli::{Movement, POINTS, PlaceSet, Side, places};

/// Chances in 36 to move a checker by exactly each number of pips with one roll, no blocked points.
const SHOTS_IN_36: [f32; 13] = [0.0, 11.0, 12.0, 14.0, 15.0, 15.0, 17.0, 6.0, 6.0, 5.0, 3.0, 2.0, 3.0];

/// The chance that some opposing checker reaches an own point with one roll.
///
/// Points held in between count roughly: a shot longer than one die needs a free point to land on.
pub(crate) fn shot(travel: Movement, other: &Side, movable: PlaceSet, doors: PlaceSet, point: u8) -> f32 {
    let target = travel.opponent_point(point);
    let mut safe = 1.0;
    // Only checkers that have not passed the point, including those on the bar.
    for place in places(movable & ((1 << target) - 1)) {
        let away = target - place.number();
        if away > 12 {
            continue;
        }
        let mut chance = SHOTS_IN_36[usize::from(away)] / 36.0;
        if away > 6 {
            let landings = (1..=6u8).filter(|die| away - die <= 6);
            let free = landings.filter(|die| doors >> (place.number() + die) & 1 == 0).count();
            chance *= free.min(2) as f32 / 2.0;
        }
        safe *= 1.0 - chance;
    }
    // Several checkers on the bar have to enter first.
    let waiting = if other.bar() > 1 { 0.4 } else { 1.0 };
    (1.0 - safe) * waiting
}

/// The length and the start of the longest run of points in a set; of the last one if there are several.
#[inline]
pub(crate) fn longest_run(points: PlaceSet) -> (u32, u32) {
    let mut run = points & POINTS;
    let (mut last, mut length) = (0, 0);
    while run != 0 {
        last = run;
        length += 1;
        run &= run >> 1;
    }
    (length, last.checked_ilog2().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_found() {
        assert_eq!(longest_run(0), (0, 0));
        assert_eq!(longest_run(0b1_0111_0110), (3, 4));
        assert_eq!(longest_run(1 << 24), (1, 24));
    }
}
