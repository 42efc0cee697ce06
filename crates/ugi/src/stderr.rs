//! The last lines of a program's standard error.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The number of lines kept.
const MAX_LINES: usize = 20;
/// The length of a line in bytes above which the rest of it is dropped.
const MAX_LINE_LEN: usize = 500;

/// Reads a program's standard error to its end and keeps the last lines.
#[derive(Debug)]
pub(crate) struct Stderr {
    kept: Arc<Mutex<LastLines>>,
    /// Disconnected once everything is read.
    open: Receiver<()>,
}

impl Stderr {
    /// Reads on a thread, so that a program never waits for room in the pipe.
    pub(crate) fn read(mut pipe: impl Read + Send + 'static) -> Self {
        let kept = Arc::new(Mutex::new(LastLines::default()));
        let (end, open) = channel::<()>();
        let lines = Arc::clone(&kept);
        thread::spawn(move || {
            let _end = end;
            let mut chunk = [0; 4096];
            while let Ok(read @ 1..) = pipe.read(&mut chunk) {
                lines.lock().unwrap_or_else(PoisonError::into_inner).add(&chunk[..read]);
            }
        });
        Self { kept, open }
    }

    /// Waits until everything is read; a child of the program may hold the pipe open.
    pub(crate) fn await_end(&self, time: Duration) {
        let _ = self.open.recv_timeout(time);
    }

    /// The last lines, oldest first.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).lines()
    }
}

#[derive(Debug, Default)]
struct LastLines {
    lines: VecDeque<String>,
    /// The beginning of a line whose end has not been read.
    open: Vec<u8>,
}

impl LastLines {
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            match byte {
                b'\n' => self.finish_line(),
                _ if self.open.len() < MAX_LINE_LEN => self.open.push(*byte),
                _ => {}
            }
        }
    }

    fn finish_line(&mut self) {
        let line = text_of(&self.open);
        self.open.clear();
        if line.is_empty() {
            return;
        }
        if self.lines.len() == MAX_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    fn lines(&self) -> Vec<String> {
        let open = text_of(&self.open);
        self.lines.iter().cloned().chain((!open.is_empty()).then_some(open)).collect()
    }
}

fn text_of(line: &[u8]) -> String {
    agon_core::printable(String::from_utf8_lossy(line).replace('\t', "    ").trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_and_long_ones_cut() {
        let mut kept = LastLines::default();
        for number in 0..100 {
            kept.add(format!("line {number}\r\n\n").as_bytes());
        }
        kept.add(&vec![b'x'; 10_000_000]);
        let lines = kept.lines();
        assert_eq!((lines.len(), lines[0].as_str(), lines[19].as_str()), (21, "line 80", "line 99"));
        assert_eq!(lines[20].len(), MAX_LINE_LEN);
        assert!(kept.open.capacity() <= 2 * MAX_LINE_LEN);
    }

    #[test]
    fn foreign_bytes_are_made_safe_to_show() {
        let mut kept = LastLines::default();
        kept.add(b"\ta\x1b[2Jb\xff\n");
        assert_eq!(kept.lines(), ["    a\u{fffd}[2Jb\u{fffd}"]);
    }
}
