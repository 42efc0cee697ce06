//! Kills a server under load repeatedly, and checks that no acknowledged turn is lost and none is played twice.
//!
//! ```text
//! cargo run --release -p agon-loadtest --bin crash -- [--cycles 100] [--postgres]
//! ```
//!
//! Clients record what they sent and what was acknowledged. After each kill (SIGKILL) the server restarts on the
//! same database. With `--postgres` two servers share a database of `PostgreSQL`, the players of a game are connected
//! to different ones, and one after the other is killed. Every client reconnects, resends its unanswered turn with the same id, and plays on. At the end the
//! clients' histories are compared with the log.

use std::collections::{HashMap, HashSet, VecDeque};
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use agon_loadtest::{BoxError, SPEC, Socket, create};
use agon_server::store::{PostgresStore, SqliteStore, Store};
use agon_server::{Config, Database, GameId, ServerLimits};
use agon_wire::ServerMessage;
use tokio::sync::watch;

/// The number of clients that play games at the same time.
const PLAYERS: usize = 24;
/// The turns to play between two kills, before a random pause.
const TURNS_PER_CYCLE: u64 = 50;
/// The number of the kind of event that is a turn or a roll, in the log.
const PLY_KIND: u8 = 2;

fn main() -> Result<(), BoxError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "serve") {
        let place = arguments.get(1).ok_or("a database is missing")?;
        let is_postgres = place.starts_with("postgres:");
        let database = if is_postgres { Database::Postgres(place.clone()) } else { Database::Sqlite(place.into()) };
        let listen = SocketAddr::from(([127, 0, 0, 1], 0));
        let config = Config { listen, database, workers: 1, limits: ServerLimits::unlimited(), ..Config::default() };
        return agon_server::run(config, |address| println!("{address}"));
    }
    let option = arguments.iter().position(|argument| argument == "--cycles");
    let cycles = option.and_then(|option| arguments.get(option + 1)).map_or(Ok(10), |number| number.parse())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let report = if arguments.iter().any(|argument| argument == "--postgres") {
        let synced = agon_pgtest::Options { fsync: true, ..agon_pgtest::Options::default() };
        let cluster = agon_pgtest::Cluster::start(synced);
        let url = cluster.database();
        let histories = runtime.block_on(run(&url, 2, cycles))?;
        check(&PostgresStore::open(&url)?, &histories, cycles)?
    } else {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("games.db");
        let histories = runtime.block_on(run(&file.to_string_lossy(), 1, cycles))?;
        check(&SqliteStore::open(&file)?, &histories, cycles)?
    };
    println!("{report}");
    Ok(())
}

/// A server process that is only ever killed, never asked to stop.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(database: &str) -> Result<Self, BoxError> {
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

    fn kill(mut self) -> Result<(), BoxError> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}

/// What one client sent, and what became of it.
#[derive(Default)]
struct History {
    /// All turns sent: game, ply, id, notation.
    sent: HashSet<(String, usize, String, String)>,
    /// All turns acknowledged, with the numbers of their events.
    acknowledged: HashMap<(String, usize), (String, String, u32)>,
    /// The number of turns resent because no answer arrived.
    resent: usize,
    /// How many of those had been stored all the same.
    duplicates: usize,
}

struct Shared {
    /// The servers that run.
    addresses: watch::Receiver<Vec<SocketAddr>>,
    ended: AtomicBool,
    turns: AtomicU64,
}

/// Runs servers on a database, kills them in turn, and returns what the players saw.
async fn run(database: &str, nodes: usize, cycles: usize) -> Result<Vec<History>, BoxError> {
    let (announce, addresses) = watch::channel(Vec::new());
    let shared = Arc::new(Shared { addresses, ended: AtomicBool::new(false), turns: AtomicU64::new(0) });
    let turns = Arc::new(agon_loadtest::turns());
    let players: Vec<_> = (0..PLAYERS)
        .map(|number| {
            let (shared, turns) = (Arc::clone(&shared), Arc::clone(&turns));
            tokio::spawn(async move { play(number, &shared, &turns).await })
        })
        .collect();
    let mut random = agon_core::Rng::new(11);
    let mut servers = (0..nodes).map(|_| Server::start(database)).collect::<Result<VecDeque<_>, _>>()?;
    let addresses = |servers: &VecDeque<Server>| servers.iter().map(|server| server.address).collect();
    announce.send(addresses(&servers))?;
    for _ in 0..cycles {
        // Some progress in each cycle, then a kill at a random moment.
        wait_for_turns(&shared).await;
        tokio::time::sleep(Duration::from_millis(u64::from(random.below(300)))).await;
        if let Some(oldest) = servers.pop_front() {
            oldest.kill()?;
        }
        announce.send(addresses(&servers))?;
        servers.push_back(Server::start(database)?);
        announce.send(addresses(&servers))?;
    }
    wait_for_turns(&shared).await;
    shared.ended.store(true, Relaxed);
    let mut histories = Vec::new();
    for player in players {
        histories.push(player.await?);
    }
    for server in servers {
        server.kill()?;
    }
    Ok(histories)
}

/// Waits until some more turns have been acknowledged.
async fn wait_for_turns(shared: &Shared) {
    let goal = shared.turns.load(Relaxed) + TURNS_PER_CYCLE;
    while shared.turns.load(Relaxed) < goal {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Plays game after game with both seats, sending each turn until it is acknowledged.
async fn play(number: usize, shared: &Shared, turns: &[String]) -> History {
    let mut history = History::default();
    let mut games = 0;
    while !shared.ended.load(Relaxed) {
        let Some([address, _]) = running_servers(shared, number).await else { break };
        let Ok((game, tokens)) = create(address, SPEC).await else { continue };
        games += 1;
        let mut ply = 0;
        let mut is_resend = false;
        while ply < turns.len() && !shared.ended.load(Relaxed) {
            let Some(addresses) = running_servers(shared, number).await else { break };
            // An error means a killed server: reconnect and resend.
            if play_connected(
                addresses,
                &game,
                &tokens,
                number,
                games,
                turns,
                &mut ply,
                &mut is_resend,
                shared,
                &mut history,
            )
            .await
            .is_err()
            {
                is_resend = true;
                tokio::time::sleep(Duration::from_millis(3)).await;
            }
        }
    }
    history
}

/// Waits until a server runs, and chooses one for each side of a game; `None` at the end.
async fn running_servers(shared: &Shared, number: usize) -> Option<[SocketAddr; 2]> {
    let mut addresses = shared.addresses.clone();
    let running = addresses.wait_for(|running| !running.is_empty()).await.ok()?;
    Some([number, number + 1].map(|side| running[side % running.len()]))
}

#[expect(clippy::too_many_arguments, reason = "a client's whole state is passed from connection to connection")]
/// Plays a game over one pair of connections.
async fn play_connected(
    addresses: [SocketAddr; 2],
    game: &str,
    tokens: &[String; 2],
    number: usize,
    games: usize,
    turns: &[String],
    ply: &mut usize,
    is_resend: &mut bool,
    shared: &Shared,
    history: &mut History,
) -> Result<(), BoxError> {
    let [one, two] = addresses;
    let mut sockets = [Socket::open(one, game, 0).await?, Socket::open(two, game, 0).await?];
    for (socket, token) in sockets.iter_mut().zip(tokens) {
        let state = serde_json::from_str(&socket.hello(token, false).await?)?;
        let ServerMessage::State(state) = state else { return Err("no state".into()) };
        if state.progress.ply < *ply {
            // Going on would hide nothing: the check at the end finds it in the log.
            return Err("acknowledged turns are gone".into());
        }
    }
    while *ply < turns.len() && !shared.ended.load(Relaxed) {
        let (id, turn) = (format!("{number}-{games}-{ply}"), &turns[*ply]);
        history.sent.insert((game.to_owned(), *ply, id.clone(), turn.clone()));
        history.resent += usize::from(*is_resend);
        let mover = &mut sockets[*ply % 2];
        mover.play(&id, *ply, turn).await?;
        let (seq, is_duplicate) = answer(mover, &id).await?;
        history.duplicates += usize::from(is_duplicate);
        *is_resend = false;
        history.acknowledged.insert((game.to_owned(), *ply), (id, turn.clone(), seq));
        shared.turns.fetch_add(1, Relaxed);
        *ply += 1;
    }
    Ok(())
}

/// The number of the event of a turn, and whether it had been stored before.
async fn answer(socket: &mut Socket, id: &str) -> Result<(u32, bool), BoxError> {
    loop {
        match serde_json::from_str(&socket.receive().await?)? {
            ServerMessage::Ack { id: acknowledged, seq } if acknowledged == id => return Ok((seq, true)),
            ServerMessage::Update(update) => {
                if let Some(event) = update.events.iter().find(|event| event.id() == Some(id)) {
                    return Ok((event.seq(), false));
                }
            }
            ServerMessage::Refused { error, .. } => return Err(format!("refused: {}", error.text).into()),
            _ => {}
        }
    }
}

/// Compares the histories with the log.
fn check(store: &dyn Store, histories: &[History], cycles: usize) -> Result<String, BoxError> {
    let games: HashSet<&String> =
        histories.iter().flat_map(|history| history.sent.iter().map(|(game, ..)| game)).collect();
    let sent: HashSet<_> = histories.iter().flat_map(|history| &history.sent).collect();
    let mut stored: HashMap<(String, usize), (String, String, u32)> = HashMap::new();
    let mut ids = HashSet::new();
    for game in games {
        let rows = store.read(GameId::parse(game).ok_or("a bad id")?, 0)?;
        let mut ply = 0;
        for (row, seq) in rows.iter().zip(1..) {
            if row.seq != seq {
                return Err(format!("{game}: event {} is stored at {seq}", row.seq).into());
            }
            if row.kind != PLY_KIND {
                continue;
            }
            let id = row.client.as_deref().and_then(|id| id.get(1..)).unwrap_or_default().to_owned();
            if !ids.insert((game.clone(), id.clone())) {
                return Err(format!("{game}: the turn {id} was played twice").into());
            }
            if !sent.contains(&(game.clone(), ply, id.clone(), row.body.clone())) {
                return Err(format!("{game}: nobody sent {} at ply {ply}", row.body).into());
            }
            stored.insert((game.clone(), ply), (id, row.body.clone(), row.seq));
            ply += 1;
        }
    }
    let mut acknowledged = 0;
    for (place, turn) in histories.iter().flat_map(|history| &history.acknowledged) {
        acknowledged += 1;
        if stored.get(place) != Some(turn) {
            return Err(format!("acknowledged and lost: {place:?} {turn:?}, stored {:?}", stored.get(place)).into());
        }
    }
    let (resent, duplicates) =
        histories.iter().fold((0, 0), |(a, b), history| (a + history.resent, b + history.duplicates));
    Ok(format!(
        "crash: {cycles} kills, {acknowledged} turns acknowledged, {} stored, 0 lost, 0 played twice; {resent} sent \
         again after a kill, {duplicates} of them had been stored before it",
        stored.len()
    ))
}
