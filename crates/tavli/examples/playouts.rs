//! Speed of uniform random games, one thread: `cargo run --release -p agon-tavli --example playouts`.

use std::time::{Duration, Instant};

use agon_core::{Options, spec::split_spec};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for entry in agon_tavli::ENTRIES {
        if !wanted.is_empty() && !wanted.iter().any(|spec| split_spec(spec).0 == entry.info.name) {
            continue;
        }
        let Ok(table) = (entry.open)(Options::defaults(entry.info)) else { continue };
        let start = Instant::now();
        let sum = table.playouts(Duration::from_secs(1), 1);
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{:<11} {:>9.0} turns/s {:>8.0} games/s {:>6.1} turns a game, won {:?}, drawn {}",
            entry.info.name,
            sum.turns as f64 / seconds,
            sum.games as f64 / seconds,
            sum.turns as f64 / sum.games as f64,
            sum.wins,
            sum.draws,
        );
    }
}
