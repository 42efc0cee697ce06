//! The application state that all requests share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use agon_core::Fault;
use agon_wire::{ByeReason, Lobby, ServerMessage, to_json};

use crate::bots::pool::{BotPool, Job};
use crate::bots::shared::{self, Waiting};
use crate::config::{Config, Database};
use crate::game::clock::ServerTime;
use crate::game::event::{Event, LogEntry};
use crate::game::ids::random_bytes;
use crate::game::state::GameState;
use crate::http::body::CompressedText;
use crate::http::files::WebFiles;
use crate::http::limits::{AddressKey, AddressLimits};
use crate::http::routes::arenas::Arenas;
use crate::live::outbox::{CloseReason, Outbox};
use crate::metrics::Metrics;
use crate::roll_counts::RollCounts;
use crate::rooms::cluster;
use crate::rooms::lobby::{lobby, merged};
use crate::rooms::room::Room;
use crate::rooms::timers::Timers;
use crate::store::writer::LogWriter;
use crate::store::{Append, Appended, Cluster, EventRow, MemoryStore, PostgresStore, SqliteStore, Store, StoreError};
use crate::sync::lock;
use crate::{GameId, GameSetup, faults};

/// The longest wait of the timer task.
const MAX_TIMER_WAIT: Duration = Duration::from_hours(1);
/// The pause between two sweeps of idle rooms.
const SWEEP_INTERVAL: Duration = Duration::from_secs(20);
/// Old games that never began are deleted once in this many sweeps.
const SWEEPS_PER_DELETION: u32 = 180;
/// The longest delay clients are asked to wait before they reconnect after a restart.
const MAX_RETRY_MS: u64 = 3000;
/// How long the text of the lobby is reused.
const LOBBY_CACHE_MS: i64 = 1000;

/// The state shared by all requests, connections and tasks.
pub type SharedApp = Arc<App>;

/// A running server without its listener.
pub struct App {
    /// The configuration.
    pub config: Config,
    /// The event log, for reading.
    pub store: Arc<dyn Store>,
    /// The writer of the event log.
    pub log: LogWriter,
    /// The clock.
    pub time: ServerTime,
    /// Counters for operators.
    pub metrics: Arc<Metrics>,
    /// Rate limits by client address.
    pub address_limits: AddressLimits,
    /// The engine workers.
    pub pool: BotPool,
    /// The engine work that this server waits for, if workers of the whole site do it.
    pub(crate) waiting: Arc<Waiting>,
    /// When rooms must be checked again.
    pub timers: Timers,
    /// The web page.
    pub files: WebFiles,
    /// The tournaments on show.
    pub arenas: Arenas,
    /// Counts of all rolls.
    pub rolls: RollCounts,
    /// The catalogue of games, once it was asked for.
    pub(crate) catalogue: OnceLock<CompressedText>,
    /// The other servers of the site, if the store can be shared.
    pub(crate) cluster: Option<Arc<Cluster>>,
    /// What the other servers' lobbies list.
    remote_lobbies: Mutex<Vec<Lobby>>,
    rooms: Mutex<HashMap<GameId, Arc<Room>>>,
    sockets: Mutex<Vec<std::sync::Weak<Outbox>>>,
    lobby: Mutex<Option<(i64, Arc<str>)>>,
    stopping: AtomicBool,
}

impl App {
    /// Opens the store and starts the threads. Needs no async runtime.
    pub fn open(config: Config) -> Result<SharedApp, StoreError> {
        let store: Arc<dyn Store> = match &config.database {
            Database::Memory => Arc::new(MemoryStore::default()),
            Database::Sqlite(path) => Arc::new(SqliteStore::open(path)?),
            Database::Postgres(url) => Arc::new(PostgresStore::open(url)?),
        };
        Self::with_store(config, store)
    }

    /// Starts the threads with a given store.
    pub fn with_store(config: Config, store: Arc<dyn Store>) -> Result<SharedApp, StoreError> {
        let metrics = Arc::new(Metrics::default());
        let failed = |error: std::io::Error| StoreError(format!("cannot start a thread: {error}"));
        let log = LogWriter::start(Arc::clone(&store), Arc::clone(&metrics)).map_err(failed)?;
        let limits = &config.limits;
        let pool = BotPool::start(config.workers, limits.jobs, limits.jobs_per_address, Arc::clone(&metrics))
            .map_err(failed)?;
        Ok(Arc::new(Self {
            address_limits: AddressLimits::new(config.limits.clone()),
            files: WebFiles::new(config.web_dir.clone()),
            arenas: Arenas::new(config.arenas.clone()),
            time: ServerTime::start(),
            waiting: Arc::default(),
            timers: Timers::default(),
            rolls: RollCounts::default(),
            catalogue: OnceLock::new(),
            cluster: store.cluster(),
            remote_lobbies: Mutex::default(),
            rooms: Mutex::default(),
            sockets: Mutex::default(),
            lobby: Mutex::default(),
            stopping: AtomicBool::new(false),
            config,
            store,
            log,
            metrics,
            pool,
        }))
    }

    /// The time in Unix milliseconds.
    pub fn now(&self) -> i64 {
        // The servers of a site agree on the time of their database.
        self.cluster.as_ref().map_or_else(|| self.time.now(), |cluster| cluster.now())
    }

    /// Whether the server is stopping.
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Relaxed)
    }

    /// Creates a game and stores its first events.
    pub async fn create(self: &Arc<Self>, setup: GameSetup, creator: Option<AddressKey>) -> Result<Arc<Room>, Fault> {
        self.create_as(GameId::random(), setup, creator).await
    }

    /// Creates a game with a given id. If another server has created it, the game is that one.
    pub(crate) async fn create_as(
        self: &Arc<Self>,
        id: GameId,
        setup: GameSetup,
        creator: Option<AddressKey>,
    ) -> Result<Arc<Room>, Fault> {
        let (state, entries) = GameState::create(id, setup, self.now())?;
        let rows = entries.iter().map(LogEntry::to_row).collect();
        let append = Append { game: id, rows, index: Some(state.index()) };
        match self.log.append(append).await {
            Ok(Appended::Done) => {}
            Ok(Appended::Conflict) => return self.room(id).await?.ok_or_else(|| faults::NOT_STORED.fault()),
            Err(_) => return Err(faults::NOT_STORED.fault()),
        }
        self.metrics.created.fetch_add(1, Relaxed);
        self.count(&state, &entries);
        let room = Arc::new(Room::new(state, creator, self.now()));
        self.insert_room(&room);
        room.wake(self).await;
        Ok(room)
    }

    /// Adds a room, unless the game has one already. Returns the room of the game.
    fn insert_room(&self, room: &Arc<Room>) -> Arc<Room> {
        let mut rooms = lock(&self.rooms);
        let kept = Arc::clone(rooms.entry(room.id).or_insert_with(|| Arc::clone(room)));
        self.metrics.rooms.store(rooms.len() as i64, Relaxed);
        kept
    }

    /// The room of a game, loaded from the store if necessary.
    pub async fn room(self: &Arc<Self>, id: GameId) -> Result<Option<Arc<Room>>, Fault> {
        if let Some(room) = lock(&self.rooms).get(&id) {
            return Ok(Some(Arc::clone(room)));
        }
        let Some(state) = self.load(id).await? else { return Ok(None) };
        let chat = self.blocking(move |store| store.read_chat(id)).await?;
        let room = self.insert_room(&Arc::new(Room::restored(state, chat, self.now())));
        // In a separate task, so that a client that disconnects does not leave half done what is due.
        let (app, due) = (Arc::clone(self), Arc::clone(&room));
        let _ = tokio::spawn(async move { due.wake(&app).await }).await;
        Ok(Some(room))
    }

    /// Reads the events of a game after a number.
    pub async fn read(self: &Arc<Self>, id: GameId, after: u32) -> Result<Vec<EventRow>, Fault> {
        self.blocking(move |store| store.read(id, after)).await
    }

    /// Uses the store on a thread that may block.
    pub(crate) async fn blocking<T: Send + 'static>(
        &self,
        action: impl FnOnce(&dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Fault> {
        let store = Arc::clone(&self.store);
        match tokio::task::spawn_blocking(move || action(&*store)).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => {
                tracing::error!(%error, "cannot use the store");
                Err(faults::NOT_STORED.fault())
            }
            Err(_) => Err(faults::NOT_STORED.fault()),
        }
    }

    /// Loads the state of a game from the store.
    pub async fn load(self: &Arc<Self>, id: GameId) -> Result<Option<GameState>, Fault> {
        let rows = self.read(id, 0).await?;
        if rows.is_empty() {
            return Ok(None);
        }
        Self::fold(id, &rows).map(Some)
    }

    /// The state of a game with these events.
    pub(crate) fn fold(id: GameId, rows: &[EventRow]) -> Result<GameState, Fault> {
        GameState::load(id, rows).map_err(|reason| {
            tracing::error!(game = %id, reason, "cannot fold the log of a game");
            faults::NOT_STORED.fault()
        })
    }

    /// A room in memory.
    pub(crate) fn open_room(&self, id: GameId) -> Option<Arc<Room>> {
        lock(&self.rooms).get(&id).cloned()
    }

    /// Drops a room from memory. The next access loads it from the store.
    pub fn forget(&self, id: GameId) {
        let mut rooms = lock(&self.rooms);
        rooms.remove(&id);
        self.metrics.rooms.store(rooms.len() as i64, Relaxed);
    }

    /// All rooms in memory.
    pub fn rooms(&self) -> Vec<Arc<Room>> {
        lock(&self.rooms).values().cloned().collect()
    }

    /// Counts stored events, which have been applied to the state.
    pub(crate) fn count(&self, state: &GameState, entries: &[LogEntry]) {
        for entry in entries {
            let counter = match &entry.event {
                Event::Turn { .. } => &self.metrics.turns,
                Event::Roll { notation } => {
                    if state.opening_seq != Some(entry.seq) {
                        self.rolls.count(notation);
                    }
                    &self.metrics.rolls
                }
                Event::Over { .. } => &self.metrics.finished,
                _ => continue,
            };
            counter.fetch_add(1, Relaxed);
        }
    }

    /// Registers a socket, to be closed when the server stops.
    pub fn add_socket(&self, outbox: &Arc<Outbox>) {
        let mut sockets = lock(&self.sockets);
        if sockets.len() == sockets.capacity() {
            sockets.retain(|socket| socket.strong_count() > 0);
        }
        sockets.push(Arc::downgrade(outbox));
    }

    /// The lobby as JSON, at most a second old.
    pub fn lobby(&self) -> Arc<str> {
        let now = self.now();
        let mut cached = lock(&self.lobby);
        if let Some((at, text)) = &*cached
            && now - at < LOBBY_CACHE_MS
        {
            return Arc::clone(text);
        }
        let text: Arc<str> = to_json(&merged(lobby(self), &lock(&self.remote_lobbies))).into();
        *cached = Some((now, Arc::clone(&text)));
        text
    }

    /// Runs the timers and drops idle rooms until the server stops.
    pub async fn run_background(self: Arc<Self>) {
        let (app, other) = (Arc::clone(&self), Arc::clone(&self));
        let timers = async move {
            loop {
                match app.timers.due(app.now()) {
                    Ok(id) => {
                        if let Ok(Some(room)) = app.room(id).await {
                            room.wake(&app).await;
                        }
                    }
                    Err(next) => {
                        let wait =
                            next.map_or(MAX_TIMER_WAIT, |at| Duration::from_millis((at - app.now()).max(1) as u64));
                        tokio::select! {
                            () = tokio::time::sleep(wait) => {}
                            () = app.timers.changed() => {}
                        }
                    }
                }
            }
        };
        let sweep = async move {
            let mut interval = tokio::time::interval(SWEEP_INTERVAL);
            let mut rounds = 0u32;
            loop {
                interval.tick().await;
                self.drop_idle_rooms();
                if rounds.is_multiple_of(SWEEPS_PER_DELETION) {
                    self.delete_open_games().await;
                }
                rounds += 1;
            }
        };
        tokio::join!(timers, sweep, cluster::run(&other));
    }

    /// Queues engine work on a game after one of its events: for the whole site, if it has several servers. `false` if
    /// the queue is full.
    pub(crate) fn submit(&self, game: GameId, seq: u32, job: Job) -> bool {
        let Some(cluster) = &self.cluster else { return self.pool.submit(job) };
        match shared::submit(cluster, &self.waiting, (game, seq), job) {
            Ok(()) => true,
            Err(job) => self.pool.submit(*job),
        }
    }

    /// Takes over what the other servers' lobbies list.
    pub(crate) fn set_remote_lobbies(&self, lobbies: Vec<Lobby>) {
        *lock(&self.remote_lobbies) = lobbies;
    }

    /// Drops idle rooms from memory.
    pub fn drop_idle_rooms(&self) {
        let before = self.now() - self.config.limits.keep_idle.as_millis() as i64;
        let mut rooms = lock(&self.rooms);
        // A room with another owner is in use right now.
        rooms.retain(|_, room| Arc::strong_count(room) > 1 || !room.is_idle_since(before));
        self.metrics.rooms.store(rooms.len() as i64, Relaxed);
    }

    /// Deletes old games that never began.
    async fn delete_open_games(&self) {
        let before = self.now() - self.config.limits.keep_open.as_millis() as i64;
        let store = Arc::clone(&self.store);
        match tokio::task::spawn_blocking(move || store.delete_open(before)).await {
            Ok(Ok(0)) | Err(_) => {}
            Ok(Ok(count)) => tracing::info!(count, "deleted games that never began"),
            Ok(Err(error)) => tracing::error!(%error, "cannot delete games that never began"),
        }
    }

    /// Asks all clients to reconnect later and refuses new ones.
    pub fn stop(&self) {
        self.stopping.store(true, Relaxed);
        for outbox in lock(&self.sockets).iter().filter_map(std::sync::Weak::upgrade) {
            // A random delay of up to three seconds spreads the reconnects.
            let retry = u64::from(u16::from_be_bytes(random_bytes())) * MAX_RETRY_MS / 65_536;
            outbox.send_message(&ServerMessage::Bye { reason: ByeReason::Restart, retry_ms: retry });
            outbox.close(CloseReason::RESTART);
        }
        for room in self.rooms() {
            room.stop_bot();
        }
    }

    /// Ends the engine workers. The writer thread ends with the last handle to it; everything acknowledged is
    /// already on disk.
    pub fn close(&self) {
        self.stop();
        self.pool.close();
    }
}
