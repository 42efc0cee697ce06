//! A server for each test, and clients for it.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use agon_server::{Config, Database, GameSetup, SeatSetup, Server, ServerLimits, SharedApp, Takebacks, Token};
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tower::ServiceExt as _;

use super::description::{check_answer, check_body, check_message};

/// The longest wait; only a hang takes longer.
pub(super) const TEST_TIMEOUT: Duration = Duration::from_secs(20);

pub(super) struct TestServer {
    pub(super) app: SharedApp,
    pub(super) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<()>>,
}

pub(super) fn config() -> Config {
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        workers: 2,
        limits: ServerLimits { think: Duration::from_millis(40), ..ServerLimits::unlimited() },
        ..Config::default()
    }
}

pub(super) fn on_disk(folder: &Path) -> Config {
    Config { database: Database::Sqlite(folder.join("games.db")), ..config() }
}

impl TestServer {
    pub(super) fn start(config: Config) -> Self {
        Self::run(Server::bind(config).expect("a server"))
    }

    pub(super) fn run(server: Server) -> Self {
        let (app, address) = (server.app.clone(), server.address().expect("an address"));
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        Self { app, address, stop: Some(stop), task: Some(task) }
    }

    /// Stops the server gracefully.
    pub(super) async fn stop(mut self) {
        drop(self.stop.take());
        let task = self.task.take().expect("a task");
        drop(self);
        tokio::time::timeout(TEST_TIMEOUT, task).await.expect("in time").expect("no panic");
    }

    pub(super) async fn request(&self, request: Request<Body>) -> (StatusCode, axum::http::HeaderMap, String) {
        let (method, path) = (request.method().clone(), request.uri().to_string());
        let response = agon_server::router(self.app.clone()).oneshot(request).await.expect("an answer");
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, 1 << 24).await.expect("a body");
        let body = String::from_utf8_lossy(&bytes).into_owned();
        if !parts.headers.contains_key(header::CONTENT_ENCODING) {
            check_answer(&method, &path, parts.status, &parts.headers, &body);
        }
        (parts.status, parts.headers, body)
    }

    pub(super) async fn get(&self, path: &str) -> (StatusCode, Value) {
        self.answer(get(path)).await
    }

    pub(super) async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_string()))
            .expect("a request");
        let (status, answer) = self.answer(request).await;
        check_body(path, status, body);
        (status, answer)
    }

    /// The answer as JSON, or as a text if it is none.
    async fn answer(&self, request: Request<Body>) -> (StatusCode, Value) {
        let (status, _, body) = self.request(request).await;
        (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
    }

    /// Creates a game from a record.
    pub(super) async fn import(&self, record: &str, seats: &Value) -> Value {
        let (status, made) = self.post("/api/import", &json!({"record": record, "seats": seats})).await;
        assert_eq!(status, StatusCode::CREATED, "{made}");
        made
    }

    /// What is answered with status 200.
    pub(super) async fn get_ok(&self, path: &str) -> Value {
        let (status, answer) = self.get(path).await;
        assert_eq!(status, StatusCode::OK, "{path}: {answer}");
        answer
    }

    pub(super) async fn create(&self, body: Value) -> Value {
        let (status, answer) = self.post("/api/games", &body).await;
        assert_eq!(status, StatusCode::CREATED, "{answer}");
        answer
    }

    /// Creates a game that a second person joins. Returns its id and both tokens.
    pub(super) async fn two_people(&self, mut extra: Value) -> (String, [String; 2]) {
        extra["seats"] = json!({"p1": {"kind": "human", "name": "Ada"}, "p2": {"kind": "open"}});
        let made = self.create(extra).await;
        let id = text(&made["id"]);
        let (status, joined) = self.post(&format!("/api/games/{id}/join"), &json!({"name": "Bo"})).await;
        assert_eq!(status, StatusCode::OK, "{joined}");
        (id, [text(&made["tokens"]["p1"]), text(&joined["token"])])
    }

    /// Creates a game of two people, with a client of each. Returns its id, both tokens and the clients.
    pub(super) async fn two_clients(&self, extra: Value) -> (String, [String; 2], [TestClient; 2]) {
        let (id, [t1, t2]) = self.two_people(extra).await;
        let clients = [self.connect_as(&id, &[&t1]).await, self.connect_as(&id, &[&t2]).await];
        (id, [t1, t2], clients)
    }

    /// Creates a game and connects one client with every token it gave. Returns its id and the client.
    pub(super) async fn create_and_connect(&self, body: Value) -> (String, TestClient) {
        let made = self.create(body).await;
        let id = text(&made["id"]);
        let tokens = ["p1", "p2"].iter().filter_map(|seat| made["tokens"][seat].as_str());
        let client = self.connect_as(&id, &tokens.collect::<Vec<_>>()).await;
        (id, client)
    }

    /// Opens a socket without a greeting.
    pub(super) async fn connect(&self, id: &str) -> TestClient {
        let origin = format!("http://{}", self.address);
        self.connect_from(id, Some(&origin)).await.expect("a socket")
    }

    pub(super) async fn connect_from(&self, id: &str, origin: Option<&str>) -> Result<TestClient, tungstenite::Error> {
        let mut request =
            format!("ws://{}/api/games/{id}/live", self.address).into_client_request().expect("a request");
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().expect("a header"));
        }
        let (socket, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(TestClient { socket, state: Value::Null, view: true, reason: String::new() })
    }

    /// Opens a socket and greets with tokens.
    pub(super) async fn connect_as(&self, id: &str, tokens: &[&str]) -> TestClient {
        let mut client = self.connect(id).await;
        client.send(json!({"t": "hello", "tokens": tokens})).await;
        client.until("state").await;
        client
    }
}

/// A game of two people without a clock, as the server stores it.
pub(super) fn two_seats(spec: &str, tokens: [&Token; 2]) -> GameSetup {
    let seat = |name: &str, token: &Token| SeatSetup::Human { name: name.to_owned(), token: token.hash() };
    GameSetup {
        spec: agon_games::open(spec).expect("a game").spec(),
        position: None,
        plies: Vec::new(),
        result: None,
        seats: [seat("Ada", tokens[0]), seat("Bo", tokens[1])],
        clock: None,
        public: false,
        chat: true,
        takebacks: Takebacks::Ask,
        shared_dice: false,
        pace_ms: 0,
        secret: None,
    }
}

pub(super) fn get(path: &str) -> Request<Body> {
    Request::get(path).body(Body::empty()).expect("a request")
}

/// A person against a weak bot, in a small game.
pub(super) fn against_a_bot() -> Value {
    json!({"game": "domineering", "seats": {"p1": {"kind": "human"}, "p2": {"kind": "bot", "level": 1}}})
}

/// Two people at one screen, in a small game.
pub(super) fn one_screen() -> Value {
    json!({"game": "domineering", "seats": {"p1": {"kind": "human"}, "p2": {"kind": "human"}}})
}

pub(super) fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// A client that maintains the state as a page does.
pub(super) struct TestClient {
    pub(super) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(super) state: Value,
    /// Whether it wants boards, as pages do.
    view: bool,
    /// What the server said when it closed the socket.
    pub(super) reason: String,
}

/// Why a socket ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SocketEnd {
    Closed(Option<u16>),
    Broken,
}

impl TestClient {
    pub(super) async fn send(&mut self, message: Value) {
        self.view &= message["view"] != false;
        self.send_text(&message.to_string()).await;
    }

    /// Asks for a pong and waits for it.
    pub(super) async fn ping(&mut self) {
        self.send(json!({"t": "ping"})).await;
        self.until("pong").await;
    }

    pub(super) async fn send_text(&mut self, text: &str) {
        let _ = self.socket.send(Message::text(text)).await;
    }

    /// The next message, applied to the state.
    pub(super) async fn receive(&mut self) -> Result<Value, SocketEnd> {
        loop {
            let message = tokio::time::timeout(TEST_TIMEOUT, self.socket.next()).await.expect("a message in time");
            match message {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(text.as_str()).expect("JSON");
                    // The messages that are described are those with boards.
                    if self.view {
                        check_message(&message);
                    }
                    self.apply(&message);
                    return Ok(message);
                }
                Some(Ok(Message::Close(frame))) => {
                    self.reason = frame.as_ref().map(|frame| frame.reason.to_string()).unwrap_or_default();
                    return Err(SocketEnd::Closed(frame.map(|frame| frame.code.into())));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(SocketEnd::Broken),
            }
        }
    }

    /// Receives until a message of a kind arrives.
    pub(super) async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.receive().await.unwrap_or_else(|end| panic!("{end:?} while waiting for {kind}"));
            if message["t"] == kind {
                return message;
            }
        }
    }

    /// Receives until the state satisfies a condition.
    pub(super) async fn until_state(&mut self, what: &str, is: impl Fn(&Value) -> bool) {
        while !is(&self.state) {
            self.receive().await.unwrap_or_else(|end| panic!("{end:?} while waiting for {what}"));
        }
    }

    /// Receives until the server closes the socket.
    pub(super) async fn until_end(&mut self) -> SocketEnd {
        loop {
            if let Err(end) = self.receive().await {
                return end;
            }
        }
    }

    fn apply(&mut self, message: &Value) {
        let fields = message.as_object().expect("an object");
        match message["t"].as_str() {
            Some("state") => self.state = message.clone(),
            Some("update") => {
                if let Some(first) = message["events"].get(0) {
                    let seq = self.state["seq"].as_u64().expect("a number");
                    assert_eq!(first["seq"].as_u64(), Some(seq + 1), "an event was missed");
                }
                let from = message["words_from"].as_u64().expect("a number") as usize;
                for name in ["words", "by", "spent_ms"] {
                    let mut list = self.state[name].as_array().cloned().expect("a list");
                    list.truncate(from);
                    list.extend(message[name].as_array().cloned().expect("a list"));
                    self.state[name] = list.into();
                }
                for (name, value) in fields {
                    if !["t", "words", "by", "spent_ms", "words_from", "events"].contains(&name.as_str()) {
                        self.state[name] = value.clone();
                    }
                }
            }
            Some("seats") => {
                for name in ["seats", "watchers", "claim"] {
                    self.state[name] = message[name].clone();
                }
            }
            _ => {}
        }
    }

    /// A command id that is unique in this process.
    pub(super) fn next_id() -> String {
        static IDS: AtomicU32 = AtomicU32::new(0);
        format!("c{}", IDS.fetch_add(1, Ordering::Relaxed))
    }

    /// Sends a command or query and waits for its answer: update, acknowledgement, refusal or result.
    pub(super) async fn command(&mut self, mut message: Value) -> Value {
        if message.get("id").is_none() {
            message["id"] = Self::next_id().into();
        }
        let id = message["id"].clone();
        self.send(message).await;
        loop {
            let answer = self.receive().await.unwrap_or_else(|end| panic!("{end:?} instead of an answer"));
            let is_own = answer["id"] == id
                || answer["events"].as_array().is_some_and(|events| events.iter().any(|event| event["id"] == id));
            if is_own && answer["t"] != "state" {
                return answer;
            }
        }
    }

    /// Plays a turn at the current ply.
    pub(super) async fn play(&mut self, notation: &str) -> Value {
        let (ply, seq) = (self.state["ply"].clone(), self.state["seq"].clone());
        self.command(json!({"t": "turn", "ply": ply, "seq": seq, "word": notation})).await
    }

    pub(super) fn code(answer: &Value) -> &str {
        answer["error"]["code"].as_str().unwrap_or("none")
    }
}
