//! Endings that need no judgement: they are computed.
//!
//! When both sides have all their checkers at home, they bear off undisturbed in every tavli game, so
//! that tables of one side or of both tell the chances. They take a few tenths of a second and are
//! computed beside, from when the first engine is set up.

mod alone;
mod both;
mod home;
mod pins;
mod race;

use std::sync::{LazyLock, Once};

use agon_core::{Player, Position as _};
use agon_search::{DiceEvaluator, LevelError, Probabilities};
use agon_tavli::{Dice, OUTSIDE, Position, Variant};

use home::Home;

/// Begins to compute the tables, once and beside: most searches do not ask for them, and one that can be stopped
/// must not wait for what it does not need. Who asks before they are there waits.
pub(crate) fn prepare() {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        let compute = || {
            LazyLock::force(&alone::ALONE);
            LazyLock::force(&both::BOTH);
        };
        // Without a thread to spare they are computed for who asks first.
        drop(std::thread::Builder::new().name("endings".to_owned()).spawn(compute));
    });
}

/// An evaluation that leaves the endings to the tables and everything else to another.
#[derive(Clone, Debug)]
pub(crate) struct Exact<E> {
    inner: E,
}

impl<E> Exact<E> {
    pub(crate) fn new(inner: E) -> Self {
        prepare();
        Self { inner }
    }
}

/// Both home boards, the one on roll first, if nothing is left but to bear off.
fn homes<V: Variant>(position: &Position<V>) -> Option<(Home, Home)> {
    let (own, other) = (position.own(), position.other());
    if (own.occupied() | other.occupied()) & OUTSIDE != 0 || position.dice().is_some() {
        return None;
    }
    // Doubles that go on are other dice than those of the tables.
    let plain = V::bonus_dice(position.rules(), Dice::ALL[0], 4).is_none();
    plain.then(|| (Home::of(own), Home::of(other)))
}

/// The probabilities of a player in an ending that the tables know.
pub(crate) fn known<V: Variant>(position: &Position<V>, player: Player) -> Option<Probabilities> {
    if let Some((roller, other)) = homes(position) {
        let probabilities = race::at_home(roller, other);
        return Some(if position.mover() == player { probabilities } else { probabilities.flipped() });
    }
    pins::decided(position, player)
}

impl<V: Variant, E: DiceEvaluator<Position<V>>> DiceEvaluator<Position<V>> for Exact<E> {
    fn probabilities(&mut self, positions: &[Position<V>], player: Player, out: &mut Vec<Probabilities>) {
        // Endings come together: mostly all positions of a batch are such, or none.
        let mut from = 0;
        for (at, position) in positions.iter().enumerate() {
            if let Some(probabilities) = known(position, player) {
                self.inner.probabilities(&positions[from..at], player, out);
                out.push(probabilities);
                from = at + 1;
            }
        }
        if from < positions.len() {
            self.inner.probabilities(&positions[from..], player, out);
        }
    }

    fn quick_probabilities(
        &mut self,
        positions: &[Position<V>],
        player: Player,
        out: &mut Vec<Probabilities>,
    ) -> bool {
        // What the tables know is found as quickly.
        let known = positions.first().is_some_and(|position| known(position, player).is_some());
        !known && self.inner.quick_probabilities(positions, player, out)
    }

    fn level_errors(&self, position: &Position<V>, player: Player, out: &mut Vec<LevelError>) {
        self.inner.level_errors(position, player, out);
    }

    fn is_exact(&self, position: &Position<V>) -> bool {
        match homes(position) {
            Some((roller, other)) => position.outcome().is_none() && race::is_exact(roller, other),
            None => pins::decided(position, Player::P1).is_some() || self.inner.is_exact(position),
        }
    }
}

#[cfg(test)]
mod tests;
