//! Carries a site from an `SQLite` file to a `PostgreSQL` database: everything or nothing, and compared row by row.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};
use sha2::{Digest, Sha256};

use super::connection::{Link, PgError, Target};
use super::migrations;
use crate::GameId;
use crate::game::setup::split_secret;
use crate::store::{SqliteStore, StoreError};

/// How many rows travel at once.
const CHUNK: usize = 5000;

/// What was carried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    /// The number of games.
    pub games: u64,
    /// The number of events.
    pub events: u64,
    /// The number of chat lines.
    pub chat_lines: u64,
    /// SHA-256 of all rows, the same at both ends.
    pub digest: String,
}

/// Counts rows and adds their content to a digest.
#[derive(Default)]
struct Sum {
    counts: [u64; 3],
    hash: Sha256,
}

impl Sum {
    fn add<'a>(
        &mut self,
        table: usize,
        game: GameId,
        numbers: &[i64],
        texts: impl IntoIterator<Item = Option<&'a str>>,
    ) {
        self.counts[table] += 1;
        self.hash.update([table as u8]);
        self.hash.update(game.0);
        for number in numbers {
            self.hash.update(number.to_be_bytes());
        }
        for text in texts {
            // The length first, so that no two rows look the same.
            self.hash.update(text.map_or(-1, |text| text.len() as i64).to_be_bytes());
            self.hash.update(text.unwrap_or_default());
        }
    }

    fn end(self) -> Carried {
        let [events, games, chat_lines] = self.counts;
        let digest: [u8; 32] = self.hash.finalize().into();
        Carried { games, events, chat_lines, digest: agon_dice::to_hex(&digest) }
    }
}

#[derive(Default)]
struct Events {
    games: Vec<GameId>,
    seqs: Vec<i32>,
    ats: Vec<i64>,
    seats: Vec<i16>,
    kinds: Vec<i16>,
    bodies: Vec<String>,
    clients: Vec<Option<String>>,
    secret_games: Vec<GameId>,
    secrets: Vec<String>,
}

const EVENTS: usize = 0;
const GAMES: usize = 1;
const CHAT: usize = 2;

/// Copies all games of a file that no server uses to an empty database, and compares both.
pub fn carry_to_postgres(from: &Path, to: &str) -> Result<Carried, StoreError> {
    if !from.is_file() {
        return Err(StoreError(format!("{}: there is no such file", from.display())));
    }
    // Opening it moves the newest events to their table, and keeps servers out while it is open.
    let lock = SqliteStore::open(from)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let file = Connection::open_with_flags(from, flags)?;
    let target = Target::parse(to)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|error| StoreError(format!("cannot start a thread: {error}")))?;
    let carried = super::wait(runtime.handle(), carry(&file, &target));
    drop(lock);
    runtime.shutdown_background();
    carried
}

async fn carry(file: &Connection, target: &Target) -> Result<Carried, StoreError> {
    let link = Link::open(target, None).await?;
    let named = |error: PgError| StoreError(format!("{}: {error}", target.name()));
    migrations::migrate(&link).await.map_err(named)?;
    migrations::check(&link).await.map_err(named)?;
    let failed = |error: tokio_postgres::Error| named(PgError::from(error));
    let client = &link.client;
    // Nodes that start meanwhile wait for the end of the transaction.
    client
        .batch_execute("BEGIN; LOCK TABLE agon.event, agon.game, agon.chat, agon.secret IN EXCLUSIVE MODE")
        .await
        .map_err(failed)?;
    let used = "SELECT EXISTS (SELECT FROM agon.event) OR EXISTS (SELECT FROM agon.game)";
    if client.query_one(used, &[]).await.map_err(failed)?.get(0) {
        return Err(StoreError(format!("{} holds games already; name an empty database", target.name())));
    }
    let source = copy(file, &link).await.map_err(|error| match error {
        CopyError::File(error) => error,
        CopyError::Database(error) => named(error),
    })?;
    let copied = read_back(&link).await.map_err(named)?;
    if source != copied {
        return Err(StoreError(format!("the copy differs from the file: {copied:?} is not {source:?}")));
    }
    // A server looks at every game with a clock and sets its deadline.
    client
        .batch_execute(
            "UPDATE agon.game SET deadline = 0 WHERE status = 1 AND EXISTS (
                SELECT FROM agon.event e WHERE e.game = game.id AND e.seq = 1 AND e.body LIKE '%\"clock\"%');
            COMMIT;
            ANALYZE agon.event; ANALYZE agon.game",
        )
        .await
        .map_err(failed)?;
    Ok(source)
}

enum CopyError {
    File(StoreError),
    Database(PgError),
}

impl From<rusqlite::Error> for CopyError {
    fn from(error: rusqlite::Error) -> Self {
        Self::File(error.into())
    }
}

impl From<tokio_postgres::Error> for CopyError {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::Database(error.into())
    }
}

fn game_id(bytes: &[u8]) -> Result<GameId, CopyError> {
    let id = bytes.try_into().map_err(|_| CopyError::File(StoreError("a game's id is damaged".to_owned())))?;
    Ok(GameId(id))
}

/// Copies all rows in the order of their keys.
async fn copy(file: &Connection, link: &Link) -> Result<Carried, CopyError> {
    let mut sum = Sum::default();
    let mut after = (Vec::new(), 0i64);
    loop {
        // The statement ends before the rows are sent, since it may not be kept over a wait.
        let mut chunk = Events::default();
        {
            let mut statement = file.prepare_cached(
                "SELECT game, seq, at, seat, kind, body, client FROM event
                WHERE (game, seq) > (?1, ?2) ORDER BY game, seq LIMIT ?3",
            )?;
            let mut rows = statement.query(rusqlite::params![after.0, after.1, CHUNK as i64])?;
            while let Some(row) = rows.next()? {
                let key: Vec<u8> = row.get(0)?;
                let (game, seq, at) = (game_id(&key)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?);
                let (seat, kind): (i64, i64) = (row.get(3)?, row.get(4)?);
                let (body, client): (String, Option<String>) = (row.get(5)?, row.get(6)?);
                let (body, secret) = if kind == 0 {
                    let (body, secret) = split_secret(&body);
                    (body.into_owned(), secret)
                } else {
                    (body, None)
                };
                let texts = [Some(body.as_str()), client.as_deref(), secret.as_deref()];
                sum.add(EVENTS, game, &[seq, at, seat, kind], texts);
                after = (key, seq);
                chunk.games.push(game);
                chunk.seqs.push(seq as i32);
                chunk.ats.push(at);
                chunk.seats.push(seat as i16);
                chunk.kinds.push(kind as i16);
                chunk.bodies.push(body);
                chunk.clients.push(client);
                if let Some(secret) = secret {
                    chunk.secret_games.push(game);
                    chunk.secrets.push(secret);
                }
            }
        }
        if chunk.games.is_empty() {
            break;
        }
        let c = &chunk;
        let sql = "
            INSERT INTO agon.event(game, seq, at, seat, kind, body, client)
            SELECT * FROM unnest($1::uuid[], $2::integer[], $3::bigint[], $4::smallint[], $5::smallint[], $6::text[],
                $7::text[])";
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 7] =
            [&c.games, &c.seqs, &c.ats, &c.seats, &c.kinds, &c.bodies, &c.clients];
        link.client.execute(sql, &values).await?;
        let sql = "INSERT INTO agon.secret(game, secret) SELECT * FROM unnest($1::uuid[], $2::text[])";
        link.client.execute(sql, &[&c.secret_games, &c.secrets]).await?;
    }
    copy_games(file, link, &mut sum).await?;
    copy_chat(file, link, &mut sum).await?;
    Ok(sum.end())
}

async fn copy_games(file: &Connection, link: &Link, sum: &mut Sum) -> Result<(), CopyError> {
    let mut after: Vec<u8> = Vec::new();
    loop {
        let (mut ids, mut statuses, mut specs, mut ats) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        {
            let mut statement =
                file.prepare_cached("SELECT id, status, spec, at FROM game WHERE id > ?1 ORDER BY id LIMIT ?2")?;
            let mut rows = statement.query(rusqlite::params![after, CHUNK as i64])?;
            while let Some(row) = rows.next()? {
                let key: Vec<u8> = row.get(0)?;
                let (status, spec, at): (i64, String, i64) = (row.get(1)?, row.get(2)?, row.get(3)?);
                sum.add(GAMES, game_id(&key)?, &[status, at], [Some(spec.as_str())]);
                ids.push(game_id(&key)?);
                statuses.push(status as i16);
                specs.push(spec);
                ats.push(at);
                after = key;
            }
        }
        if ids.is_empty() {
            return Ok(());
        }
        let sql = "
            INSERT INTO agon.game(id, status, spec, at)
            SELECT * FROM unnest($1::uuid[], $2::smallint[], $3::text[], $4::bigint[])";
        link.client.execute(sql, &[&ids, &statuses, &specs, &ats]).await?;
    }
}

async fn copy_chat(file: &Connection, link: &Link, sum: &mut Sum) -> Result<(), CopyError> {
    let mut after = 0i64;
    loop {
        let (mut games, mut ats, mut seats, mut texts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        {
            let mut statement = file.prepare_cached(
                "SELECT number, game, at, seat, text FROM chat WHERE number > ?1 ORDER BY number LIMIT ?2",
            )?;
            let mut rows = statement.query(rusqlite::params![after, CHUNK as i64])?;
            while let Some(row) = rows.next()? {
                let key: Vec<u8> = row.get(1)?;
                let (at, seat, text): (i64, i64, String) = (row.get(2)?, row.get(3)?, row.get(4)?);
                sum.add(CHAT, game_id(&key)?, &[at, seat], [Some(text.as_str())]);
                after = row.get(0)?;
                games.push(game_id(&key)?);
                ats.push(at);
                seats.push(seat as i16);
                texts.push(text);
            }
        }
        if games.is_empty() {
            return Ok(());
        }
        let sql = "
            INSERT INTO agon.chat(game, at, seat, text)
            SELECT game, at, seat, text
            FROM unnest($1::uuid[], $2::bigint[], $3::smallint[], $4::text[]) WITH ORDINALITY
                AS row(game, at, seat, text, number)
            ORDER BY number";
        link.client.execute(sql, &[&games, &ats, &seats, &texts]).await?;
    }
}

/// Counts and digests what the database holds, in the same order.
async fn read_back(link: &Link) -> Result<Carried, PgError> {
    let mut sum = Sum::default();
    let client = &link.client;
    let mut after = (GameId([0; 16]), 0i32);
    loop {
        let sql = "
            SELECT e.game, seq, at, seat, kind, body, client, CASE WHEN kind = 0 THEN s.secret END
            FROM agon.event e LEFT JOIN agon.secret s ON s.game = e.game
            WHERE (e.game, seq) > ($1, $2) ORDER BY e.game, seq LIMIT $3";
        let rows = client.query(sql, &[&after.0, &after.1, &(CHUNK as i64)]).await?;
        for row in &rows {
            let (game, seq): (GameId, i32) = (row.get(0), row.get(1));
            let numbers = [seq.into(), row.get::<_, i64>(2), row.get::<_, i16>(3).into(), row.get::<_, i16>(4).into()];
            sum.add(EVENTS, game, &numbers, [Some(row.get(5)), row.get(6), row.get(7)]);
            after = (game, seq);
        }
        if rows.len() < CHUNK {
            break;
        }
    }
    let mut after = GameId([0; 16]);
    let mut is_first = true;
    loop {
        let compared = if is_first { ">=" } else { ">" };
        let sql = format!("SELECT id, status, spec, at FROM agon.game WHERE id {compared} $1 ORDER BY id LIMIT $2");
        let rows = client.query(&sql, &[&after, &(CHUNK as i64)]).await?;
        for row in &rows {
            after = row.get(0);
            sum.add(GAMES, after, &[row.get::<_, i16>(1).into(), row.get(3)], [Some(row.get(2))]);
        }
        is_first = false;
        if rows.len() < CHUNK {
            break;
        }
    }
    let mut after = 0i64;
    loop {
        let sql = "SELECT number, game, at, seat, text FROM agon.chat WHERE number > $1 ORDER BY number LIMIT $2";
        let rows = client.query(sql, &[&after, &(CHUNK as i64)]).await?;
        for row in &rows {
            after = row.get(0);
            sum.add(CHAT, row.get(1), &[row.get(2), row.get::<_, i16>(3).into()], [Some(row.get(4))]);
        }
        if rows.len() < CHUNK {
            break;
        }
    }
    Ok(sum.end())
}

#[cfg(test)]
mod tests {
    use super::super::PostgresStore;
    use super::*;
    use crate::store::{Append, Appended, ChatRow, EventRow, GameStatus, IndexEntry, Store as _};

    #[test]
    fn a_site_is_carried_over_once_and_complete() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games.db");
        let row = |seq: u32, kind, body: &str| EventRow {
            seq,
            at: 1_000_000 + i64::from(seq),
            seat: (seq % 3) as u8,
            kind,
            body: body.to_owned(),
            client: seq.is_multiple_of(2).then(|| format!("0c{seq}").into()),
        };
        let games: Vec<_> = (0..300).map(|_| GameId::random()).collect();
        let site = SqliteStore::open(&file).expect("a file");
        let batch = games.iter().enumerate().map(|(number, game)| {
            // Written by hand: the secret need not be last.
            let setup = format!("{{\"spec\":\"portes\",\"secret\":\"{number:04x}\",\"é\":1}}");
            let mut rows = vec![row(1, 0, &setup)];
            rows.extend((2..40).map(|seq| row(seq, 2, "24/18,13/11")));
            let status = [GameStatus::Open, GameStatus::Live, GameStatus::Over][number % 3];
            let index = Some(IndexEntry { status, spec: "portes".to_owned(), at: 5, deadline: None });
            Append { game: *game, rows, index }
        });
        let batch: Vec<_> = batch.collect();
        assert!(site.append(&batch).expect("stored").iter().all(|done| *done == Appended::Done));
        for number in 0..7 {
            let line = ChatRow { at: number, seat: 0, text: format!("hé {number}") };
            site.add_chat(games[0], &line).expect("stored");
        }
        let url = agon_pgtest::database();
        let text = carry_to_postgres(&file, &url).expect_err("a server uses the file").to_string();
        assert!(text.contains("another server"), "{text}");
        let chat = site.read_chat(games[0]).expect("read");
        let counts = site.counts().expect("counts");
        drop(site);

        let carried = carry_to_postgres(&file, &url).expect("carried");
        assert_eq!((carried.games, carried.events, carried.chat_lines), (300, 300 * 39, 7));
        let copy = PostgresStore::open(&url).expect("a database");
        for append in &batch {
            let rows = copy.read(append.game, 0).expect("read");
            assert_eq!(rows[1..], append.rows[1..]);
            let [ours, theirs] = [&rows[0].body, &append.rows[0].body]
                .map(|body| serde_json::from_str::<serde_json::Value>(body).expect("JSON"));
            assert_eq!((ours["secret"].as_str(), &ours), (theirs["secret"].as_str(), &theirs));
        }
        assert_eq!(copy.read_chat(games[0]).expect("read"), chat);
        assert_eq!(copy.counts().expect("counts"), counts);
        let text = carry_to_postgres(&file, &url).expect_err("not empty").to_string();
        assert!(text.contains("holds games already"), "{text}");
    }
}
