//! Hostile and broken clients.

use std::io;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::common::{SocketEnd, TEST_TIMEOUT, TestClient, TestServer, config, on_disk, text};
use agon_server::{Config, RateLimit, ServerLimits};
use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{self, Message};

/// Creates a game that waits for a second player. Returns its id and the first player's token.
async fn open_game(server: &TestServer) -> (String, String) {
    let seats = json!({"p1": {"kind": "human"}, "p2": {"kind": "open"}});
    let made = server.create(json!({"game": "domineering", "seats": seats})).await;
    (text(&made["id"]), text(&made["tokens"]["p1"]))
}

fn seq_of(server: &TestServer, id: &str) -> impl Future<Output = Value> {
    let path = format!("/api/games/{id}");
    async move { server.get(&path).await.1["seq"].clone() }
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_of_other_sites_are_refused_before_they_open() {
    let server = TestServer::start(config());
    let (id, _) = open_game(&server).await;
    let port = server.address.port();
    let own = format!("http://127.0.0.1:{port}");
    for origin in [
        None,
        Some("null".to_owned()),
        Some("http://evil.example".to_owned()),
        Some(format!("http://127.0.0.1:{}", port - 1)),
        Some(own.to_uppercase()),
        Some(format!("{own}.evil.example")),
    ] {
        match server.connect_from(&id, origin.as_deref()).await {
            Err(tungstenite::Error::Http(response)) => assert_eq!(response.status(), 403, "{origin:?}"),
            other => panic!("{origin:?}: {:?}", other.map(|_| "a socket")),
        }
    }
    assert!(server.connect_from(&id, Some(&own)).await.is_ok());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_closes_the_socket_and_changes_nothing() {
    let server = TestServer::start(config());
    let (id, token) = open_game(&server).await;
    let (_, other) = open_game(&server).await;
    let before = seq_of(&server, &id).await;
    for tokens in [
        json!(["x"]),
        json!([""]),
        json!([other]),
        json!([token, other]),
        json!([token, token, token]),
        json!(["A".repeat(3000)]),
    ] {
        let mut client = server.connect(&id).await;
        client.send(json!({"t": "hello", "tokens": tokens})).await;
        let error = client.receive().await.expect("an error first");
        assert_eq!(TestClient::code(&error), "bad-token", "{tokens}");
        assert_eq!(client.until_end().await, SocketEnd::Closed(Some(4401)));
    }
    assert_eq!(seq_of(&server, &id).await, before);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_can_change_nothing_by_any_message() {
    let server = TestServer::start(config());
    let (id, [t1, _]) = server.two_people(json!({"game": "domineering"})).await;
    let mut watcher = server.connect_as(&id, &[]).await;
    let before = seq_of(&server, &id).await;
    for message in [
        json!({"t": "turn", "ply": 0, "word": "a1"}),
        json!({"t": "turn", "ply": 0, "word": "a1", "seat": "p1"}),
        json!({"t": "resign"}),
        json!({"t": "resign", "seat": "p2"}),
        json!({"t": "abort"}),
        json!({"t": "draw"}),
        json!({"t": "takeback"}),
        json!({"t": "decline", "what": "draw"}),
        json!({"t": "claim", "result": "win"}),
        json!({"t": "rematch"}),
        json!({"t": "commit", "hash": "00".repeat(32)}),
        json!({"t": "reveal", "part": "00".repeat(16)}),
    ] {
        let answer = watcher.command(message.clone()).await;
        assert_eq!(TestClient::code(&answer), "no-seat", "{message}");
    }
    // A player cannot act for the other either.
    let mut one = server.connect_as(&id, &[&t1]).await;
    for act in ["resign", "draw", "takeback", "abort"] {
        assert_eq!(TestClient::code(&one.command(json!({"t": act, "seat": "p2"})).await), "no-seat");
    }
    assert_eq!(seq_of(&server, &id).await, before);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_messages_are_refused_and_the_third_closes_the_socket() {
    let server = TestServer::start(config());
    let (id, token) = open_game(&server).await;
    let deep = format!("{{\"t\":\"chat\",\"text\":{}1{}}}", "[".repeat(1500), "]".repeat(1500));
    let malformed = [
        "",
        "{",
        "null",
        "[]",
        "[\"ping\"]",
        "[\"resign\",\"x\"]",
        "42",
        "\"hello\"",
        "{}",
        "{\"t\":null}",
        "{\"t\":\"fly\"}",
        "{\"t\":\"turn\"}",
        "{\"t\":\"turn\",\"id\":1,\"ply\":0,\"word\":\"a1\"}",
        "{\"t\":\"turn\",\"id\":\"x\",\"ply\":-1,\"word\":\"a1\"}",
        "{\"t\":\"turn\",\"id\":\"x\",\"ply\":1e99,\"word\":\"a1\"}",
        "{\"t\":\"turn\",\"id\":\"x\",\"ply\":0,\"word\":\"a1\",\"extra\":true}",
        "{\"t\":\"turn\",\"id\":\"x\",\"ply\":0,\"ply\":0,\"word\":\"a1\"}",
        "{\"t\":\"turn\",\"id\":\"x\",\"ply\":0,\"word\":\"a1\",\"seat\":\"p3\"}",
        "{\"t\":\"hello\"}",
        "{\"t\":\"steps\",\"id\":\"x\",\"prefix\":\"a1\"}",
        "{\"t\":\"claim\",\"id\":\"x\",\"result\":\"loss\"}",
        "\u{0}",
        "{\"t\":\"ping\",}",
        deep.as_str(),
    ];
    for three in malformed.chunks(3) {
        let mut client = server.connect_as(&id, &[&token]).await;
        for text in three {
            client.send_text(text).await;
            let answer = client.receive().await.expect("an error");
            assert_eq!(TestClient::code(&answer), "bad-message", "{text}");
        }
        if three.len() == 3 {
            assert_eq!(client.until_end().await, SocketEnd::Closed(Some(1008)));
            assert_eq!(client.reason, "messages that cannot be read");
        }
    }
    // Before the greeting, the first malformed message closes the socket.
    for first in ["{\"t\":\"ping\"}", "nonsense", "{\"t\":\"hello\",\"tokens\":[1]}", "[\"hello\",[]]"] {
        let mut client = server.connect(&id).await;
        client.send_text(first).await;
        assert_eq!(TestClient::code(&client.receive().await.expect("an error")), "hello-first");
        assert_eq!(client.until_end().await, SocketEnd::Closed(Some(1008)));
        assert_eq!(client.reason, "the first message must be hello");
    }
    assert_eq!(seq_of(&server, &id).await, 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_ids_notations_and_prefixes_are_refused_and_the_socket_stays_open() {
    let server = TestServer::start(config());
    let (id, [t1, _]) = server.two_people(json!({"game": "domineering"})).await;
    let mut one = server.connect_as(&id, &[&t1]).await;
    for wrong in ["", "a b", "é", &"x".repeat(25), "<script>", "a\nb"] {
        let message = json!({"t": "turn", "id": wrong, "ply": 0, "word": "a1"});
        one.send(message).await;
        assert_eq!(TestClient::code(&one.until("refused").await), "bad-id", "{wrong:?}");
    }
    let words =
        ["\u{0}", "a1 a1", "a1,a1", &"9".repeat(3000), "💥", "a999999999999999999999", "pass", "31:", "-", "☃1"];
    for word in words {
        assert_eq!(one.play(word).await["t"], "refused", "{word}");
    }
    for prefix in [json!(["zz"]), json!(["a1", "a1"]), json!(vec!["a1"; 100]), json!([""])] {
        assert_eq!(one.command(json!({"t": "steps", "prefix": prefix})).await["t"], "refused");
        one.send(json!({"t": "touch", "prefix": prefix})).await;
    }
    assert_eq!(one.command(json!({"t": "at", "ply": 1_000_000_000_u64})).await["t"], "refused");
    assert_eq!(one.play("a1").await["t"], "update");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn long_and_binary_messages_close_the_socket() {
    let server = TestServer::start(config());
    let (id, token) = open_game(&server).await;
    let mut client = server.connect_as(&id, &[&token]).await;
    client.send_text(&format!("{{\"t\":\"chat\",\"text\":\"{}\"}}", "x".repeat(4096))).await;
    assert_eq!(client.until_end().await, SocketEnd::Closed(Some(1009)));
    let mut client = server.connect(&id).await;
    client.send_text(&"x".repeat(5000)).await;
    assert!(matches!(client.until_end().await, SocketEnd::Closed(Some(1009)) | SocketEnd::Broken));
    let mut client = server.connect_as(&id, &[&token]).await;
    for _ in 0..3 {
        client.socket.send(Message::binary(vec![1, 2, 3])).await.expect("sent");
    }
    assert_eq!(client.until_end().await, SocketEnd::Closed(Some(1008)));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_closes_its_own_socket_only() {
    let limits =
        ServerLimits { commands: RateLimit::new(10.0, 1.0), queries: RateLimit::new(20.0, 1.0), ..config().limits };
    let server = TestServer::start(Config { limits, ..config() });
    let (id, [t1, t2]) = server.two_people(json!({"game": "domineering"})).await;
    let mut two = server.connect_as(&id, &[&t2]).await;
    for (message, most) in [(json!({"t": "ping"}), 20), (json!({"t": "chat", "text": "x"}), 10)] {
        let mut one = server.connect_as(&id, &[&t1]).await;
        for _ in 0..40 {
            one.send(message.clone()).await;
        }
        let mut answers = 0;
        let end = loop {
            match one.receive().await {
                Ok(answer) if answer["t"] == "pong" || answer["t"] == "chat" => answers += 1,
                Ok(answer) if answer["t"] == "error" => assert_eq!(TestClient::code(&answer), "too-many"),
                Ok(_) => {}
                Err(end) => break end,
            }
        };
        assert_eq!(end, SocketEnd::Closed(Some(1008)));
        assert!((most..=most + 2).contains(&answers), "{answers}");
    }
    two.ping().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_never_reads_is_closed_and_the_others_play_on() {
    let server = TestServer::start(config());
    let (id, [t1, t2]) = server.two_people(json!({"game": "domineering", "takebacks": "free"})).await;
    let mut idle_reader = server.connect(&id).await;
    idle_reader.send(json!({"t": "hello"})).await;
    let mut one = server.connect_as(&id, &[&t1]).await;
    let mut two = server.connect_as(&id, &[&t2]).await;
    // Boards and steps fill the idle reader's buffers: first the system's, then the server's.
    let began = Instant::now();
    let mut rounds = 0;
    while two.state["watchers"] != 0 {
        one.play("a1").await;
        one.command(json!({"t": "takeback"})).await;
        let seq = one.state["seq"].clone();
        two.until_state("the takeback", |state| state["seq"] == seq).await;
        rounds += 1;
        assert!(began.elapsed() < TEST_TIMEOUT * 2, "{rounds} rounds and it still holds on");
    }
    server.stop().await;
}

/// The number of incomplete requests that a server must withstand.
const HALF_REQUESTS: usize = 1000;

/// How many of them may be open at once in each of the two tests below, which may run in parallel. This process
/// holds both ends of every connection, and must leave some file descriptors to the other tests.
fn half_at_once() -> usize {
    let asked = std::process::Command::new("sh").args(["-c", "ulimit -n"]).output();
    let answer = asked.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let files = match answer.as_deref() {
        Ok("unlimited") => usize::MAX,
        Ok(number) => number.parse().unwrap_or(256),
        Err(_) => 256,
    };
    (files.saturating_sub(128) / 4).clamp(16, HALF_REQUESTS)
}

/// Opens requests that stop at different points.
async fn open_half(server: &TestServer, count: usize) -> Vec<TcpStream> {
    let heads: [&[u8]; 4] = [
        b"",
        b"GET /health HT",
        b"GET /health HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    ];
    let mut half = Vec::with_capacity(count);
    for head in heads.into_iter().cycle().take(count) {
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        stream.write_all(head).await.expect("sent");
        half.push(stream);
    }
    half
}

/// Whether a plain request of its own connection is served.
async fn is_healthy(server: &TestServer) -> io::Result<bool> {
    let mut stream = TcpStream::connect(server.address).await?;
    stream.write_all(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(answer.starts_with(b"HTTP/1.1 200"))
}

/// Waits until the number of open connections, as the server counts them, satisfies a condition.
async fn until_connections(server: &TestServer, what: &str, is: impl Fn(i64) -> bool) {
    let began = Instant::now();
    loop {
        let open = server.app.metrics.connections.load(Relaxed);
        if is(open) {
            return;
        }
        assert!(began.elapsed() < TEST_TIMEOUT, "{open} connections while waiting for {what}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_half_requests_disturb_nobody_while_they_are_open() {
    // They stay open for the whole test, so anyone who had to wait for them would wait in vain.
    let limits = ServerLimits { header_time: Duration::from_hours(1), ..config().limits };
    let server = TestServer::start(Config { limits, ..config() });
    let (id, [t1, t2]) = server.two_people(json!({"game": "domineering", "takebacks": "free"})).await;
    let mut before = server.connect_as(&id, &[&t1]).await;
    let (mut left, at_once) = (HALF_REQUESTS, half_at_once());
    while left > 0 {
        let count = left.min(at_once);
        let half = open_half(&server, count).await;
        until_connections(&server, "the half requests", |open| open > count as i64).await;
        let others = async {
            // A socket from before, a new one, and a plain request.
            assert_eq!(before.play("a1").await["t"], "update");
            let mut new = server.connect_as(&id, &[&t2]).await;
            assert_eq!(new.state["words"], json!(["a1"]));
            assert_eq!(before.command(json!({"t": "takeback"})).await["t"], "update");
            new.until_state("the takeback", |state| state["ply"] == 0).await;
            assert!(is_healthy(&server).await.expect("an answer"));
        };
        tokio::time::timeout(TEST_TIMEOUT, others).await.expect("others are served");
        assert!(server.app.metrics.connections.load(Relaxed) > count as i64, "all are still open");
        drop(half);
        until_connections(&server, "their end", |open| open == 1).await;
        left -= count;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_half_requests_and_a_socket_without_greeting_time_out() {
    let limits = ServerLimits {
        header_time: Duration::from_millis(400),
        hello_time: Duration::from_millis(400),
        ..config().limits
    };
    let server = TestServer::start(Config { limits, ..config() });
    let (id, token) = open_game(&server).await;
    let mut client = server.connect_as(&id, &[&token]).await;
    // A socket that never greets.
    let mut mute = server.connect(&id).await;
    let (mut left, at_once) = (HALF_REQUESTS, half_at_once());
    while left > 0 {
        let count = left.min(at_once);
        for (number, mut stream) in open_half(&server, count).await.into_iter().enumerate() {
            let mut answer = Vec::new();
            let closed = tokio::time::timeout(TEST_TIMEOUT, stream.read_to_end(&mut answer)).await;
            assert!(closed.is_ok(), "half request {number} is still open");
            assert!(!answer.starts_with(b"HTTP/1.1 2"), "half request {number} was served");
        }
        left -= count;
    }
    assert_eq!(mute.until_end().await, SocketEnd::Closed(Some(4408)));
    // The client that greeted stays, and nothing else is left.
    until_connections(&server, "their end", |open| open == 1).await;
    client.ping().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_beyond_the_limit_are_dropped_until_others_close() {
    let limits = ServerLimits { connections_per_address: 5, ..config().limits };
    let server = TestServer::start(Config { limits, ..config() });
    let mut open = Vec::new();
    for _ in 0..5 {
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        stream.write_all(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("sent");
        let mut start = [0; 12];
        stream.read_exact(&mut start).await.expect("an answer");
        assert_eq!(&start, b"HTTP/1.1 200");
        open.push(stream);
    }
    let refused = async {
        let mut stream = TcpStream::connect(server.address).await?;
        stream.write_all(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n").await?;
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).await?;
        io::Result::Ok(rest.len())
    };
    assert!(matches!(refused.await, Ok(0) | Err(_)));
    drop(open);
    // WebSockets count for as long as they are open.
    let (id, _) = open_game(&server).await;
    let mut sockets = Vec::new();
    let began = Instant::now();
    while sockets.len() < 5 {
        if let Ok(client) = server.connect_from(&id, Some(&format!("http://{}", server.address))).await {
            sockets.push(client);
        }
        assert!(began.elapsed() < TEST_TIMEOUT);
    }
    assert!(server.connect_from(&id, Some(&format!("http://{}", server.address))).await.is_err());
    drop(sockets);
    let began = Instant::now();
    while !is_healthy(&server).await.unwrap_or(false) {
        assert!(began.elapsed() < TEST_TIMEOUT);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_socket_is_pinged_and_closed() {
    let limits = ServerLimits { ping_after: Duration::from_millis(100), ..config().limits };
    let server = TestServer::start(Config { limits, ..config() });
    let (id, [t1, t2]) = server.two_people(json!({"game": "domineering"})).await;
    // This client never reads, so it answers no ping either.
    let mut dead = server.connect(&id).await;
    dead.send(json!({"t": "hello", "tokens": [t2]})).await;
    let mut one = server.connect_as(&id, &[&t1]).await;
    one.until_state("the other gone", |state| state["seats"]["p2"]["here"] == false && state["claim"].is_object())
        .await;
    // The client that answers stays.
    one.ping().await;
    drop(dead);
    server.stop().await;
}

/// The log of this process, for the test below.
#[derive(Clone, Default)]
struct CapturedLog(Arc<Mutex<Vec<u8>>>);

impl io::Write for CapturedLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_and_secrets_are_in_no_log_no_metric_no_answer_and_not_in_the_database() {
    let log = CapturedLog::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    let _ = tracing::subscriber::set_global_default(subscriber);
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(on_disk(folder.path()));
    let game = if agon_games::entry("portes").is_ok() { "portes" } else { "domineering" };
    let (id, [t1, t2], [mut one, mut two]) = server.two_clients(json!({"game": game})).await;
    one.send(json!({"t": "hello", "tokens": [t1]})).await;
    one.until("error").await;
    two.send_text(&format!("{{\"t\":\"{t2}\"}}")).await;
    let _ = server.connect_from(&id, Some("http://evil.example")).await;
    let mut seen = one.state.to_string();
    seen.push_str(&two.state.to_string());
    seen.push_str(&server.get(&format!("/api/games/{id}")).await.1.to_string());
    seen.push_str(&text(&server.get("/metrics").await.1));
    seen.push_str(&text(&server.get(&format!("/api/games/{id}/record")).await.1));
    server.stop().await;
    let mut disk = Vec::new();
    for file in std::fs::read_dir(folder.path()).expect("a folder").flatten() {
        disk.extend(std::fs::read(file.path()).expect("a file"));
    }
    let disk = String::from_utf8_lossy(&disk).into_owned();
    let logs = String::from_utf8_lossy(&log.0.lock().expect("no panic")).into_owned();
    for token in [&t1, &t2] {
        assert!(!seen.contains(token.as_str()) && !disk.contains(token.as_str()) && !logs.contains(token.as_str()));
    }
    if game == "portes" {
        // The database must hold the secret of the dice; nothing else may while the game goes on.
        let start = disk.find("\"secret\":\"").expect("the secret is stored") + 10;
        let secret = &disk[start..start + 64];
        assert!(secret.bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert!(!seen.contains(secret) && !logs.contains(secret));
    }
}
