//! Appends and reads.
//!
//! A node has one connection that appends and a few that read. Requests are pipelined: several wait on the same
//! connection at once.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use tokio::sync::Mutex as AsyncMutex;
use tokio::time::{Instant, sleep, timeout};
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, accepts, to_sql_checked};
use tokio_postgres::{Row, Statement};

use super::connection::{Link, PgError, Target};
use super::migrations;
use super::pack;
use crate::GameId;
use crate::game::setup::{join_secret, split_secret};
use crate::store::{
    Append, Appended, ChatRow, EventRow, GameCounts, GameStatus, MAX_CHAT_LINES, StoreError, status_number,
};

/// The connections that read.
const READERS: usize = 2;
/// How long an append is tried while the database cannot be reached or does not answer.
const PATIENCE: Duration = Duration::from_secs(15);
/// The longest wait for one answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);
/// The pause before the database is tried again.
const RETRY_PAUSE: Duration = Duration::from_millis(100);
/// The kind of the first event of a game, which may hold a secret.
const CREATED: u8 = 0;
/// The most games deleted in one transaction.
const MAX_DELETED: i64 = 500;

/// Locks the index rows of games whose status changes, in the order of all writers, so that nobody deletes them.
const LOCK_GAMES: &str = "SELECT id FROM agon.game WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE";

/// Stores the appends of several games: the first event of each wins or loses the number, and everything else of the
/// append follows from that. A plain `ON CONFLICT DO NOTHING` over all rows would store parts of an append.
///
/// Rows are inserted in the order of the games, as all writers do; otherwise two of them could wait for each other.
const APPEND: &str = "
    WITH input AS MATERIALIZED (
        SELECT * FROM unnest(
            $1::uuid[], $2::integer[], $3::bigint[], $4::smallint[], $5::smallint[], $6::text[], $7::text[],
            $8::boolean[], $9::boolean[]
        ) AS row(game, seq, at, seat, kind, body, client, is_head, is_listed)
    ), head AS (
        INSERT INTO agon.event(game, seq, at, seat, kind, body, client)
        SELECT game, seq, at, seat, kind, body, client FROM input
        WHERE is_head
            AND (seq > 1 OR (SELECT true FROM agon.packed p WHERE p.game = input.game) IS NULL)
            AND (seq = 1
                OR (SELECT true FROM agon.event e WHERE e.game = input.game AND e.seq = input.seq - 1)
                OR (SELECT true FROM agon.packed p WHERE p.game = input.game AND p.last_seq = input.seq - 1))
            AND (seq = 1 OR NOT is_listed OR (SELECT true FROM agon.game g WHERE g.id = input.game))
        ORDER BY game
        ON CONFLICT DO NOTHING
        RETURNING event.game
    ), rest AS (
        INSERT INTO agon.event(game, seq, at, seat, kind, body, client)
        SELECT game, seq, at, seat, kind, body, client FROM input JOIN head USING (game)
        WHERE NOT is_head
        ORDER BY game, seq
    ), hidden AS (
        INSERT INTO agon.secret(game, secret)
        SELECT game, secret FROM unnest($10::uuid[], $11::text[]) AS row(game, secret) JOIN head USING (game)
        ORDER BY game
    ), listed AS (
        INSERT INTO agon.game(id, status, spec, at, deadline)
        SELECT game, status, spec, at, deadline
        FROM unnest($12::uuid[], $13::smallint[], $14::text[], $15::bigint[], $16::bigint[])
                AS row(game, status, spec, at, deadline)
            JOIN head USING (game)
        ORDER BY game
        ON CONFLICT (id) DO UPDATE SET status = excluded.status, at = excluded.at,
            deadline = CASE WHEN excluded.status = 2 THEN NULL ELSE least(game.deadline, excluded.deadline) END
    )
    SELECT game FROM head";

pub(super) const READ: &str = "
    SELECT seq, at, seat, kind, body, client,
        CASE WHEN kind = 0 THEN (SELECT secret FROM agon.secret WHERE game = $1) END
    FROM agon.event WHERE game = $1 AND seq > $2 ORDER BY seq";

const READ_PACKED: &str = "SELECT record FROM agon.packed WHERE game = $1 AND last_seq > $2";

/// A row of the fence is written and committed after everything that was committed before, in the order in which a
/// replica receives it.
const FENCE: &str = "
    INSERT INTO agon.fence(slot, at) VALUES (pg_backend_pid() % 64, now())
    ON CONFLICT (slot) DO UPDATE SET at = excluded.at";

const ADD_CHAT: &str = "
    WITH added AS (INSERT INTO agon.chat(game, at, seat, text) VALUES ($1, $2, $3, $4))
    DELETE FROM agon.chat WHERE game = $1 AND number <= (
        SELECT number FROM agon.chat WHERE game = $1 ORDER BY number DESC LIMIT 1 OFFSET $5)";

const READ_CHAT: &str = "
    SELECT at, seat, text FROM (
        SELECT * FROM agon.chat WHERE game = $1 ORDER BY number DESC LIMIT $2
    ) AS newest ORDER BY number";

impl ToSql for GameId {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        out.extend_from_slice(&self.0);
        Ok(IsNull::No)
    }

    accepts!(UUID);
    to_sql_checked!();
}

impl<'a> FromSql<'a> for GameId {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Self(raw.try_into()?))
    }

    accepts!(UUID);
}

struct Writer {
    link: Link,
    append: Statement,
    lock_games: Statement,
}

impl Writer {
    async fn open(target: &Target) -> Result<Self, PgError> {
        let link = Link::open(target, None).await?;
        let (append, lock_games) = (link.client.prepare(APPEND).await?, link.client.prepare(LOCK_GAMES).await?);
        Ok(Self { link, append, lock_games })
    }
}

/// A connection that reads.
pub(super) struct Reader {
    pub(super) link: Link,
    read: Statement,
    read_packed: Statement,
}

impl Reader {
    async fn open(target: &Target) -> Result<Self, PgError> {
        let link = Link::open(target, None).await?;
        let (read, read_packed) = (link.client.prepare(READ).await?, link.client.prepare(READ_PACKED).await?);
        Ok(Self { link, read, read_packed })
    }
}

/// The log of a database.
pub(super) struct Log {
    target: Target,
    writer: AsyncMutex<Option<Writer>>,
    readers: [AsyncMutex<Option<Arc<Reader>>>; READERS],
    next_reader: AtomicUsize,
}

/// The columns of the rows to append, as `APPEND` takes them.
#[derive(Default)]
struct Columns<'a> {
    games: Vec<GameId>,
    seqs: Vec<i32>,
    ats: Vec<i64>,
    seats: Vec<i16>,
    kinds: Vec<i16>,
    bodies: Vec<std::borrow::Cow<'a, str>>,
    clients: Vec<Option<&'a str>>,
    are_heads: Vec<bool>,
    are_listed: Vec<bool>,
    secret_games: Vec<GameId>,
    secrets: Vec<String>,
    listed: Vec<GameId>,
    statuses: Vec<i16>,
    specs: Vec<&'a str>,
    created: Vec<i64>,
    deadlines: Vec<Option<i64>>,
    /// The listed games that exist already.
    known: Vec<GameId>,
}

impl<'a> Columns<'a> {
    fn add(&mut self, append: &'a Append) {
        for (index, row) in append.rows.iter().enumerate() {
            let (body, secret) =
                if row.kind == CREATED { split_secret(&row.body) } else { (row.body.as_str().into(), None) };
            self.games.push(append.game);
            self.seqs.push(row.seq as i32);
            self.ats.push(row.at);
            self.seats.push(row.seat.into());
            self.kinds.push(row.kind.into());
            self.bodies.push(body);
            self.clients.push(row.client.as_deref());
            self.are_heads.push(index == 0);
            self.are_listed.push(append.index.is_some());
            if let Some(secret) = secret {
                self.secret_games.push(append.game);
                self.secrets.push(secret);
            }
        }
        if let Some(index) = &append.index {
            self.listed.push(append.game);
            self.statuses.push(status_number(index.status).into());
            self.specs.push(&index.spec);
            self.created.push(index.at);
            self.deadlines.push(index.deadline);
            if append.rows.first().is_some_and(|row| row.seq > 1) {
                self.known.push(append.game);
            }
        }
    }
}

/// Splits a batch into rounds in which every game occurs once, each sorted by game. The rows must be consecutive; what
/// is not is a conflict and in no round.
fn rounds(batch: &[Append]) -> Vec<Vec<usize>> {
    let mut rounds: Vec<Vec<usize>> = Vec::new();
    let mut count: HashMap<GameId, usize> = HashMap::with_capacity(batch.len());
    for (index, append) in batch.iter().enumerate() {
        let is_sound = append.rows.first().is_some_and(|first| first.seq > 0)
            && append.rows.windows(2).all(|pair| pair[1].seq == pair[0].seq + 1);
        if !is_sound {
            continue;
        }
        let round = count.entry(append.game).or_default();
        if rounds.len() <= *round {
            rounds.push(Vec::new());
        }
        rounds[*round].push(index);
        *round += 1;
    }
    for round in &mut rounds {
        round.sort_unstable_by_key(|index| batch[*index].game);
    }
    rounds
}

impl Log {
    /// Connects and migrates.
    pub(super) async fn open(target: Target) -> Result<Self, StoreError> {
        let link = Link::open(&target, None).await?;
        let named = |error: PgError| StoreError(format!("{}: {error}", target.name()));
        migrations::migrate(&link).await.map_err(named)?;
        migrations::check(&link).await.map_err(named)?;
        drop(link);
        let log = Self {
            writer: AsyncMutex::default(),
            readers: std::array::from_fn(|_| AsyncMutex::default()),
            next_reader: AtomicUsize::new(0),
            target,
        };
        log.read(GameId([0; 16]), 0).await?;
        Ok(log)
    }

    pub(super) fn target(&self) -> &Target {
        &self.target
    }

    /// Stores a batch. Appends of one game are stored one after the other.
    pub(super) async fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError> {
        let mut done = vec![Appended::Conflict; batch.len()];
        for round in rounds(batch) {
            self.append_round(batch, &round, &mut done).await?;
        }
        Ok(done)
    }

    /// Stores appends of different games. While the connection fails, the appends are tried again: a row that was
    /// stored by a try whose answer was lost is recognised by its content.
    async fn append_round(&self, batch: &[Append], round: &[usize], done: &mut [Appended]) -> Result<(), StoreError> {
        let mut columns = Columns::default();
        for index in round {
            columns.add(&batch[*index]);
        }
        let deadline = Instant::now() + PATIENCE;
        let mut writer = self.writer.lock().await;
        // Whether an earlier try may have stored something.
        let mut is_doubtful = false;
        loop {
            let answer =
                timeout(ANSWER_TIMEOUT, self.try_round(&mut writer, &columns, batch, round, is_doubtful)).await;
            match answer.unwrap_or_else(|_| Err(PgError::Broken("no answer".to_owned()))) {
                Ok(stored) => {
                    for index in round {
                        if stored.contains(&batch[*index].game) {
                            done[*index] = Appended::Done;
                        }
                    }
                    return Ok(());
                }
                Err(error @ PgError::Refused(_)) => {
                    if writer.as_ref().is_some_and(|writer| writer.link.client.is_closed()) {
                        *writer = None;
                    }
                    return Err(error.into());
                }
                Err(error) if Instant::now() + RETRY_PAUSE > deadline => {
                    *writer = None;
                    return Err(error.into());
                }
                Err(PgError::Again(reason)) => tracing::debug!(reason, "an append is tried again"),
                Err(PgError::Broken(reason)) => {
                    tracing::warn!(reason, "an append is tried again");
                    *writer = None;
                    is_doubtful = true;
                    sleep(RETRY_PAUSE).await;
                }
            }
        }
    }

    /// Tries to store appends of different games. Returns the games whose rows are stored.
    async fn try_round(
        &self,
        writer: &mut Option<Writer>,
        columns: &Columns<'_>,
        batch: &[Append],
        round: &[usize],
        is_doubtful: bool,
    ) -> Result<HashSet<GameId>, PgError> {
        if writer.as_ref().is_none_or(|writer| writer.link.client.is_closed()) {
            *writer = Some(Writer::open(&self.target).await?);
        }
        let Some(writer) = writer else { return Ok(HashSet::new()) };
        let warnings = writer.link.warnings();
        let mut stored = insert(writer, columns).await?;
        if is_doubtful && stored.len() < round.len() {
            for index in round {
                let append = &batch[*index];
                if !stored.contains(&append.game) && is_stored(writer, append).await? {
                    stored.insert(append.game);
                }
            }
            // What an earlier try has stored may have reached this machine only.
            writer.link.client.execute(FENCE, &[]).await?;
        }
        if writer.link.warnings() != warnings {
            return Err(PgError::Broken("the server warned during a commit".to_owned()));
        }
        Ok(stored)
    }

    /// A connection that reads.
    pub(super) async fn reader(&self) -> Result<Arc<Reader>, PgError> {
        let number = self.next_reader.fetch_add(1, Relaxed) % READERS;
        let mut reader = self.readers[number].lock().await;
        match &*reader {
            Some(reader) if !reader.link.client.is_closed() => Ok(Arc::clone(reader)),
            _ => Ok(Arc::clone(reader.insert(Arc::new(Reader::open(&self.target).await?)))),
        }
    }

    /// The events of a game after a number.
    pub(super) async fn read(&self, game: GameId, after: u32) -> Result<Vec<EventRow>, StoreError> {
        let reader = self.reader().await?;
        let after_seq = after as i32;
        let values: [&(dyn ToSql + Sync); 2] = [&game, &after_seq];
        // The log first: a game that is packed in between is found twice rather than not at all.
        let (rows, packed) = tokio::join!(
            biased;
            reader.link.client.query(&reader.read, &values),
            reader.link.client.query_opt(&reader.read_packed, &values),
        );
        let rows = rows.map_err(PgError::from)?.iter().map(event_row).collect();
        let Some(packed) = packed.map_err(PgError::from)? else { return Ok(rows) };
        let damaged = || StoreError(format!("the packed record of game {game} is damaged"));
        let mut whole = pack::unpack(packed.get(0)).ok_or_else(damaged)?;
        whole.retain(|row| row.seq > after);
        let last = whole.last().map_or(after, |row| row.seq);
        whole.extend(rows.into_iter().filter(|row| row.seq > last));
        Ok(whole)
    }

    pub(super) async fn add_chat(&self, game: GameId, line: &ChatRow) -> Result<(), StoreError> {
        let reader = self.reader().await?;
        let (seat, older) = (i16::from(line.seat), MAX_CHAT_LINES as i64 - 1);
        let added = reader.link.client.execute(ADD_CHAT, &[&game, &line.at, &seat, &line.text, &older]).await;
        added.map_err(PgError::from)?;
        Ok(())
    }

    pub(super) async fn read_chat(&self, game: GameId) -> Result<Vec<ChatRow>, StoreError> {
        let reader = self.reader().await?;
        let found = reader.link.client.query(READ_CHAT, &[&game, &(MAX_CHAT_LINES as i64)]).await;
        let rows = found.map_err(PgError::from)?;
        Ok(rows
            .iter()
            .map(|row| ChatRow { at: row.get(0), seat: row.get::<_, i16>(1) as u8, text: row.get(2) })
            .collect())
    }

    /// Deletes games that never began. Index rows are locked first, as appends do that change one: what is being
    /// joined is not deleted, and what is being deleted cannot be joined.
    pub(super) async fn delete_open(&self, before: i64) -> Result<usize, StoreError> {
        let link = Link::open(&self.target, None).await?;
        let mut deleted = 0;
        loop {
            let open = i16::from(status_number(GameStatus::Open));
            let begin = "BEGIN ISOLATION LEVEL READ COMMITTED";
            link.client.batch_execute(begin).await.map_err(PgError::from)?;
            let games = "
                WITH old AS MATERIALIZED (
                    SELECT id FROM agon.game WHERE status = $1 AND at < $2
                    ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED)
                DELETE FROM agon.game USING old WHERE game.id = old.id RETURNING game.id";
            let games = link.client.query(games, &[&open, &before, &MAX_DELETED]).await.map_err(PgError::from)?;
            let games: Vec<GameId> = games.iter().map(|row| row.get(0)).collect();
            for table in ["event", "chat", "secret"] {
                let delete = format!("DELETE FROM agon.{table} WHERE game = ANY($1)");
                link.client.execute(&delete, &[&games]).await.map_err(PgError::from)?;
            }
            link.client.batch_execute("COMMIT").await.map_err(PgError::from)?;
            deleted += games.len();
            if (games.len() as i64) < MAX_DELETED {
                return Ok(deleted);
            }
        }
    }

    pub(super) async fn counts(&self) -> Result<GameCounts, StoreError> {
        let reader = self.reader().await?;
        let rows = reader.link.client.query("SELECT status, count(*) FROM agon.game GROUP BY status", &[]).await;
        let mut counts = GameCounts::default();
        for row in rows.map_err(PgError::from)? {
            let (status, games): (i16, i64) = (row.get(0), row.get(1));
            if let Some(count) = counts.games.get_mut(status as usize) {
                *count = games as u64;
            }
        }
        Ok(counts)
    }
}

pub(super) fn event_row(row: &Row) -> EventRow {
    let body: String = row.get(4);
    let secret: Option<&str> = row.get(6);
    EventRow {
        seq: row.get::<_, i32>(0) as u32,
        at: row.get(1),
        seat: row.get::<_, i16>(2) as u8,
        kind: row.get::<_, i16>(3) as u8,
        body: match secret {
            Some(secret) => join_secret(&body, secret),
            None => body,
        },
        client: row.get::<_, Option<String>>(5).map(String::into_boxed_str),
    }
}

/// Inserts rows. Returns the games whose rows were stored; those of the others are conflicts.
async fn insert(writer: &Writer, columns: &Columns<'_>) -> Result<HashSet<GameId>, PgError> {
    let client = &writer.link.client;
    let c = columns;
    let values: [&(dyn ToSql + Sync); 16] = [
        &c.games,
        &c.seqs,
        &c.ats,
        &c.seats,
        &c.kinds,
        &c.bodies,
        &c.clients,
        &c.are_heads,
        &c.are_listed,
        &c.secret_games,
        &c.secrets,
        &c.listed,
        &c.statuses,
        &c.specs,
        &c.created,
        &c.deadlines,
    ];
    let append = client.query(&writer.append, &values);
    let rows = if c.known.is_empty() {
        append.await?
    } else {
        // Sent at once: the requests of one connection are carried out in order. If one fails, the commit rolls back.
        let locked: [&(dyn ToSql + Sync); 1] = [&c.known];
        let (begun, locked, rows, committed) = tokio::join!(
            biased;
            client.batch_execute("BEGIN"),
            client.query(&writer.lock_games, &locked),
            append,
            client.batch_execute("COMMIT"),
        );
        begun?;
        locked?;
        let rows = rows?;
        committed?;
        rows
    };
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// Whether exactly these rows are stored.
async fn is_stored(writer: &Writer, append: &Append) -> Result<bool, PgError> {
    let Some(first) = append.rows.first() else { return Ok(false) };
    let rows = writer.link.client.query(READ, &[&append.game, &(first.seq as i32 - 1)]).await?;
    Ok(rows.len() >= append.rows.len()
        && rows.iter().map(event_row).zip(&append.rows).all(|(found, own)| found == *own))
}
