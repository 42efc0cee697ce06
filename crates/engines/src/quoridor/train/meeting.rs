//! Games between two nets, to see which plays better.

use std::fmt;

use agon_core::rng::mix;
use agon_core::{Fault, Mean, Player, Position, Rng, Table};
use agon_quoridor::Quoridor;
use agon_search::{Engine, Limits, SearchRequest, Stop};

use super::selfplay::{LONGEST, Mind, mind, stray};
use crate::quoridor::judge::Judge;

/// The result of games between two nets, for the first; in pairs with the same opening and changed seats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Meeting {
    /// Games won, drawn and lost.
    pub games: [u32; 3],
    /// The share of the points.
    pub score: f64,
    /// Half the width of the 95 % interval of the score.
    pub error: f64,
}

impl fmt::Display for Meeting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [won, drawn, lost] = self.games;
        write!(f, "{:.1} % ± {:.1}", self.score * 100.0, self.error * 100.0)?;
        write!(f, " ({won} won, {drawn} drawn, {lost} lost)")
    }
}

/// Plays pairs of games with so many nodes a turn.
pub(crate) fn meet(judges: [&Judge; 2], nodes: u64, pairs: u32, seed: u64) -> Result<Meeting, Fault> {
    let mut minds = judges.map(mind);
    let mut meeting = Meeting::default();
    let mut mean = Mean::default();
    for pair in 0..pairs {
        let mut points = 0.0;
        for seat in Player::ALL {
            // The same opening for both seats.
            let mut rng = Rng::new(mix(seed).wrapping_add(pair.into()));
            let winner = game(&mut minds, seat, nodes, &mut rng)?;
            let result = winner.map_or(1, |winner| if winner == seat { 0 } else { 2 });
            meeting.games[result] += 1;
            points += [0.5, 0.25, 0.0][result];
        }
        mean.add(points);
    }
    (meeting.score, meeting.error) = (mean.value(), mean.error());
    Ok(meeting)
}

/// Who wins one game; `seat` is the first mind's.
fn game(minds: &mut [Mind; 2], seat: Player, nodes: u64, rng: &mut Rng) -> Result<Option<Player>, Fault> {
    let mut table = Table::new(Quoridor::default());
    for _ in 0..4 + rng.below(6) {
        if let Some(m) = stray(table.position(), rng) {
            table.play_move(m)?;
        }
    }
    for mind in minds.iter_mut() {
        mind.new_game();
    }
    for _ in 0..LONGEST {
        if let Some(outcome) = table.outcome() {
            return Ok(outcome.winner());
        }
        let board = *table.position();
        let mind = &mut minds[usize::from(board.mover() != seat)];
        let thought = mind.think(SearchRequest::quiet(&table, &Limits::nodes(nodes), &Stop::new()))?;
        table.play_move(board.parse_move(&thought.turn)?)?;
    }
    Ok(None)
}
