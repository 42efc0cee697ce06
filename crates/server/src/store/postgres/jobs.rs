//! Work for engines, leased by workers on any machine.
//!
//! A piece of work is a position and what to do with it. Its key is the game's event that it follows, so it is there
//! once, and its result is worth something as long as nothing else has happened. A worker that dies loses its lease,
//! and another takes the work.

use std::sync::Arc;

use tokio::sync::Mutex as AsyncMutex;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::connection::{Link, PgError, Target};
use super::hints::{self, Hint, Listener};
use super::log::Log;
use super::migrations;
use crate::GameId;
use crate::store::StoreError;

/// The time of the database in Unix milliseconds.
const NOW: &str = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
/// How long results are kept.
const KEEP_MS: i64 = 600_000;
/// How often work is tried before it counts as failed.
const MAX_ATTEMPTS: i16 = 3;
/// The stored result of work that failed.
const FAILED: &str = "null";

/// Work to be stored.
#[derive(Clone, Debug)]
pub(crate) struct NewWork {
    /// The game.
    pub(crate) game: GameId,
    /// The number of the event that it follows.
    pub(crate) seq: u32,
    /// What kind of work it is.
    pub(crate) kind: u8,
    /// Lower numbers come first.
    pub(crate) priority: u8,
    /// The work, as JSON.
    pub(crate) payload: String,
    /// How long a worker has it to itself.
    pub(crate) lease_ms: i64,
}

/// Stored work.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    /// Its id, which says nothing about the game.
    pub(crate) id: GameId,
    /// The work, as JSON.
    pub(crate) payload: String,
}

/// The result of some work: JSON, or nothing if it failed.
pub(crate) type WorkResult = Option<String>;

fn result_of(text: String) -> WorkResult {
    (text != FAILED).then_some(text)
}

/// Stores work unless it is there already. Returns its id, and its result if that is there too. Work that failed is
/// tried again.
pub(super) async fn submit(log: &Log, work: &NewWork) -> Result<(GameId, Option<WorkResult>), PgError> {
    let reader = log.reader().await?;
    let sql = format!(
        "INSERT INTO agon.job(id, game, seq, kind, priority, payload, lease_ms, created)
        VALUES ($1, $2, $3, $4, $5, $6, $7, {NOW})
        ON CONFLICT (game, seq, kind) DO UPDATE SET
            priority = least(job.priority, excluded.priority),
            leased_until = CASE WHEN job.result = '{FAILED}' THEN 0 ELSE job.leased_until END,
            attempts = CASE WHEN job.result = '{FAILED}' THEN 0 ELSE job.attempts END,
            result = nullif(job.result, '{FAILED}')
        RETURNING id, result"
    );
    let (seq, kind, priority) = (work.seq as i32, i16::from(work.kind), i16::from(work.priority));
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 7] =
        [&GameId::random(), &work.game, &seq, &kind, &priority, &work.payload, &work.lease_ms];
    let row = reader.link.client.query_one(&sql, &values).await?;
    Ok((row.get(0), row.get::<_, Option<String>>(1).map(result_of)))
}

/// The results of some work, as far as they are there.
pub(super) async fn results(log: &Log, ids: &[GameId]) -> Result<Vec<(GameId, WorkResult)>, PgError> {
    let reader = log.reader().await?;
    let sql = "SELECT id, result FROM agon.job WHERE id = ANY($1) AND result IS NOT NULL";
    let rows = reader.link.client.query(sql, &[&ids]).await?;
    Ok(rows.iter().map(|row| (row.get(0), result_of(row.get(1)))).collect())
}

/// Deletes old work.
pub(super) async fn forget_old(log: &Log) -> Result<(), PgError> {
    let reader = log.reader().await?;
    let sql = format!("DELETE FROM agon.job WHERE created < {NOW} - $1");
    reader.link.client.execute(&sql, &[&KEEP_MS]).await?;
    Ok(())
}

/// The queue as a worker sees it. It needs a role with few rights.
pub(crate) struct Queue {
    target: Target,
    link: AsyncMutex<Option<Arc<Link>>>,
    tell: UnboundedSender<Hint>,
}

impl Queue {
    /// Connects and checks that this program knows the tables. The receiver hears when there may be work.
    pub(crate) async fn open(url: &str) -> Result<(Self, UnboundedReceiver<Hint>), StoreError> {
        let target = Target::parse(url)?;
        let link = Link::open(&target, None).await?;
        let named = |error: PgError| StoreError(format!("{}: {error}", target.name()));
        migrations::check(&link).await.map_err(named)?;
        let (tell, to_send) = unbounded_channel();
        let (received, incoming) = unbounded_channel();
        tokio::spawn(hints::run(target.clone(), Listener::Worker, GameId::random().to_string(), to_send, received));
        Ok((Self { link: AsyncMutex::new(Some(Arc::new(link))), target, tell }, incoming))
    }

    /// Host, port and database.
    pub(crate) fn name(&self) -> String {
        self.target.name()
    }

    /// The queue of a node, which tells the others by its own hints.
    pub(super) fn of_node(target: Target, tell: UnboundedSender<Hint>) -> Self {
        Self { target, link: AsyncMutex::default(), tell }
    }

    async fn link(&self) -> Result<Arc<Link>, PgError> {
        let mut link = self.link.lock().await;
        match &*link {
            Some(link) if !link.client.is_closed() => Ok(Arc::clone(link)),
            _ => Ok(Arc::clone(link.insert(Arc::new(Link::open(&self.target, None).await?)))),
        }
    }

    /// Takes the most urgent work that nobody has.
    pub(crate) async fn take(&self) -> Result<Option<Work>, StoreError> {
        let link = self.link().await?;
        loop {
            let sql = format!(
                "UPDATE agon.job SET leased_until = {NOW} + lease_ms, attempts = attempts + 1 WHERE id = (
                    SELECT id FROM agon.job WHERE result IS NULL AND leased_until < {NOW}
                    ORDER BY priority, created LIMIT 1 FOR UPDATE SKIP LOCKED)
                RETURNING id, payload, attempts"
            );
            let row = link.client.query_opt(&sql, &[]).await.map_err(PgError::from)?;
            let Some(row) = row else { return Ok(None) };
            let work = Work { id: row.get(0), payload: row.get(1) };
            if row.get::<_, i16>(2) <= MAX_ATTEMPTS {
                return Ok(Some(work));
            }
            self.finish(work.id, None).await?;
        }
    }

    /// Stores a result and tells the nodes.
    pub(crate) async fn finish(&self, id: GameId, result: WorkResult) -> Result<(), StoreError> {
        let link = self.link().await?;
        let text = result.unwrap_or_else(|| FAILED.to_owned());
        let sql = "UPDATE agon.job SET result = $2 WHERE id = $1 AND result IS NULL";
        link.client.execute(sql, &[&id, &text]).await.map_err(PgError::from)?;
        // The receiving task ends with the runtime.
        let _ = self.tell.send(Hint::Result(id));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::PostgresStore;
    use super::*;
    use crate::store::Store as _;

    fn work(seq: u32, priority: u8, lease_ms: i64) -> NewWork {
        let payload = format!("{{\"seq\":{seq}}}");
        NewWork { game: GameId([1; 16]), seq, kind: 0, priority, payload, lease_ms }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn work_is_done_once_in_the_order_of_its_priority() {
        let store = PostgresStore::open(&agon_pgtest::database()).expect("a database");
        let cluster = store.cluster().expect("shared");
        for (seq, priority) in [(1, 1), (2, 0), (2, 0), (3, 1)] {
            cluster.submit(&work(seq, priority, 60_000)).await.expect("stored");
        }
        let queues = [cluster.queue(), cluster.queue()];
        let mut taken = Vec::new();
        while let Some(work) = queues[taken.len() % 2].take().await.expect("asked") {
            taken.push(work);
        }
        let payloads: Vec<_> = taken.iter().map(|work| work.payload.as_str()).collect();
        assert_eq!(payloads, ["{\"seq\":2}", "{\"seq\":1}", "{\"seq\":3}"]);
        queues[0].finish(taken[0].id, Some("1".to_owned())).await.expect("stored");
        queues[1].finish(taken[0].id, Some("2".to_owned())).await.expect("answered");
        let (id, result) = cluster.submit(&work(2, 0, 60_000)).await.expect("known");
        assert_eq!((id, result), (taken[0].id, Some(Some("1".to_owned()))), "the first result stands");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_work_of_a_lost_worker_comes_back_until_it_has_failed_too_often() {
        let store = PostgresStore::open(&agon_pgtest::database()).expect("a database");
        let cluster = store.cluster().expect("shared");
        // The lease is over as soon as it is given.
        let (id, _) = cluster.submit(&work(1, 0, -1)).await.expect("stored");
        let queue = cluster.queue();
        for _ in 0..MAX_ATTEMPTS {
            assert_eq!(queue.take().await.expect("asked").map(|work| work.id), Some(id));
        }
        assert!(queue.take().await.expect("asked").is_none());
        assert_eq!(cluster.results(&[id]).await.expect("read"), [(id, None)], "it has failed");
        // Who asks again starts anew.
        assert_eq!(cluster.submit(&work(1, 0, -1)).await.expect("stored"), (id, None));
        assert!(queue.take().await.expect("asked").is_some());
    }
}
