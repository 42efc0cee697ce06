//! The speed of judging, measured on what a player meets.

use agon_core::{Player, Position as _, Rng};
use agon_tavli::{Fevga, Plakoto, Portes, Position, Rules};

use super::{Brain, Shipped, shipped};

/// The nets of a game with the positions of some of their games: where all turns of each roll lead.
pub struct Judging {
    /// The game.
    pub name: &'static str,
    judge: Box<dyn FnMut() -> u64>,
}

/// Games whose positions are judged: some twenty thousand positions.
const GAMES: u64 = 16;

impl Judging {
    /// The games whose nets come with the program.
    pub fn all() -> [Self; 3] {
        [Self::of::<Portes>(), Self::of::<Plakoto>(), Self::of::<Fevga>()]
    }

    fn of<V: Shipped>() -> Self {
        let mut brain = Brain::<V>::new(shipped());
        let mut rolls = Vec::new();
        for seed in 0..GAMES {
            play(&mut brain, seed, &mut rolls);
        }
        let judge = move || {
            let judged = rolls.iter().map(|after| brain.judge(after).len() as u64);
            judged.sum()
        };
        Self { name: V::INFO.name, judge: Box::new(judge) }
    }

    /// Judges every position once, the turns of a roll together; how many there were.
    pub fn run(&mut self) -> u64 {
        (self.judge)()
    }
}

/// A game of the nets against themselves: where the turns of each roll lead.
fn play<V: Shipped>(brain: &mut Brain<V>, seed: u64, rolls: &mut Vec<Vec<Position<V>>>) {
    let mut rng = Rng::new(seed);
    let mut position = Position::<V>::start(Rules::default(), Player::P1);
    let mut turns = Vec::new();
    while let Some(dice) = rng.choose_weighted(position.chances()) {
        let rolled = position.with_dice(dice);
        turns.clear();
        rolled.legal_moves(&mut turns);
        let after: Vec<_> = turns.iter().map(|turn| rolled.after(*turn)).collect();
        let judged = brain.judge(&after).iter().map(agon_search::Probabilities::points);
        // Judged for the other, who is to roll.
        let Some((best, _)) = judged.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)) else { return };
        position = after[best];
        rolls.push(after);
    }
}
