//! Two weight files of Quoridor against each other, in pairs of games with the same opening and changed seats.
//!
//! `cargo run --release -p agon-engines --example quoridor_meet -- FIRST.net SECOND.net [NODES] [PAIRS] [SEED]`

use std::path::Path;

use agon_engines::QuoridorTraining;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, rest @ ..] = &args[..] else { panic!("FIRST.net SECOND.net [NODES] [PAIRS] [SEED]") };
    let number = |at: usize, usual: u64| rest.get(at).map_or(usual, |word| word.parse().expect("a number"));
    let pairs = number(1, 200).try_into().expect("fewer pairs");
    match QuoridorTraining::meet([first, second].map(Path::new), number(0, 2000), pairs, number(2, 1)) {
        Ok(meeting) => println!("{first} against {second}: {meeting}"),
        Err(fault) => panic!("{fault}"),
    }
}
