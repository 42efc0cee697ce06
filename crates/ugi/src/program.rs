use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// Longest line that is taken from a program.
const LONGEST_LINE: u64 = 1 << 20;
/// How long a program that was told to end may take.
const FAREWELL: Duration = Duration::from_millis(500);

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

/// What ends a conversation with a program.
#[derive(Debug)]
pub enum Trouble {
    /// It does not answer in time.
    Silent,
    /// It has ended.
    Ended,
    /// It does not listen any more.
    Deaf(std::io::Error),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Silent => f.write_str("does not answer"),
            Self::Ended => f.write_str("has ended"),
            Self::Deaf(error) => write!(f, "does not listen any more: {error}"),
        }
    }
}

impl std::error::Error for Trouble {}

/// A program that is talked to line by line; it is ended when this is dropped.
#[derive(Debug)]
pub struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    farewell: &'static str,
}

impl Program {
    /// Starts a command line; `farewell` is what the program is told at the end.
    pub fn spawn(command: &str, farewell: &'static str) -> Result<Self, ClientError> {
        let words = split_command(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| ClientError::BadCommand(command.to_owned()))?;
        Self::spawn_words(&words, farewell)
    }

    /// Starts a program with its arguments, in a process group of its own, so that whatever it starts ends with it.
    pub fn spawn_words(words: &[String], farewell: &'static str) -> Result<Self, ClientError> {
        let (program, arguments) =
            words.split_first().ok_or_else(|| ClientError::BadCommand(String::new()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| ClientError::Start(program.clone(), error))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(ClientError::Protocol(format!("{program}: no pipes")));
        };
        let (sender, lines) = sync_channel(1024);
        std::thread::spawn(move || pass_lines(output, &sender));
        Ok(Self { child, input, lines, farewell })
    }

    /// The id of the process.
    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line.
    pub fn send(&mut self, line: impl fmt::Display) -> Result<(), Trouble> {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).map_err(Trouble::Deaf)
    }

    /// The next line, trimmed; `None` if none has come within this time.
    pub fn poll(&self, time: Duration) -> Result<Option<String>, Trouble> {
        match self.lines.recv_timeout(time) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Trouble::Ended),
        }
    }

    /// The next line, trimmed.
    pub fn receive(&self, until: Instant) -> Result<String, Trouble> {
        self.poll(until.saturating_duration_since(Instant::now()))?.ok_or(Trouble::Silent)
    }

    /// Ends the program and what it started.
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
        let _ = self.send(self.farewell);
        let until = Instant::now() + FAREWELL;
        // Its output ends when the program does; whoever does not go is made to.
        while let Ok(_) | Err(RecvTimeoutError::Timeout) = self.lines.recv_timeout(Duration::from_millis(20))
        {
            if Instant::now() > until {
                break;
            }
        }
        self.kill();
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
