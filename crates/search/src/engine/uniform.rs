use agon_core::{Fault, Rng};

use super::{Budget, wait_until_stopped};
use crate::playouts::root_choices;
use crate::{Engine, NOBODY_TO_MOVE, SearchRequest, Strength, Thought};

/// The engine that plays legal turns at random, all equally likely. It plays every game.
pub struct Uniform {
    rng: Rng,
}

impl Uniform {
    /// An engine whose turns follow from the seed.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed) }
    }
}

impl Engine for Uniform {
    fn name(&self) -> String {
        "uniform".to_owned()
    }

    fn new_game(&mut self) {}

    fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault> {
        let SearchRequest { table, limits, stop, .. } = request;
        let nobody = || NOBODY_TO_MOVE.with("actor", table.actor());
        let player = table.actor().player().ok_or_else(nobody)?;
        let budget = Budget::new(limits, &Strength::default(), player, 1);
        let position = table.search_position();
        let turn = match &root_choices(table, &*position, limits)?[..] {
            [] => position.random_turn(&mut self.rng),
            choices => self.rng.choose(choices).map(|choice| position.notation(*choice)),
        };
        let turn = turn.ok_or_else(nobody)?;
        wait_until_stopped(limits, stop);
        Ok(Thought { turn, line: None, nodes: 1, time: budget.start.elapsed() })
    }
}
