use std::io::{self, BufRead, Write};
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use agon_core::{AnyTable, Fault};
use agon_search::{Engine, EngineSpec};

use crate::lines::{BoundedLines, LineRead};
use crate::queue::CommandQueue;
use crate::session::{Action, EngineSession, QueuedCommand, say};
use crate::{Answer, Go, UgiCommand};

/// The program behind the protocol.
pub trait Host: Sync {
    /// The engine's name and version.
    fn name(&self) -> String;
    /// The engine's author.
    fn author(&self) -> String;
    /// The names of a game's bots.
    fn bots(&self, game: &str) -> Vec<String>;
    /// Builds an engine for the game on the table.
    fn engine(&self, table: &dyn AnyTable, settings: &EngineSpec) -> Result<Box<dyn Engine>, Fault>;
    /// Runs the benchmark and returns its last lines.
    fn bench(&self) -> Vec<String>;
}

/// Answers the protocol until `quit` or the end of input.
///
/// One thread reads commands, another carries them out: `stop`, `isready` and `quit` work during a search; other
/// commands wait for its answer, so that a script can be piped in.
pub fn serve(host: &dyn Host, input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let output = Mutex::new(output);
    let queue = CommandQueue::default();
    let first = agon_games::entries()[0].info.name;
    let table = agon_games::open(first).map_err(io::Error::other)?;
    thread::scope(|scope| {
        let (commands, work) = channel();
        let (output, queue) = (&output, &queue);
        let worker = scope.spawn(move || {
            let _close = queue.close_on_drop();
            EngineSession::new(host, output, queue, table).work(&work)
        });
        let reader = CommandReader { output, queue, commands };
        let ending = reader.read(BoundedLines::new(input));
        // Dropping the sender ends the worker thread after the last command.
        drop(reader);
        match ending {
            Ok(Ending::Quit) => queue.finish(),
            _ => queue.stop_endless(),
        }
        let worked = worker.join().unwrap_or_else(|_| Err(io::Error::other("the session failed")));
        ending.and(worked)
    })
}

/// Why reading ended.
enum Ending {
    Quit,
    EndOfInput,
}

/// Reads commands, carries out the urgent ones at once and queues the others.
struct CommandReader<'a, W> {
    output: &'a Mutex<W>,
    queue: &'a CommandQueue,
    commands: Sender<QueuedCommand>,
}

impl<W: Write> CommandReader<'_, W> {
    fn read(&self, mut lines: BoundedLines<impl BufRead>) -> io::Result<Ending> {
        loop {
            let (command, bytes) = match lines.read()? {
                LineRead::End => return Ok(Ending::EndOfInput),
                LineRead::TooLong(limit) => (Err(format!("line longer than {limit} bytes passed over")), 0),
                LineRead::Line(line) => (UgiCommand::parse(line), line.len()),
            };
            let queued = match command {
                Ok(None) => true,
                Ok(Some(UgiCommand::Quit)) => return Ok(Ending::Quit),
                Ok(Some(command)) => self.handle(command, bytes)?,
                Err(why) => self.enqueue(Action::Refuse(why), bytes),
            };
            if !queued {
                // The worker thread has ended; it returns the reason.
                return Ok(Ending::EndOfInput);
            }
        }
    }

    /// Returns `false` if the worker thread has ended.
    fn handle(&self, command: UgiCommand, bytes: usize) -> io::Result<bool> {
        match command {
            UgiCommand::Stop => {
                self.queue.stop();
                Ok(true)
            }
            UgiCommand::IsReady if self.queue.is_busy() => {
                say(self.output, &[Answer::ReadyOk])?;
                Ok(true)
            }
            other if self.queue.is_endless() => {
                let why = format!("still thinking; send stop before {other}");
                say(self.output, &[Answer::Error(why)])?;
                Ok(true)
            }
            UgiCommand::Go(go) => {
                let infinite = matches!(&go, Go::Think(limits) if limits.infinite);
                let stop = self.queue.add_search(infinite);
                let queued = self.enqueue(Action::Search(go, stop), bytes);
                self.queue.await_start();
                Ok(queued)
            }
            other => Ok(self.enqueue(Action::Run(other), bytes)),
        }
    }

    fn enqueue(&self, action: Action, bytes: usize) -> bool {
        self.queue.add(bytes);
        self.commands.send(QueuedCommand { action, bytes }).is_ok()
    }
}
