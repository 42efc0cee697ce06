//! The one writer of a server: takes what has come together into one commit.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Instant;

use tokio::sync::oneshot;

use crate::metrics::Metrics;
use crate::store::{Append, Appended, Store, StoreError};

/// Most appends in one transaction; what comes later waits for the next.
const BATCH: usize = 1024;

type Answer = Result<Appended, Arc<StoreError>>;

/// The way into the log. Clones share the writer.
#[derive(Clone, Debug)]
pub struct Log {
    queue: Sender<(Append, oneshot::Sender<Answer>)>,
}

impl Log {
    /// Starts the writer; it ends when the last clone of the log is gone and everything is written.
    pub fn start(store: Arc<dyn Store>, metrics: Arc<Metrics>) -> std::io::Result<(Self, JoinHandle<()>)> {
        let (queue, waiting) = channel();
        let thread = std::thread::Builder::new()
            .name("agon-log".to_owned())
            .spawn(move || write(&*store, &waiting, &metrics))?;
        Ok((Self { queue }, thread))
    }

    /// Stores events; `Done` means that they are on disk.
    pub async fn append(&self, append: Append) -> Answer {
        let (answer, answered) = oneshot::channel();
        let gone = || Arc::new(StoreError("the writer has stopped".to_owned()));
        self.queue.send((append, answer)).map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }
}

fn write(store: &dyn Store, waiting: &Receiver<(Append, oneshot::Sender<Answer>)>, metrics: &Metrics) {
    let mut appends = Vec::new();
    let mut answers = Vec::new();
    while let Ok(first) = waiting.recv() {
        for (append, answer) in std::iter::once(first).chain(waiting.try_iter().take(BATCH - 1)) {
            appends.push(append);
            answers.push(answer);
        }
        let began = Instant::now();
        let done = store.append(&appends);
        metrics.commit(appends.len(), began.elapsed(), done.is_ok());
        match done {
            Ok(done) => {
                for (answer, done) in answers.drain(..).zip(done) {
                    // Whoever asked may be gone by now; the event is stored all the same.
                    let _ = answer.send(Ok(done));
                }
            }
            Err(error) => {
                tracing::error!(%error, "the store refused a batch");
                let error = Arc::new(error);
                for answer in answers.drain(..) {
                    let _ = answer.send(Err(Arc::clone(&error)));
                }
            }
        }
        appends.clear();
    }
}
