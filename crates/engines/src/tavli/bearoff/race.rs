//! The chances of a bear-off race.

use agon_search::Probabilities;

use super::home_board::HomeBoard;
use super::one_sided::{ONE_SIDED, RollDistribution};
use super::two_sided::TWO_SIDED;

impl RollDistribution<'_> {
    /// The chance to need more than this number of rolls.
    fn more_than(&self, rolls: usize) -> f32 {
        match (rolls + 1).checked_sub(self.first) {
            None => 1.0,
            Some(from) => self.chances.get(from..).map_or(0.0, |rest| rest.iter().sum()),
        }
    }

    /// The chance to finish before the other side, which has had `lead` - 1 rolls more at that time.
    fn before(&self, other: RollDistribution<'_>, lead: usize) -> f32 {
        let chances = self.chances.iter().enumerate();
        chances.map(|(at, chance)| chance * other.more_than((self.first + at + lead).saturating_sub(1))).sum()
    }
}

/// The chances of the side on roll when both have all their checkers at home.
///
/// Exact with few checkers. Otherwise each side plays to be off as soon as possible without regard to the other, which
/// costs next to nothing.
pub(crate) fn at_home(roller: HomeBoard, other: HomeBoard) -> Probabilities {
    match TWO_SIDED.win(roller, other) {
        Some(win) => Probabilities::of_win(win),
        None => by_rolls(roller, other),
    }
}

/// The chances from the one-sided database.
pub(crate) fn by_rolls(roller: HomeBoard, other: HomeBoard) -> Probabilities {
    let (own_off, other_off) = (ONE_SIDED.off(roller), ONE_SIDED.off(other));
    let win = own_off.before(other_off, 0);
    let doubles = if other.checkers() == 15 { own_off.before(ONE_SIDED.first(other), 0) } else { 0.0 };
    let losses = if roller.checkers() == 15 { other_off.before(ONE_SIDED.first(roller), 1) } else { 0.0 };
    Probabilities { win: [win, doubles.min(win), 0.0], loss: [1.0 - win, losses.min(1.0 - win), 0.0] }
}

/// Whether [`at_home`] is exact.
pub(crate) fn is_exact(roller: HomeBoard, other: HomeBoard) -> bool {
    TWO_SIDED.win(roller, other).is_some()
}
