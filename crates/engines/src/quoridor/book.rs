//! The opening book: the choice of a long search at the first positions of good play.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::time::Instant;

use agon_core::{AnyTable, Fault, Game, Position, Table};
use agon_quoridor::{Board, Grid9x9, Move, Quoridor};
use agon_search::{Engine, Limits, SearchRequest, Thought};

use super::node::mirror_move;

/// Lines of `turns > turn`, as `agon book quoridor` prints them.
static BOOK_TEXT: &str = include_str!("book.txt");

/// Turns by position.
#[derive(Debug, Default)]
pub(crate) struct Book(HashMap<u64, Move>);

impl Book {
    /// The shipped book.
    pub(crate) fn shipped() -> &'static Self {
        static BOOK: OnceLock<Book> = OnceLock::new();
        BOOK.get_or_init(|| Self::read(BOOK_TEXT))
    }

    /// Parses a book and adds the mirror image of each line. Lines that cannot be played are skipped.
    fn read(text: &str) -> Self {
        let mut turns = HashMap::new();
        for line in text.lines() {
            let Some((board, mirror, turn)) = replay_line(line) else { continue };
            turns.entry(board.key()).or_insert(turn);
            turns.entry(mirror.key()).or_insert(mirror_move(turn, board.shape().cols));
        }
        Self(turns)
    }

    /// The turn at a position.
    fn turn(&self, board: &Board<Grid9x9>) -> Option<Move> {
        // The keys of two positions may collide.
        self.0.get(&board.key()).copied().filter(|&turn| board.is_legal(turn))
    }
}

/// The position after the moves of a line, its mirror image, and the turn there.
fn replay_line(line: &str) -> Option<(Board<Grid9x9>, Board<Grid9x9>, Move)> {
    let (before, turn) = line.split('#').next()?.split_once('>')?;
    let mut board = Quoridor::<Grid9x9>::default().start();
    let mut mirror = board;
    for notation in before.split_whitespace() {
        let m = board.parse_move(notation).ok()?;
        board.play_unchecked(m);
        mirror.play_unchecked(mirror_move(m, board.shape().cols));
    }
    let turn = board.parse_move(turn.trim()).ok()?;
    Some((board, mirror, turn))
}

/// An engine that plays from the book where it can and searches elsewhere.
pub(crate) struct BookEngine {
    engine: Box<dyn Engine>,
    book: &'static Book,
}

impl BookEngine {
    pub(crate) fn new(engine: Box<dyn Engine>) -> Self {
        Self { engine, book: Book::shipped() }
    }
}

/// Whether a book turn is a valid answer: a request with nodes, depth or several lines wants a search.
fn is_play(limits: &Limits) -> bool {
    let Limits { nodes, depth, infinite, multi_pv, search_moves, trials, .. } = limits;
    nodes.is_none() && depth.is_none() && trials.is_none() && !infinite && *multi_pv <= 1 && search_moves.is_empty()
}

impl Engine for BookEngine {
    fn name(&self) -> String {
        self.engine.name()
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault> {
        let SearchRequest { table, limits, stop, report } = request;
        let start = Instant::now();
        if is_play(limits)
            && let Some(typed) = table.as_any().downcast_ref::<Table<Quoridor<Grid9x9>>>()
            && typed.actor().player().is_some()
            && let Some(turn) = self.book.turn(typed.position())
        {
            let turn = typed.position().move_text(turn);
            return Ok(Thought { turn, line: None, nodes: 0, time: start.elapsed() });
        }
        self.engine.think(SearchRequest { table, limits, stop, report })
    }

    fn evaluate(&mut self, table: &dyn AnyTable) -> Option<i32> {
        self.engine.evaluate(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn every_turn_of_the_book_is_legal_and_none_is_skipped() {
        let lines = BOOK_TEXT.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
        let mut count = 0;
        for line in lines {
            let (board, mirror, turn) = replay_line(line).unwrap_or_else(|| panic!("{line}"));
            let book = Book::shipped();
            assert!(book.turn(&board).is_some_and(|turn| board.is_legal(turn)), "{line}");
            let other = mirror_move(turn, 9);
            assert!(mirror.is_legal(other) && book.turn(&mirror).is_some(), "{line}");
            count += 1;
        }
        assert!(count >= 20, "{count}");
    }

    #[test]
    fn a_request_for_a_search_gets_one() {
        assert!(is_play(&Limits::default()) && is_play(&Limits::movetime(Duration::from_secs(1))));
        assert!(!is_play(&Limits::nodes(5)) && !is_play(&Limits::depth(5)));
        assert!(!is_play(&Limits { infinite: true, ..Limits::default() }));
        assert!(!is_play(&Limits { multi_pv: 3, ..Limits::default() }));
        assert!(!is_play(&Limits { search_moves: vec!["e2".to_owned()], ..Limits::default() }));
    }
}
