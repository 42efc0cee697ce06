//! Games of the engine against itself.

use agon_blockade::{Blockade, TurnKind};
use agon_core::{AnyTable, Fault, Outcome, Rng, Table};
use agon_engines::training::blockade::{FeatureExtractor, SideFeatures, engine};
use agon_search::{Limits, SearchRequest, Stop, WRONG_TABLE};

/// The features of a position and how the game ended for the player to move.
pub(super) struct Example {
    pub(super) own: SideFeatures,
    pub(super) other: SideFeatures,
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    pub(super) result: f64,
}

/// Random turns at the start of each game, so that no two games are alike.
const OPENING_TURNS: u32 = 4;
/// Of the later turns, one in this number is random.
const RANDOM_ONE_IN: u32 = 16;

/// Plays the game with this number and returns its positions.
pub(super) fn play(start: &dyn AnyTable, seed: u64, game: u64, nodes: u64) -> Result<(TurnKind, Vec<Example>), Fault> {
    let mut rng = Rng::new(seed.wrapping_mul(1_000_003).wrapping_add(game));
    let mut table = start
        .as_any()
        .downcast_ref::<Table<Blockade<3, 16>>>()
        .cloned()
        .ok_or_else(|| WRONG_TABLE.with("spec", start.spec()))?;
    let mut engine = engine();
    let mut extractor = FeatureExtractor::default();
    let mut positions = Vec::new();
    let mut turns = 0;
    while let Some(player) = table.actor().player() {
        let is_random = turns < OPENING_TURNS || rng.below(RANDOM_ONE_IN) == 0;
        if turns >= OPENING_TURNS
            && let Some(features) = extractor.extract(table.position())
        {
            positions.push((player, features));
        }
        let turn = if is_random {
            rng.choose(&table.legal()).cloned().unwrap_or_default()
        } else {
            engine.think(SearchRequest::quiet(&table, &Limits::nodes(nodes), &Stop::new()))?.turn
        };
        AnyTable::play(&mut table, &turn)?;
        turns += 1;
    }
    let winner = table.outcome().and_then(Outcome::winner);
    let examples = positions.into_iter().map(|(player, [own, other])| Example {
        own,
        other,
        result: winner.map_or(0.5, |winner| f64::from(u8::from(winner == player))),
    });
    Ok((table.position().turn_kind(), examples.collect()))
}
