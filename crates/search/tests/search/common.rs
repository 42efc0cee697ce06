//! What several tests need.

use agon_core::{AnyTable, Player, Position, Table};
use agon_search::{Engine, Limits, Score, SearchRequest, Stop, Thought};
use agon_toy::{Stones, Tiny, table};

pub(crate) fn stones(left: u8) -> Table<Tiny<Stones>> {
    table(Stones { left, mover: Player::P1 }, false)
}

pub(crate) fn think(engine: &mut dyn Engine, table: &dyn AnyTable, limits: &Limits) -> Thought {
    engine.think(SearchRequest::quiet(table, limits, &Stop::new())).unwrap()
}

/// Every position after one move.
pub(crate) fn successors<P: Position>(position: &P) -> impl Iterator<Item = P> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let position = *position;
    moves.into_iter().map(move |m| {
        let mut next = position;
        next.play_unchecked(m);
        next
    })
}

/// Asserts that a search of some stones knows who wins: the side to move loses on multiples of four.
pub(crate) fn is_proved(left: u8, thought: Thought) {
    let score = thought.line.unwrap().score;
    if left.is_multiple_of(4) {
        assert!(matches!(score, Score::Loss(_)), "{left}: {score:?}");
    } else {
        assert_eq!(thought.turn, (left % 4).to_string(), "{left}");
        assert!(matches!(score, Score::Win(_)), "{left}: {score:?}");
    }
}
