use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use agon_core::{AnyTable, Fault, FaultKind, ProgramTrace};

use crate::faults::{
    ENGINE_CLOSED, ENGINE_COMMAND, ENGINE_EXITED, ENGINE_FAILED, ENGINE_ILLEGAL, ENGINE_KILLED, ENGINE_REFUSES,
    ENGINE_SILENT, ENGINE_START,
};
use crate::lines;
use crate::stderr::Stderr;

/// Maximum length of a program's line in bytes.
const MAX_LINE_LEN: u64 = lines::MAX_LINE_LEN as u64;
/// How long a program may take to exit after its quit command.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// How long the rest of a program's standard error may take to arrive after its exit.
const STDERR_TIMEOUT: Duration = Duration::from_millis(200);
/// How often a program's exit is checked.
const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(2);

/// A child process with line-based input and output; it is terminated on drop.
///
/// Its faults name the player that it is and hold what it wrote to standard error last.
#[derive(Debug)]
pub struct Program {
    /// The player's name in faults.
    name: String,
    /// The command line, if the program was started by one.
    command: Option<String>,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    stderr: Stderr,
    /// The lines sent since the start, without those of finished tasks.
    sent: Vec<String>,
    /// How many of them introduced the program.
    introduction: usize,
    quit_command: &'static str,
}

impl Program {
    /// Starts the command line of a player; `quit_command` is sent on drop.
    pub fn spawn(name: &str, command: &str, quit_command: &'static str) -> Result<Self, Fault> {
        let words = split_command(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| ENGINE_COMMAND.with("command", command))?;
        let mut program = Self::spawn_words(name, &words, quit_command)?;
        program.command = Some(command.to_owned());
        Ok(program)
    }

    /// Starts a program with its arguments, in its own process group, so that its child processes are terminated with
    /// it.
    pub fn spawn_words(name: &str, words: &[String], quit_command: &'static str) -> Result<Self, Fault> {
        let cannot_start = |reason: String| ENGINE_START.with("engine", name).with("reason", reason);
        let (program, arguments) = words.split_first().ok_or_else(|| ENGINE_COMMAND.with("command", ""))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| cannot_start(format!("{program}: {error}")))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(cannot_start(format!("{program}: no pipes")));
        };
        let (sender, lines) = sync_channel(1024);
        std::thread::spawn(move || pass_lines(output, &sender));
        Ok(Self {
            name: name.to_owned(),
            command: None,
            child,
            input,
            lines,
            stderr: Stderr::read(errors),
            sent: Vec::new(),
            introduction: 0,
            quit_command,
        })
    }

    /// The player's name in faults.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The id of the process.
    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// Marks the lines sent so far as the introduction: the command that repeats a failure sends them again.
    pub fn introduced(&mut self) {
        self.introduction = self.sent.len();
    }

    /// Begins a task that does not depend on those before: the command that repeats a failure leaves them out.
    pub fn begin_task(&mut self) {
        self.sent.truncate(self.introduction);
    }

    /// Sends a line.
    pub fn send(&mut self, line: impl fmt::Display) -> Result<(), Fault> {
        let line = line.to_string();
        let written = self.write(&line);
        self.sent.push(line);
        written.map_err(|_| self.ended())
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush())
    }

    /// The next line, trimmed; `None` if none arrives within `time`.
    pub fn poll(&mut self, time: Duration) -> Result<Option<String>, Fault> {
        match self.lines.recv_timeout(time) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    /// The next line, trimmed.
    pub fn receive(&mut self, until: Instant) -> Result<String, Fault> {
        self.poll(until.saturating_duration_since(Instant::now()))?.ok_or_else(|| self.silent())
    }

    /// The fault of a program that does not answer in time.
    pub fn silent(&self) -> Fault {
        self.fault(ENGINE_SILENT)
    }

    /// The fault of a program that did something wrong.
    pub fn failed(&self, reason: impl fmt::Display) -> Fault {
        self.fault(ENGINE_FAILED).with("reason", reason)
    }

    /// The fault of a program that answers a command by an error.
    pub fn refuses(&self, reason: impl fmt::Display) -> Fault {
        self.fault(ENGINE_REFUSES).with("reason", reason)
    }

    /// The turn that the program chose in canonical notation, or its fault if the turn is illegal.
    pub fn legal_turn(&self, table: &dyn AnyTable, notation: &str) -> Result<String, Fault> {
        let illegal = |fault| self.fault(ENGINE_ILLEGAL).with("word", notation).with("reason", fault);
        table.check(notation).map_err(illegal)
    }

    /// The fault of a program whose input or output is closed.
    fn ended(&mut self) -> Fault {
        let Some(status) = self.await_exit() else { return self.fault(ENGINE_CLOSED) };
        self.stderr.await_end(STDERR_TIMEOUT);
        if let Some(code) = status.code() {
            return self.fault(ENGINE_EXITED).with("exit_code", code);
        }
        // `signal: 11 (SIGSEGV)`
        let status = status.to_string();
        self.fault(ENGINE_KILLED).with("signal", status.trim_start_matches("signal: "))
    }

    /// How the program exited; `None` if it is still running.
    fn await_exit(&mut self) -> Option<ExitStatus> {
        let until = Instant::now() + EXIT_TIMEOUT;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => std::thread::sleep(EXIT_POLL_INTERVAL),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    fn fault(&self, kind: FaultKind) -> Fault {
        kind.with("engine", &self.name).traced(ProgramTrace { stderr: self.stderr.lines(), repeat: self.repeat() })
    }

    /// The shell command that brings the program to this point.
    fn repeat(&self) -> Option<String> {
        let lines: Vec<String> = self.sent.iter().map(|line| shell_word(line)).collect();
        self.command.as_ref().map(|command| format!("printf '%s\\n' {} | {command}", lines.join(" ")))
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
        let _ = self.write(self.quit_command);
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

/// A word as a shell reads it.
fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_./:=,+-".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
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
    use super::{shell_word, split_command};

    #[test]
    fn words_are_quoted_for_a_shell() {
        for (word, quoted) in [("uginewgame", "uginewgame"), ("go depth 1", "'go depth 1'"), ("it's", "'it'\\''s'")] {
            assert_eq!(shell_word(word), quoted);
            assert_eq!(shell_word(""), "''");
        }
    }

    #[test]
    fn command_lines_are_split_as_a_shell_would() {
        let split = |text| split_command(text).unwrap();
        assert_eq!(split("python3  bot.py --fast"), ["python3", "bot.py", "--fast"]);
        assert_eq!(split("'my bot' \"a b\"c ''"), ["my bot", "a bc", ""]);
        assert_eq!(split_command("'open"), None);
        assert_eq!(split_command("  "), Some(Vec::new()));
    }
}
