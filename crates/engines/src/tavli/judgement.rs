use agon_core::Player;
use agon_search::{DiceEvaluator, LevelError, Probabilities};
use agon_tavli::{BlotRule, Position, Variant};

use super::outlook::Outlook;
use super::oversight::level_errors;
use super::{door, hit, pin};

/// Judges a tavli position by hand-made rules: the race, and what the game's own kind of contact
/// adds to it, both counted in pips; then what that means in points.
#[derive(Clone, Copy, Debug)]
pub struct Judgement;

/// A player's chances in the game on the board.
pub(crate) fn outlook<V: Variant>(position: &Position<V>, player: Player) -> Outlook {
    let own = position.side(player);
    let other = position.side(player.opponent());
    let contact = match V::BLOT_RULE {
        BlotRule::Hit => hit::contact(V::MOVEMENT, own, other) - hit::contact(V::MOVEMENT, other, own),
        BlotRule::Pin => pin::contact(V::MOVEMENT, own, other) - pin::contact(V::MOVEMENT, other, own),
        BlotRule::Block => door::contact(V::MOVEMENT, own, other) - door::contact(V::MOVEMENT, other, own),
    };
    Outlook::new(own, other, position.mover() == player, contact)
}

impl<V: Variant> DiceEvaluator<Position<V>> for Judgement {
    fn probabilities(&mut self, positions: &[Position<V>], player: Player, out: &mut Vec<Probabilities>) {
        out.extend(positions.iter().map(|position| outlook(position, player).probabilities()));
    }

    fn level_errors(&self, position: &Position<V>, player: Player, out: &mut Vec<LevelError>) {
        level_errors(position, player, out);
    }
}
