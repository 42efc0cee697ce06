use std::time::{Duration, Instant};

use agon_core::{AnyTable, Fault};
use agon_search::{Engine, Limits, Line, Stop, Thought};

use crate::{Answer, ClientError, Command, Dialect, Go, Program, Start, Trouble};

agon_core::faults! {
    /// The program did something that ends its game.
    pub ENGINE_FAILED = "engine-failed", "{engine}: {reason}";
    /// The program does not answer in time.
    pub ENGINE_SILENT = "engine-silent", "{engine} does not answer";
    /// The program chose a turn that is not legal.
    pub ENGINE_ILLEGAL = "engine-illegal", "{engine}: illegal move {word}: {reason}";
}

/// How long a program may take to introduce itself.
pub const START_TIME: Duration = Duration::from_secs(20);
/// How much longer than allowed a move may take before the program counts as hung.
const GRACE: Duration = Duration::from_secs(10);
/// What a program gets at most when its time is not limited.
const PATIENCE: Duration = Duration::from_mins(10);
/// What a program gets when no limit is set.
const CUSTOMARY_TIME: Duration = Duration::from_secs(1);
/// How often the stop flag is looked at while a program thinks.
const POLL: Duration = Duration::from_millis(5);

/// A foreign program that speaks UGI, or its UCI dialect, run as an engine.
#[derive(Debug)]
pub struct UgiEngine {
    name: String,
    program: Program,
    dialect: Dialect,
    grace: Duration,
    options: Vec<String>,
}

impl UgiEngine {
    /// Starts a program and agrees with it on the game.
    pub fn spawn(command: &str, spec: &str) -> Result<Self, ClientError> {
        Self::spawn_as(Dialect::Ugi, command, spec, &[])
    }

    /// Starts a program that speaks a dialect, and sets these options of it.
    pub fn spawn_as(
        dialect: Dialect,
        command: &str,
        spec: &str,
        options: &[(String, String)],
    ) -> Result<Self, ClientError> {
        let program = Program::spawn(command, "quit")?;
        let name = command.split_whitespace().next().unwrap_or(command).to_owned();
        let mut engine = Self { name, program, dialect, grace: GRACE, options: Vec::new() };
        let introduced = engine.introduce(spec, options);
        introduced.map_err(|reason| ClientError::Protocol(format!("{} {reason}", engine.name)))?;
        Ok(engine)
    }

    /// Sets how much longer than allowed a move may take before the program counts as hung.
    pub fn set_grace(&mut self, grace: Duration) {
        self.grace = grace;
    }

    /// The id of the process.
    pub fn process_id(&self) -> u32 {
        self.program.process_id()
    }

    /// Whether the program says that it has an option.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.eq_ignore_ascii_case(name))
    }

    /// Sets an option of the program. A program that has gone is noticed when it is asked for a move.
    pub fn set_option(&mut self, name: &str, value: &str) {
        let _ = self.send(&Command::SetOption { name: name.to_owned(), value: value.to_owned() });
    }

    fn introduce(&mut self, spec: &str, options: &[(String, String)]) -> Result<(), String> {
        let told = |trouble: Trouble| trouble.to_string();
        self.send(&Command::Ugi).map_err(told)?;
        let until = Instant::now() + START_TIME;
        loop {
            let line = self.program.receive(until).map_err(told)?;
            if self.dialect.is_ok(&line) {
                break;
            }
            if let Answer::Name(name) = Answer::parse(&line) {
                self.name = name;
            }
            self.options.extend(option_name(&line));
        }
        // A program of one game need not know the option.
        let variant = self.dialect.variant();
        if self.dialect == Dialect::Ugi || self.has_option(variant) {
            self.set_option(variant, spec);
        }
        for (name, value) in options {
            self.set_option(name, value);
        }
        self.send(&Command::NewGame).map_err(told)?;
        self.wait_ready()
    }

    fn wait_ready(&mut self) -> Result<(), String> {
        let told = |trouble: Trouble| trouble.to_string();
        self.send(&Command::IsReady).map_err(told)?;
        let until = Instant::now() + START_TIME;
        loop {
            match Answer::parse(&self.program.receive(until).map_err(told)?) {
                Answer::ReadyOk => return Ok(()),
                Answer::Error(error) => return Err(format!("refuses: {error}")),
                _ => {}
            }
        }
    }

    fn send(&mut self, command: &Command) -> Result<(), Trouble> {
        self.program.send(self.dialect.line(command))
    }

    fn trouble(&self, trouble: &Trouble) -> Fault {
        match trouble {
            Trouble::Silent => ENGINE_SILENT.with("engine", &self.name),
            trouble => self.failed(trouble),
        }
    }

    fn failed(&self, reason: impl std::fmt::Display) -> Fault {
        ENGINE_FAILED.with("engine", &self.name).with("reason", reason)
    }

    fn ask(&mut self, table: &dyn AnyTable, limits: Limits) -> Result<(), Trouble> {
        let start = match table.position_at(0) {
            Some(position) if table.is_from_position() => Start::Fen(position),
            _ => Start::Startpos,
        };
        self.send(&Command::Position { start, words: table.words().to_vec() })?;
        self.send(&Command::Go(Go::Think(limits)))
    }

    /// The next line, or the reason why none will come. Passes a wish to stop on.
    fn listen(&mut self, wait: &mut Wait<'_>) -> Result<String, Trouble> {
        loop {
            if let Some(line) = self.program.poll(POLL)? {
                return Ok(line);
            }
            if wait.stop.is_set() && !wait.told {
                self.send(&Command::Stop)?;
                wait.told = true;
                wait.deadline = Some(Instant::now() + self.grace);
            }
            if wait.deadline.is_some_and(|deadline| Instant::now() > deadline) {
                return Err(Trouble::Silent);
            }
        }
    }
}

/// How long an answer is waited for.
struct Wait<'a> {
    stop: &'a Stop,
    /// Whether the program was told to stop.
    told: bool,
    deadline: Option<Instant>,
}

/// The name in a line `option name N type ...`.
fn option_name(line: &str) -> Option<String> {
    let rest = line.strip_prefix("option name ")?;
    Some(rest.split_once(" type ").map_or(rest, |(name, _)| name).trim().to_owned())
}

/// Lets a program that knows no customary time of its own think for a second.
fn with_customary_time(limits: &Limits) -> Limits {
    let mut limits = limits.clone();
    let limited = limits.movetime.is_some()
        || limits.clock.is_some()
        || limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.trials.is_some()
        || limits.infinite;
    if !limited {
        limits.movetime = Some(CUSTOMARY_TIME);
    }
    limits
}

/// After what time a silent program counts as hung.
pub fn hung_after(limits: &Limits, table: &dyn AnyTable, grace: Duration) -> Option<Duration> {
    if limits.infinite {
        return None;
    }
    let clock = limits.clock.zip(table.actor().player()).map(|(clock, player)| clock.left[player.index()]);
    Some(limits.movetime.or(clock).map_or(PATIENCE, |time| time + grace))
}

impl Engine for UgiEngine {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) {
        // A program that has gone is noticed when it is asked for a move.
        let _ = self.send(&Command::NewGame);
    }

    fn think(
        &mut self,
        table: &dyn AnyTable,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Line),
    ) -> Result<Thought, Fault> {
        let limits = with_customary_time(limits);
        let started = Instant::now();
        let deadline = hung_after(&limits, table, self.grace).map(|time| started + time);
        self.ask(table, limits).map_err(|trouble| self.trouble(&trouble))?;
        let mut wait = Wait { stop, told: false, deadline };
        let mut last: Option<Line> = None;
        loop {
            let line = self.listen(&mut wait).map_err(|trouble| self.trouble(&trouble))?;
            match Answer::parse(&line) {
                Answer::Info(line) => {
                    report(&line);
                    last = Some(line);
                }
                Answer::BestMove(word) => {
                    let word = table.check(&word).map_err(|fault| {
                        ENGINE_ILLEGAL.with("engine", &self.name).with("word", &word).with("reason", fault)
                    })?;
                    let nodes = last.as_ref().map_or(0, |line| line.nodes);
                    return Ok(Thought { word, line: last, nodes, time: started.elapsed() });
                }
                Answer::Error(error) => return Err(self.failed(format!("refuses: {error}"))),
                _ => {}
            }
        }
    }
}
