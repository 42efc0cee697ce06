use std::io::{self, BufRead, Write};

use crate::bidi;

/// Lines out, lines in.
pub(super) struct Lines<R, W> {
    input: R,
    output: W,
    bidi: bool,
}

impl<R: BufRead, W: Write> Lines<R, W> {
    pub(super) fn new(input: R, output: W, bidi: bool) -> Self {
        Self { input, output, bidi }
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
        Ok(())
    }

    /// Writes a drawing as it is.
    pub(super) fn draw(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())
    }

    /// Writes a prompt and reads a line; `None` at the end of the input.
    pub(super) fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        if self.bidi {
            write!(self.output, "{} ", bidi::visual(prompt.trim_end()))?;
        } else {
            write!(self.output, "{prompt}")?;
        }
        self.output.flush()?;
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            writeln!(self.output)?;
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&bytes);
        Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned()))
    }
}
