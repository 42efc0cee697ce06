//! The points that checkers can reach with each of the 21 rolls, by bit masks.

use agon_tavli::{Dice, POINTS, PlaceSet};

/// The points that some checker can reach with each roll, in the order of [`Dice::ALL`].
pub(crate) type Reach = [PlaceSet; 21];

/// The weight of each roll, out of 36.
pub(crate) const WEIGHTS: [u32; 21] = {
    let mut weights = [0; 21];
    let mut roll = 0;
    while roll < 21 {
        weights[roll] = Dice::ALL[roll].weight();
        roll += 1;
    }
    weights
};

/// Where the checkers on `sources` can land with the dice of each roll, alone or one after the other,
/// on points that are `open`. Checkers on the bar must enter first.
#[inline]
pub(crate) fn reach(sources: PlaceSet, open: PlaceSet, bar: u8) -> Reach {
    let open = open & POINTS;
    if bar > 0 {
        return reach_from_bar(sources & POINTS, open, bar);
    }
    let mut reach = [0; 21];
    let mut single = [0; 7];
    for (die, landing) in single.iter_mut().enumerate().skip(1) {
        *landing = (sources << die) & open;
    }
    let mut roll = 0;
    for high in 1..=6 {
        for low in 1..high {
            let on = (single[high] << low | single[low] << high) & open;
            reach[roll] = single[high] | single[low] | on;
            roll += 1;
        }
        let two = (single[high] << high) & open;
        let three = (two << high) & open;
        let four = (three << high) & open;
        reach[roll] = single[high] | two | three | four;
        roll += 1;
    }
    reach
}

fn reach_from_bar(sources: PlaceSet, open: PlaceSet, bar: u8) -> Reach {
    let mut reach = [0; 21];
    let enters = |die: usize| (1 << die) & open;
    let mut roll = 0;
    for high in 1..=6 {
        for low in 1..high {
            let both = [(high, low), (low, high)];
            for (first, second) in both {
                let entered = enters(first);
                if entered == 0 {
                    continue;
                }
                reach[roll] |= entered;
                if bar == 1 {
                    reach[roll] |= ((sources | entered) << second) & open;
                }
            }
            roll += 1;
        }
        let entered = enters(high);
        if entered != 0 {
            let mut landing = sources | entered;
            reach[roll] = entered;
            for _ in bar..4 {
                landing = (landing << high) & open;
                reach[roll] |= landing;
            }
        }
        roll += 1;
    }
    reach
}

/// How many of 36 rolls reach at least one of the targets.
#[inline]
pub(crate) fn chances(reach: &Reach, targets: PlaceSet) -> u32 {
    reach.iter().zip(WEIGHTS).map(|(reached, weight)| if reached & targets != 0 { weight } else { 0 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_shots() {
        // Chances in 36 to hit one blot at each distance, no blocked points.
        for (away, shots) in [(1, 11), (2, 12), (3, 14), (4, 15), (5, 15), (6, 17), (7, 6), (8, 6), (9, 5), (12, 3)] {
            let reach = reach(1 << 3, POINTS, 0);
            assert_eq!(chances(&reach, 1 << (3 + away)), shots, "{away} away");
        }
        // An indirect shot with both stones of one roll blocked, and entering from the bar onto a blot.
        assert_eq!(chances(&reach(1 << 3, POINTS & !(1 << 9) & !(1 << 4), 0), 1 << 10), 4);
        assert_eq!(chances(&reach(1 << 12, POINTS, 1), 1 << 4), 15);
        assert_eq!(chances(&reach(1 << 12, POINTS, 2), 1 << 4), 12);
    }
}
