//! A server of one's own for each test, and clients for it.
#![allow(dead_code, missing_docs, unreachable_pub, reason = "each test file uses its own part of this")]

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use agon_server::{Config, Database, Server, ServerLimits, SharedApp};
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

/// Nothing here takes longer unless it hangs.
pub const PATIENCE: Duration = Duration::from_secs(20);

pub struct Running {
    pub app: SharedApp,
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<()>>,
}

pub fn config() -> Config {
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        workers: 2,
        limits: ServerLimits { think: Duration::from_millis(40), ..ServerLimits::unlimited() },
        ..Config::default()
    }
}

pub fn on_disk(folder: &Path) -> Config {
    Config { database: Database::Sqlite(folder.join("games.db")), ..config() }
}

impl Running {
    pub fn start(config: Config) -> Self {
        let server = Server::bind(config).expect("a server");
        let (app, address) = (server.app.clone(), server.address().expect("an address"));
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        Self { app, address, stop: Some(stop), task: Some(task) }
    }

    /// Stops in good order.
    pub async fn stop(mut self) {
        drop(self.stop.take());
        let task = self.task.take().expect("a task");
        drop(self);
        tokio::time::timeout(PATIENCE, task).await.expect("in time").expect("no panic");
    }

    pub async fn request(&self, request: Request<Body>) -> (StatusCode, axum::http::HeaderMap, String) {
        let response = agon_server::router(self.app.clone()).oneshot(request).await.expect("an answer");
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, 1 << 24).await.expect("a body");
        (parts.status, parts.headers, String::from_utf8_lossy(&bytes).into_owned())
    }

    pub async fn get(&self, path: &str) -> (StatusCode, Value) {
        let request = Request::get(path).body(Body::empty()).expect("a request");
        let (status, _, body) = self.request(request).await;
        (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
    }

    pub async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_string()))
            .expect("a request");
        let (status, _, body) = self.request(request).await;
        (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
    }

    pub async fn create(&self, body: Value) -> Value {
        let (status, answer) = self.post("/api/games", &body).await;
        assert_eq!(status, StatusCode::CREATED, "{answer}");
        answer
    }

    /// Two people over the network; the second joins. Gives the id and both tokens.
    pub async fn two_people(&self, mut extra: Value) -> (String, [String; 2]) {
        extra["seats"] = json!({"p1": {"kind": "human", "name": "Ada"}, "p2": {"kind": "open"}});
        let made = self.create(extra).await;
        let id = text(&made["id"]);
        let (status, joined) = self.post(&format!("/api/games/{id}/join"), &json!({"name": "Bo"})).await;
        assert_eq!(status, StatusCode::OK, "{joined}");
        (id, [text(&made["tokens"]["p1"]), text(&joined["token"])])
    }

    /// Opens a socket without saying anything.
    pub async fn connect(&self, id: &str) -> Client {
        let origin = format!("http://{}", self.address);
        self.connect_from(id, Some(&origin)).await.expect("a socket")
    }

    pub async fn connect_from(&self, id: &str, origin: Option<&str>) -> Result<Client, tungstenite::Error> {
        let mut request =
            format!("ws://{}/api/games/{id}/live", self.address).into_client_request().expect("a request");
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().expect("a header"));
        }
        let (socket, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Client { socket, state: Value::Null, reason: String::new() })
    }

    /// Opens a socket and greets.
    pub async fn enter(&self, id: &str, tokens: &[&str]) -> Client {
        let mut client = self.connect(id).await;
        client.say(json!({"t": "hello", "tokens": tokens})).await;
        client.until("state").await;
        client
    }
}

pub fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// A client that keeps its state as a page does.
pub struct Client {
    pub socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub state: Value,
    /// Offer the server said when it closed the socket.
    pub reason: String,
}

/// Why a socket ended.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    Closed(Option<u16>),
    Broken,
}

impl Client {
    pub async fn say(&mut self, message: Value) {
        self.say_text(&message.to_string()).await;
    }

    pub async fn say_text(&mut self, text: &str) {
        let _ = self.socket.send(Message::text(text)).await;
    }

    /// The next message, applied to the state.
    pub async fn hear(&mut self) -> Result<Value, End> {
        loop {
            let message =
                tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("a message in time");
            match message {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(text.as_str()).expect("JSON");
                    self.apply(&message);
                    return Ok(message);
                }
                Some(Ok(Message::Close(frame))) => {
                    self.reason = frame.as_ref().map(|frame| frame.reason.to_string()).unwrap_or_default();
                    return Err(End::Closed(frame.map(|frame| frame.code.into())));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(End::Broken),
            }
        }
    }

    /// Reads on until a message of a kind comes.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await.unwrap_or_else(|end| panic!("{end:?} while waiting for {kind}"));
            if message["t"] == kind {
                return message;
            }
        }
    }

    /// Reads on until the state fulfils something.
    pub async fn until_state(&mut self, what: &str, is: impl Fn(&Value) -> bool) {
        while !is(&self.state) {
            self.hear().await.unwrap_or_else(|end| panic!("{end:?} while waiting for {what}"));
        }
    }

    /// Reads on until the server closes.
    pub async fn until_end(&mut self) -> End {
        loop {
            if let Err(end) = self.hear().await {
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

    /// An id that no other client of this process uses.
    pub fn next_id() -> String {
        static IDS: AtomicU32 = AtomicU32::new(0);
        format!("c{}", IDS.fetch_add(1, Ordering::Relaxed))
    }

    /// Says an act and waits for its answer: the update, acknowledgement or refusal.
    pub async fn act(&mut self, mut message: Value) -> Value {
        if message.get("id").is_none() {
            message["id"] = Self::next_id().into();
        }
        let id = message["id"].clone();
        self.say(message).await;
        loop {
            let answer = self.hear().await.unwrap_or_else(|end| panic!("{end:?} instead of an answer"));
            let is_own = answer["id"] == id
                || answer["events"]
                    .as_array()
                    .is_some_and(|events| events.iter().any(|event| event["id"] == id));
            if is_own && answer["t"] != "state" {
                return answer;
            }
        }
    }

    /// Plays a word at the present ply.
    pub async fn play(&mut self, word: &str) -> Value {
        let (ply, seq) = (self.state["ply"].clone(), self.state["seq"].clone());
        self.act(json!({"t": "turn", "ply": ply, "seq": seq, "word": word})).await
    }

    pub fn code(answer: &Value) -> &str {
        answer["error"]["code"].as_str().unwrap_or("none")
    }
}
