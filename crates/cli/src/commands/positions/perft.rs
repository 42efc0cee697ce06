use std::io::{BufWriter, Write, stdout};
use std::process::ExitCode;
use std::time::Instant;

use agon_core::PerftPlan;
use agon_search::OUT_OF_MEMORY;
use clap::Args;
use serde_json::{Map, json};

use crate::commands::input::open_region;

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// Game and options
    spec: String,
    /// Number of turns
    #[arg(value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
    /// Position [default: the start]
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Print the count for each first turn
    #[arg(long)]
    divide: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the table of counted positions per thread; the count stays exact
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=65536))]
    table: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// `agon perft`: the count last on standard output, the speed on standard error.
pub(crate) fn run(args: &PerftArgs) -> anyhow::Result<ExitCode> {
    let table = open_region(&args.spec, args.position.as_deref())?;
    let plan =
        PerftPlan { depth: args.depth, threads: usize::from(args.threads), table_megabytes: args.table as usize };
    check_memory(plan)?;
    let started = Instant::now();
    let divisions = table.divide(plan);
    let seconds = started.elapsed().as_secs_f64();
    let total: u64 = match args.depth {
        0 => 1,
        _ => divisions.iter().map(|division| division.count).sum(),
    };
    let mut out = BufWriter::new(stdout().lock());
    if args.json {
        let mut json = json!({ "game": table.spec(), "depth": args.depth, "count": total, "seconds": seconds });
        if args.divide {
            let by_notation: Map<_, _> = divisions.into_iter().map(|d| (d.notation, d.count.into())).collect();
            json["divide"] = by_notation.into();
        }
        writeln!(out, "{json}")?;
    } else {
        if args.divide {
            for division in &divisions {
                writeln!(out, "{} {}", division.notation, division.count)?;
            }
        }
        writeln!(out, "{total}")?;
    }
    out.flush()?;
    eprintln!("{seconds:.2} s, {:.1} million turns a second", total as f64 / seconds.max(1e-9) / 1e6);
    Ok(ExitCode::SUCCESS)
}

/// Tables that do not fit are refused before anything is counted.
fn check_memory(plan: PerftPlan) -> anyhow::Result<()> {
    let megabytes = plan.table_megabytes.saturating_mul(plan.threads);
    Vec::<u8>::new()
        .try_reserve_exact(megabytes.saturating_mul(1 << 20))
        .map_err(|_| OUT_OF_MEMORY.with("megabytes", megabytes).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_beyond_all_memory_are_refused() {
        let plan = |table_megabytes| PerftPlan { depth: 2, threads: 2, table_megabytes };
        assert!(check_memory(plan(usize::MAX)).is_err());
        assert!(check_memory(plan(1)).is_ok());
    }
}
