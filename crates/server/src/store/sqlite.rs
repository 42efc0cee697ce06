use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OpenFlags, params};

use super::{Append, Appended, Counts, Row, Status, Store, StoreError};
use crate::GameId;

/// The version of the tables; a file of a later version is refused.
const VERSION: i64 = 1;

const TABLES: &str = "
    CREATE TABLE event(
        game BLOB NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, seat INTEGER NOT NULL,
        kind INTEGER NOT NULL, body TEXT NOT NULL, client TEXT,
        PRIMARY KEY(game, seq)) WITHOUT ROWID;
    CREATE TABLE game(
        id BLOB PRIMARY KEY, status INTEGER NOT NULL, spec TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX game_by_status ON game(status, at);";

const INSERT: &str = "
    INSERT INTO event(game, seq, at, seat, kind, body, client) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)
    ON CONFLICT DO NOTHING";

const INDEX: &str = "
    INSERT INTO game(id, status, spec, at) VALUES(?1, ?2, ?3, ?4)
    ON CONFLICT(id) DO UPDATE SET status = excluded.status, at = excluded.at";

/// The log in an `SQLite` file: write-ahead log, every commit synced to disk.
#[derive(Debug)]
pub struct SqliteStore {
    writer: Mutex<Connection>,
    reader: Mutex<Connection>,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self(error.to_string())
    }
}

impl SqliteStore {
    /// Opens the file, making it and its folder if they are not there.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)
                .map_err(|error| StoreError(format!("{}: {error}", folder.display())))?;
        }
        let named = |error: rusqlite::Error| StoreError(format!("{}: {error}", path.display()));
        let writer = Connection::open(path).map_err(named)?;
        // A turn changes one leaf page: small pages make its share of the write-ahead log small.
        writer.pragma_update(None, "page_size", 2048).map_err(named)?;
        writer.pragma_update(None, "journal_mode", "WAL").map_err(named)?;
        writer.pragma_update(None, "synchronous", "FULL").map_err(named)?;
        writer.pragma_update(None, "wal_autocheckpoint", 8000).map_err(named)?;
        writer.busy_timeout(std::time::Duration::from_secs(5)).map_err(named)?;
        Self::prepare(&writer).map_err(|error| StoreError(format!("{}: {error}", path.display())))?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let reader = Connection::open_with_flags(path, flags).map_err(named)?;
        Ok(Self { writer: Mutex::new(writer), reader: Mutex::new(reader) })
    }

    fn prepare(writer: &Connection) -> Result<(), StoreError> {
        let version: i64 = writer.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        match version {
            0 => {
                writer.execute_batch(&format!("BEGIN; {TABLES} PRAGMA user_version = {VERSION}; COMMIT;"))?;
                Ok(())
            }
            VERSION => Ok(()),
            other => Err(StoreError(format!(
                "the file has tables of version {other}; this program knows up to {VERSION}"
            ))),
        }
    }
}

fn lock(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}

fn insert(writer: &Connection, append: &Append) -> Result<Appended, StoreError> {
    let Some(first) = append.rows.first() else { return Ok(Appended::Conflict) };
    if first.seq > 1 {
        let mut before = writer.prepare_cached("SELECT 1 FROM event WHERE game = ?1 AND seq = ?2")?;
        if !before.exists(params![append.game.0, first.seq - 1])? {
            return Ok(Appended::Conflict);
        }
    }
    let mut statement = writer.prepare_cached(INSERT)?;
    for row in &append.rows {
        let client = row.client.as_deref();
        let added = statement.execute(params![
            append.game.0,
            row.seq,
            row.at,
            row.seat,
            row.kind,
            row.body,
            client
        ])?;
        // Numbers are dense, so if the first is free, so are those after it.
        if added == 0 {
            return Ok(Appended::Conflict);
        }
    }
    if let Some(index) = &append.index {
        let mut statement = writer.prepare_cached(INDEX)?;
        statement.execute(params![append.game.0, index.status.number(), index.spec, index.at])?;
    }
    Ok(Appended::Done)
}

impl Store for SqliteStore {
    fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError> {
        let mut writer = lock(&self.writer);
        // Dropping the transaction on the way out of an error rolls it back.
        let transaction = writer.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let done: Result<Vec<_>, _> = batch.iter().map(|append| insert(&transaction, append)).collect();
        let done = done?;
        transaction.commit()?;
        Ok(done)
    }

    fn read(&self, game: GameId, after: u32) -> Result<Vec<Row>, StoreError> {
        let reader = lock(&self.reader);
        let mut statement = reader.prepare_cached(
            "SELECT seq, at, seat, kind, body, client FROM event WHERE game = ?1 AND seq > ?2 ORDER BY seq",
        )?;
        let rows = statement.query_map(params![game.0, after], |row| {
            let client: Option<String> = row.get(5)?;
            Ok(Row {
                seq: row.get(0)?,
                at: row.get(1)?,
                seat: row.get(2)?,
                kind: row.get(3)?,
                body: row.get(4)?,
                client: client.map(String::into_boxed_str),
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn delete_open(&self, before: i64) -> Result<usize, StoreError> {
        let mut writer = lock(&self.writer);
        let transaction = writer.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let open = Status::Open.number();
        transaction.execute(
            "DELETE FROM event WHERE game IN (SELECT id FROM game WHERE status = ?1 AND at < ?2)",
            params![open, before],
        )?;
        let count =
            transaction.execute("DELETE FROM game WHERE status = ?1 AND at < ?2", params![open, before])?;
        transaction.commit()?;
        Ok(count)
    }

    fn counts(&self) -> Result<Counts, StoreError> {
        let reader = lock(&self.reader);
        let mut counts = Counts::default();
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
pub(super) fn writer_of(store: &SqliteStore) -> MutexGuard<'_, Connection> {
    lock(&store.writer)
}
