//! What clients see while the store fails.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex};

use agon_core::Player;
use agon_server::store::{Append, Appended, ChatRow, EventRow, GameCounts, MemoryStore, Store, StoreError};
use agon_server::{App, ClockSetup, GameCommand, GameId, GameSetup, GameState, LogEntry, Seat, Server, Token};
use axum::body::to_bytes;
use axum::http::StatusCode;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::common::{SocketEnd, TestClient, TestServer, config, get, two_seats};

/// A store in memory that fails, or waits, when it is asked to.
#[derive(Default)]
struct FaultyStore {
    inner: MemoryStore,
    /// Refuses to create games.
    refuses_new: AtomicBool,
    /// Refuses every append.
    refuses_appends: AtomicBool,
    /// Cannot be read.
    refuses_reads: AtomicBool,
    /// Whether appends wait, and how many do.
    hold: Mutex<(bool, usize)>,
    changed: Condvar,
}

impl FaultyStore {
    fn start(self: &Arc<Self>) -> TestServer {
        TestServer::run(Server::with_store(config(), Arc::clone(self) as Arc<dyn Store>).expect("a server"))
    }

    /// Makes appends wait from now on, or lets them go on.
    fn hold(&self, hold: bool) {
        self.hold.lock().expect("a lock").0 = hold;
        self.changed.notify_all();
    }

    /// Waits until an append waits.
    fn wait_for_append(&self) {
        let held = self.hold.lock().expect("a lock");
        drop(self.changed.wait_while(held, |(_, waiting)| *waiting == 0).expect("a lock"));
    }
}

fn fails(flag: &AtomicBool) -> Result<(), StoreError> {
    if flag.load(SeqCst) { Err(StoreError("the test wants it".to_owned())) } else { Ok(()) }
}

impl Store for FaultyStore {
    fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError> {
        let mut held = self.hold.lock().expect("a lock");
        held.1 += 1;
        self.changed.notify_all();
        held = self.changed.wait_while(held, |(hold, _)| *hold).expect("a lock");
        held.1 -= 1;
        drop(held);
        fails(&self.refuses_appends)?;
        if batch.iter().any(|append| append.rows[0].seq == 1) {
            fails(&self.refuses_new)?;
        }
        self.inner.append(batch)
    }

    fn read(&self, game: GameId, after: u32) -> Result<Vec<EventRow>, StoreError> {
        fails(&self.refuses_reads)?;
        self.inner.read(game, after)
    }

    fn add_chat(&self, game: GameId, line: &ChatRow) -> Result<(), StoreError> {
        self.inner.add_chat(game, line)
    }

    fn read_chat(&self, game: GameId) -> Result<Vec<ChatRow>, StoreError> {
        self.inner.read_chat(game)
    }

    fn delete_open(&self, before: i64) -> Result<usize, StoreError> {
        self.inner.delete_open(before)
    }

    fn counts(&self) -> Result<GameCounts, StoreError> {
        self.inner.counts()
    }
}

/// A game in which the first player's clock runs and has a moment left. Returns its id and a client of each player.
async fn short_of_time(server: &TestServer) -> (String, [TestClient; 2]) {
    let tokens = [Token::random(), Token::random()];
    let clock = Some(ClockSetup { initial_ms: 300, increment_ms: 0 });
    let setup = GameSetup { clock, ..two_seats("domineering", [&tokens[0], &tokens[1]]) };
    let id = server.app.create(setup, None).await.expect("a game").id.to_string();
    let mut one = server.connect_as(&id, &[tokens[0].reveal()]).await;
    let mut two = server.connect_as(&id, &[tokens[1].reveal()]).await;
    one.play("a1").await;
    two.until_state("a turn", |state| state["ply"] == 1).await;
    assert_eq!(two.play("c1").await["clock"]["running"], "p1");
    (id, [one, two])
}

#[tokio::test(flavor = "multi_thread")]
async fn an_end_that_is_not_stored_is_shown_to_nobody() {
    let store = Arc::new(FaultyStore::default());
    let server = store.start();
    let (id, [mut one, mut two]) = short_of_time(&server).await;
    store.refuses_reads.store(true, SeqCst);
    store.refuses_appends.store(true, SeqCst);
    // Time runs out. The end can neither be stored nor undone from the store, so the clients have to come back later.
    for client in [&mut one, &mut two] {
        assert_eq!(client.until_end().await, SocketEnd::Closed(Some(1012)));
        assert_eq!(client.state["status"], "live");
    }
    let (status, answer) = server.get(&format!("/api/games/{id}")).await;
    assert_eq!((status, &answer["error"]["code"]), (StatusCode::SERVICE_UNAVAILABLE, &json!("not-stored")));
    // The game can be read again, but its end still not be stored: it goes on as stored.
    store.refuses_reads.store(false, SeqCst);
    let mut watcher = server.connect_as(&id, &[]).await;
    assert_eq!((&watcher.state["status"], &watcher.state["clock"]["left_ms"][0]), (&json!("live"), &json!(0)));
    // The end is tried again without a client's doing.
    store.refuses_appends.store(false, SeqCst);
    watcher.until_state("the end", |state| state["result"]["reason"] == "time").await;
    server.stop().await;
}

/// Stores a game in which the first player's time has run out, but which nobody has looked at since.
fn store_overdue(store: &dyn Store) -> GameId {
    let (id, long_ago) = (GameId::random(), 1_000_000);
    let clock = Some(ClockSetup { initial_ms: 1000, increment_ms: 0 });
    let setup = GameSetup { clock, ..two_seats("domineering", [&Token::random(), &Token::random()]) };
    let (mut state, mut entries) = GameState::create(id, setup, long_ago).expect("a game");
    for (ply, (player, notation)) in Player::ALL.into_iter().zip(["a1", "c1"]).enumerate() {
        let turn = GameCommand::Turn { notation: notation.to_owned(), ply, seq: None };
        entries.extend(state.execute(Seat { player, holds_both: false }, None, turn, long_ago).expect("legal"));
    }
    let rows = entries.iter().map(LogEntry::to_row).collect();
    store.append(&[Append { game: id, rows, index: Some(state.index()) }]).expect("stored");
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_disconnects_leaves_no_end_half_stored() {
    let store = Arc::new(FaultyStore::default());
    // Nothing but the requests touches the game.
    let app = App::with_store(config(), Arc::clone(&store) as Arc<dyn Store>).expect("an app");
    let id = store_overdue(&*store);
    let request = || agon_server::router(app.clone()).oneshot(get(&format!("/api/games/{id}")));
    store.hold(true);
    let asked = tokio::spawn(request());
    tokio::task::block_in_place(|| store.wait_for_append());
    asked.abort();
    assert!(asked.await.is_err_and(|error| error.is_cancelled()));
    store.refuses_appends.store(true, SeqCst);
    store.hold(false);
    let answer = request().await.expect("an answer");
    let body = to_bytes(answer.into_body(), 1 << 20).await.expect("a body");
    assert_eq!(serde_json::from_slice::<Value>(&body).expect("JSON")["status"], "live");
    tokio::task::block_in_place(|| app.close());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wish_for_a_rematch_is_acknowledged_even_if_the_rematch_cannot_be_created_yet() {
    let store = Arc::new(FaultyStore::default());
    let server = store.start();
    let (_, _, [mut one, mut two]) = server.two_clients(json!({"game": "domineering"})).await;
    one.command(json!({"t": "resign"})).await;
    one.command(json!({"t": "rematch"})).await;
    store.refuses_new.store(true, SeqCst);
    let answer = two.command(json!({"t": "rematch"})).await;
    assert_eq!((&answer["t"], &answer["next"]), (&json!("update"), &Value::Null), "{answer}");
    store.refuses_new.store(false, SeqCst);
    for client in [&mut one, &mut two] {
        client.until_state("the rematch", |state| state["next"].is_string()).await;
    }
    server.stop().await;
}
