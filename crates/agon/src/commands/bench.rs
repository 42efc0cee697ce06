use std::io::{IsTerminal, Write, stderr, stdout};
use std::process::ExitCode;
use std::time::Instant;

use agon_core::Fault;
use agon_engines::BenchResult;
use anyhow::bail;
use serde_json::json;

use crate::cli::BenchArgs;

/// `agon bench`: fixed positions, fixed nodes, one number; or the move generators' rates.
pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    if args.movegen {
        if !(args.seconds > 0.0 && args.seconds <= 3600.0) {
            bail!("--seconds takes more than 0 and at most 3600, not {}", args.seconds);
        }
        return super::movegen::run(args);
    }
    let (result, seconds) = measure()?;
    let mut out = stdout().lock();
    if args.json {
        let json = json!({
            "signature": result.signature, "nodes": result.nodes, "positions": result.positions,
            "seconds": seconds, "nodes_per_second": result.nodes as f64 / seconds,
        });
        writeln!(out, "{json}")?;
    } else {
        for line in lines(&result, seconds) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn measure() -> Result<(BenchResult, f64), Fault> {
    let started = Instant::now();
    let result = agon_engines::bench(|spec| {
        if stderr().is_terminal() {
            eprintln!("{spec}");
        }
    })?;
    Ok((result, started.elapsed().as_secs_f64().max(1e-9)))
}

/// The benchmark's lines for the protocol, the signature last.
pub(crate) fn report() -> Vec<String> {
    match measure() {
        Ok((result, seconds)) => lines(&result, seconds),
        Err(fault) => vec![format!("error {fault}")],
    }
}

fn lines(result: &BenchResult, seconds: f64) -> Vec<String> {
    let rate = result.nodes as f64 / seconds;
    vec![
        format!("{} positions, {} nodes, {seconds:.2} s, {rate:.0} nodes/s", result.positions, result.nodes),
        format!("signature {}", result.signature),
    ]
}
