use std::io::{Write, stdout};
use std::process::ExitCode;
use std::time::Duration;

use agon_arena::{Match, Openings, PlayerLimits, PlayerSpec, SprtStatus};
use agon_core::Fault;
use anyhow::Context;

use super::input::read_text;
use super::progress::Progress;
use crate::cli::{LimitOptions, MatchArgs, MatchOptions};

/// `agon match`: pairs of games between two players; exit code 1 if a sequential test says no.
pub(crate) fn run(args: &MatchArgs) -> anyhow::Result<ExitCode> {
    let player = |text: &str| text.parse::<PlayerSpec>().with_context(|| format!("player {text:?}"));
    let mut matchup = Match::new(&args.game, [player(&args.a)?, player(&args.b)?])?;
    matchup.games = args.games as usize;
    matchup.sprt = args.sprt.as_deref().map(str::parse).transpose()?;
    apply(&args.options, &mut matchup)?;
    let mut progress = Progress::new(matchup.total());
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

/// Applies the options that matches have in common.
pub(crate) fn apply(args: &MatchOptions, matchup: &mut Match) -> anyhow::Result<()> {
    matchup.limits = limits(&args.limits)?;
    matchup.concurrency = usize::from(args.concurrency);
    matchup.seed = args.seed;
    matchup.margin = Duration::from_millis(args.margin);
    if let Some(turns) = args.max_turns {
        matchup.max_turns = turns as usize;
    }
    if let Some(turns) = args.opening_turns {
        matchup.openings = Openings::Random(usize::from(turns));
    }
    if let Some(path) = &args.openings {
        let table = agon_games::open(&matchup.spec)?;
        matchup.openings =
            Openings::parse(&read_text(path)?, &*table).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

fn limits(args: &LimitOptions) -> Result<PlayerLimits, Fault> {
    PlayerLimits {
        movetime: args.movetime.map(Duration::from_millis),
        nodes: args.nodes,
        depth: args.depth,
        clock: args.tc.as_deref().map(str::parse).transpose()?,
    }
    .checked()
}
