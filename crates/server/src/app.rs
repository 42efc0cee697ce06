//! The server's parts in one place.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agon_core::Fault;

use crate::bots::pool::BotPool;
use crate::config::{Config, Database};
use crate::game::clock::ServerTime;
use crate::game::event::Event;
use crate::game::state::GameState;
use crate::http::files::WebFiles;
use crate::http::limits::{AddressKey, AddressLimits};
use crate::http::routes::arenas::Arenas;
use crate::live::outbox::{CloseReason, Outbox};
use crate::metrics::Metrics;
use crate::roll_counts::RollCounts;
use crate::rooms::room::Room;
use crate::rooms::timers::Timers;
use crate::store::writer::Log;
use crate::store::{Append, Appended, MemoryStore, SqliteStore, Store, StoreError};
use crate::{GameId, GameSetup, faults};

/// Everything a request may need. Cheap to clone.
pub type SharedApp = Arc<App>;

/// A running server, apart from its sockets.
pub struct App {
    /// How it runs.
    pub config: Config,
    /// Where games are kept.
    pub store: Arc<dyn Store>,
    /// The way to write there.
    pub log: Log,
    /// The time.
    pub time: ServerTime,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// ServerLimits by address.
    pub addresses: AddressLimits,
    /// Those who think.
    pub pool: BotPool,
    /// Games to be looked at later.
    pub timers: Timers,
    /// The web page.
    pub files: WebFiles,
    /// Tournaments to be shown.
    pub arenas: Arenas,
    /// The rolls of all games.
    pub rolls: RollCounts,
    rooms: Mutex<HashMap<GameId, Arc<Room>>>,
    sockets: Mutex<Vec<std::sync::Weak<Outbox>>>,
    lobby: Mutex<Option<(i64, Arc<str>)>>,
    stopping: AtomicBool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl App {
    /// Opens the store and starts the threads. Needs no runtime yet.
    pub fn open(config: Config) -> Result<SharedApp, StoreError> {
        let store: Arc<dyn Store> = match &config.database {
            Database::Memory => Arc::new(MemoryStore::default()),
            Database::Sqlite(path) => Arc::new(SqliteStore::open(path)?),
        };
        Self::with_store(config, store)
    }

    /// The same with a given store.
    pub fn with_store(config: Config, store: Arc<dyn Store>) -> Result<SharedApp, StoreError> {
        let metrics = Arc::new(Metrics::default());
        let failed = |error: std::io::Error| StoreError(format!("a thread could not be started: {error}"));
        let log = Log::start(Arc::clone(&store), Arc::clone(&metrics)).map_err(failed)?;
        let limits = &config.limits;
        let pool = BotPool::start(config.workers, limits.jobs, limits.jobs_per_address, Arc::clone(&metrics))
            .map_err(failed)?;
        Ok(Arc::new(Self {
            addresses: AddressLimits::new(config.limits.clone()),
            files: WebFiles::new(config.web_dir.clone()),
            arenas: Arenas::new(config.arenas.clone()),
            time: ServerTime::start(),
            timers: Timers::default(),
            rolls: RollCounts::default(),
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

    /// Now, in Unix milliseconds.
    pub fn now(&self) -> i64 {
        self.time.now()
    }

    /// Whether the server is going down.
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Relaxed)
    }

    /// Makes a game and stores its beginning.
    pub async fn create(
        self: &Arc<Self>,
        setup: GameSetup,
        address: Option<AddressKey>,
    ) -> Result<Arc<Room>, Fault> {
        let id = GameId::random();
        let (state, entries) = GameState::create(id, setup, self.now())?;
        let rows = entries.iter().map(crate::game::event::LogEntry::to_row).collect();
        let append = Append { game: id, rows, index: Some(state.index()) };
        match self.log.append(append).await {
            Ok(Appended::Done) => {}
            Ok(Appended::Conflict) | Err(_) => return Err(faults::NOT_STORED.fault()),
        }
        self.metrics.created.fetch_add(1, Relaxed);
        for entry in &entries {
            self.count(&entry.event);
        }
        let room = Arc::new(Room::new(state, address, self.now()));
        self.keep(&room);
        room.wake(self).await;
        Ok(room)
    }

    fn keep(&self, room: &Arc<Room>) -> Arc<Room> {
        let mut rooms = lock(&self.rooms);
        let kept = Arc::clone(rooms.entry(room.id).or_insert_with(|| Arc::clone(room)));
        self.metrics.rooms.store(rooms.len() as i64, Relaxed);
        kept
    }

    /// A game by id, from memory or from the store.
    pub async fn room(self: &Arc<Self>, id: GameId) -> Result<Option<Arc<Room>>, Fault> {
        if let Some(room) = lock(&self.rooms).get(&id) {
            return Ok(Some(Arc::clone(room)));
        }
        let Some(state) = self.load(id).await? else { return Ok(None) };
        let room = self.keep(&Arc::new(Room::new(state, None, self.now())));
        room.wake(self).await;
        Ok(Some(room))
    }

    /// The rows of a game after a number, read on a thread where it may wait.
    pub async fn read(
        self: &Arc<Self>,
        id: GameId,
        after: u32,
    ) -> Result<Vec<crate::store::EventRow>, Fault> {
        let store = Arc::clone(&self.store);
        let rows = tokio::task::spawn_blocking(move || store.read(id, after)).await;
        match rows {
            Ok(Ok(rows)) => Ok(rows),
            Ok(Err(error)) => {
                tracing::error!(%error, "the store cannot be read");
                Err(faults::NOT_STORED.fault())
            }
            Err(_) => Err(faults::NOT_STORED.fault()),
        }
    }

    /// Folds a game from the store.
    pub async fn load(self: &Arc<Self>, id: GameId) -> Result<Option<GameState>, Fault> {
        let rows = self.read(id, 0).await?;
        if rows.is_empty() {
            return Ok(None);
        }
        match GameState::load(id, &rows) {
            Ok(state) => Ok(Some(state)),
            Err(reason) => {
                tracing::error!(game = %id, reason, "the log of a game cannot be folded");
                Err(faults::NOT_STORED.fault())
            }
        }
    }

    /// Takes a game out of memory; it comes back from the store when somebody asks for it.
    pub fn forget(&self, id: GameId) {
        let mut rooms = lock(&self.rooms);
        rooms.remove(&id);
        self.metrics.rooms.store(rooms.len() as i64, Relaxed);
    }

    /// All games in memory.
    pub fn rooms(&self) -> Vec<Arc<Room>> {
        lock(&self.rooms).values().cloned().collect()
    }

    /// GameCounts an event that was stored.
    pub fn count(&self, event: &Event) {
        match event {
            Event::Ply { seat: Some(_), .. } => {
                self.metrics.turns.fetch_add(1, Relaxed);
            }
            Event::Ply { seat: None, word } => {
                self.metrics.rolls.fetch_add(1, Relaxed);
                self.rolls.count(word);
            }
            Event::Over { .. } => {
                self.metrics.finished.fetch_add(1, Relaxed);
            }
            _ => {}
        }
    }

    /// Remembers a socket, so that it can be told when the server stops.
    pub fn add_socket(&self, outbox: &Arc<Outbox>) {
        let mut sockets = lock(&self.sockets);
        if sockets.len() == sockets.capacity() {
            sockets.retain(|socket| socket.strong_count() > 0);
        }
        sockets.push(Arc::downgrade(outbox));
    }

    /// The lobby as it was at most a second ago.
    pub fn lobby(&self) -> Arc<str> {
        let now = self.now();
        let mut cached = lock(&self.lobby);
        if let Some((at, text)) = &*cached
            && now - at < 1000
        {
            return Arc::clone(text);
        }
        let text: Arc<str> = crate::rooms::room::lobby(self).into();
        *cached = Some((now, Arc::clone(&text)));
        text
    }

    /// Looks after clocks, bots and old games until the server stops.
    pub async fn tend(self: Arc<Self>) {
        let clocks = Arc::clone(&self);
        let clocks = async move {
            loop {
                match clocks.timers.due(clocks.now()) {
                    Ok(id) => {
                        if let Ok(Some(room)) = clocks.room(id).await {
                            room.wake(&clocks).await;
                        }
                    }
                    Err(next) => {
                        let wait = next.map_or(3_600_000, |at| (at - clocks.now()).max(1));
                        let wait = Duration::from_millis(wait as u64);
                        tokio::select! {
                            () = tokio::time::sleep(wait) => {}
                            () = clocks.timers.changed() => {}
                        }
                    }
                }
            }
        };
        let sweep = async move {
            let mut every = tokio::time::interval(Duration::from_secs(20));
            let mut rounds = 0u32;
            loop {
                every.tick().await;
                self.sweep();
                if rounds.is_multiple_of(180) {
                    self.delete_old().await;
                }
                rounds += 1;
            }
        };
        tokio::join!(clocks, sweep);
    }

    /// Takes quiet games out of memory.
    pub fn sweep(&self) {
        let before = self.now() - self.config.limits.keep_idle.as_millis() as i64;
        let mut rooms = lock(&self.rooms);
        // A room that somebody else holds at this moment is in use.
        rooms.retain(|_, room| Arc::strong_count(room) > 1 || !room.is_idle_since(before));
        self.metrics.rooms.store(rooms.len() as i64, Relaxed);
    }

    async fn delete_old(&self) {
        let before = self.now() - self.config.limits.keep_open.as_millis() as i64;
        let store = Arc::clone(&self.store);
        match tokio::task::spawn_blocking(move || store.delete_open(before)).await {
            Ok(Ok(0)) | Err(_) => {}
            Ok(Ok(count)) => tracing::info!(count, "games that never began were deleted"),
            Ok(Err(error)) => tracing::error!(%error, "old games could not be deleted"),
        }
    }

    /// Tells all clients to come back later and refuses new ones.
    pub fn stop(&self) {
        self.stopping.store(true, Relaxed);
        for outbox in lock(&self.sockets).iter().filter_map(std::sync::Weak::upgrade) {
            // Spread over three seconds, so that they do not all come back at once.
            let retry = u64::from(u16::from_be_bytes(crate::game::ids::random())) * 3000 / 65_536;
            let mut bye = crate::wire::JsonObject::message("bye");
            bye.put("reason", "restart").put("retry_ms", retry);
            outbox.send(bye.finish().into());
            outbox.close(CloseReason::RESTART);
        }
        for room in self.rooms() {
            room.stop_thinking();
        }
    }

    /// Ends the threads that think. The writer ends by itself with the last handle to it; what was
    /// acknowledged is on disk before and after.
    pub fn close(&self) {
        self.stop();
        self.pool.close();
    }
}
