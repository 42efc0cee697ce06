//! Several servers on one database: players of one game, each at a server of their own.

use std::time::Duration;

use agon_core::Player;
use agon_server::store::{Append, PostgresStore, Store as _};
use agon_server::{
    ClockSetup, CommandOutcome, Config, Database, GameCommand, GameId, GameSetup, GameState, LogEntry, Seat, Token,
};
use serde_json::json;

use super::common::{TEST_TIMEOUT, TestClient, TestServer, config, text, two_seats};

fn on(url: &str) -> Config {
    Config { database: Database::Postgres(url.to_owned()), ..config() }
}

fn servers<const N: usize>(url: &str) -> [TestServer; N] {
    std::array::from_fn(|_| TestServer::start(on(url)))
}

async fn stop<const N: usize>(servers: [TestServer; N]) {
    for server in servers {
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_and_a_watcher_at_three_servers_see_one_game() {
    let nodes: [TestServer; 3] = servers(&agon_pgtest::database());
    let (id, [t1, t2]) = nodes[0].two_people(json!({"game": "domineering:rows=4,cols=4"})).await;
    let mut one = nodes[0].connect_as(&id, &[&t1]).await;
    let mut two = nodes[1].connect_as(&id, &[&t2]).await;
    let mut watcher = nodes[2].connect_as(&id, &[]).await;
    one.until_state("both players", |state| state["seats"]["p2"]["here"] == true).await;
    one.until_state("the watcher", |state| state["watchers"] == 1).await;
    for (ply, word) in ["a1", "c1", "a3", "c3"].into_iter().enumerate() {
        let (mover, other) = if ply % 2 == 0 { (&mut one, &mut two) } else { (&mut two, &mut one) };
        let answer = mover.play(word).await;
        assert_eq!(answer["t"], "update", "{answer}");
        other.until_state("the turn", |state| state["ply"] == ply + 1).await;
    }
    watcher.until_state("all turns", |state| state["ply"] == 4).await;
    assert_eq!(watcher.state["words"], one.state["words"]);
    // Chat crosses too, and takebacks are asked for at one server and granted at another.
    one.send(json!({"t": "chat", "text": "hé"})).await;
    assert_eq!(two.until("chat").await["text"], "hé");
    assert_eq!(watcher.until("chat").await["text"], "hé");
    one.command(json!({"t": "takeback"})).await;
    two.until_state("the request", |state| state["offers"]["takeback"] == "p1").await;
    two.command(json!({"t": "takeback"})).await;
    for client in [&mut one, &mut watcher] {
        client.until_state("the takeback", |state| state["ply"] == 2).await;
    }
    two.command(json!({"t": "resign"})).await;
    for client in [&mut one, &mut watcher] {
        client.until_state("the end", |state| state["result"]["reason"] == "resign").await;
    }
    let [a, b] = [&nodes[0], &nodes[2]].map(|node| async { node.get(&format!("/api/games/{id}/record")).await.1 });
    assert_eq!(a.await, b.await);
    stop(nodes).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_knows_who_is_connected_to_another_server() {
    let url = agon_pgtest::database();
    let mut config = on(&url);
    config.limits.claim_after = Duration::ZERO;
    let nodes = [TestServer::start(config.clone()), TestServer::start(config)];
    let (id, [t1, t2]) = nodes[0].two_people(json!({"game": "domineering"})).await;
    let mut one = nodes[0].connect_as(&id, &[&t1]).await;
    let mut two = nodes[1].connect_as(&id, &[&t2]).await;
    // The claim is refused by what the database says, whatever this server has heard.
    two.until_state("the first player", |state| state["seats"]["p1"]["here"] == true).await;
    one.until_state("the second player", |state| state["seats"]["p2"]["here"] == true).await;
    let answer = one.command(json!({"t": "claim", "result": "win"})).await;
    assert_eq!(TestClient::code(&answer), "no-claim");
    drop(two);
    one.until_state("the absence", |state| state["claim"]["seat"] == "p1").await;
    let answer = one.command(json!({"t": "claim", "result": "win"})).await;
    assert_eq!(answer["result"]["reason"], "claim", "{answer}");
    stop(nodes).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_wanted_at_two_servers_at_once_is_one_game() {
    let nodes: [TestServer; 2] = servers(&agon_pgtest::database());
    for _ in 0..5 {
        let (id, [t1, t2]) = nodes[0].two_people(json!({"game": "domineering"})).await;
        let mut one = nodes[0].connect_as(&id, &[&t1]).await;
        let mut two = nodes[1].connect_as(&id, &[&t2]).await;
        one.command(json!({"t": "resign"})).await;
        two.until_state("the end", |state| state["status"] == "over").await;
        let wish = || json!({"t": "rematch"});
        let (a, b) = tokio::join!(one.command(wish()), two.command(wish()));
        assert_eq!((&a["t"], &b["t"]), (&json!("update"), &json!("update")), "{a} {b}");
        for client in [&mut one, &mut two] {
            client.until_state("the rematch", |state| state["next"].is_string()).await;
        }
        assert_eq!(one.state["next"], two.state["next"]);
        let next = nodes[1].connect_as(&text(&one.state["next"]), &[&t2]).await;
        assert_eq!(next.state["you"], json!(["p1"]), "the sides are swapped");
    }
    stop(nodes).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_command_at_three_servers_is_executed_once() {
    let nodes: [TestServer; 3] = servers(&agon_pgtest::database());
    let tokens = [Token::random(), Token::random()];
    let setup = two_seats("domineering", [&tokens[0], &tokens[1]]);
    let id = nodes[0].app.create(setup, None).await.expect("a game").id;
    for ply in 0..20 {
        let player = Player::ALL[ply % 2];
        let seat = Seat { player, holds_both: false };
        let state_of = |node: &TestServer| {
            let app = node.app.clone();
            async move { app.room(id).await.expect("read").expect("a room") }
        };
        let word = {
            let room = state_of(&nodes[ply % 3]).await;
            let snapshot = room.snapshot(&nodes[ply % 3].app, None).await.expect("a state");
            let state: serde_json::Value = serde_json::from_str(&snapshot).expect("JSON");
            assert_eq!(state["ply"], ply);
            let position = text(&state["position"]);
            let table = agon_games::open_at("domineering", &position).expect("a table");
            table.legal().first().cloned()
        };
        let Some(word) = word else { break };
        let command_id = format!("c{ply}");
        let tries = nodes.iter().map(|node| {
            let (app, room, word) = (node.app.clone(), state_of(node), word.clone());
            let id = command_id.clone();
            tokio::spawn(async move {
                let command = GameCommand::Turn { notation: word, ply, seq: None };
                room.await.execute(&app, seat, Some(&id), command).await
            })
        });
        let tries: Vec<_> = tries.collect();
        let mut stored = 0;
        for outcome in tries {
            match outcome.await.expect("no panic").expect("not refused") {
                CommandOutcome::Stored => stored += 1,
                CommandOutcome::Duplicate(_) => {}
            }
        }
        assert_eq!(stored, 1, "ply {ply}");
    }
    stop(nodes).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_think_at_a_worker_that_may_read_positions_only() {
    let cluster = agon_pgtest::Cluster::start(agon_pgtest::Options::default());
    let url = cluster.database();
    let name = url.rsplit('/').next().expect("a name");
    let node = TestServer::start(Config { workers: 0, ..on(&url) });
    let seats = json!({"p1": {"kind": "human"}, "p2": {"kind": "bot", "level": 1}});
    let (_, mut person) = node.create_and_connect(json!({"game": "portes", "seats": seats})).await;
    cluster.execute(name, include_str!("../../../../docs/deploy/worker-role.sql"));
    let url_of_worker = url.replace("agon:secret", "agon_worker:change me");
    // It works until the process of the tests ends.
    std::thread::spawn(move || agon_server::work(&url_of_worker.replace(' ', "%20"), 1, |_| ()));
    for _ in 0..3 {
        person.until_state("one's own turn", |state| state["turn"] == "p1").await;
        let hint = person.command(json!({"t": "hint"})).await;
        assert_eq!(hint["t"], "hint", "{hint}");
        let answer = person.play(&text(&hint["word"])).await;
        assert_eq!(answer["t"], "update", "{answer}");
    }
    for table in ["event", "secret", "game", "chat", "node", "presence"] {
        let may = format!("SELECT has_any_column_privilege('agon_worker', 'agon.{table}', 'SELECT')");
        assert_eq!(cluster.execute(name, &may), "f", "{table}");
    }
    assert_eq!(cluster.execute(name, "SELECT has_column_privilege('agon_worker', 'agon.job', 'game', 'SELECT')"), "f");
    let leaks = "SELECT count(*) FROM agon.job, agon.secret WHERE payload LIKE '%' || secret || '%'";
    assert_eq!(cluster.execute(name, leaks), "0");
    assert_ne!(cluster.execute(name, "SELECT count(*) FROM agon.job WHERE result IS NOT NULL"), "0");
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_threads_of_one_server_think_for_another() {
    let url = agon_pgtest::database();
    let idle = TestServer::start(Config { workers: 0, ..on(&url) });
    let (_, mut person) = idle
        .create_and_connect(json!({"game": "domineering:rows=4,cols=4", "seats": {
        "p1": {"kind": "bot", "level": 1}, "p2": {"kind": "human"}}}))
        .await;
    assert_eq!(person.state["turn"], "p1");
    let thinking = TestServer::start(on(&url));
    person.until_state("the bot's turn", |state| state["turn"] == "p2").await;
    stop([idle, thinking]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_at_one_server_is_in_the_lobby_of_the_other() {
    let nodes: [TestServer; 2] = servers(&agon_pgtest::database());
    let seats = json!({"p1": {"kind": "human", "name": "Ada"}, "p2": {"kind": "open"}});
    let (id, _ada) = nodes[0].create_and_connect(json!({"game": "quoridor", "seats": seats, "public": true})).await;
    let listed = async {
        loop {
            let lobby = nodes[1].get_ok("/api/lobby").await;
            if let Some(seek) = lobby["seeks"].get(0) {
                return seek.clone();
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let seek = tokio::time::timeout(TEST_TIMEOUT, listed).await.expect("in time");
    assert_eq!((&seek["id"], &seek["name"]), (&json!(id), &json!("Ada")));
    stop(nodes).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_no_server_has_in_memory_ends_on_time() {
    let url = agon_pgtest::database();
    let store = PostgresStore::open(&url).expect("a database");
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
    let node = TestServer::start(on(&url));
    let ended = async {
        while store.counts().expect("counts").games != [0, 0, 1] {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, ended).await.expect("in time");
    assert_eq!(node.get_ok(&format!("/api/games/{id}")).await["result"]["reason"], "time");
    node.stop().await;
}
