//! Thirty checkers and where each of them stands.

/// Where a hit checker waits.
pub(super) const BAR: u8 = 0;
/// The first place of the home.
pub(super) const HOME: u8 = 19;
/// Where a borne-off checker is.
pub(super) const OFF: u8 = 25;

/// One checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Checker {
    /// [`BAR`], 1..=24 counted from its owner's side, or [`OFF`].
    pub place: u8,
    /// In Plakoto: an enemy checker stands on it.
    pub pinned: bool,
    /// It may not move again in this turn (T11, `hit_and_run=forbidden`).
    pub spent: bool,
}

/// The checkers of White and of Black, each side sorted, so that equal positions are equal boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Board {
    pub checkers: [[Checker; 15]; 2],
}

impl Board {
    /// A board with the checkers of both sides on the places given.
    pub(super) fn at(places: [[u8; 15]; 2]) -> Self {
        let mut board =
            Self { checkers: places.map(|side| side.map(|place| Checker { place, pinned: false, spent: false })) };
        board.sort();
        board
    }

    /// Number of the player's checkers on a place.
    pub(super) fn count_at(&self, player: usize, place: u8) -> usize {
        self.checkers[player].iter().filter(|checker| checker.place == place).count()
    }

    /// The places of the player's checkers that are neither borne off nor on the bar.
    pub(super) fn places_on_points(&self, player: usize) -> impl Iterator<Item = u8> + '_ {
        self.checkers[player].iter().map(|checker| checker.place).filter(|place| (1..=24).contains(place))
    }

    /// Whether the player has a checker on each of the places `first..first + 6`.
    pub(super) fn holds_six_from(&self, player: usize, first: u8) -> bool {
        (first..first + 6).all(|place| self.count_at(player, place) > 0)
    }

    pub(super) fn sort(&mut self) {
        for side in &mut self.checkers {
            side.sort_unstable();
        }
    }
}
