//! `agon bench --movegen`: complete legal lists per second, next to the slow reference in the same run.

use std::hint::black_box;
use std::io::{Write, stdout};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use agon_core::{GameInfo, MovegenCase};
use anyhow::Context;
use serde_json::{Value, json};

use super::bench::BenchArgs;
use super::openspiel;

pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    let time = Duration::from_secs_f64(args.seconds);
    let mut report = Vec::new();
    let mut out = stdout().lock();
    if !args.json {
        writeln!(out, "complete legal lists, one thread, positions/s")?;
    }
    for (info, case) in cases() {
        let spec = spec(info, case.options);
        let rates = measure(&spec, case, time)?;
        if !args.json {
            let Rates { lists, counts, reference, mean_moves } = rates;
            writeln!(
                out,
                "{:<18} {mean_moves:7.1} moves  listed {lists:>11.0}  counted {counts:>11.0}  slow reference {reference:>8.0}  ratio {:>7.0}",
                case.name,
                lists / reference
            )?;
            out.flush()?;
        }
        report.push(rates.json(case.name, &spec));
    }
    if !args.json {
        writeln!(out, "uniform random games, one thread")?;
    }
    let mut playouts = Vec::new();
    for spec in agon_games::entries().iter().flat_map(|entry| playout_specs(entry.info)) {
        let table = agon_games::open(&spec)?;
        let clock = ThreadClock::start();
        let sum = table.playouts(time, 1);
        let seconds = clock.seconds();
        let (games, turns) = (sum.games as f64 / seconds, sum.turns as f64 / seconds);
        if !args.json {
            writeln!(out, "{spec:<24} {games:>9.0} games/s {turns:>11.0} turns/s")?;
            out.flush()?;
        }
        playouts.push(json!({ "game": spec, "games_per_second": games, "turns_per_second": turns }));
    }
    let mut json = json!({ "lists": report, "playouts": playouts });
    if args.openspiel {
        json["openspiel"] = openspiel::compare(args, &json["lists"], &mut out)?;
    }
    if args.json {
        writeln!(out, "{json}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn cases() -> impl Iterator<Item = (&'static GameInfo, &'static MovegenCase)> {
    agon_games::entries().iter().flat_map(|entry| entry.info.movegen_cases.iter().map(|case| (entry.info, case)))
}

fn playout_specs(info: &'static GameInfo) -> impl Iterator<Item = String> {
    info.playout_cases.iter().map(|options| spec(info, options))
}

fn spec(info: &GameInfo, options: &str) -> String {
    let separator = if options.is_empty() { "" } else { ":" };
    format!("{}{separator}{options}", info.name)
}

struct Rates {
    lists: f64,
    counts: f64,
    reference: f64,
    mean_moves: f64,
}

impl Rates {
    fn json(&self, name: &str, spec: &str) -> Value {
        json!({
            "name": name, "game": spec, "mean_moves": self.mean_moves,
            "lists_per_second": self.lists, "counts_per_second": self.counts, "twin_per_second": self.reference,
            "ratio": self.lists / self.reference,
        })
    }
}

/// Measures on positions two random turns behind the case's, in turn, so that no single
/// position's caches or branches flatter the figure.
fn measure(spec: &str, case: &MovegenCase, time: Duration) -> anyhow::Result<Rates> {
    let mut table = agon_games::open(spec)?;
    for ply in case.plies.split_whitespace() {
        table.play(ply).with_context(|| format!("benchmark {}", case.name))?;
    }
    let times = table.time_movegen(POSITIONS_PER_CASE, SEED, time);
    let lists = times.lists as f64;
    Ok(Rates {
        lists: lists / times.listing.as_secs_f64(),
        counts: lists / times.counting.as_secs_f64(),
        reference: reference_rate(spec, &table.sample_positions(POSITIONS_PER_CASE, SEED), time)?,
        mean_moves: times.moves as f64 / lists,
    })
}

fn reference_rate(spec: &str, positions: &[String], time: Duration) -> anyhow::Result<f64> {
    let mut done = 0u32;
    let clock = ThreadClock::start();
    for position in positions.iter().cycle() {
        black_box(agon_reference::successors(spec, position).map_err(anyhow::Error::msg)?);
        done += 1;
        if clock.duration() >= time {
            break;
        }
    }
    Ok(f64::from(done) / clock.seconds())
}

/// Positions that a case is measured on.
const POSITIONS_PER_CASE: usize = 256;
/// The seed of their choice.
const SEED: u64 = 1;

/// Processor time of this thread if the system reports it, else wall time.
struct ThreadClock {
    cpu: Option<u64>,
    wall: Instant,
}

impl ThreadClock {
    fn start() -> Self {
        Self { cpu: thread_nanos(), wall: Instant::now() }
    }

    fn duration(&self) -> Duration {
        match (self.cpu, thread_nanos()) {
            (Some(before), Some(now)) if now > before => Duration::from_nanos(now - before),
            _ => self.wall.elapsed(),
        }
    }

    fn seconds(&self) -> f64 {
        self.duration().as_secs_f64()
    }
}

/// Nanoseconds this thread has run, from the first field of Linux's `schedstat`.
fn thread_nanos() -> Option<u64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split_whitespace().next()?.parse().ok()
}
