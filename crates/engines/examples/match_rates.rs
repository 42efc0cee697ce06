//! How the games of a tavli match end between equal players: what the match equity table is made of.
//!
//! `cargo run --release -p agon-engines --example match_rates -- [GAMES] [LEVEL] [SEED]`

use std::error::Error;

use agon_core::{Fault, Player, Rng};
use agon_engines::{EngineSpec, build};
use agon_search::{Limits, SearchRequest, Stop};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mut number = |usual: u32| {
        let given = args.next().map(|word| word.parse::<u32>().map_err(|_| format!("{word} is no number")));
        given.unwrap_or(Ok(usual))
    };
    let (games, level, seed) = (number(1000)?, number(10)?, number(1)?);
    let level = u8::try_from(level).map_err(|_| format!("there is no level {level}"))?;
    for spec in ["portes", "plakoto", "fevga"] {
        let counts = play(spec, games, level, seed.into())?;
        let share = |at: usize| f64::from(counts[at]) / f64::from(games.max(1));
        let error = 0.5 / f64::from(games.max(1)).sqrt();
        println!(
            "{spec}: {games} games, the starter wins {:.4} single {:.4} double, loses {:.4} single {:.4} double, \
             draws {:.4}; standard error at most {error:.4}",
            share(0),
            share(1),
            share(2),
            share(3),
            share(4)
        );
    }
    Ok(())
}

/// Single and double wins, single and double losses of the first player, draws.
fn play(spec: &str, games: u32, level: u8, seed: u64) -> Result<[u32; 5], Fault> {
    let mut table = agon_games::open(spec)?;
    let settings = EngineSpec { level: Some(level), ..EngineSpec::default() };
    let mut engine = build(&*table, &settings)?;
    let mut rng = Rng::new(seed);
    let mut counts = [0; 5];
    for _ in 0..games {
        table.restart();
        while table.outcome().is_none() {
            if table.roll(&mut rng).is_none() {
                let limits = Limits::depth(1);
                let thought = engine.think(SearchRequest::quiet(&*table, &limits, &Stop::new()))?;
                table.play(&thought.turn)?;
            }
        }
        let outcome = table.outcome();
        let points = outcome.map_or(0, |outcome| usize::from(outcome.points()).min(2));
        match outcome.and_then(agon_core::Outcome::winner) {
            Some(Player::P1) => counts[points - 1] += 1,
            Some(Player::P2) => counts[points + 1] += 1,
            None => counts[4] += 1,
        }
    }
    Ok(counts)
}
