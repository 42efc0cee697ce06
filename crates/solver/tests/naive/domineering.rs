//! Domineering by trying everything, for the tests in the crate and beside it.

use std::collections::HashMap;

use agon_core::Player;

use super::Region;

/// Whether the player to move wins; knows nothing but the rules.
pub(crate) fn wins(region: Region, mover: Player, known: &mut HashMap<(Region, Player), bool>) -> bool {
    if let Some(&known) = known.get(&(region, mover)) {
        return known;
    }
    let won = region.after_moves(mover).any(|left| !wins(left, mover.opponent(), known));
    known.insert((region, mover), won);
    won
}
