//! The slow reference of Domineering: it tries every move. Unit tests use it too.

use std::collections::HashMap;

use agon_core::Player;

use super::Region;

/// Whether the player to move wins, by the rules alone.
pub(crate) fn wins(region: Region, mover: Player, known: &mut HashMap<(Region, Player), bool>) -> bool {
    if let Some(&known) = known.get(&(region, mover)) {
        return known;
    }
    let won = region.after_moves(mover).any(|left| !wins(left, mover.opponent(), known));
    known.insert((region, mover), won);
    won
}
