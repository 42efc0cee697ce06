use std::io::{Write, stdout};
use std::process::ExitCode;
use std::time::Duration;

use agon_arena::{Book, Contest, Pace, Verdict, Who};
use agon_core::Fault;
use anyhow::Context;

use super::input::read_text;
use super::progress::Progress;
use crate::cli::{ContestArgs, MatchArgs, PaceArgs};

/// `agon match`: pairs of games between two players; exit code 1 if a sequential test says no.
pub(crate) fn run(args: &MatchArgs) -> anyhow::Result<ExitCode> {
    let who = |text: &str| text.parse::<Who>().with_context(|| format!("player {text:?}"));
    let mut contest = Contest::new(&args.game, [who(&args.a)?, who(&args.b)?])?;
    contest.games = args.games as usize;
    contest.sprt = args.sprt.as_deref().map(str::parse).transpose()?;
    apply(&args.contest, &mut contest)?;
    let mut progress = Progress::new(contest.total());
    let report = contest.play(args.out.as_deref(), &mut |report| {
        progress.show(report.tally().games, &report.line());
    })?;
    progress.clear();
    let mut out = stdout().lock();
    if args.contest.json {
        writeln!(out, "{}", report.json())?;
    } else {
        write!(out, "{report}")?;
    }
    let rejected = report.tally().verdict() == Some(Verdict::Rejected);
    Ok(if rejected { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Takes over what the command line says about a match.
pub(crate) fn apply(args: &ContestArgs, contest: &mut Contest) -> anyhow::Result<()> {
    contest.pace = pace(&args.pace)?;
    contest.concurrency = usize::from(args.concurrency);
    contest.seed = args.seed;
    contest.margin = Duration::from_millis(args.margin);
    if let Some(turns) = args.max_turns {
        contest.turns = turns as usize;
    }
    if let Some(turns) = args.opening_turns {
        contest.book = Book::Random(usize::from(turns));
    }
    if let Some(path) = &args.openings {
        let table = agon_games::open(&contest.spec)?;
        contest.book = Book::parse(&read_text(path)?, &*table).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

fn pace(args: &PaceArgs) -> Result<Pace, Fault> {
    Pace {
        movetime: args.movetime.map(Duration::from_millis),
        nodes: args.nodes,
        depth: args.depth,
        clock: args.tc.as_deref().map(str::parse).transpose()?,
    }
    .checked()
}
