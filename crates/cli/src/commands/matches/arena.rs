use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use agon_arena::Tournament;
use clap::Args;

use super::progress::MatchProgress;

#[derive(Debug, Args)]
pub(crate) struct ArenaArgs {
    /// Configuration file (TOML): game, players, number of games, pairing, limits
    #[arg(value_name = "CONFIG")]
    config: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// `agon arena`: a tournament of several players.
pub(crate) fn run(args: &ArenaArgs) -> anyhow::Result<ExitCode> {
    let tournament = Tournament::read(&args.config)?;
    let total: usize = tournament.matches.iter().map(|(_, matchup)| matchup.total()).sum();
    let mut progress = MatchProgress::new(total);
    let standings = tournament.run(&mut |standings| {
        let leaders: Vec<String> =
            standings.ranking().iter().take(3).map(|(name, rating)| format!("{name} {:+.0}", rating.elo)).collect();
        let games = standings.games();
        progress.show(games, &format!("{games}/{total} games: {}", leaders.join(", ")));
    })?;
    progress.clear();
    let mut out = stdout().lock();
    if args.json {
        writeln!(out, "{}", standings.json())?;
    } else {
        write!(out, "{standings}")?;
    }
    Ok(ExitCode::SUCCESS)
}
