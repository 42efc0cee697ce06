use std::io::{Write, stdout};
use std::process::ExitCode;

use agon_arena::Tournament;

use super::matches::{clear, show};
use crate::cli::ArenaArgs;

/// `agon arena`: many players, matches between them, standings.
pub(crate) fn run(args: &ArenaArgs) -> anyhow::Result<ExitCode> {
    let tournament = Tournament::read(&args.config)?;
    let total: usize = tournament.contests.iter().map(|(_, contest)| contest.total()).sum();
    let standings = tournament.run(&mut |standings| {
        let leaders: Vec<String> = standings
            .ranking()
            .iter()
            .take(3)
            .map(|(name, rating)| format!("{name} {:+.0}", rating.elo))
            .collect();
        show(&format!("{}/{total} games: {}", standings.games(), leaders.join(", ")));
    })?;
    clear();
    let mut out = stdout().lock();
    if args.json {
        writeln!(out, "{}", standings.json())?;
    } else {
        write!(out, "{standings}")?;
    }
    Ok(ExitCode::SUCCESS)
}
