use std::io::{IsTerminal, Write, stderr, stdout};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use agon_core::Fault;
use agon_engines::{BenchResult, SPEED_CASES};
use agon_search::{Limits, Stop};
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
    let speeds = speeds()?;
    let mut out = stdout().lock();
    if args.json {
        let json = json!({
            "signature": result.signature, "nodes": result.nodes, "positions": result.positions,
            "seconds": seconds, "nodes_per_second": result.nodes as f64 / seconds,
            "speeds": speeds.iter().map(Speed::json).collect::<Vec<_>>(),
        });
        writeln!(out, "{json}")?;
    } else {
        for line in speeds.iter().map(Speed::line).chain(lines(&result, seconds)) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Positions entered by a search, and the processor time that took.
struct Speed {
    name: &'static str,
    nodes: u64,
    seconds: f64,
}

/// Nodes for each speed, enough for a tenth of a second or more.
const SPEED_NODES: u64 = 300_000;

fn speeds() -> Result<Vec<Speed>, Fault> {
    let used = |begun: Instant| agon_arena::thread_time().unwrap_or_else(|| begun.elapsed());
    let speed = |case: &agon_engines::SpeedCase| {
        let table = case.set_up()?;
        let mut engine = agon_engines::build(table.as_ref(), &agon_engines::Settings::default())?;
        // The first search makes the memory; it is not what is measured.
        let mut think =
            |nodes| engine.think(table.as_ref(), &Limits::nodes(nodes), &Stop::new(), &mut |_| {});
        think(1)?;
        let begun = Instant::now();
        let before = agon_arena::thread_time().unwrap_or(Duration::ZERO);
        let nodes = think(SPEED_NODES)?.nodes;
        let seconds = used(begun).saturating_sub(before).as_secs_f64().max(1e-9);
        Ok(Speed { name: case.name, nodes, seconds })
    };
    SPEED_CASES.iter().map(speed).collect()
}

impl Speed {
    fn rate(&self) -> f64 {
        self.nodes as f64 / self.seconds
    }

    fn line(&self) -> String {
        format!(
            "{}: {} nodes, {:.3} s of processor time, {:.0} nodes/s",
            self.name,
            self.nodes,
            self.seconds,
            self.rate()
        )
    }

    fn json(&self) -> serde_json::Value {
        json!({ "name": self.name, "nodes": self.nodes, "seconds": self.seconds, "nodes_per_second": self.rate() })
    }
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
