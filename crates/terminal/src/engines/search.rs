//! One search on a background thread.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use agon_core::{AnyTable, Fault};
use agon_search::{Engine, Limits, Line, SearchRequest, Stop, Thought};

use crate::faults;

/// A running search.
pub(crate) struct BackgroundSearch {
    name: String,
    messages: Receiver<Message>,
    stop: Stop,
    started: Instant,
    line: Option<Line>,
}

/// The result of a search.
pub(crate) struct SearchOutcome {
    /// The engine, for reuse; a program that failed is started again.
    pub engine: Option<Box<dyn Engine>>,
    /// The chosen turn.
    pub thought: Result<Thought, Fault>,
    /// Wall time used.
    pub time: Duration,
}

impl SearchOutcome {
    fn new(engine: Box<dyn Engine>, thought: Result<Thought, Fault>, time: Duration) -> Self {
        let is_broken = thought.as_ref().is_err_and(|fault| fault.trace.is_some());
        Self { engine: (!is_broken).then_some(engine), thought, time }
    }
}

/// Creates an engine on the background thread.
pub(crate) type EngineFactory = Box<dyn FnOnce() -> Result<Box<dyn Engine>, Fault> + Send>;

enum Message {
    Failed(Fault),
    Line(Line),
    Finished(Box<dyn Engine>, Result<Thought, Fault>, Duration),
}

impl BackgroundSearch {
    /// Starts a search on a copy of the table. The engine is created on the thread too, since an external program may
    /// start slowly.
    pub(crate) fn start(name: String, engine: EngineFactory, table: &dyn AnyTable, limits: Limits) -> Self {
        let (sender, messages) = channel();
        let stop = Stop::new();
        let (table, thread_stop) = (table.clone_box(), stop.clone());
        thread::spawn(move || {
            let mut engine = match engine() {
                Ok(engine) => engine,
                Err(fault) => {
                    let _ = sender.send(Message::Failed(fault));
                    return;
                }
            };
            let lines = sender.clone();
            let started = Instant::now();
            let thought = engine.think(SearchRequest {
                table: table.as_ref(),
                limits: &limits,
                stop: &thread_stop,
                report: &mut |line| {
                    // The receiver is gone if the search was abandoned.
                    let _ = lines.send(Message::Line(line.clone()));
                },
            });
            let _ = sender.send(Message::Finished(engine, thought, started.elapsed()));
        });
        Self { name, messages, stop, started: Instant::now(), line: None }
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The best line so far.
    pub(crate) fn line(&self) -> Option<&Line> {
        self.line.as_ref()
    }

    /// Makes the engine move now.
    pub(crate) fn hurry(&self) {
        self.stop.set();
    }

    /// Looks whether the engine has decided, without waiting.
    pub(crate) fn poll(&mut self) -> Option<SearchOutcome> {
        loop {
            match self.messages.try_recv() {
                Ok(Message::Line(line)) => self.line = Some(line),
                Ok(Message::Finished(engine, thought, time)) => {
                    return Some(SearchOutcome::new(engine, thought, time));
                }
                Ok(Message::Failed(fault)) => return Some(self.failed(fault)),
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => return Some(self.panicked()),
            }
        }
    }

    /// Waits for the result.
    pub(crate) fn wait(mut self) -> SearchOutcome {
        loop {
            match self.messages.recv() {
                Ok(Message::Line(line)) => self.line = Some(line),
                Ok(Message::Finished(engine, thought, time)) => {
                    return SearchOutcome::new(engine, thought, time);
                }
                Ok(Message::Failed(fault)) => return self.failed(fault),
                Err(_) => return self.panicked(),
            }
        }
    }

    fn failed(&self, fault: Fault) -> SearchOutcome {
        SearchOutcome { engine: None, thought: Err(fault), time: self.elapsed() }
    }

    fn panicked(&self) -> SearchOutcome {
        self.failed(faults::BOT_FAILED.with("name", &self.name))
    }
}

impl Drop for BackgroundSearch {
    fn drop(&mut self) {
        self.stop.set();
    }
}
