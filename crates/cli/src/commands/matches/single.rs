use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use agon_arena::{Match, PlayerSpec, SprtStatus};
use anyhow::Context;
use clap::Args;

use super::progress::MatchProgress;
use super::{MatchOptions, apply};

#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// Game and options
    #[arg(long, value_name = "SPEC")]
    game: String,
    /// First player: level:N, bot:NAME, cmd:PROGRAM (UGI), uci:PROGRAM, qtp:PROGRAM, ubgi:PROGRAM, gnubg:PLIES or
    /// baseline:greedy; settings after @, such as level:7@nodes=2000 or
    /// level:10@net=FILE
    #[arg(value_name = "A")]
    a: String,
    /// Second player
    #[arg(value_name = "B")]
    b: String,
    /// Number of games; an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Stop when a sequential test decides whether A is better by E1 rather than E0 Elo; exit code 1 if not
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Folder for the games and the report; an interrupted match is resumed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    options: MatchOptions,
}

/// `agon match`: pairs of games between two players; exit code 1 if a sequential test rejects.
pub(crate) fn run(args: &MatchArgs) -> anyhow::Result<ExitCode> {
    let player = |text: &str| text.parse::<PlayerSpec>().with_context(|| format!("player {text:?}"));
    let mut matchup = Match::new(&args.game, [player(&args.a)?, player(&args.b)?])?;
    matchup.games = args.games as usize;
    matchup.sprt = args.sprt.as_deref().map(str::parse).transpose()?;
    apply(&args.options, &mut matchup)?;
    let mut progress = MatchProgress::new(matchup.total());
    let report = matchup.play(args.out.as_deref(), &mut |report| {
        progress.show(report.result().games, &report.line());
    })?;
    progress.clear();
    let mut out = stdout().lock();
    if args.options.json {
        writeln!(out, "{}", report.json())?;
    } else {
        write!(out, "{report}")?;
    }
    let rejected = report.result().sprt_status() == Some(SprtStatus::Rejected);
    Ok(if rejected { ExitCode::from(1) } else { ExitCode::SUCCESS })
}
