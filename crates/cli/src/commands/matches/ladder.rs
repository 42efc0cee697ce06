use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use agon_arena::{Ladder, Match};
use anyhow::bail;
use clap::Args;

use super::progress::MatchProgress;
use super::{MatchOptions, apply};

#[derive(Debug, Args)]
pub(crate) struct LadderArgs {
    /// Game and options
    spec: String,
    /// Number of games of each level against the one below
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The range of levels
    #[arg(long, value_name = "LOW-HIGH", default_value = "1-10")]
    levels: String,
    /// Folder for the games; an interrupted ladder is resumed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    options: MatchOptions,
}

/// `agon ladder`: our levels, each against the one below; exit code 1 if a level is not clearly stronger.
pub(crate) fn run(args: &LadderArgs) -> anyhow::Result<ExitCode> {
    let Some((low, high)) = levels(&args.levels) else {
        bail!("--levels takes two levels from 1 to 10, the lower first, such as 3-6, not {:?}", args.levels);
    };
    let players = ["level:1".parse()?, "level:1".parse()?];
    let mut template = Match::new(&args.spec, players)?;
    template.games = args.games as usize;
    apply(&args.options, &mut template)?;
    let games = template.total();
    let mut progress = MatchProgress::new(games * usize::from(high - low));
    let ladder = Ladder::run(&template, low..=high, args.out.as_deref(), &mut |level, report| {
        let before = games * usize::from(level - low - 1);
        progress.show(before + report.result().games, &format!("level {level}: {}", report.line()));
    })?;
    progress.clear();
    let mut out = stdout().lock();
    if args.options.json {
        writeln!(out, "{}", ladder.json())?;
    } else {
        write!(out, "{ladder}\n{}\n", ladder.row(&args.spec))?;
    }
    Ok(if ladder.passes() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn levels(text: &str) -> Option<(u8, u8)> {
    let (low, high) = text.split_once('-')?;
    let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
    (1 <= low && low < high && high <= 10).then_some((low, high))
}
