use std::io::{Write, stdout};
use std::process::ExitCode;

use agon_arena::balanced_opening;
use agon_core::rng::mix;
use anyhow::bail;
use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct OpeningsArgs {
    /// Game and options
    spec: String,
    /// Number of openings
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Number of turns in each
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=100))]
    turns: u16,
    /// Seed of the random number generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Nodes of the search that evaluates each
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

/// `agon openings`: balanced random openings, one per line, for `agon match --openings`.
pub(crate) fn run(args: &OpeningsArgs) -> anyhow::Result<ExitCode> {
    let table = agon_games::open(&args.spec)?;
    let mut seen = std::collections::HashSet::new();
    let mut out = stdout().lock();
    writeln!(
        out,
        "# agon openings {} --count {} --turns {} --seed {} --nodes {}",
        args.spec, args.count, args.turns, args.seed, args.nodes
    )?;
    let mut tries = 0u64;
    while seen.len() < args.count as usize {
        if tries > 100 * u64::from(args.count) {
            bail!("{} has only {} different openings of {} turns", args.spec, seen.len(), args.turns);
        }
        tries += 1;
        let opening = balanced_opening(&*table, usize::from(args.turns), args.nodes, mix(args.seed ^ mix(tries)))?;
        let line = opening.plies.join(" ");
        if !line.is_empty() && seen.insert(line.clone()) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
