//! Two weight files of Quoridor against each other, in pairs of games with the same opening and changed seats.
//!
//! `cargo run --release -p agon-engines --example quoridor_meet -- FIRST.net SECOND.net [NODES] [PAIRS] [SEED]`

use std::error::Error;
use std::path::Path;

use agon_engines::QuoridorTraining;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, rest @ ..] = &args[..] else {
        return Err("two weight files are needed: FIRST.net SECOND.net [NODES] [PAIRS] [SEED]".into());
    };
    let number = |at: usize, usual: u32| {
        let given = rest.get(at).map(|word| word.parse::<u32>().map_err(|_| format!("{word} is no number")));
        given.unwrap_or(Ok(usual))
    };
    let (nodes, pairs, seed) = (number(0, 2000)?, number(1, 200)?, number(2, 1)?);
    let meeting = QuoridorTraining::meet([first, second].map(Path::new), nodes.into(), pairs, seed.into())?;
    println!("{first} against {second}: {meeting}");
    Ok(())
}
