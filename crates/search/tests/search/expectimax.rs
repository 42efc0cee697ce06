//! Expectimax on a game of stones and a coin.

use agon_core::{Actor, Player, Position};
use agon_search::{
    DiceEvaluator, Engine, Expectimax, Limits, Probabilities, Score, SearchRequest, Stop, Strength, Uniform,
};
use agon_toy::{Heap, Tiny, table};

use crate::common::{successors, think};

#[derive(Clone)]
struct Blind;

impl DiceEvaluator<Heap> for Blind {
    fn probabilities(&mut self, positions: &[Heap], _: Player, out: &mut Vec<Probabilities>) {
        out.extend(positions.iter().map(|_| Probabilities::default()));
    }
}

fn engine() -> Expectimax<Tiny<Heap>, Blind> {
    Expectimax::new("blind", Blind, Strength::default())
}

fn heap(stones: u8, coin: u8) -> Heap {
    Heap::new(stones, Some(coin))
}

/// The exact value of a position for its mover.
fn truth(position: Heap) -> f32 {
    match position.actor() {
        Actor::Nobody => -2.0,
        Actor::Chance => {
            let of = |coin| truth(Heap { coin: Some(coin), ..position });
            (2.0 * of(1) + of(3)) / 3.0
        }
        Actor::Player(_) => successors(&position).map(|next| -truth(next)).fold(f32::MIN, f32::max),
    }
}

#[test]
fn four_turns_deep_a_heap_of_four_is_exact() {
    for stones in 1..=4 {
        for coin in [1, 3] {
            let start = heap(stones, coin);
            let thought = think(&mut engine(), &table(start, false), &Limits::depth(4));
            let equity = thought.line.unwrap().equity.unwrap();
            assert!((equity - truth(start)).abs() < 1e-5, "{start:?}: {equity}");
        }
    }
}

#[test]
fn an_immediate_win_is_taken() {
    let thought = think(&mut engine(), &table(heap(3, 3), false), &Limits::default());
    assert_eq!(thought.turn, "3");
    assert_eq!(thought.line.unwrap().score, Score::Win(1));
}

#[test]
fn trials_come_close_to_the_truth_and_repeat() {
    let start = heap(4, 3);
    let limits = Limits { trials: Some(4000), ..Limits::default() };
    let run = || think(&mut engine(), &table(start, false), &limits).line.unwrap();
    let equity = run().equity.unwrap();
    // Depth-1 play is perfect here except for the choice between equal moves.
    assert!((equity - truth(start)).abs() < 0.3, "{equity} {}", truth(start));
    assert_eq!(run().equity, run().equity);
}

/// Evaluates exactly, so that only luck is left in the results.
#[derive(Clone)]
struct Wise;

impl DiceEvaluator<Heap> for Wise {
    fn probabilities(&mut self, positions: &[Heap], player: Player, out: &mut Vec<Probabilities>) {
        out.extend(positions.iter().map(|position| {
            // The loser pays two points.
            let chance = f32::midpoint(truth(*position) / 2.0, 1.0);
            let mover = Probabilities { win: [chance, chance, 0.0], loss: [1.0 - chance, 1.0 - chance, 0.0] };
            if position.mover == player { mover } else { mover.flipped() }
        }));
    }
}

#[test]
fn without_luck_a_few_trials_tell_the_truth() {
    let mut engine: Expectimax<Tiny<Heap>, Wise> = Expectimax::new("wise", Wise, Strength::default());
    for stones in 3..=12 {
        let start = heap(stones, 1);
        let limits = Limits { trials: Some(5), ..Limits::default() };
        let line = think(&mut engine, &table(start, false), &limits).line.unwrap();
        assert!((line.equity.unwrap() - truth(start)).abs() < 1e-4, "{stones}: {line:?}");
        assert!(line.std_error.unwrap() < 1e-4, "{stones}: {line:?}");
    }
}

#[test]
fn chances_come_with_the_line_and_agree_with_its_equity() {
    let mut engine: Expectimax<Tiny<Heap>, Wise> = Expectimax::new("wise", Wise, Strength::default());
    for depth in 1..=4 {
        let line = think(&mut engine, &table(heap(9, 3), false), &Limits::depth(depth)).line.unwrap();
        let probabilities = line.probabilities.unwrap();
        assert!((probabilities.points() - line.equity.unwrap()).abs() < 1e-4, "{line:?}");
        assert_eq!(line.wdl.unwrap().iter().sum::<u16>(), 1000);
        assert!((probabilities.win[0] - f32::from(line.wdl.unwrap()[0]) / 1000.0).abs() < 1e-3);
    }
}

#[test]
fn node_limits_repeat_whatever_was_thought_before() {
    let run = |engine: &mut Expectimax<Tiny<Heap>, Wise>, nodes| {
        let thought = think(engine, &table(heap(12, 3), false), &Limits::nodes(nodes));
        (thought.turn, thought.nodes, thought.line.unwrap().equity)
    };
    let mut used = Expectimax::new("wise", Wise, Strength::default());
    for nodes in [1, 2, 5, 9, 20, 50, 1000] {
        let mut fresh = Expectimax::new("wise", Wise, Strength::default());
        assert_eq!(run(&mut fresh, nodes), run(&mut used, nodes), "{nodes}");
    }
}

#[test]
fn a_stopped_search_still_answers() {
    let stop = Stop::new();
    stop.set();
    let limits = Limits { infinite: true, ..Limits::default() };
    let thought = engine().think(SearchRequest::quiet(&table(heap(9, 3), false), &limits, &stop)).unwrap();
    assert!(["1", "3"].contains(&thought.turn.as_str()));
}

#[test]
fn uniform_play_reaches_every_turn() {
    let mut bot = Uniform::new(5);
    let table = table(heap(9, 3), false);
    let words: Vec<String> = (0..50).map(|_| think(&mut bot, &table, &Limits::default()).turn).collect();
    assert!(words.iter().any(|word| word == "1") && words.iter().any(|word| word == "3"));
}
