//! Load tests of a server: durable turns per second of its processor time, memory and processor time of idle games,
//! a storm of reconnects.
//!
//! ```text
//! cargo run --release -p agon-loadtest --bin load -- [moves|storm|idle|all] [--view]
//! ```
//!
//! The server runs in a separate process, on one core if `taskset` is installed.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use agon_loadtest::{BoxError, SPEC, Socket, create};
use agon_server::{Config, Database, ServerLimits};

/// The number of games played at the same time.
const GAMES: usize = 64;
/// The number of idle games.
const IDLE_GAMES: usize = 5000;
/// How long to measure idle games: longer than the pause between two pings of a quiet game.
const IDLE_TIME: Duration = Duration::from_secs(70);
/// The number of clients that reconnect at once.
const STORM_CLIENTS: usize = 2000;

fn main() -> Result<(), BoxError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "serve") {
        let database = Database::Sqlite(arguments.get(2).ok_or("a file is missing")?.into());
        let listen = arguments.get(1).ok_or("an address is missing")?.parse()?;
        let config = Config { listen, database, limits: ServerLimits::unlimited(), ..Config::default() };
        return agon_server::run(config, |_| {});
    }
    let what = arguments.first().map_or("all", String::as_str);
    let view = arguments.iter().any(|argument| argument == "--view");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let folder = tempfile::tempdir()?;
    println!("fdatasync: {}", fdatasync(folder.path())?);
    let views: &[bool] = if what == "all" { &[false, true] } else { &[view] };
    for view in views {
        if matches!(what, "moves" | "all") {
            runtime.block_on(moves(folder.path(), *view))?;
        }
        if matches!(what, "storm" | "all") {
            runtime.block_on(storm(folder.path(), *view))?;
        }
    }
    if matches!(what, "idle" | "all") {
        runtime.block_on(idle(folder.path()))?;
    }
    Ok(())
}

/// Measures how long a small durable write takes, since every acknowledgement waits for one.
fn fdatasync(folder: &Path) -> Result<String, BoxError> {
    use std::io::Write;
    let mut file = std::fs::File::create(folder.join("sync"))?;
    let mut times = Vec::new();
    for _ in 0..200 {
        file.write_all(&[1; 4096])?;
        let began = Instant::now();
        file.sync_data()?;
        times.push(began.elapsed());
    }
    times.sort();
    Ok(format!("p50 {:?}, p99 {:?}", times[100], times[198]))
}

struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    async fn start(folder: &Path, name: &str) -> Result<Self, BoxError> {
        let address: SocketAddr = {
            let free = std::net::TcpListener::bind("127.0.0.1:0")?;
            free.local_addr()?
        };
        let program = std::env::current_exe()?;
        let database = folder.join(name);
        let arguments = ["serve".into(), address.to_string().into(), database.into_os_string()];
        let has_taskset = Command::new("taskset").arg("-V").stdout(Stdio::null()).status().is_ok();
        let child = if has_taskset {
            Command::new("taskset").args(["-c", "0"]).arg(program).args(arguments).spawn()?
        } else {
            Command::new(program).args(arguments).spawn()?
        };
        for _ in 0..500 {
            if tokio::net::TcpStream::connect(address).await.is_ok() {
                return Ok(Self { child, address });
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Err("the server did not start".into())
    }

    /// The processor time used so far.
    fn cpu(&self) -> Result<Duration, BoxError> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        // User and system time are the 14th and 15th fields, in hundredths of a second; two stand before the bracket.
        let ticks: u64 = fields[11].parse::<u64>()? + fields[12].parse::<u64>()?;
        Ok(Duration::from_millis(ticks * 10))
    }

    /// The resident memory.
    fn kib(&self) -> Result<u64, BoxError> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no memory line")?;
        Ok(line.split_whitespace().nth(1).ok_or("no number")?.parse()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn moves(folder: &Path, view: bool) -> Result<(), BoxError> {
    let server = Server::start(folder, &format!("moves-{view}.db")).await?;
    let turns = Arc::new(agon_loadtest::turns());
    let done = Arc::new(AtomicU64::new(0));
    let (address, mut tasks) = (server.address, Vec::new());
    let until = Instant::now() + Duration::from_secs(9);
    for _ in 0..GAMES {
        let (turns, done) = (Arc::clone(&turns), Arc::clone(&done));
        tasks.push(tokio::spawn(async move { play(address, &turns, &done, until, view).await }));
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let (cpu, moves, began) = (server.cpu()?, done.load(Relaxed), Instant::now());
    tokio::time::sleep(Duration::from_secs(6)).await;
    let (cpu, moves) = (server.cpu()?.saturating_sub(cpu), done.load(Relaxed) - moves);
    let wall = began.elapsed();
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await??);
    }
    times.sort();
    let at = |share: f64| times[(times.len() as f64 * share) as usize];
    println!(
        "moves: {GAMES} games, view {view}: {:.0} moves/s of wall time, {:.0} moves per server-CPU-second, \
         round trip p50 {:?} p99 {:?}",
        moves as f64 / wall.as_secs_f64(),
        moves as f64 / cpu.as_secs_f64(),
        at(0.5),
        at(0.99),
    );
    Ok(())
}

/// Plays games in a closed loop: each turn waits until both clients have the one before.
async fn play(
    address: SocketAddr,
    turns: &[String],
    done: &AtomicU64,
    until: Instant,
    view: bool,
) -> Result<Vec<Duration>, BoxError> {
    let mut times = Vec::new();
    while Instant::now() < until {
        let (game, tokens) = create(address, SPEC).await?;
        let mut sockets = [Socket::open(address, &game, 0).await?, Socket::open(address, &game, 0).await?];
        for (socket, token) in sockets.iter_mut().zip(&tokens) {
            socket.hello(token, view).await?;
        }
        for (ply, turn) in turns.iter().enumerate() {
            let began = Instant::now();
            sockets[ply % 2].play(&ply.to_string(), ply, turn).await?;
            for socket in &mut sockets {
                socket.until(|text| text.starts_with("{\"t\":\"update\"")).await?;
            }
            times.push(began.elapsed());
            done.fetch_add(1, Relaxed);
            if Instant::now() >= until {
                break;
            }
        }
    }
    Ok(times)
}

async fn idle(folder: &Path) -> Result<(), BoxError> {
    let server = Server::start(folder, "idle.db").await?;
    let warm = open_games(&server, 50).await?;
    let before = server.kib()?;
    let games = open_games(&server, IDLE_GAMES).await?;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let kib = (server.kib()? - before) as f64 / IDLE_GAMES as f64;
    // Clients must answer pings.
    let readers: Vec<_> = warm.into_iter().chain(games).map(|socket| tokio::spawn(answer_pings(socket))).collect();
    let (cpu, began) = (server.cpu()?, Instant::now());
    tokio::time::sleep(IDLE_TIME).await;
    let share = server.cpu()?.saturating_sub(cpu).as_secs_f64() / began.elapsed().as_secs_f64();
    let gone = readers.iter().filter(|reader| reader.is_finished()).count();
    println!(
        "idle: {IDLE_GAMES} games with two sockets: {kib:.1} KiB a game, {:.2} % of a core over {IDLE_TIME:?}, \
         {gone} sockets lost",
        share * 100.0
    );
    Ok(())
}

/// Receives until the socket ends, which answers pings on the way.
async fn answer_pings(mut socket: Socket) {
    let _ = socket.until(|_| false).await;
}

async fn open_games(server: &Server, count: usize) -> Result<Vec<Socket>, BoxError> {
    let mut sockets = Vec::with_capacity(count * 2);
    for number in 0..count {
        let (game, tokens) = create(server.address, "quoridor").await?;
        for token in &tokens {
            let mut socket = Socket::open(server.address, &game, (number % 4) as u8).await?;
            socket.hello(token, true).await?;
            sockets.push(socket);
        }
    }
    Ok(sockets)
}

async fn storm(folder: &Path, view: bool) -> Result<(), BoxError> {
    let server = Server::start(folder, &format!("storm-{view}.db")).await?;
    let mut seats = Vec::new();
    for _ in 0..STORM_CLIENTS / 2 {
        let (game, tokens) = create(server.address, SPEC).await?;
        seats.extend(tokens.map(|token| (game.clone(), token)));
    }
    let cpu = server.cpu()?;
    let (address, began) = (server.address, Instant::now());
    let tasks: Vec<_> = seats
        .into_iter()
        .enumerate()
        .map(|(number, (game, token))| {
            tokio::spawn(async move {
                let mut socket = Socket::open(address, &game, (number % 4) as u8).await?;
                socket.hello(&token, view).await?;
                Ok::<_, BoxError>((socket, began.elapsed()))
            })
        })
        .collect();
    let mut times = Vec::new();
    let mut sockets = Vec::new();
    for task in tasks {
        let (socket, time) = task.await??;
        times.push(time);
        sockets.push(socket);
    }
    times.sort();
    println!(
        "storm: {STORM_CLIENTS} reconnects at once, view {view}: all back in {:?}, p50 {:?}, p99 {:?}, {:?} of the server's processor time",
        times[STORM_CLIENTS - 1],
        times[STORM_CLIENTS / 2],
        times[STORM_CLIENTS * 99 / 100],
        server.cpu()?.saturating_sub(cpu),
    );
    Ok(())
}
