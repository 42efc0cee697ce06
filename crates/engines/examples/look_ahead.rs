//! What looking ahead costs and brings in the dice games.
//!
//! `cargo run --release -p agon-engines --example look_ahead -- SPEC cost [TURNS]`: time and nodes of a turn at each
//! depth. `... SPEC duel DEEP SHALLOW PAIRS [SEED]`: points per game of one depth against another, every
//! pair of games with the same dice from both seats.

use std::error::Error;
use std::time::Duration;

use agon_core::{AnyTable, Fault, Mean, Player, Rng};
use agon_engines::{EngineSpec, build};
use agon_search::{Engine, Limits, SearchRequest, Stop};

const USAGE: &str = "SPEC cost [TURNS], or SPEC duel [DEEP] [SHALLOW] [PAIRS] [SEED]";

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u32| {
        let given = args.get(at).map(|word| word.parse::<u32>().map_err(|_| format!("{word} is no number")));
        given.unwrap_or(Ok(usual))
    };
    let spec = args.first().map_or("portes", String::as_str);
    match args.get(1).map_or("cost", String::as_str) {
        "cost" => cost(spec, number(2, 40)?)?,
        "duel" => duel(spec, [number(2, 2)?, number(3, 1)?], number(4, 100)?, number(5, 1)?)?,
        other => return Err(format!("{other} is neither cost nor duel: {USAGE}").into()),
    }
    Ok(())
}

fn think(
    engine: &mut dyn Engine,
    table: &dyn AnyTable,
    limits: &Limits,
) -> Result<(String, u64, Duration), Fault> {
    let thought = engine.think(SearchRequest::quiet(table, limits, &Stop::new()))?;
    Ok((thought.turn, thought.nodes, thought.time))
}

fn cost(spec: &str, turns: u32) -> Result<(), Fault> {
    let mut table = agon_games::open(spec)?;
    let mut engine = build(&*table, &EngineSpec::default())?;
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
                let (_, nodes, time) = think(&mut *engine, &*table, &Limits::depth(depth))?;
                let sum = &mut sums[depth as usize - 1];
                *sum = (sum.0 + nodes, sum.1 + time);
            }
            let trials = Limits { trials: Some(36), ..Limits::default() };
            let (_, nodes, time) = think(&mut *engine, &*table, &trials)?;
            sums[4] = (sums[4].0 + nodes, sums[4].1 + time);
        }
        let (word, ..) = think(&mut *engine, &*table, &Limits::depth(1))?;
        table.play(&word)?;
    }
    for (at, (nodes, time)) in sums.into_iter().enumerate() {
        let name = if at == 4 { "36 trials".to_owned() } else { format!("depth {}", at + 1) };
        println!(
            "{spec} {name}: {:.3} ms, {:.0} nodes a turn, {:.2} million nodes/s",
            time.as_secs_f64() * 1000.0 / f64::from(done),
            nodes as f64 / f64::from(done),
            nodes as f64 / time.as_secs_f64() / 1e6
        );
    }
    Ok(())
}

fn duel(spec: &str, depths: [u32; 2], pairs: u32, seed: u32) -> Result<(), Fault> {
    let mut table = agon_games::open(spec)?;
    let mut engine = build(&*table, &EngineSpec::default())?;
    let mut mean = Mean::default();
    for pair in 0..pairs {
        let mut points = 0.0;
        for first in Player::ALL {
            table.restart();
            let mut rng = Rng::new(u64::from(seed) * 1_000_003 + u64::from(pair));
            let outcome = loop {
                if let Some(outcome) = table.outcome() {
                    break outcome;
                }
                if table.roll(&mut rng).is_none() {
                    let own = table.actor().player() == Some(first);
                    let limits = Limits::depth(depths[usize::from(!own)]);
                    let (word, ..) = think(&mut *engine, &*table, &limits)?;
                    table.play(&word)?;
                }
            };
            let won = f64::from(outcome.points());
            points += match outcome.winner() {
                Some(winner) if winner == first => won / 2.0,
                Some(_) => -won / 2.0,
                None => 0.0,
            };
        }
        mean.add(points);
    }
    println!(
        "{spec}: depth {} against depth {}: {:+.3} points a game, 95 % interval +-{:.3}, {} games",
        depths[0],
        depths[1],
        mean.value(),
        mean.error(),
        2 * u64::from(pairs)
    );
    Ok(())
}
