//! Pins that decide the game though the rules play on.

use agon_core::Player;
use agon_search::Probabilities;
use agon_tavli::{BOARD, BlotRule, Movement, Place, Position, Side, Variant};

/// The chances of a player if a pinned mana has decided the game.
///
/// The player who pins the opponent's mana can hold it until all other checkers have left: the pin is on the opponent's
/// first point, the last one for the pinning checkers. If no free opposing checker can come in the way any more, this player
/// wins double, because the opponent may not bear off under a pin.
pub(crate) fn decided<V: Variant>(position: &Position<V>, player: Player) -> Option<Probabilities> {
    if V::BLOT_RULE != BlotRule::Pin {
        return None;
    }
    let winner = Player::ALL.into_iter().find(|&player| {
        let (own, other) = (position.side(player), position.side(player.opponent()));
        let bears_off = V::may_bear_off(position.rules(), other);
        !bears_off && is_mana_pinned(other) && is_undisturbed(V::MOVEMENT, own, other)
    })?;
    let sure = Probabilities { win: [1.0, 1.0, 0.0], loss: [0.0; 3] };
    Some(if winner == player { sure } else { sure.flipped() })
}

/// Whether the side's mana is pinned.
fn is_mana_pinned(side: &Side) -> bool {
    side.pinned() >> Place::FIRST.number() & 1 == 1
}

/// Whether no free opposing checker is before an own one, so that nothing can be pinned or blocked.
fn is_undisturbed(travel: Movement, own: &Side, other: &Side) -> bool {
    let free = travel.opponent_points(other.occupied() & !other.pinned());
    let rear = (own.occupied() & BOARD).trailing_zeros();
    // Opposing checkers come from above: those below the rearmost own checker have passed.
    own.pinned() == 0 && free >> rear.min(31) == 0
}
