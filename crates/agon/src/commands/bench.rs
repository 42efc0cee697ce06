use std::io::{IsTerminal, Write, stderr, stdout};
use std::process::ExitCode;
use std::time::Instant;

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

/// Positions entered by a search, and the processor time that took in each of some searches that are all the
/// same, shortest first.
struct Speed {
    name: &'static str,
    nodes: u64,
    seconds: [f64; SPEED_ROUNDS],
}

/// Nodes for each speed, enough for a tenth of a second or more.
const SPEED_NODES: u64 = 300_000;

/// How often each is measured: others who use the machine slow a search down by the memory they take.
const SPEED_ROUNDS: usize = 5;

fn speeds() -> Result<Vec<Speed>, Fault> {
    SPEED_CASES.iter().map(Speed::of).collect()
}

impl Speed {
    fn of(case: &agon_engines::SpeedCase) -> Result<Self, Fault> {
        let table = case.set_up()?;
        let mut speed = Self { name: case.name, nodes: 0, seconds: [0.0; SPEED_ROUNDS] };
        for seconds in &mut speed.seconds {
            let mut engine = agon_engines::build(table.as_ref(), &agon_engines::Settings::default())?;
            // The first search makes the memory; it is not what is measured.
            let mut think =
                |nodes| engine.think(table.as_ref(), &Limits::nodes(nodes), &Stop::new(), &mut |_| {});
            think(1)?;
            let begun = Instant::now();
            let before = agon_arena::thread_time();
            speed.nodes = think(SPEED_NODES)?.nodes;
            let used = before.and_then(|before| agon_arena::thread_time()?.checked_sub(before));
            *seconds = used.unwrap_or_else(|| begun.elapsed()).as_secs_f64().max(1e-9);
        }
        speed.seconds.sort_by(f64::total_cmp);
        Ok(speed)
    }

    fn median(&self) -> f64 {
        self.seconds[SPEED_ROUNDS / 2]
    }

    fn rate(&self, seconds: f64) -> f64 {
        self.nodes as f64 / seconds
    }

    fn line(&self) -> String {
        format!(
            "{}: {} nodes, {:.3} s of the thread's processor time (median of {SPEED_ROUNDS}), {:.0} nodes/s, at best {:.0}",
            self.name,
            self.nodes,
            self.median(),
            self.rate(self.median()),
            self.rate(self.seconds[0])
        )
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "name": self.name, "nodes": self.nodes, "seconds": self.median(),
            "nodes_per_second": self.rate(self.median()), "best_nodes_per_second": self.rate(self.seconds[0]),
        })
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
