use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use agon_core::{AnyTable, Fault, FaultKind};
use agon_search::{Engine, Limits, Line, Stop, Thought};

use crate::{Answer, Command, Go, Start};

/// The program did something that ends its game.
pub const ENGINE_FAILED: FaultKind = FaultKind::new("engine-failed", "{engine}: {reason}");

/// How long a program may take to introduce itself.
const START_TIME: Duration = Duration::from_secs(20);
/// How much longer than allowed a move may take before the program counts as hung.
const GRACE: Duration = Duration::from_secs(10);
/// What a program gets when no limit is set.
const CUSTOMARY_TIME: Duration = Duration::from_secs(1);
/// How often the stop flag is looked at while a program thinks.
const POLL: Duration = Duration::from_millis(5);
/// Longest line that is taken from a program.
const LONGEST_LINE: u64 = 1 << 20;

/// Why a program could not be used.
#[derive(Debug)]
pub enum ClientError {
    /// The command line is empty or its quotes do not match.
    BadCommand(String),
    /// It could not be started.
    Start(String, std::io::Error),
    /// It said something wrong, or nothing.
    Protocol(String),
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadCommand(command) => {
                write!(f, "{command:?} is not a command line; write the program and its arguments")
            }
            Self::Start(program, error) => write!(f, "cannot start {program}: {error}"),
            Self::Protocol(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for ClientError {}

/// A foreign program that speaks UGI, run as an engine.
pub struct UgiEngine {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl UgiEngine {
    /// Starts a program and agrees with it on the game.
    pub fn spawn(command: &str, spec: &str) -> Result<Self, ClientError> {
        let words = split_command(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| ClientError::BadCommand(command.to_owned()))?;
        let mut child = std::process::Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| ClientError::Start(words[0].clone(), error))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(ClientError::Protocol(format!("{}: no pipes", words[0])));
        };
        let (sender, lines) = sync_channel(1024);
        std::thread::spawn(move || pass_lines(output, &sender));
        let mut engine = Self { name: words[0].clone(), child, input, lines };
        engine.introduce(spec).map_err(ClientError::Protocol)?;
        Ok(engine)
    }

    /// The id of the process.
    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    fn introduce(&mut self, spec: &str) -> Result<(), String> {
        self.send(&Command::Ugi)?;
        let until = Instant::now() + START_TIME;
        loop {
            match self.next_answer(until)? {
                Answer::Name(name) => self.name = name,
                Answer::UgiOk => break,
                _ => {}
            }
        }
        self.send(&Command::SetOption { name: "UGI_Variant".to_owned(), value: spec.to_owned() })?;
        self.send(&Command::NewGame)?;
        self.wait_ready()
    }

    fn wait_ready(&mut self) -> Result<(), String> {
        self.send(&Command::IsReady)?;
        let until = Instant::now() + START_TIME;
        loop {
            match self.next_answer(until)? {
                Answer::ReadyOk => return Ok(()),
                Answer::Error(error) => return Err(format!("refuses: {error}")),
                _ => {}
            }
        }
    }

    fn send(&mut self, command: &Command) -> Result<(), String> {
        writeln!(self.input, "{command}")
            .and_then(|()| self.input.flush())
            .map_err(|error| format!("does not listen any more: {error}"))
    }

    fn next_answer(&mut self, until: Instant) -> Result<Answer, String> {
        let left = until.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(line) => Ok(Answer::parse(&line)),
            Err(RecvTimeoutError::Timeout) => Err("does not answer".to_owned()),
            Err(RecvTimeoutError::Disconnected) => Err("has ended".to_owned()),
        }
    }

    fn ask(
        &mut self,
        table: &dyn AnyTable,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Line),
    ) -> Result<Thought, String> {
        let start = match table.position_at(0) {
            Some(position) if table.is_from_position() => Start::Fen(position),
            _ => Start::Startpos,
        };
        let limits = with_customary_time(limits);
        let deadline = hung_after(&limits, table).map(|time| Instant::now() + time);
        self.send(&Command::Position { start, words: table.words().to_vec() })?;
        self.send(&Command::Go(Go::Think(limits)))?;
        let started = Instant::now();
        let mut last: Option<Line> = None;
        let mut asked_to_stop: Option<Instant> = None;
        loop {
            let answer = match self.lines.recv_timeout(POLL) {
                Ok(line) => Answer::parse(&line),
                Err(RecvTimeoutError::Disconnected) => return Err("has ended".to_owned()),
                Err(RecvTimeoutError::Timeout) => {
                    let now = Instant::now();
                    if stop.is_set() && asked_to_stop.is_none() {
                        self.send(&Command::Stop)?;
                        asked_to_stop = Some(now + GRACE);
                    }
                    if asked_to_stop.or(deadline).is_some_and(|deadline| now > deadline) {
                        return Err("does not answer".to_owned());
                    }
                    continue;
                }
            };
            match answer {
                Answer::Info(line) => {
                    report(&line);
                    last = Some(line);
                }
                Answer::BestMove(word) => {
                    let word = table.check(&word).map_err(|fault| format!("illegal move: {fault}"))?;
                    let nodes = last.as_ref().map_or(0, |line| line.nodes);
                    return Ok(Thought { word, line: last, nodes, time: started.elapsed() });
                }
                Answer::Error(error) => return Err(format!("refuses: {error}")),
                _ => {}
            }
        }
    }
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

/// After what time a silent program counts as hung; never if only depth or nodes are limited.
fn hung_after(limits: &Limits, table: &dyn AnyTable) -> Option<Duration> {
    if limits.infinite {
        return None;
    }
    let clock = limits.clock.zip(table.actor().player()).map(|(clock, player)| clock.left[player.index()]);
    limits.movetime.or(clock).map(|time| time + GRACE)
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
        self.ask(table, limits, stop, report)
            .map_err(|reason| ENGINE_FAILED.with("engine", &self.name).with("reason", reason))
    }
}

impl Drop for UgiEngine {
    fn drop(&mut self) {
        let _ = self.send(&Command::Quit);
        let until = Instant::now() + Duration::from_millis(500);
        // Its output ends when the program does; whoever does not go is made to.
        while let Ok(_) | Err(RecvTimeoutError::Timeout) = self.lines.recv_timeout(Duration::from_millis(20))
        {
            if Instant::now() > until {
                let _ = self.child.kill();
                break;
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Hands on a program's lines; a line beyond all bounds ends the conversation.
fn pass_lines(output: impl Read, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(read) if read > 0 && (read as u64) < LONGEST_LINE => {
                if sender.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                    return;
                }
            }
            _ => return,
        }
    }
}

/// Splits a command line at blanks; quotes keep blanks together. `None` if a quote is not closed.
fn split_command(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::split_command;

    #[test]
    fn command_lines_are_split_as_a_shell_would() {
        let split = |text| split_command(text).unwrap();
        assert_eq!(split("python3  bot.py --fast"), ["python3", "bot.py", "--fast"]);
        assert_eq!(split("'my bot' \"a b\"c ''"), ["my bot", "a bc", ""]);
        assert_eq!(split_command("'open"), None);
        assert_eq!(split_command("  "), Some(Vec::new()));
    }
}
