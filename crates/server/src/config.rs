//! The configuration of a server.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on; port 0 lets the system choose a port.
    pub listen: SocketAddr,
    /// Where games are stored.
    pub database: Database,
    /// The number of engine threads.
    pub workers: usize,
    /// The origins of the site as browsers see it (`https://agon.example`). If empty, the `Host` header decides.
    pub origins: Vec<String>,
    /// The number of trusted proxies that append to `X-Forwarded-For`; 0 ignores the header.
    pub trusted_proxies: usize,
    /// Whether responses carry `Strict-Transport-Security`.
    pub hsts: bool,
    /// Whether players may chat.
    pub chat: bool,
    /// A folder to read the web page from at each request, instead of the embedded files.
    pub web_dir: Option<PathBuf>,
    /// The folder with the tournaments to show, as written by `agon arena`.
    pub arenas: Option<PathBuf>,
    /// Limits on clients and on the server.
    pub limits: ServerLimits,
}

/// Where games are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// In memory, lost when the server stops. For tests.
    Memory,
    /// An `SQLite` file, created if missing.
    Sqlite(PathBuf),
    /// The URL of a `PostgreSQL` database, which several servers may share.
    Postgres(String),
}

/// A rate limit: a token bucket.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateLimit {
    /// The most events at once.
    pub burst: f64,
    /// The events per second after that.
    pub per_second: f64,
}

impl RateLimit {
    /// A limit of `burst` events at once and `per_second` after that.
    pub const fn new(burst: f64, per_second: f64) -> Self {
        Self { burst, per_second }
    }
}

/// What one client address or socket may do, and what the server accepts in total.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// The most connections in total.
    pub connections: usize,
    /// The most connections of one address.
    pub connections_per_address: usize,
    /// Requests of one address for pages and the API.
    pub requests: RateLimit,
    /// Requests of one address for scripts and styles. They are cheap, and a first visit makes many.
    pub files: RateLimit,
    /// Games created by one address.
    pub creates: RateLimit,
    /// Records imported or verified by one address.
    pub imports: RateLimit,
    /// Commands of one socket: turns, offers, chat.
    pub commands: RateLimit,
    /// Queries of one socket: steps, touches, earlier boards.
    pub queries: RateLimit,
    /// Hints of one address.
    pub hints: RateLimit,
    /// The most engine jobs queued in total.
    pub jobs: usize,
    /// The most engine jobs queued for one address.
    pub jobs_per_address: usize,
    /// The longest search for one turn of a bot.
    pub think: Duration,
    /// The longest time for a request's header, and again for its body.
    pub header_time: Duration,
    /// The longest time until the first message of a socket.
    pub hello_time: Duration,
    /// How long a player must be absent before the opponent may claim the game.
    pub claim_after: Duration,
    /// How long a client of a busy game may be silent before it is pinged; clients of quiet games may be silent for longer.
    pub ping_after: Duration,
    /// How long a game without connected clients stays in memory.
    pub keep_idle: Duration,
    /// How long a game that never began stays stored.
    pub keep_open: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            connections: 16_000,
            connections_per_address: 512,
            requests: RateLimit::new(600.0, 60.0),
            files: RateLimit::new(6000.0, 600.0),
            creates: RateLimit::new(120.0, 1.0),
            imports: RateLimit::new(40.0, 0.5),
            commands: RateLimit::new(40.0, 5.0),
            queries: RateLimit::new(120.0, 20.0),
            hints: RateLimit::new(40.0, 1.0),
            jobs: 512,
            jobs_per_address: 64,
            think: Duration::from_secs(2),
            header_time: Duration::from_secs(10),
            hello_time: Duration::from_secs(10),
            claim_after: Duration::from_mins(1),
            ping_after: Duration::from_secs(15),
            keep_idle: Duration::from_mins(5),
            keep_open: Duration::from_hours(24),
        }
    }
}

impl ServerLimits {
    /// No limits on clients, for load tests.
    pub fn unlimited() -> Self {
        let unlimited = RateLimit::new(1e12, 1e12);
        Self {
            connections: 1_000_000,
            connections_per_address: 1_000_000,
            requests: unlimited,
            files: unlimited,
            creates: unlimited,
            imports: unlimited,
            commands: unlimited,
            queries: unlimited,
            hints: unlimited,
            jobs: 1_000_000,
            jobs_per_address: 1_000_000,
            ..Self::default()
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            database: Database::Memory,
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            origins: Vec::new(),
            trusted_proxies: 0,
            hsts: false,
            chat: true,
            web_dir: None,
            arenas: None,
            limits: ServerLimits::default(),
        }
    }
}
