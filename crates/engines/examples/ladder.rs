//! Measures that a level beats the ones below it.
//!
//! `cargo run --release -p agon-engines --example ladder -- SPEC [GAMES [GAP [LEVEL...]]]` plays
//! every level (or those named) against the one GAP lower, from random openings with colours
//! swapped, and prints the points of both sides and the mean time of their turns.

use std::env;
use std::time::Duration;

use agon_core::{Fault, Outcome, Player, Rng};
use agon_engines::{Settings, build};
use agon_search::{Engine, Limits, Stop};

#[derive(Default)]
struct Tally {
    points: [u32; 2],
    wins: [u32; 2],
    draws: u32,
    time: [Duration; 2],
    turns: [u32; 2],
}

fn main() -> Result<(), Fault> {
    let words: Vec<String> = env::args().skip(1).collect();
    let spec = words.first().map_or("domineering", String::as_str);
    let number = |at: usize, default: u8| words.get(at).and_then(|word| word.parse().ok()).unwrap_or(default);
    let (games, gap) = (number(1, 20), number(2, 2));
    let mut levels: Vec<u8> = words.iter().skip(3).filter_map(|word| word.parse().ok()).collect();
    if levels.is_empty() {
        levels = (gap + 1..=10).collect();
    }
    for level in levels {
        let tally = pairing(spec, [level, level - gap], u32::from(games))?;
        let mean =
            |side: usize| tally.time[side].as_secs_f64() * 1000.0 / f64::from(tally.turns[side].max(1));
        println!(
            "{spec} level {level:2} - {:2}: {:3} wins to {:3}, {} draws, points {} to {}, {:.1} and {:.1} ms a turn",
            level - gap,
            tally.wins[0],
            tally.wins[1],
            tally.draws,
            tally.points[0],
            tally.points[1],
            mean(0),
            mean(1),
        );
    }
    Ok(())
}

fn pairing(spec: &str, levels: [u8; 2], games: u32) -> Result<Tally, Fault> {
    let mut tally = Tally::default();
    for game in 0..games {
        // A pair of games shares its opening.
        let seed = u64::from(game / 2) + 1;
        let first = if game % 2 == 0 { Player::P1 } else { Player::P2 };
        play(spec, levels, seed, first, &mut tally)?;
    }
    Ok(tally)
}

fn play(spec: &str, levels: [u8; 2], seed: u64, first: Player, tally: &mut Tally) -> Result<(), Fault> {
    let mut table = agon_games::open(spec)?;
    let mut rng = Rng::new(seed);
    for _ in 0..2 {
        while table.roll(&mut rng).is_some() {}
        if let Some(word) = rng.choose(&table.legal()).cloned() {
            table.play(&word)?;
        }
    }
    let mut sides: Vec<Box<dyn Engine>> = Vec::new();
    for level in levels {
        sides.push(build(table.as_ref(), &Settings { level: Some(level), seed, ..Settings::default() })?);
    }
    loop {
        if table.roll(&mut rng).is_some() {
            continue;
        }
        let Some(player) = table.actor().player() else { break };
        let side = usize::from(player != first);
        let thought = sides[side].think(table.as_ref(), &Limits::default(), &Stop::new(), &mut |_| {})?;
        tally.time[side] += thought.time;
        tally.turns[side] += 1;
        table.play(&thought.word)?;
    }
    match table.outcome() {
        Some(Outcome::Win { winner, points }) => {
            let side = usize::from(winner != first);
            tally.wins[side] += 1;
            tally.points[side] += u32::from(points);
        }
        _ => tally.draws += 1,
    }
    Ok(())
}
