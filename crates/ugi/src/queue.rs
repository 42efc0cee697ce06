//! The queue between the thread that reads commands and the one that carries them out.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use agon_search::Stop;

/// Size of the queued commands above which no more are read.
const MAX_QUEUED_BYTES: usize = 16 << 20;

/// How long a search may continue after `quit`, so that a script that is piped in gets its answers.
const QUIT_GRACE: Duration = Duration::from_secs(2);

/// The searches that have not been answered yet, and the size of all queued commands.
#[derive(Debug, Default)]
pub(crate) struct CommandQueue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct QueueState {
    /// In the order of their `go` commands; only the first may be running.
    searches: VecDeque<QueuedSearch>,
    bytes: usize,
    /// Whether the worker thread has ended.
    closed: bool,
}

#[derive(Debug)]
struct QueuedSearch {
    stop: Stop,
    infinite: bool,
    started: Option<Instant>,
}

impl QueuedSearch {
    fn is_endless(&self) -> bool {
        self.infinite && !self.stop.is_set()
    }
}

/// Closes the queue when the worker thread ends, also by a panic.
#[derive(Debug)]
pub(crate) struct CloseOnDrop<'a>(&'a CommandQueue);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.state().closed = true;
        self.0.changed.notify_all();
    }
}

impl CommandQueue {
    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the state changes, at most until `until`.
    fn wait<'a>(&'a self, state: MutexGuard<'a, QueueState>, until: Option<Instant>) -> MutexGuard<'a, QueueState> {
        match until.map(|until| until.saturating_duration_since(Instant::now())) {
            None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            Some(time) => self.changed.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0,
        }
    }

    pub(crate) fn close_on_drop(&self) -> CloseOnDrop<'_> {
        CloseOnDrop(self)
    }

    /// Adds a command of this size; waits while the queue is full.
    pub(crate) fn add(&self, bytes: usize) {
        let mut state = self.state();
        while state.bytes > MAX_QUEUED_BYTES && !state.closed {
            state = self.wait(state, None);
        }
        state.bytes += bytes;
    }

    /// Removes a command of this size.
    pub(crate) fn remove(&self, bytes: usize) {
        self.state().bytes -= bytes;
        self.changed.notify_all();
    }

    /// Adds a search.
    pub(crate) fn add_search(&self, infinite: bool) -> Stop {
        let stop = Stop::new();
        self.state().searches.push_back(QueuedSearch { stop: stop.clone(), infinite, started: None });
        stop
    }

    /// If only one search is queued, waits until it has started or been refused, so that no later command is answered
    /// before. Behind another search the wait would be unbounded.
    pub(crate) fn await_start(&self) {
        let mut state = self.state();
        while state.searches.len() == 1 && state.searches[0].started.is_none() && !state.closed {
            state = self.wait(state, None);
        }
    }

    /// Marks the first search as started.
    pub(crate) fn search_started(&self) {
        if let Some(search) = self.state().searches.front_mut() {
            search.started = Some(Instant::now());
        }
        self.changed.notify_all();
    }

    /// Removes the first search after its answer or refusal.
    pub(crate) fn search_answered(&self) {
        self.state().searches.pop_front();
        self.changed.notify_all();
    }

    /// Whether a search is running or queued.
    pub(crate) fn is_busy(&self) -> bool {
        !self.state().searches.is_empty()
    }

    /// Whether there is an infinite search that has not been stopped.
    pub(crate) fn is_endless(&self) -> bool {
        self.state().searches.iter().any(QueuedSearch::is_endless)
    }

    /// Stops all searches.
    pub(crate) fn stop(&self) {
        self.state().searches.iter().for_each(|search| search.stop.set());
        self.changed.notify_all();
    }

    /// Stops the infinite searches.
    pub(crate) fn stop_endless(&self) {
        self.state().searches.iter().filter(|search| search.is_endless()).for_each(|search| search.stop.set());
        self.changed.notify_all();
    }

    /// Waits until a search is stopped.
    pub(crate) fn await_stop(&self, stop: &Stop) {
        let mut state = self.state();
        while !stop.is_set() {
            state = self.wait(state, None);
        }
    }

    /// Finishes the queue after `quit`: earlier commands are still answered, but searches are cut short.
    pub(crate) fn finish(&self) {
        self.stop_endless();
        let asked = Instant::now();
        let mut state = self.state();
        while !state.closed {
            let running = state.searches.front().filter(|search| !search.stop.is_set());
            let end = running.and_then(|search| search.started).map(|started| started.max(asked) + QUIT_GRACE);
            if end.is_some_and(|end| end <= Instant::now()) {
                state.searches.iter().take(1).for_each(|search| search.stop.set());
                self.changed.notify_all();
            } else {
                state = self.wait(state, end);
            }
        }
    }
}
