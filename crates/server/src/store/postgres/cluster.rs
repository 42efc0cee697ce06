//! What the nodes of a site know of each other: hints, who is connected where, the lobby, and the time.
//!
//! No node owns anything. All of this may be lost and is written again; the log alone is the truth.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::Mutex as AsyncMutex;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::connection::PgError;
use super::hints::{self, Hint, Listener};
use super::jobs::{self, NewWork, Queue, WorkResult};
use super::log::{Log, Reader};
use super::pack;
use crate::GameId;
use crate::store::StoreError;
use crate::sync::lock;

/// How long a node counts as alive after its last sign of life.
const LEASE_MS: i64 = 10_000;
/// How long what a node knew of its clients is kept after its end.
const KEEP_DEAD_MS: i64 = 24 * 3_600_000;
/// How long a node that takes a game with a deadline has it to itself.
const DEADLINE_LEASE_MS: i64 = 30_000;
/// How long after a deadline the nodes that have the game in memory are given to notice it.
const DEADLINE_MARGIN_MS: i64 = 2_000;
/// The most games taken at once because their deadline has passed.
const MAX_DUE: i64 = 100;

/// The time of the database in Unix milliseconds.
const NOW: &str = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/// Who is connected to a game at one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LocalPresence {
    /// Whether each player is connected.
    pub(crate) here: [bool; 2],
    /// When each player was last connected.
    pub(crate) left: [Option<i64>; 2],
    /// The clients without a seat.
    pub(crate) watchers: usize,
}

/// Who is connected to a game at all other nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RemotePresence {
    /// Whether each player is connected.
    pub(crate) here: [bool; 2],
    /// When each player was last connected, of one who is not.
    pub(crate) left: [Option<i64>; 2],
    /// The clients without a seat.
    pub(crate) watchers: usize,
}

/// What a sign of life brings back.
#[derive(Debug, Default)]
pub(crate) struct Neighbours {
    /// The lobbies of the other nodes, as JSON.
    pub(crate) lobbies: Vec<String>,
    /// Whether a node has ended since the last sign of life, so that its last hints may be missing.
    pub(crate) has_lost_one: bool,
}

/// A node's view of the site. Shared by the store and the server.
pub struct Cluster {
    node: GameId,
    log: Arc<Log>,
    outgoing: UnboundedSender<Hint>,
    incoming: Mutex<Option<UnboundedReceiver<Hint>>>,
    /// The database's clock minus this machine's monotonic clock.
    offset: AtomicI64,
    started: Instant,
    /// Everything this node has said about its clients and that has not been forgotten.
    said: Mutex<HashMap<GameId, LocalPresence>>,
    /// The games of which it has to be said again.
    changed: Mutex<BTreeMap<GameId, LocalPresence>>,
    alive: Mutex<HashSet<GameId>>,
    /// Held while presence is read and handed on, so that what was read last is handed on last.
    pub(crate) presence_order: AsyncMutex<()>,
}

impl std::fmt::Debug for Cluster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Cluster").field(&self.node).finish()
    }
}

impl Cluster {
    /// Starts to send and receive hints on a runtime.
    pub(super) async fn start(log: Arc<Log>, runtime: &Handle) -> Result<Self, PgError> {
        let node = GameId::random();
        let (outgoing, to_send) = unbounded_channel();
        let (received, incoming) = unbounded_channel();
        runtime.spawn(hints::run(log.target().clone(), Listener::Server, node.to_string(), to_send, received));
        let cluster = Self {
            node,
            log,
            outgoing,
            incoming: Mutex::new(Some(incoming)),
            offset: AtomicI64::new(0),
            started: Instant::now(),
            said: Mutex::default(),
            changed: Mutex::default(),
            alive: Mutex::default(),
            presence_order: AsyncMutex::default(),
        };
        cluster.set_clock(&*cluster.log.reader().await?).await?;
        Ok(cluster)
    }

    /// The hints of other nodes. Only the first caller gets them.
    pub(crate) fn hints(&self) -> Option<UnboundedReceiver<Hint>> {
        lock(&self.incoming).take()
    }

    /// Tells the other nodes something.
    pub(crate) fn hint(&self, hint: Hint) {
        // The task that sends ends with the runtime, when the server stops.
        let _ = self.outgoing.send(hint);
    }

    /// The database's time in Unix milliseconds.
    pub(crate) fn now(&self) -> i64 {
        self.offset.load(Relaxed) + self.started.elapsed().as_millis() as i64
    }

    async fn set_clock(&self, reader: &Reader) -> Result<(), PgError> {
        let before = self.started.elapsed();
        let row = reader.link.client.query_one(&format!("SELECT {NOW}"), &[]).await?;
        let after = self.started.elapsed();
        // A slow answer tells little about the moment it was given.
        if self.offset.load(Relaxed) == 0 || after.saturating_sub(before) < Duration::from_millis(50) {
            let middle = (before + after).as_millis() as i64 / 2;
            self.offset.store(row.get::<_, i64>(0) - middle, Relaxed);
        }
        Ok(())
    }

    /// Notes who is connected to a game here, to be told the other nodes soon.
    pub(crate) fn note_presence(&self, game: GameId, presence: LocalPresence) {
        lock(&self.changed).insert(game, presence);
    }

    /// Tells the other nodes who is connected here, as far as it has changed.
    pub(crate) async fn publish_presence(&self) -> Result<(), StoreError> {
        let changed = std::mem::take(&mut *lock(&self.changed));
        if changed.is_empty() {
            return Ok(());
        }
        let done = self.write_presence(&changed).await;
        match done {
            Ok(()) => {
                let mut said = lock(&self.said);
                for (game, presence) in &changed {
                    if presence.here == [false; 2] && presence.watchers == 0 {
                        said.remove(game);
                    } else {
                        said.insert(*game, *presence);
                    }
                }
                drop(said);
                for game in changed.into_keys() {
                    self.hint(Hint::Presence(game));
                }
                Ok(())
            }
            Err(error) => {
                let mut waiting = lock(&self.changed);
                for (game, presence) in changed {
                    waiting.entry(game).or_insert(presence);
                }
                Err(error.into())
            }
        }
    }

    /// Writes in the order of the games, as every writer does.
    async fn write_presence(&self, presences: &BTreeMap<GameId, LocalPresence>) -> Result<(), PgError> {
        let games: Vec<GameId> = presences.keys().copied().collect();
        let column = |of: fn(&LocalPresence) -> bool| presences.values().map(of).collect::<Vec<bool>>();
        let (p1, p2) = (column(|presence| presence.here[0]), column(|presence| presence.here[1]));
        let left = |seat: usize| presences.values().map(|presence| presence.left[seat]).collect::<Vec<Option<i64>>>();
        let (p1_left, p2_left) = (left(0), left(1));
        let watchers: Vec<i32> = presences.values().map(|presence| presence.watchers as i32).collect();
        let reader = self.log.reader().await?;
        let sql = "
            INSERT INTO agon.presence(game, node, p1, p2, watchers, p1_left, p2_left)
            SELECT game, $1, p1, p2, watchers, p1_left, p2_left
            FROM unnest($2::uuid[], $3::boolean[], $4::boolean[], $5::integer[], $6::bigint[], $7::bigint[])
                AS row(game, p1, p2, watchers, p1_left, p2_left)
            ORDER BY game
            ON CONFLICT (game, node) DO UPDATE SET p1 = excluded.p1, p2 = excluded.p2, watchers = excluded.watchers,
                p1_left = coalesce(excluded.p1_left, presence.p1_left),
                p2_left = coalesce(excluded.p2_left, presence.p2_left)";
        reader.link.client.execute(sql, &[&self.node, &games, &p1, &p2, &watchers, &p1_left, &p2_left]).await?;
        Ok(())
    }

    /// Who is connected to games at the other nodes.
    pub(crate) async fn presence(&self, games: &[GameId]) -> Result<HashMap<GameId, RemotePresence>, StoreError> {
        let reader = self.log.reader().await?;
        let sql = format!(
            "SELECT game, p1, p2, watchers, p1_left, p2_left, coalesce(alive_until, 0), coalesce(alive_until, 0) > {NOW}
            FROM agon.presence LEFT JOIN agon.node ON node.id = presence.node
            WHERE game = ANY($1) AND presence.node <> $2"
        );
        let rows = reader.link.client.query(&sql, &[&games, &self.node]).await.map_err(PgError::from)?;
        let mut found: HashMap<GameId, RemotePresence> = HashMap::new();
        for row in rows {
            let presence = found.entry(row.get(0)).or_default();
            let (alive_until, is_alive): (i64, bool) = (row.get(6), row.get(7));
            if is_alive {
                presence.watchers += row.get::<_, i32>(3) as usize;
            }
            for seat in 0..2 {
                let was_here: bool = row.get(1 + seat);
                presence.here[seat] |= was_here && is_alive;
                // A client of a node that is gone was there until the node's lease ended, as far as anyone knows.
                let lease_end = (was_here && !is_alive).then_some(alive_until);
                presence.left[seat] = presence.left[seat].max(row.get(4 + seat)).max(lease_end);
            }
        }
        Ok(found)
    }

    /// Gives a sign of life with this node's lobby, and returns what the others have to say.
    pub(crate) async fn sign_of_life(&self, lobby: &str) -> Result<Neighbours, StoreError> {
        let reader = self.log.reader().await?;
        self.set_clock(&reader).await?;
        let client = &reader.link.client;
        let sql = format!(
            "INSERT INTO agon.node(id, alive_until, lobby) VALUES ($1, {NOW} + $2, $3)
            ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until, lobby = excluded.lobby
            RETURNING xmax = 0"
        );
        let row = client.query_one(&sql, &[&self.node, &LEASE_MS, &lobby]).await.map_err(PgError::from)?;
        if row.get(0) {
            // The first sign, or the database has lost the table: what was said before is said again.
            let said = lock(&self.said).clone();
            let mut changed = lock(&self.changed);
            for (game, presence) in said {
                changed.entry(game).or_insert(presence);
            }
        }
        let sql = format!("SELECT id, lobby FROM agon.node WHERE id <> $1 AND alive_until > {NOW}");
        let rows = client.query(&sql, &[&self.node]).await.map_err(PgError::from)?;
        let alive: HashSet<GameId> = rows.iter().map(|row| row.get(0)).collect();
        let mut known = lock(&self.alive);
        let has_lost_one = known.difference(&alive).next().is_some();
        *known = alive;
        Ok(Neighbours { lobbies: rows.iter().map(|row| row.get(1)).collect(), has_lost_one })
    }

    /// Ends this node's lease when the server stops.
    pub(crate) async fn leave(&self) -> Result<(), StoreError> {
        let reader = self.log.reader().await?;
        let sql = format!("UPDATE agon.node SET alive_until = {NOW}, lobby = '' WHERE id = $1");
        reader.link.client.execute(&sql, &[&self.node]).await.map_err(PgError::from)?;
        Ok(())
    }

    /// Deletes what is known of nodes that ended long ago.
    pub(crate) async fn forget_dead(&self) -> Result<(), StoreError> {
        let reader = self.log.reader().await?;
        let sql = format!("DELETE FROM agon.node WHERE alive_until < {NOW} - $1");
        reader.link.client.execute(&sql, &[&KEEP_DEAD_MS]).await.map_err(PgError::from)?;
        let sql = format!(
            "DELETE FROM agon.presence WHERE node NOT IN (SELECT id FROM agon.node)
            OR (NOT p1 AND NOT p2 AND watchers = 0 AND greatest(p1_left, p2_left, 0) < {NOW} - $1)"
        );
        reader.link.client.execute(&sql, &[&KEEP_DEAD_MS]).await.map_err(PgError::from)?;
        Ok(())
    }

    /// Of some games, each with the number of its last known event, those that have more events.
    pub(crate) async fn behind(&self, known: &[(GameId, u32)]) -> Result<Vec<GameId>, StoreError> {
        let reader = self.log.reader().await?;
        let (games, next): (Vec<GameId>, Vec<i32>) = known.iter().map(|(game, seq)| (*game, *seq as i32 + 1)).unzip();
        let sql = "
            SELECT k.game FROM unnest($1::uuid[], $2::integer[]) AS k(game, seq)
            WHERE (SELECT true FROM agon.event e WHERE e.game = k.game AND e.seq = k.seq)";
        let rows = reader.link.client.query(sql, &[&games, &next]).await.map_err(PgError::from)?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    /// The queue of work for engines.
    pub(crate) fn queue(&self) -> Queue {
        Queue::of_node(self.log.target().clone(), self.outgoing.clone())
    }

    /// Stores work for the engines of the site, unless it is there already. Returns its id, and its result if that is
    /// there too.
    pub(crate) async fn submit(&self, work: &NewWork) -> Result<(GameId, Option<WorkResult>), StoreError> {
        let (id, result) = jobs::submit(&self.log, work).await?;
        if result.is_none() {
            self.hint(Hint::Work);
        }
        Ok((id, result))
    }

    /// The results of some work, as far as they are there.
    pub(crate) async fn results(&self, ids: &[GameId]) -> Result<Vec<(GameId, WorkResult)>, StoreError> {
        Ok(jobs::results(&self.log, ids).await?)
    }

    /// Packs the games to which nothing has happened for a day.
    pub(crate) async fn pack_finished(&self) -> Result<usize, StoreError> {
        pack::pack_finished(&self.log, self.now()).await
    }

    /// Deletes old work.
    pub(crate) async fn forget_work(&self) -> Result<(), StoreError> {
        Ok(jobs::forget_old(&self.log).await?)
    }

    /// Takes games whose deadline has passed without any node having noticed. Other nodes leave them alone for a while.
    pub(crate) async fn take_due(&self) -> Result<Vec<GameId>, StoreError> {
        let reader = self.log.reader().await?;
        let sql = format!(
            "UPDATE agon.game SET deadline = {NOW} + $1 WHERE id IN (
                SELECT id FROM agon.game WHERE deadline < {NOW} - $2
                ORDER BY deadline LIMIT $3 FOR UPDATE SKIP LOCKED)
            RETURNING id"
        );
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 3] =
            [&DEADLINE_LEASE_MS, &DEADLINE_MARGIN_MS, &MAX_DUE];
        let rows = reader.link.client.query(&sql, &values).await.map_err(PgError::from)?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    /// Sets the deadline of a game that was taken and goes on.
    pub(crate) async fn set_deadline(&self, game: GameId, deadline: Option<i64>) -> Result<(), StoreError> {
        let reader = self.log.reader().await?;
        let sql = "UPDATE agon.game SET deadline = $2 WHERE id = $1 AND status < 2";
        reader.link.client.execute(sql, &[&game, &deadline]).await.map_err(PgError::from)?;
        Ok(())
    }
}
