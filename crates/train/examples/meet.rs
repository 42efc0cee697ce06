//! Two weight files against each other at first sight, every pair of games with the same dice from both seats.
//!
//! `cargo run --release -p agon-train --example meet -- GAME FIRST.net SECOND.net|hand [PAIRS] [SEED]`

use agon_engines::tavli::{Learnt, Nets};
use agon_nets::NetFile;
use agon_tavli::{Backgammon, Fevga, Plakoto, Portes, Rules};
use agon_train::{ByHand, ByNets, Chooser, duel};

fn player<V: Learnt>(name: &str) -> Box<dyn Chooser<V>> {
    if name == "hand" {
        return Box::new(ByHand);
    }
    let bytes = std::fs::read(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    let nets = NetFile::from_bytes(&bytes).and_then(|file| Nets::<V>::from_file(&file));
    Box::new(ByNets::new(nets.unwrap_or_else(|fault| panic!("{name}: {fault}"))))
}

fn meet<V: Learnt>(args: &[String]) {
    let [_, first, second, rest @ ..] = args else { panic!("GAME FIRST.net SECOND.net [PAIRS] [SEED]") };
    let number = |at: usize, usual: u32| rest.get(at).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (mut one, mut other) = (player::<V>(first), player::<V>(second));
    let result = duel(&mut *one, &mut *other, Rules::default(), number(0, 1000), number(1, 1).into());
    println!("{}: {first} against {second}: {result}", V::INFO.name);
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("portes") => meet::<Portes>(&args),
        Some("plakoto") => meet::<Plakoto>(&args),
        Some("fevga") => meet::<Fevga>(&args),
        Some("backgammon") => meet::<Backgammon>(&args),
        _ => panic!("the game: portes, plakoto, fevga or backgammon"),
    }
}
