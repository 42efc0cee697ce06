//! The speed of the nets, measured on positions of their own games.

use std::rc::Rc;

use agon_core::{Player, Position as _, Rng};
use agon_tavli::{Position, Rules};

use super::{BundledNets, NetEvaluator, bundled_nets};
use crate::{SpeedCase, SpeedWork};

/// Enough games for some twenty thousand positions.
const GAMES: u64 = 16;

/// Passes over the positions, enough for some hundredths of a second.
const PASSES: usize = 2;

/// The speed of a game's nets on the positions after all turns of each roll of some games, those of a roll together.
pub(crate) fn speed_case<V: BundledNets>() -> SpeedCase {
    let mut evaluator = NetEvaluator::<V>::new(bundled_nets());
    let mut rolls = Vec::new();
    for seed in 0..GAMES {
        play(&mut evaluator, seed, &mut rolls);
    }
    let rolls = Rc::new(rolls);
    let prepare = move || {
        let (mut evaluator, rolls) = (evaluator.clone(), Rc::clone(&rolls));
        let mut pass = move || rolls.iter().map(|after| evaluator.evaluate(after).len() as u64).sum::<u64>();
        let work: SpeedWork = Box::new(move || Ok((0..PASSES).map(|_| pass()).sum()));
        Ok(work)
    };
    SpeedCase {
        name: format!("{}, nets at first sight", V::INFO.name),
        unit: "evaluations",
        prepare: Box::new(prepare),
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
