//! The one writer of a server: takes what has come together into one commit.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, oneshot};

use crate::metrics::Metrics;
use crate::store::{Append, Appended, Store, StoreError};

/// Most appends in one transaction; what comes later waits for the next.
const BATCH: usize = 1024;

/// Most appends that wait for the writer; who comes later waits for room.
const ROOM: usize = 8 * BATCH;

/// So many appends in one commit are a crowd.
const CROWD: usize = 8;
/// In a crowd a commit waits for as long as more keep coming in each of these pauses, but not for ever.
const PAUSE: Duration = Duration::from_micros(400);
const PAUSES: usize = 8;

type Answer = Result<Appended, Arc<StoreError>>;

/// The way into the log. Clones share the writer.
#[derive(Clone, Debug)]
pub struct Log {
    queue: Sender<(Append, oneshot::Sender<Answer>)>,
    room: Arc<Semaphore>,
}

impl Log {
    /// Starts the writer; it ends when the last clone of the log is gone and everything is written.
    pub(crate) fn start(store: Arc<dyn Store>, metrics: Arc<Metrics>) -> std::io::Result<Self> {
        let (queue, waiting) = channel();
        std::thread::Builder::new()
            .name("agon-log".to_owned())
            .spawn(move || write(&*store, &waiting, &metrics))?;
        Ok(Self { queue, room: Arc::new(Semaphore::new(ROOM)) })
    }

    /// Stores events; `Done` means that they are on disk.
    pub async fn append(&self, append: Append) -> Answer {
        let (answer, answered) = oneshot::channel();
        let gone = || Arc::new(StoreError("the writer has stopped".to_owned()));
        let _room = self.room.acquire().await.map_err(|_| gone())?;
        self.queue.send((append, answer)).map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }
}

fn write(store: &dyn Store, waiting: &Receiver<(Append, oneshot::Sender<Answer>)>, metrics: &Metrics) {
    let mut appends = Vec::new();
    let mut answers = Vec::new();
    let mut last = 0;
    while let Ok(first) = waiting.recv() {
        let mut take = |(append, answer)| {
            appends.push(append);
            answers.push(answer);
        };
        take(first);
        let mut taken = 1;
        // A commit costs about the same for one turn as for many: in a crowd it waits a moment for the others.
        // Those who were answered by the last commit are on their way; without them there would be two crowds,
        // each waiting for the commits of both.
        for _ in 0..if last >= CROWD { PAUSES } else { 1 } {
            if last >= CROWD {
                std::thread::sleep(PAUSE);
            }
            let before = taken;
            for one in waiting.try_iter().take(BATCH - taken) {
                take(one);
                taken += 1;
            }
            if taken == before || taken == BATCH {
                break;
            }
        }
        last = appends.len();
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
