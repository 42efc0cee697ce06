//! The log in an `SQLite` file.

use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior, params};

use super::tail::{Tail, decode, encode};
use super::{
    Append, Appended, ChatRow, EventRow, GameCounts, GameStatus, MAX_CHAT_LINES, Store, StoreError, status_number,
};
use crate::GameId;
use crate::sync::lock;

/// The version of the schema. Files of later versions are refused.
const SCHEMA_VERSION: i64 = 3;

const CREATE_TABLES: &str = "
    CREATE TABLE event(
        game BLOB NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, seat INTEGER NOT NULL,
        kind INTEGER NOT NULL, body TEXT NOT NULL, client TEXT,
        PRIMARY KEY(game, seq)) WITHOUT ROWID;
    CREATE TABLE game(
        id BLOB PRIMARY KEY, status INTEGER NOT NULL, spec TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX game_by_status ON game(status, at);";

/// The table that version 2 added.
const CREATE_TAIL: &str = "CREATE TABLE tail(number INTEGER PRIMARY KEY, piece BLOB NOT NULL);";

/// The table that version 3 added.
const CREATE_CHAT: &str = "
    CREATE TABLE chat(
        number INTEGER PRIMARY KEY, game BLOB NOT NULL, at INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL);
    CREATE INDEX chat_by_game ON chat(game);";

const INSERT_EVENT: &str = "
    INSERT INTO event(game, seq, at, seat, kind, body, client) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)";

const UPSERT_GAME: &str = "
    INSERT INTO game(id, status, spec, at) VALUES(?1, ?2, ?3, ?4)
    ON CONFLICT(id) DO UPDATE SET status = excluded.status, at = excluded.at";

/// The number of events in the tail at which they are moved to the event table.
const MAX_TAIL_LEN: usize = 4096;
/// How long to wait for another server to release the file.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// The log in an `SQLite` file, with a write-ahead log and every commit synced to disk.
#[derive(Debug)]
pub struct SqliteStore {
    writer: Mutex<SqliteWriter>,
    reader: Mutex<Connection>,
    tail: Mutex<Tail>,
    /// The lock of the file: only one process may know what is in the tail.
    _file_lock: File,
}

#[derive(Debug)]
struct SqliteWriter {
    connection: Connection,
    /// The number of the next event of games written to lately.
    next_seqs: HashMap<GameId, u32>,
    /// The number of events at which the tail is flushed.
    flush_at: usize,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self(error.to_string())
    }
}

impl SqliteStore {
    /// Opens the file, creating it and its folder if missing.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| StoreError(format!("{}: {error}", folder.display())))?;
        }
        let named = |error: rusqlite::Error| StoreError(format!("{}: {error}", path.display()));
        let file_lock = lock_file(path)?;
        let writer = Connection::open(path).map_err(named)?;
        // A commit writes whole pages, so small pages keep the write-ahead log short.
        writer.pragma_update(None, "page_size", 2048).map_err(named)?;
        writer.pragma_update(None, "journal_mode", "WAL").map_err(named)?;
        writer.pragma_update(None, "synchronous", "FULL").map_err(named)?;
        writer.pragma_update(None, "wal_autocheckpoint", 8000).map_err(named)?;
        writer.busy_timeout(LOCK_TIMEOUT).map_err(named)?;
        create_tables(&writer).map_err(|error| StoreError(format!("{}: {error}", path.display())))?;
        let tail = read_tail(&writer).map_err(|error| StoreError(format!("{}: {error}", path.display())))?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let reader = Connection::open_with_flags(path, flags).map_err(named)?;
        let writer = SqliteWriter { connection: writer, next_seqs: HashMap::new(), flush_at: MAX_TAIL_LEN };
        let store = Self {
            writer: Mutex::new(writer),
            reader: Mutex::new(reader),
            tail: Mutex::new(tail),
            _file_lock: file_lock,
        };
        store.flush(&mut lock(&store.writer))?;
        Ok(store)
    }

    /// Moves the events of the tail to the event table.
    fn flush(&self, writer: &mut SqliteWriter) -> Result<(), StoreError> {
        let tail = lock(&self.tail);
        if tail.len() == 0 {
            return Ok(());
        }
        let transaction = writer.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        {
            let mut statement = transaction.prepare_cached(INSERT_EVENT)?;
            for (game, rows) in tail.ordered() {
                for row in rows {
                    let client = row.client.as_deref();
                    let values = params![game.0, row.seq, row.at, row.seat, row.kind, row.body, client];
                    statement.execute(values)?;
                }
            }
        }
        transaction.execute("DELETE FROM tail", [])?;
        drop(tail);
        transaction.commit()?;
        // Readers look in the tail first, so clearing it last lets them find an event twice rather than not at all.
        lock(&self.tail).clear();
        writer.next_seqs.clear();
        writer.flush_at = MAX_TAIL_LEN;
        Ok(())
    }

    /// The number of the next event of a game.
    fn next_seq(&self, transaction: &Transaction<'_>, game: GameId) -> Result<u32, StoreError> {
        if let Some(last) = lock(&self.tail).last(game) {
            return Ok(last + 1);
        }
        let mut statement = transaction.prepare_cached("SELECT max(seq) FROM event WHERE game = ?1")?;
        let last: Option<u32> = statement.query_row(params![game.0], |row| row.get(0))?;
        Ok(last.map_or(1, |last| last + 1))
    }

    /// Stores a batch as one chunk of the tail.
    fn write_chunk(&self, writer: &mut SqliteWriter, batch: &[Append]) -> Result<Vec<Appended>, StoreError> {
        let SqliteWriter { connection, next_seqs, .. } = writer;
        // Dropping the transaction on an error rolls it back.
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut chunk = Vec::with_capacity(96 * batch.len());
        let mut done = Vec::with_capacity(batch.len());
        for append in batch {
            let next_seq = match next_seqs.entry(append.game) {
                std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
                std::collections::hash_map::Entry::Vacant(entry) => {
                    entry.insert(self.next_seq(&transaction, append.game)?)
                }
            };
            if append.rows.first().is_none_or(|row| row.seq != *next_seq) {
                done.push(Appended::Conflict);
                continue;
            }
            for row in &append.rows {
                encode(&mut chunk, append.game, row);
            }
            *next_seq += append.rows.len() as u32;
            if let Some(index) = &append.index {
                let mut statement = transaction.prepare_cached(UPSERT_GAME)?;
                statement.execute(params![append.game.0, status_number(index.status), index.spec, index.at])?;
            }
            done.push(Appended::Done);
        }
        if !chunk.is_empty() {
            transaction.prepare_cached("INSERT INTO tail(piece) VALUES(?1)")?.execute(params![chunk])?;
        }
        transaction.commit()?;
        Ok(done)
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        // If this fails, the next process to open the file does it.
        let mut writer = lock(&self.writer);
        let _ = self.flush(&mut writer);
    }
}

/// Locks the file for this process.
fn lock_file(path: &Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push("-lock");
    let name = PathBuf::from(name);
    let failed = |error: std::io::Error| StoreError(format!("{}: {error}", name.display()));
    let file = File::options().create(true).truncate(false).write(true).open(&name).map_err(failed)?;
    let deadline = Instant::now() + LOCK_TIMEOUT;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError(format!(
                    "{}: another server uses this file; stop that server, or use another file",
                    path.display()
                )));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
    }
}

/// Creates the missing tables.
fn create_tables(writer: &Connection) -> Result<(), StoreError> {
    let version: i64 = writer.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let missing = match version {
        0 => format!("{CREATE_TABLES} {CREATE_TAIL} {CREATE_CHAT}"),
        1 => format!("{CREATE_TAIL} {CREATE_CHAT}"),
        2 => CREATE_CHAT.to_owned(),
        SCHEMA_VERSION => return Ok(()),
        other => {
            return Err(StoreError(format!(
                "the file has tables of version {other}; this program supports versions up to {SCHEMA_VERSION}"
            )));
        }
    };
    writer.execute_batch(&format!("BEGIN; {missing} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"))?;
    Ok(())
}

/// Reads the events that a crashed process left in the tail.
fn read_tail(writer: &Connection) -> Result<Tail, StoreError> {
    let mut tail = Tail::default();
    let mut statement = writer.prepare("SELECT piece FROM tail ORDER BY number")?;
    let mut chunks = statement.query([])?;
    while let Some(chunk) = chunks.next()? {
        let rows = decode(chunk.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?);
        for (game, row) in rows.ok_or_else(|| StoreError("cannot read the tail of the log".to_owned()))? {
            tail.push(game, [row]);
        }
    }
    Ok(tail)
}

impl Store for SqliteStore {
    fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError> {
        let mut writer = lock(&self.writer);
        let done = self.write_chunk(&mut writer, batch).inspect_err(|_| writer.next_seqs.clear())?;
        let tail_len = {
            let mut tail = lock(&self.tail);
            for (append, _) in batch.iter().zip(&done).filter(|(_, done)| **done == Appended::Done) {
                tail.push(append.game, append.rows.iter().cloned());
            }
            tail.len()
        };
        if tail_len >= writer.flush_at
            && let Err(error) = self.flush(&mut writer)
        {
            // The events are stored all the same. The next attempt follows after as many more.
            tracing::error!(%error, "cannot move the newest events to the event table");
            writer.flush_at = tail_len + MAX_TAIL_LEN;
        }
        Ok(done)
    }

    fn read(&self, game: GameId, after: u32) -> Result<Vec<EventRow>, StoreError> {
        let newest = lock(&self.tail).after(game, after);
        let reader = lock(&self.reader);
        let mut statement = reader.prepare_cached(
            "SELECT seq, at, seat, kind, body, client FROM event WHERE game = ?1 AND seq > ?2 ORDER BY seq",
        )?;
        let rows = statement.query_map(params![game.0, after], |row| {
            let client: Option<String> = row.get(5)?;
            Ok(EventRow {
                seq: row.get(0)?,
                at: row.get(1)?,
                seat: row.get(2)?,
                kind: row.get(3)?,
                body: row.get(4)?,
                client: client.map(String::into_boxed_str),
            })
        })?;
        let mut rows: Vec<EventRow> = rows.collect::<Result<_, _>>()?;
        // Some of these may have moved to the event table meanwhile.
        let last = rows.last().map_or(after, |row| row.seq);
        rows.extend(newest.into_iter().filter(|row| row.seq > last));
        Ok(rows)
    }

    fn add_chat(&self, game: GameId, line: &ChatRow) -> Result<(), StoreError> {
        let mut writer = lock(&self.writer);
        let transaction = writer.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let values = params![game.0, line.at, line.seat, line.text];
        transaction.execute("INSERT INTO chat(game, at, seat, text) VALUES(?1, ?2, ?3, ?4)", values)?;
        transaction.execute(
            "DELETE FROM chat WHERE game = ?1 AND number <= (
                SELECT number FROM chat WHERE game = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)",
            params![game.0, MAX_CHAT_LINES as i64],
        )?;
        transaction.commit()?;
        Ok(())
    }

    fn read_chat(&self, game: GameId) -> Result<Vec<ChatRow>, StoreError> {
        let reader = lock(&self.reader);
        let mut statement = reader.prepare_cached("SELECT at, seat, text FROM chat WHERE game = ?1 ORDER BY number")?;
        let rows = statement
            .query_map(params![game.0], |row| Ok(ChatRow { at: row.get(0)?, seat: row.get(1)?, text: row.get(2)? }))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn delete_open(&self, before: i64) -> Result<usize, StoreError> {
        let mut writer = lock(&self.writer);
        self.flush(&mut writer)?;
        writer.next_seqs.clear();
        let transaction = writer.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let open = status_number(GameStatus::Open);
        for table in ["event", "chat"] {
            let old_games = "SELECT id FROM game WHERE status = ?1 AND at < ?2";
            transaction.execute(&format!("DELETE FROM {table} WHERE game IN ({old_games})"), params![open, before])?;
        }
        let count = transaction.execute("DELETE FROM game WHERE status = ?1 AND at < ?2", params![open, before])?;
        transaction.commit()?;
        Ok(count)
    }

    fn counts(&self) -> Result<GameCounts, StoreError> {
        let reader = lock(&self.reader);
        let mut counts = GameCounts::default();
        let mut statement = reader.prepare_cached("SELECT status, count(*) FROM game GROUP BY status")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (status, games): (u32, i64) = (row.get(0)?, row.get(1)?);
            if let Some(count) = counts.games.get_mut(status as usize) {
                *count = games as u64;
            }
        }
        Ok(counts)
    }
}

#[cfg(test)]
pub(super) fn pragma<T: rusqlite::types::FromSql>(store: &SqliteStore, name: &str) -> T {
    let asked = format!("PRAGMA {name}");
    lock(&store.writer).connection.query_row(&asked, [], |row| row.get(0)).expect("a pragma")
}

#[cfg(test)]
pub(super) fn tail_len(store: &SqliteStore) -> usize {
    lock(&store.tail).len()
}
