//! Games between two nets.

use std::fmt;

use agon_core::rng::mix;
use agon_core::{Fault, Mean, Player, Position, Rng, Table};
use agon_engines::training::quoridor::SelfPlayEvaluator;
use agon_quoridor::Quoridor;
use agon_search::{Engine, Limits, SearchRequest, Stop};

use super::self_play::{MAX_TURNS, random_turn};

/// The first net's result against the second, in pairs of games with the same opening and swapped seats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct DuelScore {
    /// Games won, drawn and lost.
    games: [u32; 3],
    /// The share of the points.
    score: f64,
    /// Half the width of the 95 % interval of the score.
    error: f64,
}

impl fmt::Display for DuelScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [won, drawn, lost] = self.games;
        write!(f, "{:.1} % ± {:.1}", self.score * 100.0, self.error * 100.0)?;
        write!(f, " ({won} won, {drawn} drawn, {lost} lost)")
    }
}

/// Plays pairs of games with a limit of nodes for each turn.
pub(super) fn play(evaluators: [&SelfPlayEvaluator; 2], nodes: u64, pairs: u32, seed: u64) -> Result<DuelScore, Fault> {
    let mut engines = evaluators.map(SelfPlayEvaluator::engine);
    let mut duel = DuelScore::default();
    let mut mean = Mean::default();
    for pair in 0..pairs {
        let mut points = 0.0;
        for seat in Player::ALL {
            // The same opening for both seats.
            let mut rng = Rng::new(mix(seed).wrapping_add(pair.into()));
            let winner = play_game(&mut engines, seat, nodes, &mut rng)?;
            let result = winner.map_or(1, |winner| if winner == seat { 0 } else { 2 });
            duel.games[result] += 1;
            points += [0.5, 0.25, 0.0][result];
        }
        mean.add(points);
    }
    (duel.score, duel.error) = (mean.value(), mean.error());
    Ok(duel)
}

/// Plays one game and returns its winner; `seat` is the first engine's.
fn play_game(
    engines: &mut [Box<dyn Engine>; 2],
    seat: Player,
    nodes: u64,
    rng: &mut Rng,
) -> Result<Option<Player>, Fault> {
    let mut table = Table::new(Quoridor::default());
    for _ in 0..4 + rng.below(6) {
        if let Some(m) = random_turn(table.position(), rng) {
            table.play_move(m)?;
        }
    }
    for engine in engines.iter_mut() {
        engine.new_game();
    }
    for _ in 0..MAX_TURNS {
        if let Some(outcome) = table.outcome() {
            return Ok(outcome.winner());
        }
        let board = *table.position();
        let engine = &mut engines[usize::from(board.mover() != seat)];
        let thought = engine.think(SearchRequest::quiet(&table, &Limits::nodes(nodes), &Stop::new()))?;
        table.play_move(board.parse_move(&thought.turn)?)?;
    }
    Ok(None)
}
