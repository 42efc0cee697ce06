//! The event log. A move exists if and only if its row is committed.
//!
//! In reading order:
//! - this file: rows, appends, and the trait of all stores;
//! - `writer`: the single writer, which groups appends into commits;
//! - `memory`: a log in memory;
//! - `sqlite`: a log in an `SQLite` file;
//! - `postgres`: a log in a `PostgreSQL` database, for several nodes;
//! - `tail`: the newest events of that file, which wait to be sorted into the table;
//! - `conformance`: tests that every store must pass.

#[cfg(test)]
mod conformance;
mod memory;
mod postgres;
mod sqlite;
mod tail;
pub(crate) mod writer;

use std::fmt;
use std::sync::Arc;

pub use agon_wire::GameStatus;
pub use memory::MemoryStore;
pub use postgres::{Carried, Cluster, PostgresStore, carry_to_postgres};
pub(crate) use postgres::{Hint, LocalPresence, NewWork, Queue, RemotePresence, WorkResult};
pub use sqlite::SqliteStore;

use crate::GameId;

/// A stored event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// The number of the event in its game, from 1.
    pub seq: u32,
    /// Unix milliseconds.
    pub at: i64,
    /// 0 and 1 for the players, 2 for no player.
    pub seat: u8,
    /// The number of the kind of event.
    pub kind: u8,
    /// The encoded content.
    pub body: String,
    /// The client's id of the command.
    pub client: Option<Box<str>>,
}

/// The number of chat lines kept of a game.
pub const MAX_CHAT_LINES: usize = 50;

/// A stored chat line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatRow {
    /// Unix milliseconds.
    pub at: i64,
    /// 0 or 1.
    pub seat: u8,
    /// The cleaned line.
    pub text: String,
}

/// Events of one game, to be stored together or not at all.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// Consecutive events, at least one.
    pub rows: Vec<EventRow>,
    /// The new entry in the index of games, if it changes.
    pub index: Option<IndexEntry>,
}

/// The entry of a game in the index of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexEntry {
    /// The status.
    pub status: GameStatus,
    /// The spec string.
    pub spec: String,
    /// When the game was created, in Unix milliseconds.
    pub at: i64,
    /// When a clock runs out, in Unix milliseconds, if one runs. The store may keep an earlier time.
    pub deadline: Option<i64>,
}

/// The stored number of a status. Numbers never change their meaning.
const fn status_number(status: GameStatus) -> u8 {
    match status {
        GameStatus::Open => 0,
        GameStatus::Live => 1,
        GameStatus::Over => 2,
    }
}

/// The result of an [`Append`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// Stored durably.
    Done,
    /// The number of the first event is taken, or the event before it is missing. Nothing was stored.
    Conflict,
}

/// A failure of the store. What of a batch was stored is unknown; reading it back tells.
#[derive(Debug)]
pub struct StoreError(pub String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

/// The number of stored games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCounts {
    /// By status: open, live, over.
    pub games: [u64; 3],
}

/// A durable log of games. Calls block, so the server makes them on threads that may block.
pub trait Store: Send + Sync {
    /// Stores a batch in one transaction and returns the result of each append.
    ///
    /// Once this returns `Ok`, everything reported as `Done` survives a crash of the process and of the machine.
    fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError>;

    /// The events of a game after number `after`, in order; empty if the game does not exist.
    fn read(&self, game: GameId, after: u32) -> Result<Vec<EventRow>, StoreError>;

    /// Stores a chat line of a game, of which the last [`MAX_CHAT_LINES`] are kept.
    fn add_chat(&self, game: GameId, line: &ChatRow) -> Result<(), StoreError>;

    /// The chat lines of a game, the oldest first.
    fn read_chat(&self, game: GameId) -> Result<Vec<ChatRow>, StoreError>;

    /// Deletes games that never began and were created before `before`. Returns their number.
    fn delete_open(&self, before: i64) -> Result<usize, StoreError>;

    /// Counts the games by status.
    fn counts(&self) -> Result<GameCounts, StoreError>;

    /// The other servers that use the same log, if there may be any.
    fn cluster(&self) -> Option<Arc<Cluster>> {
        None
    }
}
