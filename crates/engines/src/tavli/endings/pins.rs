//! Plakoto: pins that decide the game though the rules play on.

use agon_core::Player;
use agon_search::Probabilities;
use agon_tavli::{BOARD, BlotRule, Movement, Place, Position, Side, Variant};

/// The probabilities of a player if a pinned mana has decided the game.
///
/// Whoever holds the enemy's mana down can do so until his last checker leaves: it stands on his last
/// point, from where it can only be borne off. If no free enemy can come in his way any more, he wins,
/// and double, as the enemy may not bear off under a pin.
pub(crate) fn decided<V: Variant>(position: &Position<V>, player: Player) -> Option<Probabilities> {
    if V::BLOT_RULE != BlotRule::Pin {
        return None;
    }
    let winner = Player::ALL.into_iter().find(|&player| {
        let (own, other) = (position.side(player), position.side(player.opponent()));
        let bears_off = V::may_bear_off(position.rules(), other);
        !bears_off && holds_mana(other) && is_undisturbed(V::MOVEMENT, own, other)
    })?;
    let sure = Probabilities { win: [1.0, 1.0, 0.0], loss: [0.0; 3] };
    Some(if winner == player { sure } else { sure.flipped() })
}

/// Whether the side's mana lies pinned.
fn holds_mana(side: &Side) -> bool {
    side.pinned() >> Place::FIRST.number() & 1 == 1
}

/// Whether no free enemy stands before any own checker, so that nothing can be pinned or blocked.
fn is_undisturbed(travel: Movement, own: &Side, other: &Side) -> bool {
    let free = travel.opponent_points(other.occupied() & !other.pinned());
    let rear = (own.occupied() & BOARD).trailing_zeros();
    // Enemies come towards: those on lower places than the rearmost have passed.
    own.pinned() == 0 && free >> rear.min(31) == 0
}
