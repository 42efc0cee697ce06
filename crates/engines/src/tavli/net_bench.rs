//! The speed of the nets, measured on positions of their own games.

use agon_core::{Player, Position as _, Rng};
use agon_tavli::{Fevga, Plakoto, Portes, Position, Rules};

use super::{BundledNets, NetEvaluator, bundled_nets};

/// The nets of a game, with the positions after all turns of each roll of some games.
pub struct NetBench {
    /// The game.
    pub name: &'static str,
    evaluate: Box<dyn FnMut() -> u64>,
}

/// Enough games for some twenty thousand positions.
const GAMES: u64 = 16;

impl NetBench {
    /// One for each of the bundled nets.
    pub fn all() -> [Self; 3] {
        [Self::of::<Portes>(), Self::of::<Plakoto>(), Self::of::<Fevga>()]
    }

    fn of<V: BundledNets>() -> Self {
        let mut evaluator = NetEvaluator::<V>::new(bundled_nets());
        let mut rolls = Vec::new();
        for seed in 0..GAMES {
            play(&mut evaluator, seed, &mut rolls);
        }
        let evaluate = move || rolls.iter().map(|after| evaluator.evaluate(after).len() as u64).sum();
        Self { name: V::INFO.name, evaluate: Box::new(evaluate) }
    }

    /// Evaluates every position once, those of a roll together, and returns their number.
    pub fn run(&mut self) -> u64 {
        (self.evaluate)()
    }
}

/// Plays a game of the nets against themselves and appends the positions after all turns of each roll.
fn play<V: BundledNets>(evaluator: &mut NetEvaluator<V>, seed: u64, rolls: &mut Vec<Vec<Position<V>>>) {
    let mut rng = Rng::new(seed);
    let mut position = Position::<V>::start(Rules::default(), Player::P1);
    let mut turns = Vec::new();
    while let Some(dice) = rng.choose_weighted(position.chances()) {
        let rolled = position.with_dice(dice);
        turns.clear();
        rolled.legal_moves(&mut turns);
        let after: Vec<_> = turns.iter().map(|turn| rolled.after(*turn)).collect();
        let equities = evaluator.evaluate(&after).iter().map(agon_search::Probabilities::points);
        // The lowest equity for the opponent, who is to roll, is the best.
        let Some((best, _)) = equities.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)) else { return };
        position = after[best];
        rolls.push(after);
    }
}
