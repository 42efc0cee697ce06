//! The review of a game on a background thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::{self, JoinHandle};

use agon_analysis::{ReviewEffort, ReviewOptions, review, text};
use agon_core::{Record, RecordError};
use agon_i18n::Catalogue;
use agon_search::Stop;

/// A running review.
pub(crate) struct BackgroundReview {
    done: Arc<AtomicUsize>,
    all: usize,
    stop: Stop,
    thread: Option<JoinHandle<Result<String, RecordError>>>,
}

/// Depth with dice: fast enough to wait for, deep enough to find mistakes.
const DICE_EFFORT: ReviewEffort = ReviewEffort::Plies(1);

impl BackgroundReview {
    /// Starts the review of a record; its result is a text.
    pub(crate) fn start(record: Record, dice: bool, catalogue: &'static Catalogue) -> Self {
        let (done, stop) = (Arc::new(AtomicUsize::new(0)), Stop::new());
        let all = record.plies.iter().filter(|ply| !ply.text.ends_with(':')).count();
        let (counter, thread_stop) = (Arc::clone(&done), stop.clone());
        let effort = if dice { DICE_EFFORT } else { ReviewEffort::Default };
        let options = ReviewOptions { effort, ..ReviewOptions::default() };
        let thread = thread::spawn(move || {
            let count = |turns, _| counter.store(turns, Relaxed);
            review(&record, &options, &thread_stop, &count).map(|review| text::report(&review, catalogue))
        });
        Self { done, all, stop, thread: Some(thread) }
    }

    /// The number of turns done, and of all turns.
    pub(crate) fn progress(&self) -> (usize, usize) {
        (self.done.load(Relaxed), self.all)
    }

    /// The review, if it is finished.
    pub(crate) fn poll(&mut self) -> Option<String> {
        let ready = self.thread.as_ref().is_none_or(JoinHandle::is_finished);
        ready.then(|| self.take())
    }

    /// Waits for the review.
    pub(crate) fn wait(mut self) -> String {
        self.take()
    }

    fn take(&mut self) -> String {
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(Ok(text))) => text,
            Some(Ok(Err(error))) => error.to_string(),
            // An engine panicked: there is nothing to show.
            Some(Err(_)) | None => String::new(),
        }
    }
}

impl Drop for BackgroundReview {
    fn drop(&mut self) {
        self.stop.set();
    }
}
