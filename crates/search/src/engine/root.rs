use std::thread;
use std::time::Duration;

use agon_core::{AnyTable, Fault, Game, Player, Position, Table};

use super::{Limits, Stop};
use crate::{NOBODY_TO_MOVE, WRONG_TABLE};

/// Downcasts the table to its game and finds the player to move.
pub(crate) fn typed<G: Game>(table: &dyn AnyTable) -> Result<(&Table<G>, Player), Fault> {
    let typed = table.as_any().downcast_ref::<Table<G>>().ok_or_else(|| WRONG_TABLE.with("spec", table.spec()))?;
    let player = typed.actor().player().ok_or_else(|| NOBODY_TO_MOVE.with("actor", typed.actor()))?;
    Ok((typed, player))
}

/// The turns to search at the root: all legal ones, or those the limits ask for.
pub(crate) fn root_moves<P: Position>(position: &P, limits: &Limits) -> Result<Vec<P::Move>, Fault> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    if limits.search_moves.is_empty() {
        return Ok(moves);
    }
    let after = |m: P::Move| {
        let mut next = *position;
        next.play_unchecked(m);
        next
    };
    // Turns are compared by the position they lead to: a dice turn can be written in several orders.
    let mut wanted = Vec::with_capacity(limits.search_moves.len());
    for notation in &limits.search_moves {
        wanted.push(after(position.parse_move(notation)?));
    }
    moves.retain(|&m| wanted.contains(&after(m)));
    Ok(moves)
}

/// Waits for the stop flag if the limits are infinite.
///
/// No engine may answer such a request earlier, even if its search has finished.
pub fn wait_until_stopped(limits: &Limits, stop: &Stop) {
    while limits.infinite && !stop.is_set() {
        thread::sleep(Duration::from_millis(2));
    }
}
