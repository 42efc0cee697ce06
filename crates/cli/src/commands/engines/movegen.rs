//! `agon bench --movegen`: complete legal lists per second, next to the slow reference in the same run.

use std::hint::black_box;
use std::io::{Write, stdout};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::{Value, json};

use super::bench::BenchArgs;

/// A game and the position whose neighbourhood is measured.
struct Case {
    name: &'static str,
    spec: &'static str,
    /// Words from the start to the position.
    words: &'static str,
}

const QUORIDOR_MIDDLE: &str = "a3h b1v e2 e8 e3 e7 e4 e6 e3h e6h c3h f6 e5 g6 f4h h4v";

const CASES: &[Case] = &[
    Case { name: "quoridor start", spec: "quoridor", words: "" },
    Case { name: "quoridor middle", spec: "quoridor", words: QUORIDOR_MIDDLE },
    Case { name: "quoridor 11x11", spec: "quoridor:size=11", words: "" },
    Case { name: "blockade classic", spec: "blockade", words: "" },
    Case { name: "blockade swift", spec: "blockade:turn=swift", words: "" },
    Case { name: "domineering 8x8", spec: "domineering", words: "" },
    Case { name: "portes", spec: "portes", words: "31: 8/5,6/5" },
    Case { name: "plakoto", spec: "plakoto", words: "52: 24/19,24/22" },
    Case { name: "fevga", spec: "fevga", words: "64: 24/18,18/14" },
];

const PLAYOUTS: &[&str] = &[
    "quoridor",
    "quoridor:repetition=off",
    "blockade",
    "blockade:turn=swift",
    "domineering",
    "portes",
    "plakoto",
    "fevga",
];

pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    let time = Duration::from_secs_f64(args.seconds);
    let mut report = Vec::new();
    let mut out = stdout().lock();
    if !args.json {
        writeln!(out, "complete legal lists, one thread, positions/s")?;
    }
    for case in CASES {
        let rates = measure(case, time)?;
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
        report.push(rates.json(case));
    }
    if !args.json {
        writeln!(out, "uniform random games, one thread")?;
    }
    let mut playouts = Vec::new();
    for spec in PLAYOUTS {
        let table = agon_games::open(spec)?;
        let clock = Clock::start();
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
        let peer = openspiel(args.seconds)?;
        if !args.json {
            writeln!(out, "OpenSpiel from Python, clone and legal_actions, positions/s")?;
            for (name, key) in [("quoridor start", "start"), ("quoridor middle", "middle")] {
                let theirs = peer[key].as_f64().unwrap_or(f64::NAN);
                let ours = rate_of(&json["lists"], name);
                writeln!(out, "{name:<18} {theirs:>11.0}  ratio {:>7.1}", ours / theirs)?;
            }
        }
        json["openspiel"] = peer;
    }
    if args.json {
        writeln!(out, "{json}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn rate_of(lists: &Value, name: &str) -> f64 {
    let found = lists.as_array().into_iter().flatten().find(|case| case["name"] == name);
    found.and_then(|case| case["lists_per_second"].as_f64()).unwrap_or(f64::NAN)
}

struct Rates {
    lists: f64,
    counts: f64,
    reference: f64,
    mean_moves: f64,
}

impl Rates {
    fn json(&self, case: &Case) -> Value {
        json!({
            "name": case.name, "game": case.spec, "mean_moves": self.mean_moves,
            "lists_per_second": self.lists, "counts_per_second": self.counts, "twin_per_second": self.reference,
            "ratio": self.lists / self.reference,
        })
    }
}

/// Measures on positions two random turns behind the case's, in turn, so that no single
/// position's caches or branches flatter the figure.
fn measure(case: &Case, time: Duration) -> anyhow::Result<Rates> {
    let mut table = agon_games::open(case.spec)?;
    for word in case.words.split_whitespace() {
        table.play(word).with_context(|| format!("benchmark {}", case.name))?;
    }
    let times = table.time_movegen(SAMPLES, SEED, time);
    let lists = times.lists as f64;
    Ok(Rates {
        lists: lists / times.listing.as_secs_f64(),
        counts: lists / times.counting.as_secs_f64(),
        reference: reference_rate(case.spec, &table.sample_positions(SAMPLES, SEED), time)?,
        mean_moves: times.moves as f64 / lists,
    })
}

fn reference_rate(spec: &str, positions: &[String], time: Duration) -> anyhow::Result<f64> {
    let mut done = 0u32;
    let clock = Clock::start();
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
const SAMPLES: usize = 256;
/// The seed of their choice.
const SEED: u64 = 1;

/// Processor time of this thread if the system reports it, else wall time.
struct Clock {
    cpu: Option<u64>,
    wall: Instant,
}

impl Clock {
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

/// Times `OpenSpiel`'s Quoridor from Python on the same two positions.
fn openspiel(seconds: f64) -> anyhow::Result<Value> {
    let output = Command::new("python3")
        .args(["-c", OPENSPIEL, &seconds.to_string(), QUORIDOR_MIDDLE])
        .output()
        .context("cannot start python3")?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        let last = error.lines().last().unwrap_or_default();
        bail!("python3 could not run OpenSpiel ({last}); install it with: pip install open_spiel");
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().last().unwrap_or_default();
    serde_json::from_str(line).context("OpenSpiel's figures")
}

/// `OpenSpiel` numbers rows from the top: pawn row r is 10-r, wall row r is 9-r.
const OPENSPIEL: &str = r#"
import json, random, sys, time
import pyspiel
seconds, middle = float(sys.argv[1]), sys.argv[2].split()
def theirs(word):
    row = int(word[1])
    return word[0] + str((9 if len(word) == 3 else 10) - row) + word[2:]
def rate(words):
    state = pyspiel.load_game("quoridor").new_initial_state()
    for word in words:
        state.apply_action(state.string_to_action(state.current_player(), theirs(word)))
    rng, states = random.Random(1), []
    while len(states) < 32:
        s = state.clone()
        for _ in range(2):
            s.apply_action(rng.choice(s.legal_actions()))
        if not s.is_terminal():
            states.append(s)
    count, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        for s in states:
            s.clone().legal_actions()
        count += len(states)
    return count / (time.process_time() - start)
print(json.dumps({"start": rate([]), "middle": rate(middle)}))
"#;
