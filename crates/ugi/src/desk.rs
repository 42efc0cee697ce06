//! What lies between who reads the commands and who carries them out.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use agon_search::Stop;

/// Most bytes of commands that wait to be carried out: then no more are read.
const MOST_WAITING: usize = 16 << 20;

/// How long a search may go on after `quit`, so that a script that is piped in gets its answers.
const LAST_MOMENTS: Duration = Duration::from_secs(2);

/// The searches that were asked for and have not answered yet, and how much else waits.
#[derive(Debug, Default)]
pub(crate) struct Desk {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// In the order in which they were asked for; only the first may have begun.
    searches: VecDeque<Search>,
    waiting: usize,
    /// Nothing is carried out any more.
    closed: bool,
}

#[derive(Debug)]
struct Search {
    stop: Stop,
    infinite: bool,
    begun: Option<Instant>,
}

impl Search {
    fn is_endless(&self) -> bool {
        self.infinite && !self.stop.is_set()
    }
}

/// Closes a desk when whoever works at it is gone, whatever the reason.
#[derive(Debug)]
pub(crate) struct Closing<'a>(&'a Desk);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.state().closed = true;
        self.0.changed.notify_all();
    }
}

impl Desk {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until something has changed, at most until a moment.
    fn wait<'a>(&'a self, state: MutexGuard<'a, State>, until: Option<Instant>) -> MutexGuard<'a, State> {
        match until.map(|until| until.saturating_duration_since(Instant::now())) {
            None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            Some(time) => self.changed.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0,
        }
    }

    pub(crate) fn closing(&self) -> Closing<'_> {
        Closing(self)
    }

    /// A command of so many bytes has come; waits while too many are there.
    pub(crate) fn admit(&self, bytes: usize) {
        let mut state = self.state();
        while state.waiting > MOST_WAITING && !state.closed {
            state = self.wait(state, None);
        }
        state.waiting += bytes;
    }

    /// A command of so many bytes was carried out.
    pub(crate) fn release(&self, bytes: usize) {
        self.state().waiting -= bytes;
        self.changed.notify_all();
    }

    /// A search is asked for.
    pub(crate) fn enter(&self, infinite: bool) -> Stop {
        let stop = Stop::new();
        self.state().searches.push_back(Search { stop: stop.clone(), infinite, begun: None });
        stop
    }

    /// Waits until the only search that was asked for has begun or been refused, so that nothing which comes after it is
    /// answered before that. Behind another search there is no telling how long that takes.
    pub(crate) fn await_begin(&self) {
        let mut state = self.state();
        while state.searches.len() == 1 && state.searches[0].begun.is_none() && !state.closed {
            state = self.wait(state, None);
        }
    }

    /// The first search begins.
    pub(crate) fn begin(&self) {
        if let Some(search) = self.state().searches.front_mut() {
            search.begun = Some(Instant::now());
        }
        self.changed.notify_all();
    }

    /// The first search has answered, or was refused.
    pub(crate) fn leave(&self) {
        self.state().searches.pop_front();
        self.changed.notify_all();
    }

    /// Whether a search is under way or waits.
    pub(crate) fn is_busy(&self) -> bool {
        !self.state().searches.is_empty()
    }

    /// Whether there is a search that ends only when it is told to.
    pub(crate) fn is_endless(&self) -> bool {
        self.state().searches.iter().any(Search::is_endless)
    }

    /// Ends all searches.
    pub(crate) fn stop(&self) {
        self.state().searches.iter().for_each(|search| search.stop.set());
        self.changed.notify_all();
    }

    /// Ends the searches that have no end of their own.
    pub(crate) fn stop_endless(&self) {
        self.state()
            .searches
            .iter()
            .filter(|search| search.is_endless())
            .for_each(|search| search.stop.set());
        self.changed.notify_all();
    }

    /// Waits until a search is told to end.
    pub(crate) fn await_stop(&self, stop: &Stop) {
        let mut state = self.state();
        while !stop.is_set() {
            state = self.wait(state, None);
        }
    }

    /// After `quit`: what was asked for before is still carried out, but no search takes long.
    pub(crate) fn see_out(&self) {
        self.stop_endless();
        let asked = Instant::now();
        let mut state = self.state();
        while !state.closed {
            let running = state.searches.front().filter(|search| !search.stop.is_set());
            let end = running.and_then(|search| search.begun).map(|begun| begun.max(asked) + LAST_MOMENTS);
            if end.is_some_and(|end| end <= Instant::now()) {
                state.searches.iter().take(1).for_each(|search| search.stop.set());
                self.changed.notify_all();
            } else {
                state = self.wait(state, end);
            }
        }
    }
}
