use std::fmt;

/// A place in one player's numbering: 0 is the bar, 1..=24 the points from the entry on, 25 is off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u8);

impl Place {
    /// The bar, where hit checkers wait.
    pub const BAR: Self = Self(0);
    /// The first point, where the mana stands.
    pub const FIRST: Self = Self(1);
    /// The tray of borne-off checkers.
    pub const OFF: Self = Self(25);

    /// The place of a number 0..=25; higher numbers give [`Place::OFF`].
    #[inline]
    pub const fn new(place: u8) -> Self {
        Self(if place > 25 { 25 } else { place })
    }

    /// The number 0..=25.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The pips from here to off.
    pub const fn pips(self) -> u8 {
        25 - self.0
    }
}

impl fmt::Display for Place {
    /// Writes the place as moves do: in pips, `bar` or `off`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::BAR => f.write_str("bar"),
            Self::OFF => f.write_str("off"),
            place => write!(f, "{}", place.pips()),
        }
    }
}

/// A set of places: bit 0 is the bar, bits 1..=24 are the points.
pub type PlaceSet = u32;

/// The bar and every point.
pub const BOARD: PlaceSet = (1 << 25) - 1;
/// Every point.
pub const POINTS: PlaceSet = BOARD & !1;
/// The last six points.
pub const HOME: PlaceSet = 0x3f << 19;
/// The bar and every point before home.
pub const OUTSIDE: PlaceSet = BOARD & !HOME;

/// The places of a set in ascending order.
#[inline]
pub fn places(mask: PlaceSet) -> impl Iterator<Item = Place> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let place = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        Some(Place(place))
    })
}

/// One player's checkers, in that player's numbering.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Side {
    /// Four bits for each of the 26 places; 15 checkers fit exactly.
    counts: u128,
    /// Places with a checker, except off.
    occupied: PlaceSet,
    /// Places with at least two.
    at_least_two: PlaceSet,
    /// Places where the only checker is pinned.
    pinned: PlaceSet,
}

impl Side {
    /// How many checkers a player has.
    pub const CHECKERS: u8 = 15;

    /// Checkers set up on some places.
    pub fn set_up(counts: &[(Place, u8)]) -> Self {
        let mut side = Self::default();
        for &(place, count) in counts {
            for _ in 0..count {
                side.put(place);
            }
        }
        side
    }

    /// The checkers on a place.
    #[inline]
    pub const fn count(&self, place: Place) -> u8 {
        (self.counts >> (4 * place.0)) as u8 & 15
    }

    /// Checkers on the bar.
    pub const fn bar(&self) -> u8 {
        self.count(Place::BAR)
    }

    /// Checkers borne off.
    #[inline]
    pub const fn off(&self) -> u8 {
        self.count(Place::OFF)
    }

    /// Places with at least one checker: bar and points.
    #[inline]
    pub const fn occupied(&self) -> PlaceSet {
        self.occupied
    }

    /// Places with at least two checkers: bar and points.
    #[inline]
    pub const fn at_least_two(&self) -> PlaceSet {
        self.at_least_two
    }

    /// Points where a checker is pinned.
    #[inline]
    pub const fn pinned(&self) -> PlaceSet {
        self.pinned
    }

    /// The pip count.
    pub fn pips(&self) -> u16 {
        places(self.occupied).map(|place| u16::from(self.count(place)) * u16::from(place.pips())).sum()
    }

    /// All checkers, on the board, the bar and off.
    pub fn total(&self) -> u32 {
        (0..=25).map(|place| u32::from(self.count(Place(place)))).sum()
    }

    /// The packed counts, four bits per place, a unique key of the arrangement.
    #[inline]
    pub const fn packed(&self) -> u128 {
        self.counts
    }

    #[inline]
    pub(crate) fn take(&mut self, place: Place) {
        // Only an illegal move takes from an empty place; its result is unspecified.
        self.counts = self.counts.wrapping_sub(1 << (4 * place.0));
        let left = self.count(place);
        self.occupied &= !(PlaceSet::from(left == 0) << place.0);
        self.at_least_two &= !(PlaceSet::from(left <= 1) << place.0);
    }

    #[inline]
    pub(crate) fn put(&mut self, place: Place) {
        self.counts = self.counts.wrapping_add(1 << (4 * place.0));
        let bit = (1 << place.0) & BOARD;
        self.at_least_two |= self.occupied & bit;
        self.occupied |= bit;
    }

    #[inline]
    pub(crate) fn set_pinned(&mut self, pinned: PlaceSet) {
        self.pinned = pinned;
    }
}

impl fmt::Debug for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = (0..=25).map(|place| (place, self.count(Place(place)))).filter(|(_, count)| *count > 0);
        f.debug_map().entries(counts).finish()?;
        if self.pinned != 0 {
            write!(f, " pinned {:?}", places(self.pinned).map(Place::number).collect::<Vec<_>>())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_follow_the_counts() {
        let mut side = Side::set_up(&[(Place(1), 2), (Place(19), 13)]);
        assert_eq!((side.occupied(), side.at_least_two()), (1 << 1 | 1 << 19, 1 << 1 | 1 << 19));
        side.take(Place(1));
        assert_eq!((side.occupied(), side.at_least_two()), (1 << 1 | 1 << 19, 1 << 19));
        side.take(Place(1));
        side.put(Place::OFF);
        side.put(Place::OFF);
        assert_eq!((side.occupied(), side.off(), side.total()), (1 << 19, 2, 15));
        assert_eq!(side.pips(), 13 * 6);
    }
}
