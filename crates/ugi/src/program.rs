use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use crate::lines;

/// Maximum length of a program's line in bytes.
const MAX_LINE_LEN: u64 = lines::MAX_LINE_LEN as u64;
/// How long a program may take to exit after its quit command.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// Why a program could not be started as an engine.
#[derive(Debug)]
pub enum SpawnError {
    /// The command line is empty or its quotes do not match.
    BadCommand(String),
    /// It could not be started.
    Start(String, std::io::Error),
    /// It violated the protocol or did not answer.
    Protocol(String),
}

impl fmt::Display for SpawnError {
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

impl std::error::Error for SpawnError {}

/// Why the connection to a program ended.
#[derive(Debug)]
pub enum ProgramError {
    /// It did not answer in time.
    TimedOut,
    /// It has exited.
    Exited,
    /// It does not accept input.
    WriteFailed(std::io::Error),
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimedOut => f.write_str("does not answer"),
            Self::Exited => f.write_str("has ended"),
            Self::WriteFailed(error) => write!(f, "does not listen any more: {error}"),
        }
    }
}

impl std::error::Error for ProgramError {}

/// A child process with line-based input and output; it is terminated on drop.
#[derive(Debug)]
pub struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    quit_command: &'static str,
}

impl Program {
    /// Starts a command line; `quit_command` is sent on drop.
    pub fn spawn(command: &str, quit_command: &'static str) -> Result<Self, SpawnError> {
        let words = split_command(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| SpawnError::BadCommand(command.to_owned()))?;
        Self::spawn_words(&words, quit_command)
    }

    /// Starts a program with its arguments, in its own process group, so that its child processes are terminated with
    /// it.
    pub fn spawn_words(words: &[String], quit_command: &'static str) -> Result<Self, SpawnError> {
        let (program, arguments) = words.split_first().ok_or_else(|| SpawnError::BadCommand(String::new()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| SpawnError::Start(program.clone(), error))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(SpawnError::Protocol(format!("{program}: no pipes")));
        };
        let (sender, lines) = sync_channel(1024);
        std::thread::spawn(move || pass_lines(output, &sender));
        Ok(Self { child, input, lines, quit_command })
    }

    /// The id of the process.
    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line.
    pub fn send(&mut self, line: impl fmt::Display) -> Result<(), ProgramError> {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).map_err(ProgramError::WriteFailed)
    }

    /// The next line, trimmed; `None` if none arrives within `time`.
    pub fn poll(&self, time: Duration) -> Result<Option<String>, ProgramError> {
        match self.lines.recv_timeout(time) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(ProgramError::Exited),
        }
    }

    /// The next line, trimmed.
    pub fn receive(&self, until: Instant) -> Result<String, ProgramError> {
        self.poll(until.saturating_duration_since(Instant::now()))?.ok_or(ProgramError::TimedOut)
    }

    /// Kills the program and its child processes.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.send(self.quit_command);
        let until = Instant::now() + EXIT_TIMEOUT;
        // Its output ends when the program exits; a program that does not is killed.
        while let Ok(_) | Err(RecvTimeoutError::Timeout) = self.lines.recv_timeout(Duration::from_millis(20)) {
            if Instant::now() > until {
                break;
            }
        }
        self.kill();
        let _ = self.child.wait();
    }
}

/// Passes a program's lines on; a line above the maximum length ends the connection.
fn pass_lines(output: impl Read, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(MAX_LINE_LEN).read_until(b'\n', &mut line) {
            Ok(read) if read > 0 && (read as u64) < MAX_LINE_LEN => {
                if sender.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                    return;
                }
            }
            _ => return,
        }
    }
}

/// Splits a command line at blanks outside of quotes; `None` if a quote is not closed.
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
