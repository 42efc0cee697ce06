//! The log in a `PostgreSQL` database, which any number of nodes may share.
//!
//! In reading order:
//! - `connection`: the URL, TLS, and what is said about failures;
//! - `migrations`: the versions of the schema;
//! - `log`: appends and reads;
//! - `hints`: what nodes tell each other after a commit;
//! - `cluster`: who is connected where, the lobby, and the time of all nodes;
//! - `jobs`: work for engines on any machine;
//! - `pack`: finished games in little space;
//! - `carry`: carries a site from an `SQLite` file here;
//! - this file: the store, whose calls block.

mod carry;
mod cluster;
mod connection;
mod hints;
mod jobs;
mod log;
mod migrations;
mod pack;

use std::future::Future;
use std::sync::Arc;

use tokio::runtime::{Handle, Runtime};

pub use self::carry::{Carried, carry_to_postgres};
pub use self::cluster::Cluster;
pub(crate) use self::cluster::{LocalPresence, RemotePresence};
use self::connection::Target;
pub(crate) use self::hints::Hint;
pub(crate) use self::jobs::{NewWork, Queue, WorkResult};
use self::log::Log;
use super::{Append, Appended, ChatRow, EventRow, GameCounts, Store, StoreError};
use crate::GameId;

/// The log in a `PostgreSQL` database. Its connections live on a thread of their own.
pub struct PostgresStore {
    log: Arc<Log>,
    cluster: Arc<Cluster>,
    handle: Handle,
    /// Taken when the store is dropped.
    runtime: Option<Runtime>,
}

impl std::fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("PostgresStore").field(&self.log.target()).finish()
    }
}

impl PostgresStore {
    /// Connects to the database of a URL and brings its tables to the current version.
    pub fn open(url: &str) -> Result<Self, StoreError> {
        let target = Target::parse(url)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("agon-postgres")
            .enable_all()
            .build()
            .map_err(|error| StoreError(format!("cannot start a thread: {error}")))?;
        let handle = runtime.handle().clone();
        let log = Arc::new(wait(&handle, Log::open(target))?);
        let cluster = Arc::new(wait(&handle, Cluster::start(Arc::clone(&log), &handle))?);
        Ok(Self { log, cluster, handle, runtime: Some(runtime) })
    }

    /// Host, port and database of a URL, without user and password.
    pub fn describe(url: &str) -> Result<String, StoreError> {
        Ok(Target::parse(url)?.name())
    }

    /// Packs the games to which nothing has happened for a day, as of `now`. Returns their number. Servers do so now
    /// and then by themselves.
    pub fn pack_finished(&self, now: i64) -> Result<usize, StoreError> {
        self.wait(pack::pack_finished(&self.log, now))
    }

    fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        wait(&self.handle, future)
    }
}

/// Waits for a future on this thread, which may also be one of an async runtime, as in tests.
fn wait<T>(handle: &Handle, future: impl Future<Output = T>) -> T {
    let _context = handle.enter();
    pollster::block_on(future)
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        // Dropped plainly, a runtime waits for its threads, which is forbidden on a thread of another runtime.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Store for PostgresStore {
    fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError> {
        self.wait(self.log.append(batch))
    }

    fn read(&self, game: GameId, after: u32) -> Result<Vec<EventRow>, StoreError> {
        self.wait(self.log.read(game, after))
    }

    fn add_chat(&self, game: GameId, line: &ChatRow) -> Result<(), StoreError> {
        self.wait(self.log.add_chat(game, line))
    }

    fn read_chat(&self, game: GameId) -> Result<Vec<ChatRow>, StoreError> {
        self.wait(self.log.read_chat(game))
    }

    fn delete_open(&self, before: i64) -> Result<usize, StoreError> {
        self.wait(self.log.delete_open(before))
    }

    fn counts(&self) -> Result<GameCounts, StoreError> {
        self.wait(self.log.counts())
    }

    fn cluster(&self) -> Option<Arc<Cluster>> {
        Some(Arc::clone(&self.cluster))
    }
}
