//! Learns the weights of Blockade's evaluation from games against itself.
//!
//! `cargo run --release -p agon-engines --example learn_blockade -- SPEC GAMES NODES SEED` prints the
//! weights as they stand in `crates/engines/src/blockade/weights.rs`.

use std::env;

use agon_core::Fault;
use agon_engines::BlockadeLesson;

fn main() -> Result<(), Fault> {
    let words: Vec<String> = env::args().skip(1).collect();
    let number =
        |at: usize, default: u64| words.get(at).and_then(|word| word.parse().ok()).unwrap_or(default);
    let lesson = BlockadeLesson {
        spec: words.first().map_or("blockade", String::as_str).to_owned(),
        games: number(1, 1000) as u32,
        nodes: number(2, 1000),
        seed: number(3, 1),
    };
    let weights = lesson.learn(|games| {
        if games % 50 == 0 {
            eprintln!("{games} games");
        }
    })?;
    print!("{weights}");
    Ok(())
}
