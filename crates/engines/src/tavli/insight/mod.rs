//! What the nets are told of a position.
//!
//! Everything is seen by the player to roll: first his own checkers, then the other's, each by the
//! places of its owner's way; then what an expert would count, for both in the same order.

mod counts;
mod escapes;
mod fevga;
mod plakoto;
mod portes;
mod raw;
mod rolls;
mod view;

pub use counts::Counts;
pub(crate) use raw::Listing;
pub(crate) use view::View;

use agon_nn::Input;
use agon_tavli::{Position, Side, Variant};

/// A tavli game that nets can learn.
pub trait Learnt: Variant {
    /// The phases of the game; each has a net of its own.
    const PHASES: &'static [&'static str];
    /// How many inputs tell where one player's checkers stand; the roller's come first, then the other's.
    const SIDE: usize;
    /// How many inputs tell what an expert counts; they come last.
    const COUNTS: usize;
    /// How many inputs tell where the checkers stand.
    const RAW: usize = 2 * Self::SIDE;
    /// How many inputs the nets have.
    const INPUTS: usize = Self::RAW + Self::COUNTS;
    /// How many outputs the nets have, as [`outputs`](super::outputs) says.
    const OUTPUTS: usize;

    /// The phase of a position that is not over.
    fn phase(position: &Position<Self>) -> usize;

    /// Adds the inputs that tell where one player's checkers stand, as far as they are not zero. The first of them
    /// all has this number.
    fn encode_side(side: &Side, first: usize, out: &mut Vec<Input>);

    /// Counts what an expert would.
    fn count(position: &Position<Self>, out: &mut Counts);

    /// Lists the inputs that tell where the checkers stand, as far as they are not zero.
    fn encode_raw(position: &Position<Self>, out: &mut Vec<Input>) {
        out.clear();
        Self::encode_side(position.own(), 0, out);
        Self::encode_side(position.other(), Self::SIDE, out);
    }

    /// Lists all inputs that are not zero.
    fn encode(position: &Position<Self>, out: &mut Vec<Input>) {
        Self::encode_raw(position, out);
        let mut counts = Counts::default();
        Self::count(position, &mut counts);
        debug_assert_eq!(counts.values().len(), Self::COUNTS);
        let counted = counts.values().iter().enumerate().filter(|(_, value)| **value != 0.0);
        out.extend(counted.map(|(at, value)| Input::new((Self::RAW + at) as u16, *value)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Actor, Player, Position as _, Rng};
    use agon_tavli::{Backgammon, Fevga, Plakoto, Portes, Rules};

    /// Random games from start to end: every input has its own number, in range, and is of moderate size.
    fn encodes_random_games<V: Learnt>() {
        let mut rng = Rng::new(3);
        let (mut turns, mut inputs) = (Vec::new(), Vec::new());
        let mut phases = vec![0; V::PHASES.len()];
        for game in 0..60 {
            let mut position = Position::<V>::start(Rules::default(), Player::P1);
            while position.actor() != Actor::Nobody {
                if let Some(dice) = rng.choose_weighted(position.chances()) {
                    phases[V::phase(&position)] += 1;
                    V::encode(&position, &mut inputs);
                    let mut numbers: Vec<u16> = inputs.iter().map(|input| input.index).collect();
                    numbers.sort_unstable();
                    assert!(numbers.is_sorted_by(|a, b| a < b), "game {game}: {numbers:?}");
                    assert!(numbers.last().is_none_or(|last| usize::from(*last) < V::INPUTS));
                    for input in &inputs {
                        assert!(input.value.abs() < 4.0, "{input:?} in {position:?}");
                    }
                    position.resolve_unchecked(dice);
                } else {
                    turns.clear();
                    position.legal_moves(&mut turns);
                    position.play_unchecked(*rng.choose(&turns).unwrap());
                }
            }
        }
        assert!(phases.iter().all(|count| *count > 0), "{phases:?}");
    }

    #[test]
    fn random_games_can_be_encoded() {
        encodes_random_games::<Portes>();
        encodes_random_games::<Backgammon>();
        encodes_random_games::<Plakoto>();
        encodes_random_games::<Fevga>();
    }
}
