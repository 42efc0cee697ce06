use std::io::{IsTerminal, Write, stderr, stdout};
use std::process::ExitCode;
use std::time::Instant;

use agon_core::Fault;
use agon_engines::{BenchResult, SpeedCase};
use anyhow::bail;
use clap::Args;
use serde_json::json;

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Measure move generation speed next to a slow reference
    #[arg(long)]
    pub(crate) movegen: bool,
    /// Also measure `OpenSpiel` from Python (needs `python3` with the package `open_spiel`)
    #[arg(long, requires = "movegen")]
    pub(crate) openspiel: bool,
    /// Seconds per measurement
    #[arg(long, value_name = "S", default_value_t = 1.0, requires = "movegen")]
    pub(crate) seconds: f64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

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

/// How often something is done, and the processor time that took in each of some rounds that are all the
/// same, shortest first.
struct Speed {
    name: String,
    /// What is counted.
    what: &'static str,
    count: u64,
    seconds: [f64; SPEED_ROUNDS],
}

/// How often each is measured: others who use the machine slow a search down by the memory they take.
const SPEED_ROUNDS: usize = 5;

fn speeds() -> Result<Vec<Speed>, Fault> {
    agon_engines::speed_cases().into_iter().map(Speed::of).collect()
}

impl Speed {
    fn of(mut case: SpeedCase) -> Result<Self, Fault> {
        let mut speed = Self { name: case.name, what: case.unit, count: 0, seconds: [0.0; SPEED_ROUNDS] };
        for seconds in &mut speed.seconds {
            let work = (case.prepare)()?;
            let (count, used) = timed(work);
            (speed.count, *seconds) = (count?, used);
        }
        speed.seconds.sort_by(f64::total_cmp);
        Ok(speed)
    }

    fn median(&self) -> f64 {
        self.seconds[SPEED_ROUNDS / 2]
    }

    fn rate(&self, seconds: f64) -> f64 {
        self.count as f64 / seconds
    }

    fn line(&self) -> String {
        let what = self.what;
        format!(
            "{}: {} {what}, {:.3} s of the thread's processor time (median of {SPEED_ROUNDS}), {:.0} {what}/s, at best {:.0}",
            self.name,
            self.count,
            self.median(),
            self.rate(self.median()),
            self.rate(self.seconds[0])
        )
    }

    fn json(&self) -> serde_json::Value {
        let what = self.what;
        json!({
            "name": self.name, what: self.count, "seconds": self.median(),
            format!("{what}_per_second"): self.rate(self.median()),
            format!("best_{what}_per_second"): self.rate(self.seconds[0]),
        })
    }
}

/// What a piece of work gives, and the seconds of the thread's processor time it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begun = Instant::now();
    let before = agon_arena::thread_cpu_time();
    let done = work();
    let used = before.and_then(|before| agon_arena::thread_cpu_time()?.checked_sub(before));
    (done, used.unwrap_or_else(|| begun.elapsed()).as_secs_f64().max(1e-9))
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
