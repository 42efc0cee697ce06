use std::marker::PhantomData;

use agon_core::{Fault, Game, Position, Rng};

use super::{Budget, root_moves, typed, wait_until_stopped};
use crate::{Engine, NOBODY_TO_MOVE, SearchRequest, Strength, Thought};

/// The engine that plays legal turns at random, all equally likely.
pub struct Uniform<G: Game> {
    rng: Rng,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> Uniform<G> {
    /// An engine whose turns follow from the seed.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed), game: PhantomData }
    }
}

impl<G: Game> Engine for Uniform<G> {
    fn name(&self) -> String {
        "uniform".to_owned()
    }

    fn new_game(&mut self) {}

    fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault> {
        let SearchRequest { table, limits, stop, .. } = request;
        let (table, player) = typed::<G>(table)?;
        let budget = Budget::new(limits, &Strength::default(), player, 1);
        let position = table.position();
        let chosen = if limits.search_moves.is_empty() {
            position.random_move(&mut self.rng, &mut Vec::new())
        } else {
            self.rng.choose(&root_moves(position, limits)?).copied()
        };
        let m = chosen.ok_or_else(|| NOBODY_TO_MOVE.with("actor", table.actor()))?;
        wait_until_stopped(limits, stop);
        Ok(Thought { turn: position.move_text(m), line: None, nodes: 1, time: budget.start.elapsed() })
    }
}
