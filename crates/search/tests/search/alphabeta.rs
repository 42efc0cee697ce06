//! Alpha-beta on tiny games with known results.

use std::thread;
use std::time::Duration;

use agon_core::{Actor, Player, Position, Steps, Table};
use agon_search::{
    AlphaBeta, Engine, Evaluator, Limits, Line, Score, SearchRequest, Stop, Strength, Thought, WholeTurns,
};
use agon_toy::{Maze, Ring, Stones, Tiny, table};

use crate::common::{self, stones, successors};

/// Evaluates by the bits of the position, without any knowledge of the game.
#[derive(Clone)]
struct Blind;

impl Evaluator<Stones> for Blind {
    fn evaluate(&mut self, _: &Stones, _: Player) -> i32 {
        0
    }
}

impl Evaluator<Maze> for Blind {
    fn evaluate(&mut self, position: &Maze, player: Player) -> i32 {
        let value = (position.place >> 40 & 0x3ff) as i32 - 512;
        if player == Player::P1 { value } else { -value }
    }

    fn late_move_reduction(&self, _: u32, _: usize) -> u32 {
        0
    }
}

/// Prefers the first player wherever the token is.
impl Evaluator<Ring> for Blind {
    fn evaluate(&mut self, _: &Ring, player: Player) -> i32 {
        if player == Player::P1 { 100 } else { -100 }
    }
}

fn engine<P: Steps>() -> AlphaBeta<Tiny<P>, WholeTurns<P, Blind>>
where
    Blind: Evaluator<P>,
{
    AlphaBeta::new("blind", WholeTurns::new(Blind), Strength::default()).with_resources(1, 1)
}

fn think<P: Steps>(table: &Table<Tiny<P>>, limits: &Limits) -> Thought
where
    Blind: Evaluator<P>,
{
    common::think(&mut engine::<P>(), table, limits)
}

#[test]
fn wins_and_losses_are_proved_with_their_distance() {
    for left in 1..=21u8 {
        let thought = think(&stones(left), &Limits::depth(24));
        let score = thought.line.unwrap().score;
        // Four stones go in every two turns; the side to move loses on multiples of four.
        if left % 4 == 0 {
            assert!(matches!(score, Score::Loss(n) if n % 2 == 0 && n >= u32::from(left) / 2), "{left}: {score:?}");
        } else {
            assert_eq!(thought.turn, (left % 4).to_string(), "{left}");
            assert!(matches!(score, Score::Win(n) if n % 2 == 1), "{left}: {score:?}");
        }
    }
}

/// The result of a full-width search.
fn minimax(position: &Maze, depth: u32, ply: i32) -> i32 {
    let Actor::Player(player) = position.actor() else {
        let winner = position.outcome().and_then(agon_core::Outcome::winner);
        return match winner {
            Some(winner) if winner == position.mover => 1_000_000 - ply,
            Some(_) => ply - 1_000_000,
            None => 0,
        };
    };
    if depth == 0 {
        return Blind.evaluate(position, player);
    }
    successors(position).map(|next| -minimax(&next, depth - 1, ply + 1)).max().unwrap()
}

#[test]
fn the_score_is_that_of_full_minimax() {
    for seed in 0..60 {
        let start = Maze::new(seed);
        if start.actor() == Actor::Nobody {
            continue;
        }
        let thought = think(&table(start, false), &Limits::depth(7));
        let line = thought.line.unwrap();
        let expected = minimax(&start, 7, 0);
        match line.score {
            Score::Cp(cp) => assert_eq!(cp, expected, "seed {seed}"),
            Score::Win(n) => assert!(expected >= 1_000_000 - n as i32, "seed {seed}"),
            Score::Loss(n) => assert!(expected <= n as i32 - 1_000_000, "seed {seed}"),
        }
    }
}

#[test]
fn a_repeated_position_is_a_draw_where_the_rules_say_so() {
    let ring = Ring { field: 0, mover: Player::P1 };
    let score = |repetition| {
        let table = table(ring, repetition);
        think(&table, &Limits::depth(6)).line.unwrap().score
    };
    assert_eq!(score(true), Score::Cp(0));
    assert_eq!(score(false), Score::Cp(100));
}

#[test]
fn two_occurrences_on_the_table_make_the_third_a_draw() {
    let score = |played: &[&str], word: &str| {
        let mut table = table(Ring { field: 0, mover: Player::P1 }, true);
        for word in played {
            table.play(word).unwrap();
        }
        let limits = Limits { search_moves: vec![word.to_owned()], ..Limits::depth(1) };
        think(&table, &limits).line.unwrap().score
    };
    assert_eq!(score(&["1", "3", "1"], "3"), Score::Cp(0));
    assert_eq!(score(&["1", "3", "1"], "1"), Score::Cp(-100));
    // At the second occurrence the game goes on, and the opponent may choose better.
    assert_eq!(score(&["1"], "3"), Score::Cp(-100));
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let limits = Limits { search_moves: vec!["2".to_owned()], ..Limits::depth(9) };
    let thought = think(&stones(7), &limits);
    assert_eq!(thought.turn, "2");
    let limits = Limits { search_moves: vec!["4".to_owned()], ..Limits::depth(9) };
    assert!(engine::<Stones>().think(SearchRequest::quiet(&stones(7), &limits, &Stop::new())).is_err());
}

#[test]
fn several_lines_come_in_order_and_differ() {
    let start = Maze::new(4);
    let limits = Limits { multi_pv: 2, ..Limits::depth(5) };
    let mut lines = Vec::new();
    let mut collect = |line: &Line| lines.push(line.clone());
    engine::<Maze>()
        .think(SearchRequest { table: &table(start, false), limits: &limits, stop: &Stop::new(), report: &mut collect })
        .unwrap();
    let (first, second) = (&lines[lines.len() - 2], &lines[lines.len() - 1]);
    assert_eq!((first.multi_pv, second.multi_pv), (1, 2));
    assert_ne!(first.pv[0], second.pv[0]);
    // The second line is what the search finds without the first move.
    let mut moves = Vec::new();
    start.legal_moves(&mut moves);
    let others = moves.iter().map(ToString::to_string).filter(|m| *m != first.pv[0]).collect();
    let limits = Limits { search_moves: others, ..Limits::depth(5) };
    let thought = think(&table(start, false), &limits);
    assert_eq!(thought.line.unwrap().score, second.score);
}

#[test]
fn every_move_of_a_line_can_be_played() {
    let mut table = table(Maze::new(9), false);
    let thought = think(&table, &Limits::depth(8));
    let line = thought.line.unwrap();
    assert_eq!(line.pv[0], thought.turn);
    for word in &line.pv {
        table.play(word).unwrap();
    }
}

#[test]
fn the_same_nodes_give_the_same_answer() {
    for nodes in [1, 10, 333, 5000] {
        let answer = || {
            let thought = think(&table(Maze::new(11), false), &Limits::nodes(nodes));
            (thought.turn, thought.nodes, thought.line.map(|line| (line.score, line.pv)))
        };
        assert_eq!(answer(), answer());
        assert!(answer().1 <= nodes);
    }
}

#[test]
fn an_endless_search_ends_when_stopped() {
    let stop = Stop::new();
    let handle = {
        let stop = stop.clone();
        thread::spawn(move || {
            let limits = Limits { infinite: true, ..Limits::default() };
            let table = table(Ring { field: 0, mover: Player::P1 }, false);
            engine::<Ring>().think(SearchRequest::quiet(&table, &limits, &stop))
        })
    };
    stop.set();
    assert!(["1", "3"].contains(&handle.join().unwrap().unwrap().turn.as_str()));
}

#[test]
fn several_threads_agree_with_one() {
    let mut engine = engine::<Maze>().with_resources(3, 1);
    let start = Maze::new(21);
    let thought = common::think(&mut engine, &table(start, false), &Limits::depth(7));
    if let Score::Cp(cp) = thought.line.unwrap().score {
        assert_eq!(cp, minimax(&start, 7, 0));
    }
}

#[test]
fn nobody_to_move_is_a_fault() {
    let mut table = stones(1);
    table.play("1").unwrap();
    let fault = engine::<Stones>().think(SearchRequest::quiet(&table, &Limits::default(), &Stop::new())).unwrap_err();
    assert_eq!(fault.kind.code, "nobody-to-move");
    let fault = engine::<Ring>().think(SearchRequest::quiet(&stones(3), &Limits::default(), &Stop::new())).unwrap_err();
    assert_eq!(fault.kind.code, "wrong-table");
}

#[test]
fn a_forced_move_is_answered_at_once() {
    let limits = Limits::movetime(Duration::from_hours(1));
    let thought = think(&stones(1), &limits);
    assert_eq!(thought.turn, "1");
}
