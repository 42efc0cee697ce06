use std::io::{self, BufRead, Write};
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use agon_core::{AnyTable, Fault};
use agon_search::{Engine, Settings};

use crate::desk::Desk;
use crate::lines::{BoundedLines, LineRead};
use crate::session::{Job, Session, Task, say};
use crate::{Answer, Command, Go};

/// What the protocol needs from the program it runs in.
pub trait Host: Sync {
    /// The engine's name and version.
    fn name(&self) -> String;
    /// Who wrote it.
    fn author(&self) -> String;
    /// The bots that can be named for a game.
    fn bots(&self, game: &str) -> Vec<String>;
    /// An engine for the game on the table.
    fn engine(&self, table: &dyn AnyTable, settings: &Settings) -> Result<Box<dyn Engine>, Fault>;
    /// Runs the benchmark and returns its closing lines.
    fn bench(&self) -> Vec<String>;
}

/// Answers the protocol until `quit` or the end of input.
///
/// One thread reads and another carries out: `stop`, `isready` and `quit` are obeyed while it thinks; other commands
/// wait for its answer, so that a script may simply be piped in.
pub fn serve(host: &dyn Host, input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let output = Mutex::new(output);
    let desk = Desk::default();
    let table = agon_games::open("quoridor").map_err(io::Error::other)?;
    thread::scope(|scope| {
        let (jobs, work) = channel();
        let (output, desk) = (&output, &desk);
        let worker = scope.spawn(move || {
            let _closing = desk.closing();
            Session::new(host, output, desk, table).work(&work)
        });
        let reader = Reader { output, desk, jobs };
        let ending = reader.read(BoundedLines::new(input));
        // Whoever carries out ends when nothing is left to do.
        drop(reader);
        match ending {
            Ok(Ending::Quit) => desk.see_out(),
            _ => desk.stop_endless(),
        }
        let worked = worker.join().unwrap_or_else(|_| Err(io::Error::other("the session failed")));
        ending.and(worked)
    })
}

/// Why nothing more is read.
enum Ending {
    Quit,
    EndOfInput,
}

/// Reads commands, obeys at once those that cannot wait and hands the others on.
struct Reader<'a, W> {
    output: &'a Mutex<W>,
    desk: &'a Desk,
    jobs: Sender<Job>,
}

impl<W: Write> Reader<'_, W> {
    fn read(&self, mut lines: BoundedLines<impl BufRead>) -> io::Result<Ending> {
        loop {
            let (command, bytes) = match lines.read()? {
                LineRead::End => return Ok(Ending::EndOfInput),
                LineRead::TooLong(limit) => (Err(format!("line longer than {limit} bytes passed over")), 0),
                LineRead::Line(line) => (Command::parse(line), line.len()),
            };
            let handed_on = match command {
                Ok(None) => true,
                Ok(Some(Command::Quit)) => return Ok(Ending::Quit),
                Ok(Some(command)) => self.obey(command, bytes)?,
                Err(why) => self.hand_on(Task::Refuse(why), bytes),
            };
            if !handed_on {
                // Nobody carries anything out any more; why is known there.
                return Ok(Ending::EndOfInput);
            }
        }
    }

    /// `false` if nobody is there to carry it out.
    fn obey(&self, command: Command, bytes: usize) -> io::Result<bool> {
        match command {
            Command::Stop => {
                self.desk.stop();
                Ok(true)
            }
            Command::IsReady if self.desk.is_busy() => {
                say(self.output, &[Answer::ReadyOk])?;
                Ok(true)
            }
            other if self.desk.is_endless() => {
                let why = format!("still thinking; send stop before {other}");
                say(self.output, &[Answer::Error(why)])?;
                Ok(true)
            }
            Command::Go(go) => {
                let infinite = matches!(&go, Go::Think(limits) if limits.infinite);
                let stop = self.desk.enter(infinite);
                let handed_on = self.hand_on(Task::Search(go, stop), bytes);
                self.desk.await_begin();
                Ok(handed_on)
            }
            other => Ok(self.hand_on(Task::Obey(other), bytes)),
        }
    }

    fn hand_on(&self, task: Task, bytes: usize) -> bool {
        self.desk.admit(bytes);
        self.jobs.send(Job { task, bytes }).is_ok()
    }
}
