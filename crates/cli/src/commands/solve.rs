use std::fmt::Write as _;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use agon_core::Player;
use agon_solver::checkpoint::{self, LoadError};
use agon_solver::{NOT_RESUMABLE, ProvenResult, SolveLimits, SolveProgress, Solver, solver};
use anyhow::{Context, anyhow};
use serde_json::{Value, json};

use super::input::open_region;
use crate::cli::{SolveArgs, Starter};

/// What is known is written to the file for the first time after this, and then after twice the
/// time before.
const FIRST_SAVE: Duration = Duration::from_secs(1);
/// It is written at least as often as this.
const SAVE_EVERY: Duration = Duration::from_mins(2);

/// `agon solve`: exit code 0 if every question has its answer, else 1.
pub(crate) fn run(args: &SolveArgs) -> anyhow::Result<ExitCode> {
    let table = open_region(&args.spec, args.position.as_deref())?;
    let mut solver = solver(table.as_ref(), args.hash as usize)?;
    // Who is to move makes no difference: both are asked about.
    let name = format!("{} {}", table.spec(), table.position());
    if let Some(path) = &args.resume {
        if !solver.is_resumable() {
            return Err(NOT_RESUMABLE.fault().into());
        }
        read_back(path, &name, solver.as_mut())?;
    }
    let mut answers = [None, None];
    for starter in Player::ALL {
        if args.starter.includes(starter) {
            answers[starter.index()] = Some(answer(args, &name, solver.as_mut(), starter)?);
        }
    }
    let mut out = stdout().lock();
    if args.json {
        writeln!(out, "{}", to_json(&answers))?;
    } else {
        writeln!(out, "{}", table.spec())?;
        for (starter, answer) in Player::ALL.iter().zip(&answers) {
            if let Some(answer) = answer {
                writeln!(out, "{starter} starts: {}", answer.text())?;
            }
        }
    }
    let all = answers.iter().flatten().all(|answer| answer.result.is_some());
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

struct Answer {
    result: Option<ProvenResult>,
    nodes: u64,
    time: Duration,
    cpu: Option<Duration>,
}

impl Answer {
    fn text(&self) -> String {
        let mut text = match self.result {
            Some(ProvenResult::Win(player)) => format!("{player} wins"),
            Some(ProvenResult::Draw) => "a draw".to_owned(),
            None => "not found within the limits".to_owned(),
        };
        let _ = write!(text, ", {} nodes, {:.3} s", self.nodes, self.time.as_secs_f64());
        if let Some(cpu) = self.cpu {
            let _ = write!(text, " ({:.3} s of processor time)", cpu.as_secs_f64());
        }
        text
    }
}

fn read_back(path: &Path, name: &str, solver: &mut dyn Solver) -> anyhow::Result<()> {
    let shown = path.display();
    match checkpoint::load(path, name, solver) {
        Ok(true) => eprintln!("going on with {shown}"),
        Ok(false) => {}
        Err(LoadError::Io(error)) => return Err(error).with_context(|| format!("cannot read {shown}")),
        Err(LoadError::Fault(fault)) => return Err(anyhow!("{shown}: {fault}")),
    }
    Ok(())
}

/// Solves for one starter, in slices when there is a file to keep what is known.
fn answer(args: &SolveArgs, name: &str, solver: &mut dyn Solver, starter: Player) -> anyhow::Result<Answer> {
    let (started, cpu) = (Instant::now(), processor_time());
    let limit = args.seconds.map(Duration::from_secs_f64);
    let mut nodes = 0;
    let mut pause = FIRST_SAVE;
    loop {
        let slice = Slice::new(started, limit, args.resume.is_some().then_some(pause));
        pause = (2 * pause).min(SAVE_EVERY);
        let limits = SolveLimits {
            threads: usize::from(args.threads),
            nodes: args.nodes.map(|most| most.saturating_sub(nodes)),
            stop: slice.stop.clone(),
        };
        let mut bar = Bar::new(starter, started, nodes);
        let proof = solver.solve(starter, &limits, &mut |progress| {
            slice.look();
            bar.show(progress);
        });
        bar.clear();
        let proof = proof?;
        nodes += proof.nodes;
        if let Some(path) = &args.resume {
            checkpoint::save(path, name, solver)
                .with_context(|| format!("cannot write {}", path.display()))?;
            eprintln!("{nodes} nodes, kept in {}", path.display());
        }
        let spent = limit.is_some_and(|limit| started.elapsed() >= limit)
            || args.nodes.is_some_and(|most| nodes >= most);
        if proof.result.is_some() || spent {
            let cpu = cpu.and_then(|before| Some(processor_time()?.saturating_sub(before)));
            return Ok(Answer { result: proof.result, nodes, time: started.elapsed(), cpu });
        }
    }
}

/// The time until the search is interrupted, for good or for saving.
struct Slice {
    stop: agon_search::Stop,
    end: Option<Instant>,
}

impl Slice {
    fn new(started: Instant, limit: Option<Duration>, save_after: Option<Duration>) -> Arc<Self> {
        let saving = save_after.map(|pause| Instant::now() + pause);
        let end = [saving, limit.map(|limit| started + limit)].into_iter().flatten().min();
        Arc::new(Self { stop: agon_search::Stop::new(), end })
    }

    fn look(&self) {
        if self.end.is_some_and(|end| Instant::now() >= end) {
            self.stop.set();
        }
    }
}

/// One line on a terminal that tells how far the search is.
struct Bar {
    starter: Player,
    started: Instant,
    before: u64,
    shown: Option<Instant>,
    on_terminal: bool,
}

impl Bar {
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

/// What this process has used of the processors, all threads together, where the system tells.
fn processor_time() -> Option<Duration> {
    let tasks = std::fs::read_dir("/proc/self/task").ok()?;
    let nanos = tasks.filter_map(|task| {
        let told = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        told.split_whitespace().next()?.parse::<u64>().ok()
    });
    Some(Duration::from_nanos(nanos.sum()))
}

/// The contract: `null` for what was not asked or not found.
fn to_json(answers: &[Option<Answer>; 2]) -> Value {
    let both = |tell: &dyn Fn(&Answer) -> Value| {
        let [first, second] = answers.each_ref().map(|answer| answer.as_ref().map_or(Value::Null, tell));
        json!({ "p1_starts": first, "p2_starts": second })
    };
    let mut json = both(&|answer| match answer.result {
        Some(ProvenResult::Win(player)) => player.name().into(),
        Some(ProvenResult::Draw) => "draw".into(),
        None => Value::Null,
    });
    json["nodes"] = both(&|answer| answer.nodes.into());
    json["seconds"] = both(&|answer| answer.time.as_secs_f64().into());
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
