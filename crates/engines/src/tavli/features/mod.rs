//! The inputs of the nets: where the checkers stand, and hand-crafted features.
//!
//! Everything is seen by the player to roll: first the own checkers, then the opponent's, each numbered along its owner's
//! path; then the features of both in the same order. In reading order:
//!
//! - `inputs`: the lists that are filled; `view`: a position from one player's side
//! - `rolls`, `escapes`: what checkers can reach, and how they get past blocked points
//! - a file for each game: its phases and features; `block`: what games share in which a single checker holds its point

mod block;
mod escapes;
mod fevga;
mod inputs;
mod narde;
mod plakoto;
mod portes;
mod rolls;
mod view;

pub use inputs::Features;
pub(crate) use inputs::InputList;
pub(crate) use view::PlayerView;

use agon_nn::Input;
use agon_tavli::{Position, Side, Variant};

/// A tavli game that has nets.
pub trait NetGame: Variant {
    /// The phases of the game, each with its own net.
    const PHASES: &'static [&'static str];
    /// The number of inputs for one player's checkers; the roller's come first, then the opponent's.
    const SIDE: usize;
    /// The number of features, which are the last inputs.
    const FEATURES: usize;
    /// The number of inputs for both players' checkers.
    const BOARD_INPUTS: usize = 2 * Self::SIDE;
    /// The number of inputs.
    const INPUTS: usize = Self::BOARD_INPUTS + Self::FEATURES;
    /// The number of outputs, as in [`outputs`](super::outputs).
    const OUTPUTS: usize;

    /// The phase of a position that is not over.
    fn phase(position: &Position<Self>) -> usize;

    /// Appends the non-zero inputs of one player's checkers, numbered from `first`.
    fn encode_side(side: &Side, first: usize, out: &mut Vec<Input>);

    /// Appends the features.
    fn features(position: &Position<Self>, out: &mut Features);

    /// Lists the non-zero inputs of both players' checkers.
    fn encode_board(position: &Position<Self>, out: &mut Vec<Input>) {
        out.clear();
        Self::encode_side(position.own(), 0, out);
        Self::encode_side(position.other(), Self::SIDE, out);
    }

    /// Lists all non-zero inputs.
    fn encode(position: &Position<Self>, out: &mut Vec<Input>) {
        Self::encode_board(position, out);
        let mut features = Features::default();
        Self::features(position, &mut features);
        debug_assert_eq!(features.values().len(), Self::FEATURES);
        let listed = features.values().iter().enumerate().filter(|(_, value)| **value != 0.0);
        out.extend(listed.map(|(at, value)| Input::new((Self::BOARD_INPUTS + at) as u16, *value)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Actor, Player, Position as _, Rng};
    use agon_tavli::{Backgammon, Fevga, Narde, Plakoto, Portes, Rules};

    /// Random games from start to end: every input has its own number, in range, and is of moderate size.
    fn encodes_random_games<V: NetGame>() {
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
        encodes_random_games::<Narde>();
    }
}
