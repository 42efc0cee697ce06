use std::fmt::Write as _;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use agon_core::Player;
use agon_solver::checkpoint::{self, LoadError};
use agon_solver::{NOT_RESUMABLE, ProvenResult, SolveLimits, SolveProgress, Solver, solver};
use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::input::open_region;

/// Time until the first save; it doubles from save to save.
const FIRST_SAVE: Duration = Duration::from_secs(1);
/// Longest time between two saves.
const MAX_SAVE_INTERVAL: Duration = Duration::from_mins(2);

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// Game and options: NAME or NAME:OPTION=VALUE,.. (agon games lists them)
    spec: String,
    /// Position [default: the start]
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Which player starts
    #[arg(long, value_enum, default_value_t)]
    starter: Starter,
    /// Threads; the number of nodes is reproducible with one thread only
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Memory of the tables of proved positions
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1048576))]
    hash: u32,
    /// Maximum number of nodes for each starter
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Maximum time for each starter
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<f64>,
    /// File to save the proof to; a search resumes from it if it exists
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Which player starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Starter {
    /// The first player
    P1,
    /// The second player
    P2,
    /// Both, one after the other
    #[default]
    Both,
}

/// Parses a number of seconds.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(seconds),
        _ => Err(format!("{text} is not a number of seconds from 0 to 1e9")),
    }
}

/// `agon solve`: exit code 0 if every result was proved, else 1.
pub(crate) fn run(args: &SolveArgs) -> anyhow::Result<ExitCode> {
    let table = open_region(&args.spec, args.position.as_deref())?;
    let mut solver = solver(table.as_ref(), args.hash as usize)?;
    // The file holds proofs for both starters, so the name does not depend on the player to move.
    let name = format!("{} {}", table.spec(), table.position());
    if let Some(path) = &args.resume {
        if !solver.is_resumable() {
            return Err(NOT_RESUMABLE.with("game", table.info().name).into());
        }
        load_checkpoint(path, &name, solver.as_mut())?;
    }
    let mut results = [None, None];
    for starter in Player::ALL {
        if args.starter.includes(starter) {
            results[starter.index()] = Some(solve_for(args, &name, solver.as_mut(), starter)?);
        }
    }
    let mut out = stdout().lock();
    if args.json {
        writeln!(out, "{}", to_json(&results))?;
    } else {
        writeln!(out, "{}", table.spec())?;
        for (starter, result) in Player::ALL.iter().zip(&results) {
            if let Some(result) = result {
                writeln!(out, "{starter} starts: {}", result.text())?;
            }
        }
    }
    let all = results.iter().flatten().all(|result| result.result.is_some());
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

struct SolveResult {
    result: Option<ProvenResult>,
    nodes: u64,
    time: Duration,
    cpu: Option<Duration>,
}

impl SolveResult {
    fn text(&self) -> String {
        let mut text = match self.result {
            Some(ProvenResult::Win(player)) => format!("{player} wins"),
            Some(ProvenResult::Draw) => "a draw".to_owned(),
            None => "not proved within the limits".to_owned(),
        };
        let _ = write!(text, ", {} nodes, {:.3} s", self.nodes, self.time.as_secs_f64());
        if let Some(cpu) = self.cpu {
            let _ = write!(text, " ({:.3} s of processor time)", cpu.as_secs_f64());
        }
        text
    }
}

fn load_checkpoint(path: &Path, name: &str, solver: &mut dyn Solver) -> anyhow::Result<()> {
    let shown = path.display();
    match checkpoint::load(path, name, solver) {
        Ok(true) => eprintln!("resuming from {shown}"),
        Ok(false) => {}
        Err(LoadError::Io(error)) => return Err(error).with_context(|| format!("cannot read {shown}")),
        Err(LoadError::Fault(fault)) => return Err(anyhow!("{shown}: {fault}")),
    }
    Ok(())
}

/// Solves for one starter, in time slices if the proof is saved to a file.
fn solve_for(args: &SolveArgs, name: &str, solver: &mut dyn Solver, starter: Player) -> anyhow::Result<SolveResult> {
    let (started, cpu) = (Instant::now(), processor_time());
    let limit = args.seconds.map(Duration::from_secs_f64);
    let mut nodes = 0;
    let mut pause = FIRST_SAVE;
    loop {
        let slice = TimeSlice::new(started, limit, args.resume.is_some().then_some(pause));
        pause = (2 * pause).min(MAX_SAVE_INTERVAL);
        let limits = SolveLimits {
            threads: usize::from(args.threads),
            nodes: args.nodes.map(|most| most.saturating_sub(nodes)),
            stop: slice.stop.clone(),
        };
        let mut bar = ProgressBar::new(starter, started, nodes);
        let proof = solver.solve(starter, &limits, &mut |progress| {
            slice.check();
            bar.show(progress);
        });
        bar.clear();
        let proof = proof?;
        nodes += proof.nodes;
        if let Some(path) = &args.resume {
            checkpoint::save(path, name, solver).with_context(|| format!("cannot write {}", path.display()))?;
            eprintln!("{nodes} nodes, saved to {}", path.display());
        }
        let spent =
            limit.is_some_and(|limit| started.elapsed() >= limit) || args.nodes.is_some_and(|most| nodes >= most);
        if proof.result.is_some() || spent {
            let cpu = cpu.and_then(|before| Some(processor_time()?.saturating_sub(before)));
            return Ok(SolveResult { result: proof.result, nodes, time: started.elapsed(), cpu });
        }
    }
}

/// The time until the search is interrupted, to end it or to save the proof.
struct TimeSlice {
    stop: agon_search::Stop,
    end: Option<Instant>,
}

impl TimeSlice {
    fn new(started: Instant, limit: Option<Duration>, save_after: Option<Duration>) -> Arc<Self> {
        let saving = save_after.map(|pause| Instant::now() + pause);
        let end = [saving, limit.map(|limit| started + limit)].into_iter().flatten().min();
        Arc::new(Self { stop: agon_search::Stop::new(), end })
    }

    fn check(&self) {
        if self.end.is_some_and(|end| Instant::now() >= end) {
            self.stop.set();
        }
    }
}

/// A progress bar, if standard error is a terminal.
struct ProgressBar {
    starter: Player,
    started: Instant,
    before: u64,
    shown: Option<Instant>,
    on_terminal: bool,
}

impl ProgressBar {
    fn new(starter: Player, started: Instant, before: u64) -> Self {
        Self { starter, started, before, shown: None, on_terminal: stderr().is_terminal() }
    }

    fn show(&mut self, progress: SolveProgress) {
        let now = Instant::now();
        let last = self.shown.unwrap_or(self.started);
        if !self.on_terminal || now.duration_since(last) < Duration::from_millis(200) {
            return;
        }
        self.shown = Some(now);
        let seconds = self.started.elapsed().as_secs_f64();
        let nodes = self.before + progress.nodes;
        let filled = (progress.done.clamp(0.0, 1.0) * 20.0) as usize;
        eprint!(
            "\r\x1b[K{} starts [{}{}] {:.1} %, {:.1} M nodes, {:.2} M/s, {seconds:.0} s",
            self.starter,
            "#".repeat(filled),
            "-".repeat(20 - filled),
            100.0 * progress.done,
            nodes as f64 / 1e6,
            nodes as f64 / 1e6 / seconds.max(1e-3),
        );
    }

    fn clear(&self) {
        if self.shown.is_some() {
            eprint!("\r\x1b[K");
        }
    }
}

/// Processor time of all threads of this process, where the system provides it.
fn processor_time() -> Option<Duration> {
    let tasks = std::fs::read_dir("/proc/self/task").ok()?;
    let nanos = tasks.filter_map(|task| {
        let stat = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        stat.split_whitespace().next()?.parse::<u64>().ok()
    });
    Some(Duration::from_nanos(nanos.sum()))
}

/// The documented JSON; `null` for a result that was not requested or not proved.
fn to_json(results: &[Option<SolveResult>; 2]) -> Value {
    let both = |value: &dyn Fn(&SolveResult) -> Value| {
        let [first, second] = results.each_ref().map(|result| result.as_ref().map_or(Value::Null, value));
        json!({ "p1_starts": first, "p2_starts": second })
    };
    let mut json = both(&|result| match result.result {
        Some(ProvenResult::Win(player)) => player.name().into(),
        Some(ProvenResult::Draw) => "draw".into(),
        None => Value::Null,
    });
    json["nodes"] = both(&|result| result.nodes.into());
    json["seconds"] = both(&|result| result.time.as_secs_f64().into());
    json
}

impl Starter {
    fn includes(self, player: Player) -> bool {
        match self {
            Self::Both => true,
            Self::P1 => player == Player::P1,
            Self::P2 => player == Player::P2,
        }
    }
}
