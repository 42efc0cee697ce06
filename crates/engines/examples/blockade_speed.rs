//! How quickly Blockade is searched: turns evaluated a second, full width to depth 3, and the depth reached
//! by time.
//!
//! `cargo run --release -p agon-engines --example blockade_speed -- [SECONDS [THREADS]]`
//!
//! Times are of the clock and, where the system tells it, of the processor.

use std::env;
use std::time::{Duration, Instant};

use agon_core::Fault;
use agon_engines::{BlockadeHorizons, EngineSpec, blockade_full_width, build};
use agon_search::{Limits, SearchRequest, Stop};

const SPECS: [&str; 4] =
    ["blockade", "blockade:turn=swift", "blockade:turn=optional", "blockade:rows=22,cols=28"];

fn main() -> Result<(), Fault> {
    let words: Vec<String> = env::args().skip(1).collect();
    let number =
        |at: usize, default: f64| words.get(at).and_then(|word| word.parse().ok()).unwrap_or(default);
    let (seconds, threads) = (number(0, 10.0), number(1, 1.0) as usize);
    for spec in SPECS {
        children(spec)?;
    }
    full_width(threads)?;
    for spec in SPECS {
        depths(spec, seconds, threads)?;
    }
    Ok(())
}

/// The time the processor spent on this program, in hundredths of a second on Linux.
fn processor_time() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks: f64 = fields.get(11)?.parse().ok()?;
    Some(ticks / 100.0)
}

fn children(spec: &str) -> Result<(), Fault> {
    let horizons = BlockadeHorizons::new(spec)?;
    let (start, busy) = (Instant::now(), processor_time());
    let (mut turns, mut rounds) = (0, 0);
    while start.elapsed() < Duration::from_secs(2) {
        turns += horizons.look();
        rounds += 1;
    }
    let clock = start.elapsed().as_secs_f64();
    let busy = processor_time().zip(busy).map_or(clock, |(now, then)| now - then);
    println!(
        "{spec}: {:.1} million turns evaluated a second in {:.0} thousand positions (of the clock: {:.1})",
        turns as f64 / busy / 1e6,
        f64::from(rounds * 256) / busy / 1e3,
        turns as f64 / clock / 1e6,
    );
    Ok(())
}

fn full_width(threads: usize) -> Result<(), Fault> {
    for depth in 2..=3 {
        let busy = processor_time();
        let thought = blockade_full_width(agon_games::open("blockade")?.as_ref(), depth, threads)?;
        let busy = processor_time().zip(busy).map_or(0.0, |(now, then)| now - then);
        println!(
            "full width depth {depth}: {:.3} s, {busy:.2} s of the processor, {} nodes, {}",
            thought.time.as_secs_f64(),
            thought.nodes,
            thought.turn
        );
    }
    Ok(())
}

fn depths(spec: &str, seconds: f64, threads: usize) -> Result<(), Fault> {
    let table = agon_games::open(spec)?;
    let mut engine = build(table.as_ref(), &EngineSpec { threads, hash_mb: 64, ..EngineSpec::default() })?;
    // The first search makes the table; its time is not counted.
    engine.think(SearchRequest::quiet(table.as_ref(), &Limits::nodes(1), &Stop::new()))?;
    let before = processor_time();
    let limits = Limits::movetime(Duration::from_secs_f64(seconds));
    println!("{spec}, {threads} threads");
    engine.think(SearchRequest {
        table: table.as_ref(),
        limits: &limits,
        stop: &Stop::new(),
        report: &mut |line| {
            let busy = processor_time().zip(before).map_or(0.0, |(now, then)| now - then);
            println!(
                "  depth {:2} {:7.2} s {busy:7.2} s {:10} nodes {:?} {}",
                line.depth,
                line.time.as_secs_f64(),
                line.nodes,
                line.score,
                line.pv.first().map_or("", String::as_str)
            );
        },
    })?;
    Ok(())
}
