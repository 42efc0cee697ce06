//! The tree of simulations on tiny games whose truth is known.

use agon_core::{Player, Steps, Table};
use agon_search::{
    Engine, Evaluator, Limits, Puct, PuctParams, Score, SearchRequest, Stop, Strength, Thought, WholeTurns,
};
use agon_toy::{Maze, Ring, Stones, Tiny, table};

use crate::common::{self, is_proved, stones};

/// Evaluates every position as equal.
#[derive(Clone)]
struct Blind;

impl<P: Steps> Evaluator<P> for Blind {
    fn evaluate(&mut self, _: &P, _: Player) -> i32 {
        0
    }
}

type Blinded<P> = Puct<Tiny<P>, WholeTurns<P, Blind>>;

fn engine<P: Steps>() -> Blinded<P> {
    Puct::new("blind", WholeTurns::new(Blind), Strength::default(), PuctParams::default(), 4)
}

fn think<P: Steps>(engine: &mut Blinded<P>, table: &Table<Tiny<P>>, nodes: u64) -> Thought {
    common::think(engine, table, &Limits::nodes(nodes))
}

#[test]
fn wins_and_losses_are_proved() {
    for left in 1..=13u8 {
        is_proved(left, think(&mut engine(), &stones(left), 3000));
    }
}

#[test]
fn the_same_nodes_give_the_same_answer() {
    for seed in 0..20 {
        let table = table(Maze::new(seed), false);
        let answer = |nodes| {
            let thought = think(&mut engine(), &table, nodes);
            (thought.turn, thought.nodes, thought.line.map(|line| (line.score, line.pv)))
        };
        assert_eq!(answer(700), answer(700), "{seed}");
        assert!(answer(700).1 <= 700);
    }
}

#[test]
fn the_tree_is_used_again() {
    let mut engine = engine();
    let mut table = stones(13);
    let first = think(&mut engine, &table, 3000).turn;
    table.play_move(first.parse().unwrap()).unwrap();
    table.play_move(2).unwrap();
    // Two nodes alone prove nothing; ten stones are won by taking two.
    let thought = think(&mut engine, &table, 2);
    assert_eq!(thought.turn, "2");
    assert!(matches!(thought.line.unwrap().score, Score::Win(_)));
}

#[test]
fn a_stop_ends_it_at_once() {
    let stop = Stop::new();
    let mut reported = 0;
    let limits = Limits { infinite: true, ..Limits::default() };
    let thought = engine::<Maze>()
        .think(SearchRequest {
            table: &table(Maze::new(3), false),
            limits: &limits,
            stop: &stop,
            report: &mut |line| {
                reported = line.nodes;
                if reported >= 256 {
                    stop.set();
                }
            },
        })
        .unwrap();
    assert_eq!(thought.nodes, reported);
}

#[test]
fn wanted_turns_are_obeyed_and_full_memory_is_no_trouble() {
    let wanted = Limits { search_moves: vec!["3".to_owned()], ..Limits::nodes(50) };
    assert_eq!(common::think(&mut engine::<Stones>(), &stones(9), &wanted).turn, "3");
    let mut small: Blinded<Maze> =
        Puct::new("blind", WholeTurns::new(Blind), Strength::default(), PuctParams::default(), 1);
    assert!(think(&mut small, &table(Maze::new(5), false), 60_000).nodes > 0);
}

#[test]
fn repetition_is_a_draw() {
    let thought = think(&mut engine(), &table(Ring { field: 0, mover: Player::P1 }, true), 2000);
    assert!(matches!(thought.line.unwrap().score, Score::Cp(-20..=20)));
}
