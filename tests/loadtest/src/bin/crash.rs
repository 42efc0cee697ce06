//! Kills a server under load, again and again, and checks that no acknowledged turn is lost and none is
//! played twice.
//!
//! ```text
//! cargo run --release -p agon-loadtest --bin crash -- [--cycles 100]
//! ```
//!
//! Clients write down what they sent and what was acknowledged. After each kill (signal 9, no warning) the
//! server starts again on the same file; every client comes back, sends what it has no answer to once more
//! with the same id, and plays on. At the end the histories are held against the log.

use std::collections::{HashMap, HashSet};
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use agon_loadtest::{Error, SPEC, Socket, create};
use agon_server::store::{SqliteStore, Store as _};
use agon_server::{Config, Database, GameId, ServerLimits};
use serde_json::{Value, json};

use tokio::sync::watch;

const PLAYERS: usize = 24;

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "serve") {
        let database = Database::Sqlite(arguments.get(1).ok_or("a file is missing")?.into());
        let listen = SocketAddr::from(([127, 0, 0, 1], 0));
        let config =
            Config { listen, database, workers: 1, limits: ServerLimits::unlimited(), ..Config::default() };
        return agon_server::run(config, |address| println!("{address}"));
    }
    let place = arguments.iter().position(|argument| argument == "--cycles");
    let cycles = place.and_then(|place| arguments.get(place + 1)).map_or(Ok(10), |number| number.parse())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let report = runtime.block_on(run(cycles))?;
    println!("{report}");
    Ok(())
}

/// A server process that is never asked to stop, only killed.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(database: &Path) -> Result<Self, Error> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg("serve")
            .arg(database)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let output = child.stdout.take().ok_or("no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        Ok(Self { child, address: line.trim().parse().map_err(|_| format!("no address: {line:?}"))? })
    }

    fn kill(mut self) -> Result<(), Error> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}

/// What one player sent, and what became of it.
#[derive(Default)]
struct History {
    /// Every turn that was ever sent: game, ply, id, word.
    invoked: HashSet<(String, usize, String, String)>,
    /// Every turn that was acknowledged, with the number of its event.
    acknowledged: HashMap<(String, usize), (String, String, u64)>,
    /// Turns that were sent again because no answer had come.
    resent: usize,
    /// Of those, how many had been stored all the same.
    duplicates: usize,
}

struct Shared {
    address: watch::Receiver<Option<SocketAddr>>,
    ended: AtomicBool,
    moves: AtomicU64,
}

async fn run(cycles: usize) -> Result<String, Error> {
    let folder = tempfile::tempdir()?;
    let database = folder.path().join("games.db");
    let (announce, address) = watch::channel(None);
    let shared = Arc::new(Shared { address, ended: AtomicBool::new(false), moves: AtomicU64::new(0) });
    let words = Arc::new(agon_loadtest::words());
    let players: Vec<_> = (0..PLAYERS)
        .map(|number| {
            let (shared, words) = (Arc::clone(&shared), Arc::clone(&words));
            tokio::spawn(async move { play(number, &shared, &words).await })
        })
        .collect();
    let mut random = agon_core::Rng::new(11);
    for _ in 0..cycles {
        let server = Server::start(&database)?;
        announce.send(Some(server.address))?;
        // Every life makes some progress; when it ends after that is chance.
        let before = shared.moves.load(Relaxed);
        while shared.moves.load(Relaxed) < before + 50 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        tokio::time::sleep(Duration::from_millis(u64::from(random.below(300)))).await;
        server.kill()?;
        announce.send(None)?;
    }
    let server = Server::start(&database)?;
    announce.send(Some(server.address))?;
    let before = shared.moves.load(Relaxed);
    while shared.moves.load(Relaxed) < before + 50 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    shared.ended.store(true, Relaxed);
    let mut histories = Vec::new();
    for player in players {
        histories.push(player.await?);
    }
    server.kill()?;
    check(&database, &histories, cycles)
}

/// Plays game after game with both seats, each turn sent until it is acknowledged.
async fn play(number: usize, shared: &Shared, words: &[String]) -> History {
    let mut history = History::default();
    let mut games = 0;
    while !shared.ended.load(Relaxed) {
        let Some(address) = up(shared).await else { break };
        let Ok((game, tokens)) = create(address, SPEC).await else { continue };
        games += 1;
        let mut ply = 0;
        let mut is_again = false;
        while ply < words.len() && !shared.ended.load(Relaxed) {
            let Some(address) = up(shared).await else { break };
            // An error is a dead server: come back and send the same again.
            if visit(
                address,
                &game,
                &tokens,
                number,
                games,
                words,
                &mut ply,
                &mut is_again,
                shared,
                &mut history,
            )
            .await
            .is_err()
            {
                is_again = true;
                tokio::time::sleep(Duration::from_millis(3)).await;
            }
        }
    }
    history
}

/// Waits until there is a server; `None` at the end.
async fn up(shared: &Shared) -> Option<SocketAddr> {
    let mut address = shared.address.clone();
    address.wait_for(Option::is_some).await.ok().and_then(|address| *address)
}

#[expect(clippy::too_many_arguments, reason = "a player's whole memory goes from visit to visit")]
async fn visit(
    address: SocketAddr,
    game: &str,
    tokens: &[String; 2],
    number: usize,
    games: usize,
    words: &[String],
    ply: &mut usize,
    is_again: &mut bool,
    shared: &Shared,
    history: &mut History,
) -> Result<(), Error> {
    let mut sockets = [Socket::open(address, game, 0).await?, Socket::open(address, game, 0).await?];
    for (socket, token) in sockets.iter_mut().zip(tokens) {
        let state: Value = serde_json::from_str(&socket.hello(token, false).await?)?;
        let there = state["ply"].as_u64().ok_or("no ply")? as usize;
        if there < *ply {
            // The checker finds it in the log; going on would hide nothing.
            return Err("acknowledged turns are gone".into());
        }
    }
    while *ply < words.len() && !shared.ended.load(Relaxed) {
        let (id, word) = (format!("{number}-{games}-{ply}"), &words[*ply]);
        history.invoked.insert((game.to_owned(), *ply, id.clone(), word.clone()));
        history.resent += usize::from(*is_again);
        let message = json!({"t": "turn", "id": id, "ply": *ply, "word": word}).to_string();
        let own = &mut sockets[*ply % 2];
        own.say(message).await?;
        let (seq, was_before) = answer(own, &id).await?;
        history.duplicates += usize::from(was_before);
        *is_again = false;
        history.acknowledged.insert((game.to_owned(), *ply), (id, word.clone(), seq));
        shared.moves.fetch_add(1, Relaxed);
        *ply += 1;
    }
    Ok(())
}

/// The number of the event that a turn became, and whether it had become it before.
async fn answer(socket: &mut Socket, id: &str) -> Result<(u64, bool), Error> {
    loop {
        let message: Value = serde_json::from_str(&socket.hear().await?)?;
        match message["t"].as_str() {
            Some("ack") if message["id"] == id => {
                return Ok((message["seq"].as_u64().ok_or("no seq")?, true));
            }
            Some("update") => {
                let events = message["events"].as_array().ok_or("no events")?;
                if let Some(event) = events.iter().find(|event| event["id"] == id) {
                    return Ok((event["seq"].as_u64().ok_or("no seq")?, false));
                }
            }
            Some("refused") => return Err(format!("refused: {message}").into()),
            _ => {}
        }
    }
}

/// Holds the histories against the log.
fn check(database: &Path, histories: &[History], cycles: usize) -> Result<String, Error> {
    let store = SqliteStore::open(database)?;
    let games: HashSet<&String> =
        histories.iter().flat_map(|history| history.invoked.iter().map(|(game, ..)| game)).collect();
    let invoked: HashSet<_> = histories.iter().flat_map(|history| &history.invoked).collect();
    let mut turns: HashMap<(String, usize), (String, String, u64)> = HashMap::new();
    let mut ids = HashSet::new();
    for game in games {
        let rows = store.read(GameId::parse(game).ok_or("a bad id")?, 0)?;
        let mut ply = 0;
        for (row, seq) in rows.iter().zip(1..) {
            if row.seq != seq {
                return Err(format!("{game}: event {} stands at {seq}", row.seq).into());
            }
            if row.kind != 2 {
                continue;
            }
            let id = row.client.as_deref().and_then(|id| id.get(1..)).unwrap_or_default().to_owned();
            if !ids.insert((game.clone(), id.clone())) {
                return Err(format!("{game}: the turn {id} was played twice").into());
            }
            if !invoked.contains(&(game.clone(), ply, id.clone(), row.body.clone())) {
                return Err(format!("{game}: nobody sent {} at ply {ply}", row.body).into());
            }
            turns.insert((game.clone(), ply), (id, row.body.clone(), u64::from(row.seq)));
            ply += 1;
        }
    }
    let mut acknowledged = 0;
    for (place, sent) in histories.iter().flat_map(|history| &history.acknowledged) {
        acknowledged += 1;
        if turns.get(place) != Some(sent) {
            return Err(
                format!("acknowledged and lost: {place:?} {sent:?}, stored {:?}", turns.get(place)).into()
            );
        }
    }
    let (resent, duplicates) =
        histories.iter().fold((0, 0), |(a, b), history| (a + history.resent, b + history.duplicates));
    Ok(format!(
        "crash: {cycles} kills, {acknowledged} turns acknowledged, {} stored, 0 lost, 0 played twice; {resent} sent \
         again after a kill, {duplicates} of them had been stored before it",
        turns.len()
    ))
}
