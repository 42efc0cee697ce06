use agon_core::rng::mix;
use agon_core::{AnyPosition, Fault, Player, Rng};

use super::root_choices;
use crate::engine::{Budget, StopCheck};
use crate::{Engine, NOBODY_TO_MOVE, SearchRequest, Stop, Strength, Thought, wait_until_stopped};

/// Random continuations over which the numbers of turns are averaged.
const MOBILITY_SAMPLES: u32 = 4;

/// Plays the turn that leaves the player the most legal turns more than the opponent, and wins if it can.
pub struct MobilityGreedy {
    name: String,
    seed: u64,
}

impl MobilityGreedy {
    /// An engine whose choices among equal turns follow from the seed.
    pub fn new(name: impl Into<String>, seed: u64) -> Self {
        Self { name: name.into(), seed }
    }
}

/// The value of the position after a turn: a result counts more than any mobility.
fn value(after: &dyn AnyPosition, player: Player, rng: &mut Rng) -> f32 {
    const VALUE_PER_POINT: f32 = 1e6;
    match after.outcome() {
        Some(outcome) if outcome.winner() == Some(player) => VALUE_PER_POINT * f32::from(outcome.points()),
        Some(outcome) => -VALUE_PER_POINT * f32::from(outcome.points()),
        None => after.mobility(player, MOBILITY_SAMPLES, rng),
    }
}

impl Engine for MobilityGreedy {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) {}

    fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault> {
        let SearchRequest { table, limits, stop, .. } = request;
        let nobody = || NOBODY_TO_MOVE.with("actor", table.actor());
        let player = table.actor().player().ok_or_else(nobody)?;
        let budget = Budget::new(limits, &Strength::default(), player, 1);
        let mut stop_check = StopCheck::new(&budget, stop, &Stop::new());
        let position = table.search_position();
        let mut choices = root_choices(table, &*position, limits)?;
        if choices.is_empty() {
            choices = (0..position.choices()).collect();
        }
        let mut rng = Rng::new(mix(self.seed ^ mix(table.plies().len() as u64)));
        // Of equal turns any may be played, so their order is random.
        rng.shuffle(&mut choices);
        let mut best: Option<(f32, usize)> = None;
        for choice in choices {
            let Some(after) = position.after(choice) else { continue };
            let value = value(&*after, player, &mut rng);
            if best.is_none_or(|(highest, _)| value > highest) {
                best = Some((value, choice));
            }
            if stop_check.count_node() {
                break;
            }
        }
        let (_, choice) = best.ok_or_else(nobody)?;
        wait_until_stopped(limits, stop);
        let (nodes, time) = (stop_check.nodes, stop_check.time());
        Ok(Thought { turn: position.notation(choice), line: None, nodes, time })
    }
}
