//! PUCT with a policy: one evaluation per simulation, the likeliest steps first.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::{Outcome, Player, Position, Steps, Table};
use agon_search::{
    Engine, Evaluator, Limits, Puct, PuctParams, Score, ScoredStep, SearchDomain, SearchRequest, StepLogit, Stop,
    Strength, Thought, WholeTurns,
};

use agon_toy::{Maze, Ring, Stones, Tiny, table};

use crate::common::{self, is_proved, stones};

/// Evaluates every position as equal and counts its calls.
#[derive(Clone, Default)]
struct Counting(Arc<AtomicU64>);

impl<P: Steps> Evaluator<P> for Counting {
    fn evaluate(&mut self, _: &P, _: Player) -> i32 {
        self.0.fetch_add(1, Ordering::Relaxed);
        0
    }
}

/// A domain with a policy that depends on the place of a move among the legal ones.
#[derive(Clone)]
struct WithPolicy<P: Position> {
    whole_turns: WholeTurns<P, Counting>,
    policy: fn(usize) -> f32,
}

impl<P: Steps> SearchDomain<P> for WithPolicy<P> {
    type Node = P;
    type Step = P::Move;

    fn root(&mut self, position: &P) -> P {
        self.whole_turns.root(position)
    }

    fn apply(&mut self, node: &P, step: P::Move) -> P {
        self.whole_turns.apply(node, step)
    }

    fn mover(&self, node: &P) -> Player {
        self.whole_turns.mover(node)
    }

    fn outcome(&self, node: &P) -> Option<Outcome> {
        self.whole_turns.outcome(node)
    }

    fn key(&self, node: &P) -> u64 {
        self.whole_turns.key(node)
    }

    fn repetition_key(&self, node: &P) -> u64 {
        self.whole_turns.repetition_key(node)
    }

    fn evaluate(&mut self, node: &P) -> i32 {
        self.whole_turns.evaluate(node)
    }

    fn generate(&mut self, _: &P, _: u32, _: &mut Vec<ScoredStep<P::Move>>) -> bool {
        panic!("a policy lists the steps");
    }

    fn policy(&mut self, node: &P, out: &mut Vec<StepLogit<P::Move>>) -> bool {
        let mut moves = Vec::new();
        node.legal_moves(&mut moves);
        let policy = self.policy;
        out.extend(moves.into_iter().enumerate().map(|(at, step)| StepLogit { step, logit: policy(at) }));
        true
    }

    fn encode(&self, node: &P, step: P::Move) -> u16 {
        self.whole_turns.encode(node, step)
    }

    fn history_index(&self, step: P::Move) -> u32 {
        self.whole_turns.history_index(step)
    }

    fn score_root_moves(&mut self, position: &P, turns: &[P::Move], scores: &mut [i32]) {
        self.whole_turns.score_root_moves(position, turns, scores);
    }

    fn steps(&self, turn: P::Move, out: &mut Vec<P::Move>) {
        self.whole_turns.steps(turn, out);
    }

    fn turn(&self, steps: &[P::Move]) -> Option<P::Move> {
        self.whole_turns.turn(steps)
    }
}

type Mind<P> = Puct<Tiny<P>, WithPolicy<P>>;

/// An engine with a policy, and the count of its evaluations.
fn engine<P: Steps>(policy: fn(usize) -> f32, megabytes: usize) -> (Mind<P>, Arc<AtomicU64>) {
    let counting = Counting::default();
    let count = counting.0.clone();
    let domain = WithPolicy { whole_turns: WholeTurns::new(counting), policy };
    (Puct::new("with policy", domain, Strength::default(), PuctParams::default(), megabytes), count)
}

fn think<P: Steps>(engine: &mut Mind<P>, table: &Table<Tiny<P>>, nodes: u64) -> Thought {
    common::think(engine, table, &Limits::nodes(nodes))
}

/// The uniform policy.
fn even(_: usize) -> f32 {
    0.0
}

/// Prefers the first move strongly.
fn first(place: usize) -> f32 {
    -4.0 * place as f32
}

/// Prefers the last move strongly.
fn last(place: usize) -> f32 {
    4.0 * place as f32
}

/// Gives all other moves negligible probabilities.
fn certain(place: usize) -> f32 {
    if place == 0 { 0.0 } else { -60.0 }
}

#[test]
fn wins_and_losses_are_proved_whatever_the_policy_says() {
    for policy in [even, first, last] {
        for left in 1..=13u8 {
            is_proved(left, think(&mut engine(policy, 4).0, &stones(left), 6000));
        }
    }
}

#[test]
fn the_likeliest_step_is_the_first_answer() {
    for (policy, word) in [(first as fn(usize) -> f32, "1"), (last, "3")] {
        for nodes in [1, 2] {
            assert_eq!(think(&mut engine(policy, 4).0, &stones(40), nodes).turn, word);
        }
    }
}

#[test]
fn a_simulation_judges_no_more_than_one_position() {
    let table = table(Maze::new(7), false);
    let (mut engine, count) = engine::<Maze>(even, 16);
    let nodes = think(&mut engine, &table, 500).nodes;
    let evaluated = count.load(Ordering::Relaxed);
    // The root is evaluated too; ended games are not.
    assert!(evaluated <= nodes + 1, "{evaluated} evaluations in {nodes} simulations");
    assert!(evaluated > 50, "{evaluated} evaluations in {nodes} simulations");
}

#[test]
fn the_same_nodes_give_the_same_answer() {
    for seed in 0..20 {
        let table = table(Maze::new(seed), false);
        let answer = || {
            let thought = think(&mut engine(first, 4).0, &table, 700);
            (thought.turn, thought.nodes, thought.line.map(|line| (line.score, line.pv)))
        };
        assert_eq!(answer(), answer(), "{seed}");
    }
}

#[test]
fn the_tree_is_used_again_also_after_a_search_of_some_turns_only() {
    let (mut engine, _) = engine(first, 4);
    let mut table = stones(13);
    let only = Limits { search_moves: vec!["3".to_owned()], ..Limits::nodes(400) };
    assert_eq!(common::think(&mut engine, &table, &only).turn, "3");
    let word = think(&mut engine, &table, 6000).turn;
    assert_eq!(word, "1");
    table.play_move(1).unwrap();
    table.play_move(2).unwrap();
    let thought = think(&mut engine, &table, 2);
    assert_eq!(thought.turn, "2");
    assert!(matches!(thought.line.unwrap().score, Score::Win(_)));
}

#[test]
fn repetition_is_a_draw_and_full_memory_is_no_trouble() {
    let thought = think(&mut engine(even, 4).0, &table(Ring { field: 0, mover: Player::P1 }, true), 2000);
    assert!(matches!(thought.line.unwrap().score, Score::Cp(-20..=20)));
    assert!(think(&mut engine(even, 1).0, &table(Maze::new(5), false), 60_000).nodes > 0);
}

/// How many lines are shown if the policy gives all turns but the first negligible probabilities.
fn lines_shown(search_moves: &[&str]) -> usize {
    let (mut engine, _) = engine::<Stones>(certain, 4);
    let mut shown = 0;
    let search_moves = search_moves.iter().map(ToString::to_string).collect();
    let limits = Limits { multi_pv: 3, search_moves, ..Limits::nodes(130) };
    engine
        .think(SearchRequest {
            table: &stones(40),
            limits: &limits,
            stop: &Stop::new(),
            report: &mut |line| shown = shown.max(line.multi_pv),
        })
        .unwrap();
    shown
}

/// A turn that was never visited has no score to show.
#[test]
fn lines_are_of_turns_that_were_looked_at() {
    assert_eq!(lines_shown(&[]), 1);
}

/// The same if the policy gives all of them low probabilities.
#[test]
fn all_wanted_turns_are_tried() {
    assert_eq!(lines_shown(&["2", "3"]), 2);
}

#[test]
fn a_won_position_ends_the_search() {
    let (mut engine, _) = engine(even, 4);
    let thought = think(&mut engine, &stones(3), 6000);
    assert_eq!((thought.turn.as_str(), thought.line.unwrap().score), ("3", Score::Win(1)));
    assert!(thought.nodes < 100, "{}", thought.nodes);
}
