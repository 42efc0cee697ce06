//! Who is off first, from the rolls that each side needs by itself.

use agon_search::Probabilities;

use super::alone::{ALONE, Rolls};
use super::both::BOTH;
use super::home::Home;

impl Rolls<'_> {
    /// The chance of needing more than so many rolls.
    fn more_than(&self, rolls: usize) -> f32 {
        match (rolls + 1).checked_sub(self.first) {
            None => 1.0,
            Some(from) => self.chances.get(from..).map_or(0.0, |rest| rest.iter().sum()),
        }
    }

    /// The chance to be done before the other needs more than `lead` rolls beyond one's own.
    ///
    /// With `lead` 0 the other has had a roll less at that time than with 1.
    fn before(&self, other: Rolls<'_>, lead: usize) -> f32 {
        let chances = self.chances.iter().enumerate();
        chances.map(|(at, chance)| chance * other.more_than((self.first + at + lead).saturating_sub(1))).sum()
    }
}

/// The probabilities of the side on roll when both have all their checkers at home.
///
/// Exact in who wins with few checkers. Otherwise each side plays to be off as soon as possible without
/// regard to the other, which costs next to nothing.
pub(crate) fn at_home(roller: Home, other: Home) -> Probabilities {
    match BOTH.win(roller, other) {
        Some(win) => Probabilities::of_win(win),
        None => by_rolls(roller, other),
    }
}

/// The same from the rolls of each side alone.
pub(crate) fn by_rolls(roller: Home, other: Home) -> Probabilities {
    let (own_off, other_off) = (ALONE.off(roller), ALONE.off(other));
    let win = own_off.before(other_off, 0);
    let doubles = if other.checkers() == 15 { own_off.before(ALONE.first(other), 0) } else { 0.0 };
    let losses = if roller.checkers() == 15 { other_off.before(ALONE.first(roller), 1) } else { 0.0 };
    Probabilities { win: [win, doubles.min(win), 0.0], loss: [1.0 - win, losses.min(1.0 - win), 0.0] }
}

/// Whether [`at_home`] is exact.
pub(crate) fn is_exact(roller: Home, other: Home) -> bool {
    BOTH.win(roller, other).is_some()
}
