use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;

use agon_train::{Evaluation, Length, Plan, Progress, trainers};
use anyhow::{Context, bail};
use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    #[arg(help = format!("Game: {}", names()))]
    game: String,
    /// Random seed; the same seed, games and threads give the same nets
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Total number of games, including those of resumed nets (per generation, if the training has generations)
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    games: u64,
    /// Minutes to train instead of a number of games; the nets then depend on the speed of the machine
    #[arg(long, value_name = "M", conflicts_with = "games")]
    minutes: Option<f64>,
    /// Output file of the best nets, or a folder for those of all generations [default: GAME.net, or as the game needs].
    /// The latest nets (.last.net) and the learning curve (.csv, .svg) are written next to the file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Resume from these nets
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Number of games between two checks of the strength
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    check: u64,
    /// Number of game pairs in each match of a check
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pairs: u32,
    /// Changed hyperparameters, such as hidden=64,reuse=2
    #[arg(long = "recipe", value_name = "KEY=VALUE,..", default_value = "")]
    hyperparameters: String,
    /// Play these nets against each other instead of training (a single file plays the hand-written player)
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["minutes", "out", "resume", "hyperparameters"])]
    evaluate: Vec<PathBuf>,
    /// Measure the equity that the choices of the --evaluate nets lose, on N positions made by the first of them (tavli
    /// games only)
    #[arg(long, value_name = "N", requires = "evaluate")]
    test_set: Option<u32>,
}

/// The games that can be trained.
fn names() -> String {
    trainers().iter().map(|trainer| trainer.game()).collect::<Vec<_>>().join(", ")
}

/// `agon train`: nets by self-play, with a learning curve.
pub(crate) fn run(args: &TrainArgs) -> anyhow::Result<ExitCode> {
    let mut trainers = trainers();
    let unknown = format!("{} cannot be trained; these can: {}", args.game, names());
    let trainer = trainers.iter_mut().find(|trainer| trainer.game() == args.game).context(unknown)?;
    if !args.evaluate.is_empty() {
        let TrainArgs { seed, pairs, test_set, .. } = *args;
        for line in trainer.evaluate(&Evaluation { nets: args.evaluate.clone(), seed, pairs, test_set })? {
            writeln!(stdout(), "{line}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    trainer.set(&args.hyperparameters)?;
    let length = match args.minutes {
        Some(minutes) if !(minutes > 0.0 && minutes < 1e6) => {
            bail!("--minutes takes a number above 0, not {minutes}")
        }
        Some(minutes) => Length::Minutes(minutes),
        None => Length::Games(args.games),
    };
    let plan = Plan {
        seed: args.seed,
        threads: args.threads.into(),
        length,
        out: args.out.clone().unwrap_or_else(|| trainer.default_out()),
        resume: args.resume.clone(),
        command: command(args),
        check: args.check.max(1),
        pairs: args.pairs,
    };
    let bar = stderr().is_terminal();
    // A closed pipe must not end the training.
    let failed = Mutex::new(None);
    trainer.train(&plan, &|progress| {
        if let (Err(error), Ok(mut failed)) = (print(progress, bar), failed.lock()) {
            *failed = Some(error);
        }
    })?;
    failed.into_inner().ok().flatten().map_or(Ok(ExitCode::SUCCESS), |error| Err(error.into()))
}

/// The command line that gives the same nets, without what does not change them.
fn command(args: &TrainArgs) -> String {
    let TrainArgs { game, seed, threads, games, .. } = args;
    let mut words = vec![format!("agon train {game} --seed {seed} --threads {threads}")];
    words.push(args.minutes.map_or_else(|| format!("--games {games}"), |minutes| format!("--minutes {minutes}")));
    if let Some(name) = args.resume.as_ref().and_then(|path| path.file_name()) {
        words.push(format!("--resume {}", name.to_string_lossy()));
    }
    if !args.hyperparameters.is_empty() {
        words.push(format!("--recipe {}", args.hyperparameters));
    }
    words.join(" ")
}

/// Prints results on standard output; on standard error the rest, the status on a terminal only.
fn print(progress: &Progress, on_terminal: bool) -> std::io::Result<()> {
    match progress {
        Progress::Status(status) if on_terminal => write!(stderr(), "\r{status} "),
        Progress::Status(_) => Ok(()),
        Progress::Note(note) => writeln!(stderr(), "{note}"),
        Progress::Result(line) => {
            if on_terminal {
                write!(stderr(), "\r\x1b[K")?;
            }
            writeln!(stdout(), "{line}")
        }
    }
}
