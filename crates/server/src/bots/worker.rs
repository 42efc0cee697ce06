//! A worker: takes engine work of the site, thinks, and stores the answers.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::sync::{Notify, oneshot};

use crate::GameId;
use crate::bots::pool::{BotPool, JobResult};
use crate::bots::shared::{Answer, Search};
use crate::metrics::Metrics;
use crate::serve::{ServeError, stop_signal};
use crate::store::{Hint, Queue, WorkResult};

/// How long a worker without work waits before it looks again, since leases of lost workers run out unannounced.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);
/// The pause after the database could not be asked.
const RETRY_PAUSE: Duration = Duration::from_millis(500);

/// Runs a worker until a signal stops it. Blocks, on a runtime it builds.
///
/// `announce` is called with the name of the database as soon as the worker is connected to it. The role in the URL
/// needs to read and update the table of jobs and nothing else.
pub fn work(url: &str, threads: usize, announce: impl FnOnce(String)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let pool = BotPool::start(threads, threads.max(1) * 2, threads.max(1) * 2, Arc::new(Metrics::default()))?;
    let done = runtime.block_on(async {
        let (queue, mut hints) = Queue::open(url).await?;
        announce(queue.name());
        let submitted = Notify::new();
        let wake = async {
            while let Some(hint) = hints.recv().await {
                if matches!(hint, Hint::Work | Hint::Everything) {
                    submitted.notify_one();
                }
            }
        };
        tokio::select! {
            () = run(queue, &pool, threads, &submitted, |_, _| ()) => {}
            () = wake => {}
            () = stop_signal() => {}
        }
        Ok(())
    });
    pool.close();
    runtime.shutdown_background();
    done
}

/// Works with a number of threads until the future is dropped. `done` hears of every result.
pub(crate) async fn run(
    queue: Queue,
    pool: &BotPool,
    threads: usize,
    submitted: &Notify,
    done: impl Fn(GameId, &WorkResult),
) {
    let workers = (0..threads).map(|_| async {
        loop {
            match queue.take().await {
                Ok(Some(work)) => {
                    // More may wait, and one wake is enough for one worker only.
                    submitted.notify_one();
                    let result = think(pool, &work.payload).await;
                    if let Err(error) = queue.finish(work.id, result.clone()).await {
                        tracing::warn!(%error, "cannot store the result of an engine");
                    }
                    done(work.id, &result);
                }
                Ok(None) => {
                    let _ = tokio::time::timeout(LOOK_INTERVAL, submitted.notified()).await;
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot ask for work");
                    tokio::time::sleep(RETRY_PAUSE).await;
                }
            }
        }
    });
    join_all(workers).await;
}

async fn think(pool: &BotPool, payload: &str) -> WorkResult {
    let search: Search =
        serde_json::from_str(payload).inspect_err(|error| tracing::error!(%error, "work was not understood")).ok()?;
    let (sender, answer) = oneshot::channel();
    let job = search.into_job(Box::new(move |thought: JobResult<_>| {
        let _ = sender.send(thought);
    }));
    let job = job.inspect_err(|fault| tracing::error!(%fault, "work cannot be done")).ok()?;
    if !pool.submit(job) {
        return None;
    }
    let thought = answer.await.ok()?.ok()?;
    serde_json::to_string(&Answer::from(&thought)).ok()
}
