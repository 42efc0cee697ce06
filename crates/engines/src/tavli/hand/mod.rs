//! The hand-written evaluation: the race and the game's kind of contact, both in pips, converted to chances.
//!
//! - `race`: chances from the lead in pips; `shots`: the danger to single checkers
//! - `hit`, `pin`, `door`: contact, by what happens to a single checker

pub(super) mod door;
pub(super) mod hit;
pub(super) mod pin;
mod race;
pub(super) mod shots;

use agon_core::Player;
use agon_search::{DiceEvaluator, LevelError, Probabilities};
use agon_tavli::{BlotRule, Position, Variant};

use super::level_errors::level_errors;
use race::RaceEstimate;

/// The hand-written evaluation of the tavli games.
#[derive(Clone, Copy, Debug)]
pub struct HandEvaluator;

/// A player's chances.
fn estimate<V: Variant>(position: &Position<V>, player: Player) -> RaceEstimate {
    let own = position.side(player);
    let other = position.side(player.opponent());
    let contact = match V::BLOT_RULE {
        BlotRule::Hit => hit::contact(V::MOVEMENT, own, other) - hit::contact(V::MOVEMENT, other, own),
        BlotRule::Pin => pin::contact(V::MOVEMENT, own, other) - pin::contact(V::MOVEMENT, other, own),
        BlotRule::Block => door::contact(V::MOVEMENT, own, other) - door::contact(V::MOVEMENT, other, own),
    };
    RaceEstimate::new(own, other, position.mover() == player, contact)
}

impl<V: Variant> DiceEvaluator<Position<V>> for HandEvaluator {
    fn probabilities(&mut self, positions: &[Position<V>], player: Player, out: &mut Vec<Probabilities>) {
        out.extend(positions.iter().map(|position| estimate(position, player).probabilities()));
    }

    fn level_errors(&self, position: &Position<V>, player: Player, out: &mut Vec<LevelError>) {
        level_errors(position, player, out);
    }
}
