//! What looking ahead costs and brings in the dice games.
//!
//! `cargo run --release -p agon-engines --example look_ahead -- SPEC cost [TURNS]`: time and nodes of a turn at each
//! depth. `... SPEC duel DEEP SHALLOW PAIRS [SEED]`: points per game of one depth against another, every
//! pair of games with the same dice from both seats.

use std::time::Duration;

use agon_core::{AnyTable, Player, Rng};
use agon_engines::{Settings, build};
use agon_search::{Engine, Limits, Stop};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u64| args.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let spec = args.first().map_or("portes", String::as_str);
    match args.get(1).map(String::as_str) {
        Some("duel") => duel(spec, [number(2, 2) as u32, number(3, 1) as u32], number(4, 100), number(5, 1)),
        _ => cost(spec, number(2, 40)),
    }
}

fn think(engine: &mut dyn Engine, table: &dyn AnyTable, limits: &Limits) -> (String, u64, Duration) {
    let thought = engine.think(table, limits, &Stop::new(), &mut |_| {}).expect("a turn");
    (thought.word, thought.nodes, thought.time)
}

fn cost(spec: &str, turns: u64) {
    let mut table = agon_games::open(spec).expect("a game");
    let mut engine = build(&*table, &Settings::default()).expect("an engine");
    let mut rng = Rng::new(7);
    let mut sums = [(0u64, Duration::ZERO); 5];
    let mut done = 0;
    while done < turns {
        if table.outcome().is_some() {
            table.restart();
        }
        if table.roll(&mut rng).is_some() {
            continue;
        }
        if table.legal().len() > 1 {
            done += 1;
            for depth in 1..=4u32 {
                let (_, nodes, time) = think(&mut *engine, &*table, &Limits::depth(depth));
                let sum = &mut sums[depth as usize - 1];
                *sum = (sum.0 + nodes, sum.1 + time);
            }
            let trials = Limits { trials: Some(36), ..Limits::default() };
            let (_, nodes, time) = think(&mut *engine, &*table, &trials);
            sums[4] = (sums[4].0 + nodes, sums[4].1 + time);
        }
        let (word, ..) = think(&mut *engine, &*table, &Limits::depth(1));
        table.play(&word).expect("a legal turn");
    }
    for (at, (nodes, time)) in sums.into_iter().enumerate() {
        let name = if at == 4 { "36 trials".to_owned() } else { format!("depth {}", at + 1) };
        println!(
            "{spec} {name}: {:.3} ms, {:.0} nodes a turn, {:.2} million nodes/s",
            time.as_secs_f64() * 1000.0 / done as f64,
            nodes as f64 / done as f64,
            nodes as f64 / time.as_secs_f64() / 1e6
        );
    }
}

fn duel(spec: &str, depths: [u32; 2], pairs: u64, seed: u64) {
    let mut table = agon_games::open(spec).expect("a game");
    let mut engine = build(&*table, &Settings::default()).expect("an engine");
    let (mut sum, mut squares) = (0.0, 0.0);
    for pair in 0..pairs {
        let mut points = 0.0;
        for first in Player::ALL {
            table.restart();
            let mut rng = Rng::new(seed.wrapping_mul(1_000_003).wrapping_add(pair));
            while table.outcome().is_none() {
                if table.roll(&mut rng).is_none() {
                    let own = table.actor().player() == Some(first);
                    let limits = Limits::depth(depths[usize::from(!own)]);
                    let (word, ..) = think(&mut *engine, &*table, &limits);
                    table.play(&word).expect("a legal turn");
                }
            }
            let outcome = table.outcome().expect("an end");
            let won = f64::from(outcome.points());
            points += match outcome.winner() {
                Some(winner) if winner == first => won / 2.0,
                Some(_) => -won / 2.0,
                None => 0.0,
            };
        }
        sum += points;
        squares += points * points;
    }
    let mean = sum / pairs as f64;
    let error = ((squares / pairs as f64 - mean * mean) / pairs as f64).sqrt();
    println!(
        "{spec}: depth {} against depth {}: {mean:+.3} points a game, 95 % interval +-{:.3}, {} games",
        depths[0],
        depths[1],
        1.96 * error,
        2 * pairs
    );
}
