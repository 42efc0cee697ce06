//! Bear-off databases: exact endings.
//!
//! When both sides have all checkers at home, they bear off undisturbed in every tavli game, so databases of one or both
//! sides give the chances. They take some tenths of a second and are computed in the background, from when the first
//! engine is built. In reading order:
//!
//! - `home_board`: numbers for the positions of a home board
//! - `one_sided`: the rolls that one side needs; `two_sided`: the winning chances with few checkers left
//! - `race`: the chances of both sides; `pinned`: games decided by a pin

mod home_board;
mod one_sided;
mod pinned;
mod race;
mod two_sided;

use std::sync::{LazyLock, Once};

use agon_core::{Player, Position as _};
use agon_search::{DiceEvaluator, LevelError, Probabilities};
use agon_tavli::{Dice, OUTSIDE, Position, Variant};

use home_board::HomeBoard;

/// Starts to compute the databases in the background, once. Most searches do not need them, and a search that can be
/// stopped must not wait for them. The first use before they are complete waits.
pub(crate) fn prepare() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let compute = || {
            LazyLock::force(&one_sided::ONE_SIDED);
            LazyLock::force(&two_sided::TWO_SIDED);
        };
        // If no thread can be started, the first use computes them.
        drop(std::thread::Builder::new().name("endings".to_owned()).spawn(compute));
    });
}

/// An evaluation that takes endings from the databases and leaves everything else to another evaluation.
#[derive(Clone, Debug)]
pub(crate) struct BearoffEvaluator<E> {
    inner: E,
}

impl<E> BearoffEvaluator<E> {
    pub(crate) fn new(inner: E) -> Self {
        prepare();
        Self { inner }
    }
}

/// Both home boards, that of the player on roll first, if nothing is left but to bear off.
fn home_boards<V: Variant>(position: &Position<V>) -> Option<(HomeBoard, HomeBoard)> {
    let (own, other) = (position.own(), position.other());
    if (own.occupied() | other.occupied()) & OUTSIDE != 0 || position.dice().is_some() {
        return None;
    }
    // The databases do not have doubles that go on.
    let plain = V::bonus_dice(position.rules(), Dice::ALL[0], 4).is_none();
    plain.then(|| (HomeBoard::of(own), HomeBoard::of(other)))
}

/// The chances of a player in an ending.
fn lookup<V: Variant>(position: &Position<V>, player: Player) -> Option<Probabilities> {
    if let Some((roller, other)) = home_boards(position) {
        let probabilities = race::at_home(roller, other);
        return Some(if position.mover() == player { probabilities } else { probabilities.flipped() });
    }
    pinned::decided(position, player)
}

impl<V: Variant, E: DiceEvaluator<Position<V>>> DiceEvaluator<Position<V>> for BearoffEvaluator<E> {
    fn probabilities(&mut self, positions: &[Position<V>], player: Player, out: &mut Vec<Probabilities>) {
        // Mostly all positions of a batch are endings, or none.
        let mut from = 0;
        for (at, position) in positions.iter().enumerate() {
            if let Some(probabilities) = lookup(position, player) {
                self.inner.probabilities(&positions[from..at], player, out);
                out.push(probabilities);
                from = at + 1;
            }
        }
        if from < positions.len() {
            self.inner.probabilities(&positions[from..], player, out);
        }
    }

    fn quick_probabilities(&mut self, positions: &[Position<V>], player: Player, out: &mut Vec<Probabilities>) -> bool {
        // A lookup takes no longer.
        let is_ending = positions.first().is_some_and(|position| lookup(position, player).is_some());
        !is_ending && self.inner.quick_probabilities(positions, player, out)
    }

    fn level_errors(&self, position: &Position<V>, player: Player, out: &mut Vec<LevelError>) {
        self.inner.level_errors(position, player, out);
    }

    fn is_exact(&self, position: &Position<V>) -> bool {
        match home_boards(position) {
            Some((roller, other)) => position.outcome().is_none() && race::is_exact(roller, other),
            None => pinned::decided(position, Player::P1).is_some() || self.inner.is_exact(position),
        }
    }
}

#[cfg(test)]
mod tests;
