use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior, params};

use super::tail::{Tail, decode, encode};
use super::{Append, Appended, EventRow, GameCounts, GameStatus, Store, StoreError};
use crate::GameId;

/// The version of the tables; a file of a later version is refused.
const VERSION: i64 = 2;

const TABLES: &str = "
    CREATE TABLE event(
        game BLOB NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, seat INTEGER NOT NULL,
        kind INTEGER NOT NULL, body TEXT NOT NULL, client TEXT,
        PRIMARY KEY(game, seq)) WITHOUT ROWID;
    CREATE TABLE game(
        id BLOB PRIMARY KEY, status INTEGER NOT NULL, spec TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX game_by_status ON game(status, at);";

/// What version 2 added.
const TAIL: &str = "CREATE TABLE tail(number INTEGER PRIMARY KEY, piece BLOB NOT NULL);";

const INSERT: &str = "
    INSERT INTO event(game, seq, at, seat, kind, body, client) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)";

const INDEX: &str = "
    INSERT INTO game(id, status, spec, at) VALUES(?1, ?2, ?3, ?4)
    ON CONFLICT(id) DO UPDATE SET status = excluded.status, at = excluded.at";

/// So many events wait in the tail before they are put into their places.
const WAITING: usize = 4096;
/// How long to wait for a server that is just ending.
const PATIENCE: Duration = Duration::from_secs(5);

/// The log in an `SQLite` file: write-ahead log, every commit synced to disk.
#[derive(Debug)]
pub struct SqliteStore {
    writer: Mutex<Writer>,
    reader: Mutex<Connection>,
    tail: Mutex<Tail>,
    /// Held for as long as the file is open: what waits in the tail is known to one process only.
    _owner: File,
}

#[derive(Debug)]
struct Writer {
    connection: Connection,
    /// The number of the next event, of games that were written to lately.
    next: HashMap<GameId, u32>,
    /// The tail is put in order when it has so many events.
    fold_at: usize,
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
        let owner = own(path)?;
        let writer = Connection::open(path).map_err(named)?;
        // Pages are written whole: small ones make a commit's share of the write-ahead log small.
        writer.pragma_update(None, "page_size", 2048).map_err(named)?;
        writer.pragma_update(None, "journal_mode", "WAL").map_err(named)?;
        writer.pragma_update(None, "synchronous", "FULL").map_err(named)?;
        writer.pragma_update(None, "wal_autocheckpoint", 8000).map_err(named)?;
        writer.busy_timeout(PATIENCE).map_err(named)?;
        prepare(&writer).map_err(|error| StoreError(format!("{}: {error}", path.display())))?;
        let tail = read_tail(&writer).map_err(|error| StoreError(format!("{}: {error}", path.display())))?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let reader = Connection::open_with_flags(path, flags).map_err(named)?;
        let writer = Writer { connection: writer, next: HashMap::new(), fold_at: WAITING };
        let store = Self {
            writer: Mutex::new(writer),
            reader: Mutex::new(reader),
            tail: Mutex::new(tail),
            _owner: owner,
        };
        store.fold(&mut lock(&store.writer))?;
        Ok(store)
    }

    /// Puts what waits into its places.
    fn fold(&self, writer: &mut Writer) -> Result<(), StoreError> {
        let tail = lock(&self.tail);
        if tail.rows() == 0 {
            return Ok(());
        }
        let transaction = writer.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        {
            let mut statement = transaction.prepare_cached(INSERT)?;
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
        // Readers look here first: they find an event twice rather than not at all.
        lock(&self.tail).clear();
        writer.next.clear();
        writer.fold_at = WAITING;
        Ok(())
    }

    /// The number that the next event of a game must have.
    fn next_of(&self, transaction: &Transaction<'_>, game: GameId) -> Result<u32, StoreError> {
        if let Some(last) = lock(&self.tail).last(game) {
            return Ok(last + 1);
        }
        let mut statement = transaction.prepare_cached("SELECT max(seq) FROM event WHERE game = ?1")?;
        let last: Option<u32> = statement.query_row(params![game.0], |row| row.get(0))?;
        Ok(last.map_or(1, |last| last + 1))
    }

    /// Stores a batch as one piece; what it answers is stored when this returns.
    fn write(&self, writer: &mut Writer, batch: &[Append]) -> Result<Vec<Appended>, StoreError> {
        let Writer { connection, next, .. } = writer;
        // Dropping the transaction on the way out of an error rolls it back.
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut piece = Vec::with_capacity(96 * batch.len());
        let mut done = Vec::with_capacity(batch.len());
        for append in batch {
            let next = match next.entry(append.game) {
                std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
                std::collections::hash_map::Entry::Vacant(free) => {
                    free.insert(self.next_of(&transaction, append.game)?)
                }
            };
            if append.rows.first().is_none_or(|row| row.seq != *next) {
                done.push(Appended::Conflict);
                continue;
            }
            for row in &append.rows {
                encode(&mut piece, append.game, row);
            }
            *next += append.rows.len() as u32;
            if let Some(index) = &append.index {
                let mut statement = transaction.prepare_cached(INDEX)?;
                statement.execute(params![append.game.0, index.status.number(), index.spec, index.at])?;
            }
            done.push(Appended::Done);
        }
        if !piece.is_empty() {
            transaction.prepare_cached("INSERT INTO tail(piece) VALUES(?1)")?.execute(params![piece])?;
        }
        transaction.commit()?;
        Ok(done)
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        // If it fails, the next one who opens the file does it.
        let mut writer = lock(&self.writer);
        let _ = self.fold(&mut writer);
    }
}

/// Takes the file for this process.
fn own(path: &Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push("-lock");
    let name = PathBuf::from(name);
    let failed = |error: std::io::Error| StoreError(format!("{}: {error}", name.display()));
    let owner = File::options().create(true).truncate(false).write(true).open(&name).map_err(failed)?;
    let until = Instant::now() + PATIENCE;
    loop {
        match owner.try_lock() {
            Ok(()) => return Ok(owner),
            Err(TryLockError::WouldBlock) if Instant::now() < until => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError(format!(
                    "{}: another server has this file; stop that one, or keep the games in another file",
                    path.display()
                )));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
    }
}

fn prepare(writer: &Connection) -> Result<(), StoreError> {
    let version: i64 = writer.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let missing = match version {
        0 => format!("{TABLES} {TAIL}"),
        1 => TAIL.to_owned(),
        VERSION => return Ok(()),
        other => {
            return Err(StoreError(format!(
                "the file has tables of version {other}; this program knows up to {VERSION}"
            )));
        }
    };
    writer.execute_batch(&format!("BEGIN; {missing} PRAGMA user_version = {VERSION}; COMMIT;"))?;
    Ok(())
}

/// What a process that ended suddenly has left in the tail.
fn read_tail(writer: &Connection) -> Result<Tail, StoreError> {
    let mut tail = Tail::default();
    let mut statement = writer.prepare("SELECT piece FROM tail ORDER BY number")?;
    let mut pieces = statement.query([])?;
    while let Some(piece) = pieces.next()? {
        let rows = decode(piece.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?);
        for (game, row) in rows.ok_or_else(|| StoreError("the tail cannot be read".to_owned()))? {
            tail.push(game, [row]);
        }
    }
    Ok(tail)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Store for SqliteStore {
    fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError> {
        let mut writer = lock(&self.writer);
        let done = self.write(&mut writer, batch).inspect_err(|_| writer.next.clear())?;
        let waiting = {
            let mut tail = lock(&self.tail);
            for (append, _) in batch.iter().zip(&done).filter(|(_, done)| **done == Appended::Done) {
                tail.push(append.game, append.rows.iter().cloned());
            }
            tail.rows()
        };
        if waiting >= writer.fold_at
            && let Err(error) = self.fold(&mut writer)
        {
            // They are stored all the same; it is tried again after as many more.
            tracing::error!(%error, "the newest events could not be put in order");
            writer.fold_at = waiting + WAITING;
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
        // Meanwhile they may have been put into their places.
        let last = rows.last().map_or(after, |row| row.seq);
        rows.extend(newest.into_iter().filter(|row| row.seq > last));
        Ok(rows)
    }

    fn delete_open(&self, before: i64) -> Result<usize, StoreError> {
        let mut writer = lock(&self.writer);
        self.fold(&mut writer)?;
        writer.next.clear();
        let transaction = writer.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let open = GameStatus::Open.number();
        transaction.execute(
            "DELETE FROM event WHERE game IN (SELECT id FROM game WHERE status = ?1 AND at < ?2)",
            params![open, before],
        )?;
        let count =
            transaction.execute("DELETE FROM game WHERE status = ?1 AND at < ?2", params![open, before])?;
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
pub(super) fn waiting(store: &SqliteStore) -> usize {
    lock(&store.tail).rows()
}
