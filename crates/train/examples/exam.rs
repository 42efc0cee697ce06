//! What nets lose by their choices at first sight, by the judgement of the first of them two rolls ahead.
//!
//! `cargo run --release -p agon-train --example exam -- GAME QUESTIONS SEED JUDGE.net [OTHER.net ..]`

use std::error::Error;

use agon_core::Mean;
use agon_engines::tavli::Learnt;
use agon_tavli::{Backgammon, Fevga, Plakoto, Portes, Rules};
use agon_train::{ByNets, Losses, exam, read_nets};

fn text(mean: &Mean) -> String {
    format!("{:.5} ± {:.5}", mean.value(), mean.error())
}

fn tell<V: Learnt>(name: &str, losses: &Losses) {
    let [one, two] = &losses.all;
    println!("{name}: loses a turn by two rolls {}, by one {}", text(two), text(one));
    println!(
        "  more than the judge at first sight: {:+.5} ± {:.5}",
        losses.more.value(),
        losses.more.error()
    );
    let phases = V::PHASES.iter().zip(&losses.phases).filter(|(_, (count, _))| *count > 0);
    for (phase, (count, mean)) in phases {
        println!("  {phase}: {count} turns, {}", text(mean));
    }
}

fn sit<V: Learnt>(args: &[String]) -> Result<(), Box<dyn Error>> {
    let [questions, seed, judge, others @ ..] = args else {
        return Err("what is needed: GAME QUESTIONS SEED JUDGE.net [OTHER.net ..]".into());
    };
    let number = |word: &str| word.parse::<u32>().map_err(|_| format!("{word} is no number"));
    let (nets, _) = read_nets::<V>(judge.as_ref())?;
    let questions = exam(nets, Rules::default(), number(questions)?, number(seed)?.into());
    let mut first = Vec::new();
    for name in std::iter::once(judge).chain(others) {
        let mut player = ByNets::new(read_nets::<V>(name.as_ref())?.0);
        let answers: Vec<usize> = questions.iter().map(|question| question.answer(&mut player)).collect();
        if first.is_empty() {
            first.clone_from(&answers);
        }
        tell::<V>(name, &Losses::new(&questions, &answers, &first));
    }
    let ahead: Vec<usize> = questions.iter().map(agon_train::Question::one_roll_ahead).collect();
    tell::<V>("one roll ahead", &Losses::new(&questions, &ahead, &first));
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.split_first() {
        Some((game, rest)) if game == "portes" => sit::<Portes>(rest),
        Some((game, rest)) if game == "plakoto" => sit::<Plakoto>(rest),
        Some((game, rest)) if game == "fevga" => sit::<Fevga>(rest),
        Some((game, rest)) if game == "backgammon" => sit::<Backgammon>(rest),
        Some((game, _)) => Err(format!("{game} has no nets: portes, plakoto, fevga or backgammon").into()),
        None => Err("which game: portes, plakoto, fevga or backgammon?".into()),
    }
}
