use std::time::{Duration, Instant};

use agon_core::{AnyTable, Fault};
use agon_search::{Engine, Limits, Line, SearchRequest, Stop, Thought};

use crate::{Answer, Dialect, Go, Program, StartPosition, UgiCommand};

/// How long a program may take to introduce itself.
pub const STARTUP_TIMEOUT: Duration = Duration::from_secs(20);
/// How far a program may exceed its time by default before it counts as hung.
pub const DEFAULT_GRACE: Duration = Duration::from_secs(10);
/// Time after which a search without a time limit counts as hung.
const UNLIMITED_TIMEOUT: Duration = Duration::from_mins(10);
/// Time per turn when no limit is set.
const DEFAULT_MOVETIME: Duration = Duration::from_secs(1);
/// How often the stop flag is checked while a program thinks.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(5);

/// An external program that speaks UGI, or its UCI dialect, as an engine.
#[derive(Debug)]
pub struct UgiEngine {
    name: String,
    program: Program,
    dialect: Dialect,
    grace: Duration,
    options: Vec<String>,
}

impl UgiEngine {
    /// Starts a program and sets its game.
    pub fn spawn(command: &str, spec: &str) -> Result<Self, Fault> {
        let name = command.split_whitespace().next().unwrap_or(command);
        Self::new(Dialect::Ugi, Program::spawn(name, command, "quit")?, spec, &[])
    }

    /// Introduces a program that speaks a dialect and sets its game and options.
    pub fn new(dialect: Dialect, program: Program, spec: &str, options: &[(String, String)]) -> Result<Self, Fault> {
        let name = program.name().to_owned();
        let mut engine = Self { name, program, dialect, grace: DEFAULT_GRACE, options: Vec::new() };
        engine.introduce(spec, options)?;
        Ok(engine)
    }

    /// Sets how far the program may exceed its time before it counts as hung.
    pub fn set_grace(&mut self, grace: Duration) {
        self.grace = grace;
    }

    /// The process id.
    pub fn process_id(&self) -> u32 {
        self.program.process_id()
    }

    /// Whether the program announced an option.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.eq_ignore_ascii_case(name))
    }

    /// Sets an option of the program. A program that has exited is noticed at the next search.
    pub fn set_option(&mut self, name: &str, value: &str) {
        let _ = self.send(&UgiCommand::SetOption { name: name.to_owned(), value: value.to_owned() });
    }

    fn introduce(&mut self, spec: &str, options: &[(String, String)]) -> Result<(), Fault> {
        self.send(&UgiCommand::Ugi)?;
        let until = Instant::now() + STARTUP_TIMEOUT;
        loop {
            let line = self.program.receive(until)?;
            if self.dialect.is_ok(&line) {
                break;
            }
            if let Answer::Name(name) = Answer::parse(&line) {
                self.name = name;
            }
            self.options.extend(option_name(&line));
        }
        // A UCI program of a single game need not have the option.
        let variant = self.dialect.variant();
        if self.dialect == Dialect::Ugi || self.has_option(variant) {
            self.set_option(variant, spec);
        }
        for (name, value) in options {
            self.set_option(name, value);
        }
        self.send(&UgiCommand::NewGame)?;
        self.wait_ready()?;
        self.program.introduced();
        Ok(())
    }

    fn wait_ready(&mut self) -> Result<(), Fault> {
        self.send(&UgiCommand::IsReady)?;
        let until = Instant::now() + STARTUP_TIMEOUT;
        loop {
            match Answer::parse(&self.program.receive(until)?) {
                Answer::ReadyOk => return Ok(()),
                Answer::Error(error) => return Err(self.program.refuses(error)),
                _ => {}
            }
        }
    }

    fn send(&mut self, command: &UgiCommand) -> Result<(), Fault> {
        self.program.send(self.dialect.line(command))
    }

    fn ask(&mut self, table: &dyn AnyTable, limits: Limits) -> Result<(), Fault> {
        let start = match table.position_at(0) {
            Some(position) if table.is_from_position() => StartPosition::Fen(position),
            _ => StartPosition::Start,
        };
        self.program.begin_task();
        self.send(&UgiCommand::Position { start, plies: table.plies().to_vec() })?;
        self.send(&UgiCommand::Go(Go::Think(limits)))
    }

    /// The next line; sends `stop` to the program when the stop flag is set.
    fn receive(&mut self, wait: &mut AnswerWait<'_>) -> Result<String, Fault> {
        loop {
            if let Some(line) = self.program.poll(STOP_POLL_INTERVAL)? {
                return Ok(line);
            }
            if wait.stop.is_set() && !wait.stop_sent {
                self.send(&UgiCommand::Stop)?;
                wait.stop_sent = true;
                wait.deadline = Some(Instant::now() + self.grace);
            }
            if wait.deadline.is_some_and(|deadline| Instant::now() > deadline) {
                return Err(self.program.silent());
            }
        }
    }
}

/// The wait for the answer to a search.
struct AnswerWait<'a> {
    stop: &'a Stop,
    /// Whether `stop` has been sent.
    stop_sent: bool,
    deadline: Option<Instant>,
}

/// The name in a line `option name N type ...`.
fn option_name(line: &str) -> Option<String> {
    let rest = line.strip_prefix("option name ")?;
    Some(rest.split_once(" type ").map_or(rest, |(name, _)| name).trim().to_owned())
}

/// Sets a time per turn if nothing limits the search: a program may have no default.
fn with_default_time(limits: &Limits) -> Limits {
    let mut limits = limits.clone();
    let limited = limits.movetime.is_some()
        || limits.clock.is_some()
        || limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.trials.is_some()
        || limits.infinite;
    if !limited {
        limits.movetime = Some(DEFAULT_MOVETIME);
    }
    limits
}

/// The time after which a silent program counts as hung; `None` for an infinite search.
pub fn hang_timeout(limits: &Limits, table: &dyn AnyTable, grace: Duration) -> Option<Duration> {
    if limits.infinite {
        return None;
    }
    let clock = limits.clock.zip(table.actor().player()).map(|(clock, player)| clock.left[player.index()]);
    Some(limits.movetime.or(clock).map_or(UNLIMITED_TIMEOUT, |time| time + grace))
}

impl Engine for UgiEngine {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) {
        // A program that has exited is noticed at the next search.
        let _ = self.send(&UgiCommand::NewGame);
    }

    fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault> {
        let SearchRequest { table, limits, stop, report } = request;
        let limits = with_default_time(limits);
        let started = Instant::now();
        let deadline = hang_timeout(&limits, table, self.grace).map(|time| started + time);
        self.ask(table, limits)?;
        let mut wait = AnswerWait { stop, stop_sent: false, deadline };
        let mut last: Option<Line> = None;
        loop {
            let line = self.receive(&mut wait)?;
            match Answer::parse(&line) {
                Answer::Info(line) => {
                    report(&line);
                    last = Some(line);
                }
                Answer::BestMove(turn) => {
                    let turn = self.program.legal_turn(table, &turn)?;
                    let nodes = last.as_ref().map_or(0, |line| line.nodes);
                    return Ok(Thought { turn, line: last, nodes, time: started.elapsed() });
                }
                Answer::Error(error) => return Err(self.program.refuses(error)),
                _ => {}
            }
        }
    }
}
