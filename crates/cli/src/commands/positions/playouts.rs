use std::io::{Write, stdout};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use agon_core::{Player, Rng};
use anyhow::bail;
use clap::Args;
use serde_json::json;

#[derive(Debug, Args)]
pub(crate) struct PlayoutsArgs {
    /// Game and options
    spec: String,
    /// Duration in seconds
    #[arg(long, value_name = "S", default_value_t = 5.0, allow_negative_numbers = true)]
    seconds: f64,
    /// Seed of the random number generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// `agon playouts`: uniform random games; prints games and turns a second.
pub(crate) fn run(args: &PlayoutsArgs) -> anyhow::Result<ExitCode> {
    if !(args.seconds > 0.0 && args.seconds <= 86_400.0) {
        bail!("--seconds takes more than 0 and at most 86400, not {}", args.seconds);
    }
    let table = agon_games::open(&args.spec)?;
    let started = Instant::now();
    let sum = table.playouts(Duration::from_secs_f64(args.seconds), args.seed);
    let seconds = started.elapsed().as_secs_f64();
    let games_a_second = sum.games as f64 / seconds;
    let turns_a_second = sum.turns as f64 / seconds;
    let mut out = stdout().lock();
    if args.json {
        let json = json!({
            "game": table.spec(), "seed": args.seed, "generator": Rng::NAME, "seconds": seconds,
            "games": sum.games, "turns": sum.turns,
            "games_per_second": games_a_second, "turns_per_second": turns_a_second,
            "p1_wins": sum.wins[0], "p2_wins": sum.wins[1], "draws": sum.draws,
            "p1_points": sum.points[0], "p2_points": sum.points[1],
        });
        writeln!(out, "{json}")?;
    } else {
        let percent = |share: f64| share * 100.0;
        writeln!(
            out,
            "{} games in {seconds:.2} s, {:.1} turns each; p1 won {:.1} %, p2 {:.1} %, drawn {:.1} %",
            sum.games,
            sum.turns as f64 / sum.games.max(1) as f64,
            percent(sum.share(Player::P1)),
            percent(sum.share(Player::P2)),
            percent(sum.draws as f64 / sum.games.max(1) as f64),
        )?;
        writeln!(out, "{games_a_second:.0} games/s")?;
        writeln!(out, "{turns_a_second:.0} turns/s")?;
    }
    Ok(ExitCode::SUCCESS)
}
