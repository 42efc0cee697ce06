use std::collections::HashMap;

use agon_core::{AnyTable, PlaceView};

/// The notation of every wall slot of a game.
///
/// A slot where no wall is legal is not among the steps, so its notation is taken from the empty board; the game can
/// then report why the wall is refused.
#[derive(Default)]
pub(crate) struct WallNotation {
    by_slot: Option<HashMap<PlaceView, String>>,
}

impl WallNotation {
    pub(crate) fn of(&mut self, table: &dyn AnyTable, place: PlaceView) -> Option<String> {
        if !matches!(place, PlaceView::Wall { .. }) {
            return None;
        }
        self.by_slot.get_or_insert_with(|| learn(table)).get(&place).cloned()
    }
}

fn learn(table: &dyn AnyTable) -> HashMap<PlaceView, String> {
    let mut fresh = table.clone_box();
    fresh.restart();
    let mut by_slot = HashMap::new();
    let mut prefix = Vec::new();
    // Walls are legal at once, or after a first step.
    for _ in 0..2 {
        let Ok(steps) = fresh.steps(&prefix) else { break };
        let walls = steps.next.iter().filter(|step| matches!(step.places.to, PlaceView::Wall { .. }));
        by_slot.extend(walls.map(|step| (step.places.to, step.notation.clone())));
        match steps.next.into_iter().next() {
            Some(step) if by_slot.is_empty() => prefix.push(step.notation),
            _ => break,
        }
    }
    by_slot
}
