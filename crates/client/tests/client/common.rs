use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use agon_client::{Client, GameClient, GameLink, GameNews, SeatStore, ServerAddress};
use agon_core::Rng;
use agon_server::{BackgroundServer, Config, Database, ServerLimits};
use agon_wire::{CreateRequest, SeatRequest};

/// The longest wait; only a hang takes longer.
const TIMEOUT: Duration = Duration::from_mins(1);

pub(crate) fn config() -> Config {
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        workers: 1,
        limits: ServerLimits { claim_after: Duration::ZERO, ..ServerLimits::unlimited() },
        ..Config::default()
    }
}

pub(crate) fn on_disk(folder: &std::path::Path, listen: SocketAddr) -> Config {
    Config { listen, database: Database::Sqlite(folder.join("games.db")), ..config() }
}

pub(crate) fn server() -> BackgroundServer {
    BackgroundServer::start(config()).expect("a server")
}

pub(crate) fn client(address: SocketAddr, seats: SeatStore) -> Client {
    let address = ServerAddress::parse(&format!("http://{address}")).expect("an address");
    Client::new(address, seats).expect("a client")
}

/// A game of a person with an open invitation.
pub(crate) fn by_invitation(spec: &str) -> CreateRequest {
    let seats = [SeatRequest::Human { name: "Ada".to_owned() }, SeatRequest::Invite {}];
    CreateRequest::new(spec.to_owned(), None, None, seats)
}

/// A game with both players, each with a client of their own.
pub(crate) fn two_players(server: &BackgroundServer, request: &CreateRequest) -> [GameClient; 2] {
    let ada = client(server.address(), SeatStore::none()).create(request).expect("created");
    let (bo, _) = client(server.address(), SeatStore::none()).enter(&ada.invitation(), "Bo").expect("entered");
    let mut both = [ada, bo];
    until(&mut both, "both are there", |[ada, _]| !ada.is_open());
    both
}

/// Polls clients until a condition holds; returns all news.
pub(crate) fn until<const N: usize>(
    games: &mut [GameClient; N],
    what: &str,
    holds: impl Fn(&[GameClient; N]) -> bool,
) -> Vec<GameNews> {
    let end = Instant::now() + TIMEOUT;
    let mut news = Vec::new();
    while !holds(games) {
        assert!(Instant::now() < end, "waited for: {what}; {news:?}");
        for game in &mut *games {
            news.extend(game.poll(Duration::from_millis(5)));
        }
    }
    news
}

/// Plays a random legal turn for the side to move, and waits until both clients know it.
pub(crate) fn play_on(games: &mut [GameClient; 2], rng: &mut Rng) {
    until(games, "somebody is to move", |games| games.iter().any(|game| game.is_my_turn() || game.is_over()));
    let Some(mover) = games.iter().position(GameClient::is_my_turn) else { return };
    let legal = games[mover].table().legal();
    let before = games[mover].state().progress.seq;
    games[mover].play(rng.choose(&legal).expect("a turn")).expect("legal");
    until(games, "the turn arrives", |games| games.iter().all(|game| game.state().progress.seq > before));
}

pub(crate) fn play_to_the_end(games: &mut [GameClient; 2], rng: &mut Rng) {
    while !games.iter().all(GameClient::is_over) {
        play_on(games, rng);
    }
}

/// A proxy in front of a server, whose connections can be cut.
pub(crate) struct Network {
    pub(crate) address: SocketAddr,
    lines: Arc<Mutex<Lines>>,
}

#[derive(Default)]
struct Lines {
    is_down: bool,
    open: HashMap<usize, [TcpStream; 2]>,
    target: Option<SocketAddr>,
}

impl Network {
    pub(crate) fn to(target: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let lines = Arc::new(Mutex::new(Lines { target: Some(target), ..Lines::default() }));
        let shared = Arc::clone(&lines);
        thread::spawn(move || {
            for (number, near) in listener.incoming().flatten().enumerate() {
                let mut lines = shared.lock().expect("no panic");
                let target = lines.target.expect("a target");
                let Some(far) = (!lines.is_down).then(|| TcpStream::connect(target).ok()).flatten() else { continue };
                carry(&near, &far);
                carry(&far, &near);
                lines.open.insert(number, [near, far]);
            }
        });
        Self { address, lines }
    }

    /// Cuts all connections and refuses new ones.
    pub(crate) fn cut(&self) {
        let mut lines = self.lines.lock().expect("no panic");
        lines.is_down = true;
        for (_, line) in lines.open.drain() {
            for end in line {
                let _ = end.shutdown(std::net::Shutdown::Both);
            }
        }
    }

    /// Lets connections through again, to this server.
    pub(crate) fn mend(&self, target: SocketAddr) {
        let mut lines = self.lines.lock().expect("no panic");
        lines.is_down = false;
        lines.target = Some(target);
    }
}

fn carry(from: &TcpStream, to: &TcpStream) {
    let (mut from, mut to) = (from.try_clone().expect("a handle"), to.try_clone().expect("a handle"));
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            if to.write_all(&bytes[..count]).is_err() {
                break;
            }
        }
        let _ = to.shutdown(std::net::Shutdown::Both);
    });
}

/// The link as another person would copy it, through the network.
pub(crate) fn through(network: &Network, link: &GameLink) -> GameLink {
    let server = ServerAddress::parse(&format!("http://{}", network.address)).expect("an address");
    GameLink { server, ..link.clone() }
}
