//! The single writer of the log, which groups concurrent appends into one commit.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, oneshot};

use crate::metrics::Metrics;
use crate::store::{Append, Appended, Store, StoreError};

/// The most appends in one transaction.
const MAX_BATCH: usize = 1024;
/// The most appends that wait for the writer; further callers wait for a place in the queue.
const QUEUE_CAPACITY: usize = 8 * MAX_BATCH;
/// After a commit of this many appends, the next commit waits for more appends to arrive.
const BUSY_BATCH: usize = 8;
/// A busy writer pauses for this long, and again as long as each pause brings more appends.
const GATHER_PAUSE: Duration = Duration::from_micros(400);
/// The most pauses before one commit.
const MAX_GATHER_PAUSES: usize = 8;

type AppendResult = Result<Appended, Arc<StoreError>>;

/// A handle to the writer of the log. Clones share the writer.
#[derive(Clone, Debug)]
pub struct LogWriter {
    queue: Sender<(Append, oneshot::Sender<AppendResult>)>,
    places: Arc<Semaphore>,
}

impl LogWriter {
    /// Starts the writer thread, which ends once the last handle is dropped and everything is written.
    pub(crate) fn start(store: Arc<dyn Store>, metrics: Arc<Metrics>) -> std::io::Result<Self> {
        let (queue, waiting) = channel();
        std::thread::Builder::new().name("agon-log".to_owned()).spawn(move || write(&*store, &waiting, &metrics))?;
        Ok(Self { queue, places: Arc::new(Semaphore::new(QUEUE_CAPACITY)) })
    }

    /// Appends events. `Done` means that they are on disk.
    pub async fn append(&self, append: Append) -> AppendResult {
        let (answer, answered) = oneshot::channel();
        let gone = || Arc::new(StoreError("the writer has stopped".to_owned()));
        let _place = self.places.acquire().await.map_err(|_| gone())?;
        self.queue.send((append, answer)).map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }
}

fn write(store: &dyn Store, waiting: &Receiver<(Append, oneshot::Sender<AppendResult>)>, metrics: &Metrics) {
    let mut appends = Vec::new();
    let mut answers = Vec::new();
    let mut last_batch = 0;
    while let Ok(first) = waiting.recv() {
        let mut take = |(append, answer)| {
            appends.push(append);
            answers.push(answer);
        };
        take(first);
        let mut taken = 1;
        // A commit costs about the same for one append as for many, so a busy writer waits a moment for more.
        // Clients answered by the last commit are about to send their next command; without this pause they would
        // form two groups, each waiting for the commits of both.
        let is_busy = last_batch >= BUSY_BATCH;
        for _ in 0..if is_busy { MAX_GATHER_PAUSES } else { 1 } {
            if is_busy {
                std::thread::sleep(GATHER_PAUSE);
            }
            let before = taken;
            for one in waiting.try_iter().take(MAX_BATCH - taken) {
                take(one);
                taken += 1;
            }
            if taken == before || taken == MAX_BATCH {
                break;
            }
        }
        last_batch = appends.len();
        let began = Instant::now();
        let done = store.append(&appends);
        metrics.commit(appends.len(), began.elapsed(), done.is_ok());
        match done {
            Ok(done) => {
                for (answer, done) in answers.drain(..).zip(done) {
                    // The caller may be gone by now; the event is stored all the same.
                    let _ = answer.send(Ok(done));
                }
            }
            Err(error) => {
                tracing::error!(%error, "cannot store a batch");
                let error = Arc::new(error);
                for answer in answers.drain(..) {
                    let _ = answer.send(Err(Arc::clone(&error)));
                }
            }
        }
        appends.clear();
    }
}
