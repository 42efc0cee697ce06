//! A bounded pool of engine threads behind a bounded, fair queue.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use agon_analysis::{Review, ReviewOptions};
use agon_core::{AnyTable, Fault};
use agon_engines::EngineSpec;
use agon_search::{SearchRequest, Stop, Thought};

use crate::bots::engines::{EngineKey, KeptEngines};
use crate::http::limits::AddressKey;
use crate::metrics::Metrics;
use crate::sync::lock;

/// How many idle engines are kept for each worker. Each holds its transposition table.
const ENGINES_PER_WORKER: usize = 4;

/// Engine work on a position. It holds the table with its rolled dice, never the secret of later rolls.
pub struct Job {
    /// The table.
    pub table: Box<dyn AnyTable>,
    /// Stops the work early.
    pub stop: Stop,
    /// The client address whose share of the queue the job uses.
    pub address: Option<AddressKey>,
    /// The work.
    pub task: Task,
}

/// Why a job has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobError {
    /// It was stopped or dropped.
    Stopped,
    /// The engine returned a fault or panicked.
    Failed,
}

/// The result of a job.
pub(crate) type JobResult<T> = Result<T, JobError>;

/// The kind of work, and what to do with its result.
pub enum Task {
    /// Searches for a turn.
    Turn {
        /// The engine.
        spec: EngineSpec,
        /// The bot whose engine is kept for its next turn.
        bot: Option<EngineKey>,
        /// The limits of the search.
        limits: agon_search::Limits,
        /// Receives the result.
        done: Box<dyn FnOnce(JobResult<Thought>) + Send>,
    },
    /// Reviews the whole game.
    Review {
        /// The options of the review.
        options: ReviewOptions,
        /// Receives the result.
        done: Box<dyn FnOnce(JobResult<Review>) + Send>,
    },
}

impl Task {
    fn cancel(self) {
        match self {
            Self::Turn { done, .. } => done(Err(JobError::Stopped)),
            Self::Review { done, .. } => done(Err(JobError::Stopped)),
        }
    }
}

/// The engine threads and their queue.
pub struct BotPool {
    shared: Arc<PoolState>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

struct PoolState {
    queue: Mutex<JobQueue>,
    available: Condvar,
    engines: KeptEngines,
    metrics: Arc<Metrics>,
}

/// Jobs by client address. Addresses take turns, so that one with many jobs cannot starve the others.
#[derive(Default)]
struct JobQueue {
    addresses: VecDeque<(Option<AddressKey>, VecDeque<Job>)>,
    waiting: usize,
    capacity: usize,
    capacity_per_address: usize,
    closed: bool,
}

impl JobQueue {
    /// Adds a job; `false` if the queue or the share of its address is full.
    fn put(&mut self, job: Job) -> bool {
        if self.closed || self.waiting >= self.capacity {
            return false;
        }
        match self.addresses.iter_mut().find(|(address, _)| *address == job.address) {
            Some((_, jobs)) if jobs.len() >= self.capacity_per_address => return false,
            Some((_, jobs)) => jobs.push_back(job),
            None => self.addresses.push_back((job.address, VecDeque::from([job]))),
        }
        self.waiting += 1;
        true
    }

    fn take(&mut self) -> Option<Job> {
        let (address, mut jobs) = self.addresses.pop_front()?;
        let job = jobs.pop_front();
        if !jobs.is_empty() {
            self.addresses.push_back((address, jobs));
        }
        self.waiting -= usize::from(job.is_some());
        job
    }
}

impl PoolState {
    fn queue(&self) -> MutexGuard<'_, JobQueue> {
        lock(&self.queue)
    }

    fn next(&self) -> Option<Job> {
        let mut queue = self.queue();
        loop {
            if let Some(job) = queue.take() {
                self.metrics.jobs_waiting.store(queue.waiting as i64, Relaxed);
                return Some(job);
            }
            if queue.closed {
                return None;
            }
            queue = self.available.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl BotPool {
    /// Starts the threads.
    pub fn start(workers: usize, jobs: usize, jobs_per_address: usize, metrics: Arc<Metrics>) -> std::io::Result<Self> {
        let queue = JobQueue { capacity: jobs, capacity_per_address: jobs_per_address, ..JobQueue::default() };
        let workers = workers.max(1);
        let engines = KeptEngines::new(workers * ENGINES_PER_WORKER);
        let shared = Arc::new(PoolState { queue: Mutex::new(queue), available: Condvar::new(), engines, metrics });
        let threads: std::io::Result<Vec<_>> = (0..workers)
            .map(|number| {
                let shared = Arc::clone(&shared);
                std::thread::Builder::new().name(format!("agon-bot-{number}")).spawn(move || work(&shared))
            })
            .collect();
        Ok(Self { shared, threads: Mutex::new(threads?) })
    }

    /// Queues a job; `false` if the queue is full.
    pub fn submit(&self, job: Job) -> bool {
        let mut queue = self.shared.queue();
        let is_queued = queue.put(job);
        let metrics = &self.shared.metrics;
        metrics.jobs_waiting.store(queue.waiting as i64, Relaxed);
        drop(queue);
        if is_queued {
            self.shared.available.notify_one();
        } else {
            metrics.jobs_refused.fetch_add(1, Relaxed);
        }
        is_queued
    }

    /// Drops the queued jobs and waits for the threads. The caller has already stopped the running jobs.
    pub fn close(&self) {
        let dropped: Vec<Job> = {
            let mut queue = self.shared.queue();
            queue.closed = true;
            std::iter::from_fn(|| queue.take()).collect()
        };
        drop(dropped);
        self.shared.available.notify_all();
        let threads = std::mem::take(&mut *lock(&self.threads));
        for thread in threads {
            let _ = thread.join();
        }
    }
}

fn work(shared: &PoolState) {
    let metrics = &shared.metrics;
    while let Some(job) = shared.next() {
        if job.stop.is_set() {
            job.task.cancel();
            continue;
        }
        let (table, stop) = (&*job.table, &job.stop);
        match job.task {
            Task::Turn { spec, bot, limits, done } => done(measured(metrics, table, || {
                let mut engine = shared.engines.take(bot, || agon_engines::build(table, &spec))?;
                let thought = engine.think(SearchRequest::quiet(table, &limits, stop))?;
                shared.engines.put_back(bot, engine);
                Ok(thought)
            })),
            Task::Review { options, done } => {
                let review =
                    measured(metrics, table, || agon_analysis::review_table(table, &options, stop, &|_, _| {}));
                // A stopped review is shallow, so it is dropped.
                done(if stop.is_set() { Err(JobError::Stopped) } else { review });
            }
        }
    }
}

/// Measures some work and catches its panics, so that a bug in an engine does not end the worker.
fn measured<T>(metrics: &Metrics, table: &dyn AnyTable, work: impl FnOnce() -> Result<T, Fault>) -> JobResult<T> {
    metrics.jobs_running.fetch_add(1, Relaxed);
    let began = Instant::now();
    let answer = catch_unwind(AssertUnwindSafe(work));
    metrics.think_time.add(began.elapsed());
    metrics.jobs_running.fetch_sub(1, Relaxed);
    metrics.jobs_done.fetch_add(1, Relaxed);
    match answer {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(fault)) => {
            tracing::error!(%fault, spec = table.spec(), "an engine returned a fault");
            Err(JobError::Failed)
        }
        Err(_) => {
            metrics.job_panics.fetch_add(1, Relaxed);
            tracing::error!(spec = table.spec(), position = table.position(), "an engine panicked");
            Err(JobError::Failed)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::mpsc;

    use super::*;

    fn job(address: u8, name: u8, order: &mpsc::Sender<u8>) -> Job {
        let order = order.clone();
        Job {
            table: agon_games::open("domineering:rows=4,cols=4").expect("a table"),
            stop: Stop::new(),
            address: Some(AddressKey::from(IpAddr::from([10, 0, 0, address]))),
            task: Task::Turn {
                spec: EngineSpec { level: Some(1), ..EngineSpec::default() },
                bot: None,
                limits: agon_search::Limits::nodes(10),
                done: Box::new(move |_| {
                    let _ = order.send(name);
                }),
            },
        }
    }

    #[test]
    fn addresses_take_turns_and_limits_hold() {
        let (order, _orders) = mpsc::channel();
        let mut queue = JobQueue { capacity: 5, capacity_per_address: 3, ..JobQueue::default() };
        for name in 0..3 {
            assert!(queue.put(job(1, name, &order)));
        }
        assert!(!queue.put(job(1, 9, &order)), "one address has its share");
        assert!(queue.put(job(2, 10, &order)));
        assert!(queue.put(job(3, 20, &order)));
        assert!(!queue.put(job(4, 30, &order)), "the queue is full");
        let addresses: Vec<_> = std::iter::from_fn(|| queue.take()).map(|job| job.address).collect();
        let of = |n: u8| Some(AddressKey::from(IpAddr::from([10, 0, 0, n])));
        assert_eq!(addresses, [of(1), of(2), of(3), of(1), of(1)]);
        assert_eq!(queue.waiting, 0);
    }

    #[test]
    fn a_pool_answers_every_job_and_ends_when_closed() {
        let (order, orders) = mpsc::channel();
        let pool = BotPool::start(2, 100, 100, Arc::new(Metrics::default())).expect("threads");
        for name in 0..20 {
            assert!(pool.submit(job(name % 3, name, &order)));
        }
        let mut names: Vec<u8> = orders.iter().take(20).collect();
        names.sort_unstable();
        assert_eq!(names, (0..20).collect::<Vec<_>>());
        pool.close();
        assert!(!pool.submit(job(1, 1, &order)));
    }
}
