use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use agon_analysis::{Review, ReviewEffort, ReviewOptions, review, text};
use agon_i18n::Catalogue;
use agon_search::Stop;
use anyhow::Context;
use clap::Args;

use crate::commands::input::{format_names, language, read_text};

#[derive(Debug, Args)]
pub(crate) struct AnalyzeArgs {
    /// Record to review, or - for standard input
    file: PathBuf,
    /// Search depth in turns; with dice, 0 evaluates the positions right after the turns
    #[arg(long, value_name = "N", group = "effort", value_parser = clap::value_parser!(u32).range(0..=64))]
    plies: Option<u32>,
    /// Number of rollout trials for each promising turn (games with dice)
    #[arg(long, value_name = "N", group = "effort", value_parser = clap::value_parser!(u64).range(1..))]
    trials: Option<u64>,
    /// Time per turn, in milliseconds
    #[arg(long, value_name = "MS", group = "effort", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Number of best turns to list
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=50))]
    choices: u8,
    /// Number of threads [default: number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    #[arg(long, value_name = "FORMAT", help = format!("Format of the file if it cannot be detected: {}", format_names()))]
    from: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Language: en, sr, sr-Cyrl, el, he
    #[arg(long, value_name = "L")]
    lang: Option<String>,
}

/// `agon analyze`: reviews every game of a file.
pub(crate) fn run(args: &AnalyzeArgs) -> anyhow::Result<ExitCode> {
    let language = language(args.lang.as_deref())?;
    let name = args.file.display().to_string();
    let records = agon_games::read_records(&read_text(&args.file)?, args.from.as_deref()).context(name.clone())?;
    let options = options(args);
    let mut out = stdout().lock();
    let mut reviews: Vec<Review> = Vec::with_capacity(records.len());
    for (index, record) in records.iter().enumerate() {
        let told = |done, all| progress(index + 1, records.len(), done, all);
        let review =
            review(record, &options, &Stop::new(), &told).with_context(|| format!("{name}, game {}", index + 1))?;
        if stderr().is_terminal() {
            eprint!("\r\x1b[K");
        }
        if args.json {
            reviews.push(review);
        } else {
            let gap = if index == 0 { "" } else { "\n" };
            write!(out, "{gap}{}", text::report(&review, Catalogue::of(language)))?;
        }
    }
    if args.json {
        serde_json::to_writer_pretty(&mut out, &reviews)?;
        writeln!(out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn options(args: &AnalyzeArgs) -> ReviewOptions {
    let effort = match (args.plies, args.trials, args.movetime) {
        (Some(plies), ..) => ReviewEffort::Plies(plies),
        (_, Some(trials), _) => ReviewEffort::Trials(trials),
        (.., Some(millis)) => ReviewEffort::Movetime(Duration::from_millis(millis)),
        _ => ReviewEffort::Default,
    };
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = args.threads.map_or(cores, usize::from);
    ReviewOptions { effort, candidates: usize::from(args.choices), threads, ..ReviewOptions::default() }
}

fn progress(game: usize, games: usize, done: usize, all: usize) {
    if stderr().is_terminal() {
        let of = if games > 1 { format!("game {game} of {games}, ") } else { String::new() };
        eprint!("\r\x1b[K{of}turn {done} of {all}");
    }
}
