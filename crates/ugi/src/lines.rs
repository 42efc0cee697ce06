//! Input lines of bounded length.

use std::io::{self, BufRead};

/// Maximum length of a line in bytes; longer lines are skipped.
pub const MAX_LINE_LEN: usize = 1 << 20;

/// A line reader with bounded memory.
#[derive(Debug)]
pub struct BoundedLines<R> {
    input: R,
    line: Vec<u8>,
    text: String,
}

/// The result of reading a line.
#[derive(Debug, PartialEq, Eq)]
pub enum LineRead<'a> {
    /// A line without its end; bytes that are not UTF-8 are replaced.
    Line(&'a str),
    /// A line longer than this limit; it has been skipped.
    TooLong(usize),
    /// The input has ended.
    End,
}

impl<R: BufRead> BoundedLines<R> {
    /// Reads lines from an input.
    pub fn new(input: R) -> Self {
        Self { input, line: Vec::new(), text: String::new() }
    }

    /// The next line.
    pub fn read(&mut self) -> io::Result<LineRead<'_>> {
        self.line.clear();
        let mut long = false;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() && self.line.is_empty() && !long {
                return Ok(LineRead::End);
            }
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(chunk.len(), |at| at + 1);
            if self.line.len() + taken > MAX_LINE_LEN {
                long = true;
            } else if !long {
                self.line.extend_from_slice(&chunk[..taken]);
            }
            self.input.consume(taken);
            if end.is_some() || taken == 0 {
                break;
            }
        }
        if long {
            return Ok(LineRead::TooLong(MAX_LINE_LEN));
        }
        self.text.clear();
        self.text.push_str(String::from_utf8_lossy(&self.line).trim_end_matches(['\n', '\r']));
        Ok(LineRead::Line(&self.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_or_without_a_line_end() {
        let mut lines = BoundedLines::new(&b"a\r\n\nb\xff\nlast"[..]);
        for expected in ["a", "", "b\u{fffd}", "last"] {
            assert_eq!(lines.read().unwrap(), LineRead::Line(expected));
        }
        assert_eq!(lines.read().unwrap(), LineRead::End);
        assert_eq!(lines.read().unwrap(), LineRead::End);
    }

    #[test]
    fn a_line_beyond_the_limit_is_skipped_and_the_next_is_read() {
        let mut input = vec![b'x'; MAX_LINE_LEN + 7];
        input.extend_from_slice(b"\nnext\n");
        let mut lines = BoundedLines::new(io::BufReader::new(&input[..]));
        assert_eq!(lines.read().unwrap(), LineRead::TooLong(MAX_LINE_LEN));
        assert_eq!(lines.read().unwrap(), LineRead::Line("next"));
    }
}
