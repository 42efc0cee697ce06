//! Two weight files against each other at first sight, every pair of games with the same dice from both seats.
//!
//! `cargo run --release -p agon-train --example meet -- GAME FIRST.net SECOND.net|hand [PAIRS] [SEED]`

use std::error::Error;

use agon_engines::tavli::Learnt;
use agon_tavli::{Backgammon, Fevga, Plakoto, Portes, Rules};
use agon_train::{ByHand, ByNets, Chooser, duel, read_nets};

fn player<V: Learnt>(name: &str) -> Result<Box<dyn Chooser<V>>, Box<dyn Error>> {
    if name == "hand" {
        return Ok(Box::new(ByHand));
    }
    let (nets, _) = read_nets::<V>(name.as_ref())?;
    Ok(Box::new(ByNets::new(nets)))
}

fn meet<V: Learnt>(args: &[String]) -> Result<(), Box<dyn Error>> {
    let [first, second, rest @ ..] = args else {
        return Err("two players are needed: GAME FIRST.net SECOND.net|hand [PAIRS] [SEED]".into());
    };
    let number = |at: usize, usual: u32| {
        let given = rest.get(at).map(|word| word.parse::<u32>().map_err(|_| format!("{word} is no number")));
        given.unwrap_or(Ok(usual))
    };
    let (mut one, mut other) = (player::<V>(first)?, player::<V>(second)?);
    let result = duel(&mut *one, &mut *other, Rules::default(), number(0, 1000)?, number(1, 1)?.into());
    println!("{}: {first} against {second}: {result}", V::INFO.name);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.split_first() {
        Some((game, rest)) if game == "portes" => meet::<Portes>(rest),
        Some((game, rest)) if game == "plakoto" => meet::<Plakoto>(rest),
        Some((game, rest)) if game == "fevga" => meet::<Fevga>(rest),
        Some((game, rest)) if game == "backgammon" => meet::<Backgammon>(rest),
        Some((game, _)) => Err(format!("{game} has no nets: portes, plakoto, fevga or backgammon").into()),
        None => Err("which game: portes, plakoto, fevga or backgammon?".into()),
    }
}
