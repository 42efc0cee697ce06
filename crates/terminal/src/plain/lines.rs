use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::bidi;

/// Lines out, lines in. Lines are read on a thread of their own, so that something else can be said meanwhile.
pub(super) struct Lines<W> {
    input: Receiver<io::Result<String>>,
    output: W,
    bidi: bool,
    /// The rows of a page of long lists; without them everything is written at once.
    page_rows: Option<usize>,
}

/// What a wait for a line came to.
pub(super) enum Input {
    Line(String),
    /// The input has ended.
    End,
    /// No line was typed in time.
    Nothing,
}

impl<W: Write> Lines<W> {
    pub(super) fn new(
        mut input: impl BufRead + Send + 'static,
        output: W,
        bidi: bool,
        page_rows: Option<usize>,
    ) -> Self {
        let (lines, receiver) = channel();
        thread::spawn(move || {
            loop {
                let mut bytes = Vec::new();
                let line = match input.read_until(b'\n', &mut bytes) {
                    Ok(0) => break,
                    Ok(_) => Ok(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned()),
                    Err(error) => Err(error),
                };
                let is_broken = line.is_err();
                if lines.send(line).is_err() || is_broken {
                    break;
                }
            }
        });
        Self { input: receiver, output, bidi, page_rows }
    }

    /// Writes lines of text.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            if self.bidi {
                writeln!(self.output, "{}", bidi::visual(line))?;
            } else {
                writeln!(self.output, "{line}")?;
            }
        }
        self.output.flush()
    }

    /// Writes a drawing as it is.
    pub(super) fn draw(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())
    }

    /// Whether long lists are written page by page.
    pub(super) fn has_pages(&self) -> bool {
        self.page_rows.is_some()
    }

    /// Writes the parts of a long list page by page. Any answer to `more` but an empty line ends it.
    pub(super) fn list(&mut self, more: &str, parts: impl Iterator<Item = String>) -> io::Result<()> {
        let mut used = 0;
        for part in parts {
            let rows = part.lines().count();
            if used > 0 && self.page_rows.is_some_and(|page| used + rows >= page) {
                if self.ask(&format!("{more} "))?.is_none_or(|answer| !answer.trim().is_empty()) {
                    return Ok(());
                }
                used = 0;
            }
            self.draw(&part)?;
            used += rows;
        }
        Ok(())
    }

    /// Writes a prompt.
    pub(super) fn prompt(&mut self, prompt: &str) -> io::Result<()> {
        if self.bidi {
            write!(self.output, "{} ", bidi::visual(prompt.trim_end()))?;
        } else {
            write!(self.output, "{prompt}")?;
        }
        self.output.flush()
    }

    /// Writes a prompt and reads a line; `None` at the end of the input.
    pub(super) fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.prompt(prompt)?;
        if let Ok(line) = self.input.recv() {
            return line.map(Some);
        }
        writeln!(self.output)?;
        Ok(None)
    }

    /// Waits for a line for at most this long.
    pub(super) fn wait(&mut self, time: Duration) -> io::Result<Input> {
        match self.input.recv_timeout(time) {
            Ok(line) => line.map(Input::Line),
            Err(RecvTimeoutError::Timeout) => Ok(Input::Nothing),
            Err(RecvTimeoutError::Disconnected) => Ok(Input::End),
        }
    }
}
