//! Where the log is kept. A move exists if and only if its row is committed.

#[cfg(test)]
mod conformance;
mod memory;
mod sqlite;
mod tail;
pub(crate) mod writer;

use std::fmt;

pub use memory::MemoryStore;
pub use sqlite::SqliteStore;

use crate::GameId;

/// One event as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// Its number in the game, from 1.
    pub seq: u32,
    /// Unix milliseconds.
    pub at: i64,
    /// 0 and 1 for the players, 2 for nobody.
    pub seat: u8,
    /// What kind of event.
    pub kind: u8,
    /// Its content.
    pub body: String,
    /// What the client called it.
    pub client: Option<Box<str>>,
}

/// Events of one game that are stored together or not at all.
#[derive(Clone, Debug)]
pub struct Append {
    /// Which game.
    pub game: GameId,
    /// Consecutive events, at least one.
    pub rows: Vec<EventRow>,
    /// How the index of games changes, if it does.
    pub index: Option<IndexEntry>,
}

/// What the index of games says about one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexEntry {
    /// How far it is.
    pub status: GameStatus,
    /// The game's spec.
    pub spec: String,
    /// Since when, in Unix milliseconds.
    pub at: i64,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStatus {
    /// A seat is free.
    Open,
    /// Being played.
    Live,
    /// Ended.
    Over,
}

impl GameStatus {
    /// The name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Live => "live",
            Self::Over => "over",
        }
    }

    const fn number(self) -> u8 {
        self as u8
    }
}

/// What became of an [`Append`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// On disk.
    Done,
    /// Another event has that number already, or the one before it is missing; nothing of it was stored.
    Conflict,
}

/// The store failed; nothing of the batch was stored.
#[derive(Debug)]
pub struct StoreError(pub String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

/// How many games are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCounts {
    /// Games by status: open, live, over.
    pub games: [u64; 3],
}

/// A durable log of games. Calls block; the server makes them from threads of their own.
pub trait Store: Send + Sync {
    /// Stores a batch in one transaction and answers for each part of it.
    ///
    /// When this returns `Ok`, everything reported as `Done` survives the death of the process and
    /// of the machine.
    fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError>;

    /// The events of a game after number `after`, in order; empty if there is no such game.
    fn read(&self, game: GameId, after: u32) -> Result<Vec<EventRow>, StoreError>;

    /// Deletes games that never began and are older than a moment; says how many.
    fn delete_open(&self, before: i64) -> Result<usize, StoreError>;

    /// How many games there are.
    fn counts(&self) -> Result<GameCounts, StoreError>;
}
