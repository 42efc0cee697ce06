use agon_core::Player;
use agon_search::{Equity, Oversight, Prospects};
use agon_tavli::{Landing, Position, Variant};

use super::outlook::Outlook;
use super::oversight::oversights;
use super::{door, hit, pin};

/// Judges a tavli position by hand-made rules: the race, and what the game's own kind of contact
/// adds to it, both counted in pips; then what that means in points.
#[derive(Clone, Copy, Debug)]
pub struct Judgement;

/// A player's chances in the game on the board.
pub(crate) fn outlook<V: Variant>(position: &Position<V>, player: Player) -> Outlook {
    let own = position.side(player);
    let other = position.side(player.opponent());
    let contact = match V::LANDING {
        Landing::Hit => hit::contact(V::TRAVEL, own, other) - hit::contact(V::TRAVEL, other, own),
        Landing::Pin => pin::contact(V::TRAVEL, own, other) - pin::contact(V::TRAVEL, other, own),
        Landing::Door => door::contact(V::TRAVEL, own, other) - door::contact(V::TRAVEL, other, own),
    };
    Outlook::new(own, other, position.mover() == player, contact)
}

impl<V: Variant> Equity<Position<V>> for Judgement {
    fn prospects(&mut self, positions: &[Position<V>], player: Player, out: &mut Vec<Prospects>) {
        out.extend(positions.iter().map(|position| outlook(position, player).prospects()));
    }

    fn oversights(&self, position: &Position<V>, player: Player, out: &mut Vec<Oversight>) {
        oversights(position, player, out);
    }
}
