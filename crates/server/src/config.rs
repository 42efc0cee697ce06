use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// How a server runs.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 lets the system choose.
    pub listen: SocketAddr,
    /// Where games are kept.
    pub database: Database,
    /// Threads that think for bots and hints.
    pub workers: usize,
    /// AddressLimits of the site as browsers see it (`https://agon.example`). Empty: whatever the `Host` header says.
    pub origins: Vec<String>,
    /// How many proxies in front are trusted to append to `X-Forwarded-For`; 0 ignores the header.
    pub trusted_proxies: usize,
    /// Whether answers say that the site is only to be reached by TLS.
    pub hsts: bool,
    /// Whether players may chat at all.
    pub chat: bool,
    /// Reads the web page from a folder at each request instead of the embedded files.
    pub web_dir: Option<PathBuf>,
    /// Where the tournaments are that the site shows: the folders written by `agon arena`.
    pub arenas: Option<PathBuf>,
    /// Who may do how much.
    pub limits: ServerLimits,
}

/// Where games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// In memory: gone when the server stops. For tests.
    Memory,
    /// An `SQLite` file; made if it is not there.
    Sqlite(PathBuf),
}

/// How much may happen in a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateLimit {
    /// So many at once.
    pub burst: f64,
    /// So many a second after that.
    pub per_second: f64,
}

impl RateLimit {
    /// A burst, then so many a second.
    pub const fn new(burst: f64, per_second: f64) -> Self {
        Self { burst, per_second }
    }
}

/// What one address or socket may do, and what the server bears.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// Connections in all.
    pub connections: usize,
    /// Connections of one address.
    pub connections_per_address: usize,
    /// Requests of one address, for pages and the interface.
    pub requests: RateLimit,
    /// Scripts and styles of one address: cheap, and many at a first visit.
    pub files: RateLimit,
    /// Games made by one address.
    pub creates: RateLimit,
    /// Records imported or verified by one address.
    pub imports: RateLimit,
    /// Acts of one socket: turns, offers, chat.
    pub acts: RateLimit,
    /// Light messages of one socket: steps, touches, replay.
    pub asks: RateLimit,
    /// Hints of one address.
    pub hints: RateLimit,
    /// Jobs waiting for a worker, in all and of one address.
    pub jobs: usize,
    /// Jobs waiting for a worker, of one address.
    pub jobs_per_address: usize,
    /// Longest time a bot may think about one turn.
    pub think: Duration,
    /// Longest time for a request's header, and again for its body.
    pub header_time: Duration,
    /// Time for the first message of a socket.
    pub hello_time: Duration,
    /// How long a player must be gone before the other may claim the game.
    pub claim_after: Duration,
    /// Silence after which a socket of a busy table is pinged; quiet tables wait four times as long.
    pub ping_after: Duration,
    /// How long a table without visitors stays in memory.
    pub keep_idle: Duration,
    /// How long a game that never began is kept.
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
            acts: RateLimit::new(40.0, 5.0),
            asks: RateLimit::new(120.0, 20.0),
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
    /// No limits on how much one client may do, for load generators on a machine of one's own.
    pub fn unlimited() -> Self {
        let free = RateLimit::new(1e12, 1e12);
        Self {
            connections: 1_000_000,
            connections_per_address: 1_000_000,
            requests: free,
            files: free,
            creates: free,
            imports: free,
            acts: free,
            asks: free,
            hints: free,
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
