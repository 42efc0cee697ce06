use std::io::{Write, stdout};
use std::process::ExitCode;

use agon_arena::balanced_opening;
use agon_core::rng::mix;
use anyhow::bail;

use crate::cli::OpeningsArgs;

/// `agon openings`: balanced random openings, one a line, for `agon match --openings`.
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
        let opening =
            balanced_opening(&*table, usize::from(args.turns), args.nodes, mix(args.seed ^ mix(tries)))?;
        let line = opening.plies.join(" ");
        if !line.is_empty() && seen.insert(line.clone()) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
