//! Every message and body as it leaves the server, compared with `messages.txt` to the byte.
//!
//! What differs from run to run (times, ids, secrets) is masked. `AGON_WRITE_MESSAGES=1` writes the file anew; its
//! difference then shows what changed for clients.

use std::path::Path;

use agon_server::{Config, ServerLimits};
use serde_json::{Value, json};

use super::common::{TestClient, TestServer, against_a_bot, config, get, text};

/// Replaces what differs from run to run.
fn mask(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), &mut *value) {
                    ("at" | "now" | "gone_ms" | "in_ms" | "retry_ms", Value::Number(_)) => *value = json!(0),
                    ("Date", Value::String(date)) => "*".clone_into(date),
                    ("left_ms" | "spent_ms", Value::Array(times)) => times.fill(json!(0)),
                    _ => mask(value),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(mask),
        Value::String(text) => {
            let is_secret = [22, 64].contains(&text.len()) || text.starts_with("/g/");
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "/_-".contains(c);
            if is_secret && text.chars().all(is_plain) {
                "*".clone_into(text);
            }
        }
        _ => {}
    }
}

/// The conversation of several clients with the server.
struct Conversation {
    lines: Vec<String>,
    clients: Vec<(&'static str, TestClient)>,
}

impl Conversation {
    fn note(&mut self, what: &str, mut value: Value) {
        mask(&mut value);
        self.lines.push(format!("{what} {value}"));
    }

    /// Reads what each client was sent, up to the answer to a ping.
    async fn read(&mut self) {
        for number in 0..self.clients.len() {
            self.clients[number].1.send(json!({"t": "ping"})).await;
            loop {
                let (name, client) = &mut self.clients[number];
                let (name, message) = (*name, client.receive().await.expect("a message"));
                let is_end = message["t"] == "pong";
                self.note(&format!("{name} <"), message);
                if is_end {
                    break;
                }
            }
        }
    }

    async fn connect(&mut self, server: &TestServer, name: &'static str, id: &str, hello: Value) {
        let mut client = server.connect(id).await;
        client.send(hello).await;
        // The newcomer first, so that everyone has been told of it.
        self.clients.insert(0, (name, client));
        self.read().await;
        self.clients.sort_by_key(|(one, _)| *one);
    }

    async fn send(&mut self, name: &str, message: Value) {
        self.lines.push(format!("{name} > {message}"));
        let client = self.clients.iter_mut().find(|(one, _)| *one == name).expect("a client");
        client.1.send(message).await;
        // The sender first, so that everyone has been sent what follows from the message.
        self.clients.sort_by_key(|(one, _)| *one != name);
        self.read().await;
        self.clients.sort_by_key(|(one, _)| *one);
    }

    async fn get(&mut self, server: &TestServer, what: &str, path: &str) {
        let (_, _, body) = server.request(get(path)).await;
        self.note(&format!("GET {what}"), serde_json::from_str(&body).expect("JSON"));
    }

    async fn post(&mut self, server: &TestServer, path: &str, body: Value) -> Value {
        let (_, answer) = server.post(path, &body).await;
        self.note(&format!("POST {path}"), answer.clone());
        answer
    }
}

/// A whole game of two people and a program that watches.
async fn people(server: &TestServer, talk: &mut Conversation) {
    let seats = json!({"p1": {"kind": "human", "name": "Ada"}, "p2": {"kind": "invite"}});
    let clock = json!({"initial_ms": 300_000, "increment_ms": 1000});
    let made = talk
        .post(server, "/api/games", json!({"game": "quoridor", "options": {"size": 5}, "seats": seats, "clock": clock}))
        .await;
    let (id, key) = (text(&made["id"]), made["invites"]["p2"].clone());
    let token = made["tokens"]["p1"].clone();
    talk.connect(server, "ada", &id, json!({"t": "hello", "tokens": [token]})).await;
    let (_, joined) = server.post(&format!("/api/games/{id}/join"), &json!({"name": "Bo", "key": key})).await;
    talk.note("POST join", joined.clone());
    talk.connect(server, "bo", &id, json!({"t": "hello", "tokens": [joined["token"]]})).await;
    talk.connect(server, "zoe", &id, json!({"t": "hello", "view": false, "seq": 1})).await;
    for (name, message) in [
        ("ada", json!({"t": "turn", "id": "a1", "ply": 0, "seq": 2, "word": "c2"})),
        ("ada", json!({"t": "turn", "id": "a1", "ply": 0, "seq": 2, "word": "c2"})),
        ("ada", json!({"t": "turn", "id": "a2", "ply": 9, "word": "c3"})),
        ("ada", json!({"t": "turn", "id": "a3", "ply": 1, "word": "c3"})),
        ("bo", json!({"t": "turn", "id": "b1", "ply": 1, "word": "c2h"})),
        ("bo", json!({"t": "steps", "id": "b2", "prefix": []})),
        ("zoe", json!({"t": "steps", "id": "z1", "prefix": []})),
        ("zoe", json!({"t": "legal", "id": "z2"})),
        ("zoe", json!({"t": "check", "id": "z3", "word": "C3H"})),
        ("zoe", json!({"t": "check", "id": "z4", "word": "\"\\é\u{1}"})),
        ("zoe", json!({"t": "at", "id": "z5", "ply": 1})),
        ("zoe", json!({"t": "at", "id": "z6", "ply": 0})),
        ("zoe", json!({"t": "at", "id": "z7", "ply": 7})),
        ("ada", json!({"t": "touch", "prefix": [], "hover": "c3"})),
        ("ada", json!({"t": "touch"})),
        ("ada", json!({"t": "chat", "text": "Good \"luck\" \\ Bo"})),
        ("zoe", json!({"t": "chat", "text": "hello"})),
        ("ada", json!({"t": "draw", "id": "a4"})),
        ("bo", json!({"t": "decline", "id": "b3", "what": "draw"})),
        ("ada", json!({"t": "takeback", "id": "a5"})),
        ("bo", json!({"t": "decline", "id": "b4", "what": "takeback"})),
        ("bo", json!({"t": "takeback", "id": "b5"})),
        ("ada", json!({"t": "takeback", "id": "a6"})),
        ("ada", json!({"t": "hint", "id": "a7"})),
        ("ada", json!({"t": "claim", "id": "a8", "result": "win"})),
        ("ada", json!({"t": "sync", "seq": 2})),
        ("ada", json!({"t": "unknown"})),
        ("bo", json!({"t": "resign", "id": "b6"})),
        ("bo", json!({"t": "rematch", "id": "b7"})),
        ("ada", json!({"t": "decline", "id": "a9", "what": "rematch"})),
        ("bo", json!({"t": "rematch", "id": "b8"})),
        ("ada", json!({"t": "rematch", "id": "a10"})),
    ] {
        talk.send(name, message).await;
    }
    talk.get(server, "state", &format!("/api/games/{id}")).await;
    talk.get(server, "ply", &format!("/api/games/{id}/plies/1")).await;
    talk.get(server, "ply", &format!("/api/games/{id}/plies/9")).await;
    talk.get(server, "record", &format!("/api/games/{id}/record?format=json")).await;
    talk.clients.clear();
}

/// Turns of several steps, with dice.
async fn steps(server: &TestServer, talk: &mut Conversation) {
    let seats = json!({"p1": {"kind": "human"}, "p2": {"kind": "human"}});
    for record in ["[Agon \"1\"]\n[Game \"plakoto\"]\n\n52: 24/19,24/22 31:\n", "[Agon \"1\"]\n[Game \"blockade\"]\n\n"]
    {
        let made = talk.post(server, "/api/import", json!({"record": record, "seats": seats})).await;
        let tokens = [made["tokens"]["p1"].clone(), made["tokens"]["p2"].clone()];
        let id = text(&made["id"]);
        talk.connect(server, "both", &id, json!({"t": "hello", "tokens": tokens})).await;
        let steps = talk.clients[0].1.state["steps"]["next"].clone();
        let first = steps[0]["word"].clone();
        talk.send("both", json!({"t": "steps", "id": "s1", "prefix": [first]})).await;
        talk.send("both", json!({"t": "steps", "id": "s2", "prefix": ["nowhere"]})).await;
        talk.send("both", json!({"t": "touch", "prefix": [first], "hover": "nowhere"})).await;
        talk.clients.clear();
    }
    let seats = json!({"p1": {"kind": "human"}, "p2": {"kind": "open"}});
    let made = talk
        .post(server, "/api/games", json!({"game": "portes", "dice": "shared", "public": true, "seats": seats}))
        .await;
    let id = text(&made["id"]);
    talk.connect(server, "ada", &id, json!({"t": "hello", "tokens": [made["tokens"]["p1"]]})).await;
    talk.get(server, "lobby", "/api/lobby").await;
    let (_, joined) = server.post(&format!("/api/games/{id}/join"), &json!({})).await;
    talk.note("POST join", joined.clone());
    talk.connect(server, "bo", &id, json!({"t": "hello", "tokens": [joined["token"]]})).await;
    talk.send("ada", json!({"t": "commit", "id": "a1", "hash": "00".repeat(32)})).await;
    talk.send("bo", json!({"t": "commit", "id": "b1", "hash": "zz"})).await;
    talk.send("bo", json!({"t": "abort", "id": "b2"})).await;
    talk.get(server, "lobby", "/api/lobby").await;
    talk.clients.clear();
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_are_the_same_to_the_byte() {
    let limits = ServerLimits { think: std::time::Duration::from_millis(20), ..ServerLimits::unlimited() };
    let server = TestServer::start(Config { limits, ..config() });
    let mut talk = Conversation { lines: Vec::new(), clients: Vec::new() };
    people(&server, &mut talk).await;
    steps(&server, &mut talk).await;
    let seats = json!({"p1": {"kind": "human"}, "p2": {"kind": "human"}});
    let record = "[Agon \"1\"]\n[Game \"domineering:rows=4,cols=4\"]\n[Result \"p1 1\"]\n\na1 {first} b2\n";
    for (path, body) in [
        ("/api/preview", json!({"game": "domineering:rows=4,cols=4"})),
        ("/api/preview", json!({"game": "domineering:rows=2,cols=1", "position": "1"})),
        ("/api/preview", json!({"game": "quoridor:size=2"})),
        ("/api/verify", json!({"record": record})),
        ("/api/verify", json!({"record": record.replace("b2", "a1")})),
        ("/api/verify", json!({"record": record.replace("b2", "b2\n[")})),
        ("/api/import", json!({"record": record, "seats": seats})),
        ("/api/import", json!({"record": "a1", "seats": seats})),
        (
            "/api/games",
            json!({"game": "quoridor", "seats": {"p1": {"kind": "bot", "level": 99}, "p2": {"kind": "open"}}}),
        ),
        ("/api/games", json!({"game": "quoridor", "seats": [], "public": true})),
        ("/api/games", json!({"game": "quoridor", "seats": seats, "colour": 1})),
    ] {
        talk.post(&server, path, body).await;
    }
    for path in ["/api/dice", "/api/i18n", "/api/i18n/xx", "/api/arenas", "/api/games/none"] {
        talk.get(&server, path, path).await;
    }
    let (id, mut client) = server.create_and_connect(against_a_bot()).await;
    client.send(json!({"t": "turn", "id": "a1", "ply": 0, "word": "a1"})).await;
    talk.note("bot <", client.until("update").await);
    talk.note("bot <", client.until("thinking").await);
    client.until("update").await;
    let hint = client.command(json!({"t": "hint", "id": "h1"})).await;
    let fields = hint.as_object().expect("an object").keys().cloned();
    talk.note("hint <", fields.collect::<Vec<_>>().into());
    client.command(json!({"t": "resign", "id": "a2"})).await;
    let (_, review) = server.post(&format!("/api/games/{id}/analysis"), &json!({})).await;
    let fields = |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    talk.note(
        "review <",
        json!([fields(&review), fields(&review["turns"][0]), fields(&review["turns"][0]["choices"][0])]),
    );
    server.app.stop();
    talk.note("bot <", client.until("bye").await);
    server.stop().await;
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/server/messages.txt");
    if std::env::var_os("AGON_WRITE_MESSAGES").is_some() {
        std::fs::write(&file, talk.lines.join("\n") + "\n").expect("written");
    }
    let expected = std::fs::read_to_string(file).expect("messages.txt");
    for (line, (found, expected)) in talk.lines.iter().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "line {}", line + 1);
    }
    assert_eq!(talk.lines.len(), expected.lines().count());
}
