//! How many rolls bring a checker past the blocked points before it.

use agon_tavli::PlaceSet;

/// For each set of blocked points among the next twelve: the number of rolls, of 36, that bring a checker beyond the last
/// blocked point, or at least seven points on if none is blocked.
static ESCAPES: [u8; 4096] = {
    let mut table = [0; 4096];
    let mut blocked = 0;
    while blocked < table.len() {
        table[blocked] = count(blocked as u32);
        blocked += 1;
    }
    table
};

const fn count(blocked: u32) -> u8 {
    // A block ends with its last point. Without one, a checker has escaped after seven pips.
    let goal = if blocked == 0 { 6 } else { 32 - blocked.leading_zeros() };
    let mut rolls = 0;
    let mut high = 1;
    while high <= 6 {
        let mut low = 1;
        while low <= high {
            if escapes(blocked, goal, high, low) {
                rolls += if high == low { 1 } else { 2 };
            }
            low += 1;
        }
        high += 1;
    }
    rolls
}

const fn open(blocked: u32, way: u32) -> bool {
    way > 12 || blocked >> (way - 1) & 1 == 0
}

const fn escapes(blocked: u32, goal: u32, high: u32, low: u32) -> bool {
    if high == low {
        let mut steps = 1;
        while steps <= 4 && open(blocked, steps * high) {
            if steps * high > goal {
                return true;
            }
            steps += 1;
        }
        return false;
    }
    let sum = high + low;
    if high > goal && open(blocked, high) || low > goal && open(blocked, low) {
        return true;
    }
    sum > goal && open(blocked, sum) && (open(blocked, high) || open(blocked, low))
}

/// How many of 36 rolls free a checker on this place, given the points it may not land on.
#[inline]
pub(crate) fn escapes_from(place: u32, blocked: PlaceSet) -> u8 {
    ESCAPES[(blocked >> (place + 1)) as usize & 0xfff]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_hold() {
        // A full prime right ahead lets nothing through; a five-point prime only sixes that go on.
        assert_eq!(escapes_from(1, 0x3f << 2), 0);
        assert_eq!(escapes_from(1, 0x1f << 2), 11);
        assert_eq!(escapes_from(2, 0x1f << 4), 2);
        // Nothing blocked: more than six pips.
        assert_eq!(escapes_from(4, 0), 23);
    }
}
