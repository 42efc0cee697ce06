use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use agon_engines::{QuoridorTraining, TrainingStep};
use agon_train::{Length, Plan, Progress, courses};
use anyhow::{Context, anyhow, bail};
use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    /// Game: portes, plakoto, fevga, backgammon, quoridor or blockade
    game: String,
    /// Random seed; the same seed, games and threads give the same nets
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Total number of games, including those of resumed nets (quoridor: per generation)
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    games: u64,
    /// Minutes to train instead of a number of games; the nets then depend on the speed of the machine
    #[arg(long, value_name = "M", conflicts_with = "games")]
    minutes: Option<f64>,
    /// Output file of the best nets (quoridor: a folder) [default: GAME.net]. The latest nets (.last.net) and the
    /// learning curve (.csv, .svg) are written next to it
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
    #[arg(long, value_name = "KEY=VALUE,..", default_value = "")]
    recipe: String,
}

/// `agon train`: nets by self-play, with a learning curve.
pub(crate) fn run(args: &TrainArgs) -> anyhow::Result<ExitCode> {
    if args.game == "quoridor" {
        return paths(args);
    }
    let mut courses = courses();
    let names: Vec<&str> = courses.iter().map(|course| course.game()).chain(["quoridor"]).collect();
    let known = format!("{} cannot be trained; these can: {}", args.game, names.join(", "));
    let course = courses.iter_mut().find(|course| course.game() == args.game).context(known)?;
    course.change(&args.recipe)?;
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
        out: args.out.clone().unwrap_or_else(|| format!("{}.net", args.game).into()),
        resume: args.resume.clone(),
        command: command(args),
        check: args.check.max(1),
        pairs: args.pairs.max(1),
    };
    let bar = stderr().is_terminal();
    let mut failed = None;
    course.train(&plan, &mut |progress| {
        if let Err(error) = tell(progress, bar) {
            failed = Some(error);
        }
    })?;
    failed.map_or(Ok(ExitCode::SUCCESS), |error| Err(error.into()))
}

/// Quoridor is trained in generations, in its own folder; an interrupted run is resumed automatically.
fn paths(args: &TrainArgs) -> anyhow::Result<ExitCode> {
    if args.minutes.is_some() {
        bail!("quoridor is trained by --games in each generation, not by --minutes");
    }
    let usual = QuoridorTraining::default();
    let training = QuoridorTraining {
        folder: args.out.clone().unwrap_or(usual.folder),
        games: args.games,
        seed: args.seed,
        threads: args.threads.into(),
        pairs: args.pairs,
        resume: args.resume.clone(),
        command: command(args),
        ..QuoridorTraining::default()
    };
    let training = training.with(&args.recipe).map_err(|change| {
        anyhow!("{change} is no change of the recipe; {} are", QuoridorTraining::CHANGES)
    })?;
    training.run(&|step| {
        // A closed pipe is no reason to lose the games.
        let _ = match step {
            TrainingStep::Played(generation, games) => {
                writeln!(stderr(), "generation {generation}: {games} of {} games", training.games)
            }
            TrainingStep::Learned(generation, epoch) => writeln!(
                stdout(),
                "generation {generation}, epoch {}: loss {:.5}, of positions set aside {:.5}",
                epoch.number,
                epoch.training,
                epoch.check
            ),
            TrainingStep::Met(generation, meeting) => {
                writeln!(stdout(), "generation {generation} against the one before: {meeting}")
            }
        };
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The command line that gives the same nets, without what does not change them.
fn command(args: &TrainArgs) -> String {
    let TrainArgs { game, seed, threads, games, .. } = args;
    let mut words = vec![format!("agon train {game} --seed {seed} --threads {threads}")];
    words.push(
        args.minutes.map_or_else(|| format!("--games {games}"), |minutes| format!("--minutes {minutes}")),
    );
    if let Some(name) = args.resume.as_ref().and_then(|path| path.file_name()) {
        words.push(format!("--resume {}", name.to_string_lossy()));
    }
    if !args.recipe.is_empty() {
        words.push(format!("--recipe {}", args.recipe));
    }
    words.join(" ")
}

fn tell(progress: &Progress, bar: bool) -> std::io::Result<()> {
    match progress {
        Progress::Tried(number, result) => {
            writeln!(stdout(), "beginning {}: {result} against the hand-made player", number + 1)
        }
        Progress::Games(games, total, rate) if bar => {
            let share = 100 * games / (*total).max(1);
            write!(stderr(), "\r{games} of {total} games ({share} %), {rate:.0} games/s ")
        }
        Progress::Games(..) => Ok(()),
        Progress::Checked(check) => {
            if bar {
                write!(stderr(), "\r\x1b[K")?;
            }
            let best = if check.promoted { ", the best so far" } else { "" };
            writeln!(
                stdout(),
                "{} games, {:.0} s, {:.0} positions/s: {} against the hand-made player, {} against the best before{best}",
                check.games,
                check.seconds,
                check.judged,
                check.hand,
                check.best
            )
        }
    }
}
