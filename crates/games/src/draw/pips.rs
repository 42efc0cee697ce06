//! How the points of a tavli board are numbered by its players.

use agon_core::Player;
use agon_core::view::TavliView;

/// What a player calls a point in his moves: 24 where his way begins, 1 where it ends.
pub(crate) fn place(view: &TavliView, player: Player, point: u8) -> u8 {
    let entry = view.entry[player.index()];
    // The last point of the way lies next to the first on the round board: behind it if the
    // player goes up in the board's numbering, before it if he goes down.
    let behind = if entry <= 1 { 24 } else { entry - 1 };
    let upwards = view.home[player.index()].contains(&behind);
    let gone = if upwards { point + 24 - entry } else { entry + 24 - point } % 24;
    24 - gone
}
