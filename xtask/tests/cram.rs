//! The example of a game from outside: it builds, plays, and is served.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Builds the example as its own workspace, with the versions of ours.
fn build() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (crate_folder, tmp) = (root.join("examples/cram"), Path::new(env!("CARGO_TARGET_TMPDIR")));
    std::fs::copy(root.join("Cargo.lock"), crate_folder.join("Cargo.lock")).expect("a lock file");
    let mut command = Command::new(env!("CARGO"));
    // The configuration of cargo is that of the folder.
    command.current_dir(&root).args(["build", "--offline", "--quiet", "--manifest-path"]);
    command.arg(crate_folder.join("Cargo.toml"));
    // The crates of others are those that our tests have built. Ours are compiled once more, quickly: only a few small
    // games are played.
    command.env("CARGO_BUILD_BUILD_DIR", tmp.parent().expect("the folder of the build"));
    command.env("CARGO_TARGET_DIR", tmp.join("cram")).env("CARGO_INCREMENTAL", "0");
    let others = ["opt-level=2", "debug=\"line-tables-only\""].map(str::to_owned);
    let ours = names_of_crates(&root).into_iter().map(|name| format!("package.{name}.opt-level=0"));
    for setting in others.into_iter().chain(ours) {
        command.args(["--config", &format!("profile.dev.{setting}")]);
    }
    assert!(command.status().expect("cargo").success(), "the example does not build");
    tmp.join("cram/debug/cram")
}

/// The names of our crates.
fn names_of_crates(root: &Path) -> Vec<String> {
    let name_in = |manifest: &str| manifest.lines().find_map(|line| Some(line.strip_prefix("name = \"")?.to_owned()));
    let files = xtask::sources::files(&root.join("crates")).expect("the crates");
    let manifests = files.iter().filter(|path| path.ends_with("Cargo.toml"));
    let names = manifests.filter_map(|path| name_in(&std::fs::read_to_string(root.join("crates").join(path)).ok()?));
    names.map(|name| name.trim_end_matches('"').to_owned()).collect()
}

/// What a command prints.
fn said(program: &Path, args: &[&str]) -> String {
    let output = Command::new(program).args(args).output().expect("cram starts");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The number of ways to place this number of dominoes one after the other on the free cells.
fn count(free: &[(i32, i32)], dominoes: u32) -> u64 {
    if dominoes == 0 {
        return 1;
    }
    let pairs = free.iter().flat_map(|&(row, col)| [((row, col), (row + 1, col)), ((row, col), (row, col + 1))]);
    let fitting = pairs.filter(|(_, other)| free.contains(other));
    let left = |(one, other): ((i32, i32), (i32, i32))| -> Vec<(i32, i32)> {
        free.iter().copied().filter(|cell| *cell != one && *cell != other).collect()
    };
    fitting.map(|pair| count(&left(pair), dominoes - 1)).sum()
}

fn turns_are_those_of_a_slow_count(cram: &Path) {
    let text = said(cram, &["moves", "cram:size=2"]);
    let turns: Vec<&str> = text.split_whitespace().collect();
    assert!(["a2b2", "a1b1", "a2a1", "b2b1"].iter().all(|turn| turns.contains(turn)), "{text}");
    for (size, depth) in [(2, 2), (3, 3), (4, 3), (5, 2)] {
        let cells: Vec<(i32, i32)> = (0..size).flat_map(|row| (0..size).map(move |col| (row, col))).collect();
        let counted = said(cram, &["perft", &format!("cram:size={size}"), &depth.to_string()]);
        assert_eq!(counted.lines().last(), Some(count(&cells, depth).to_string().as_str()), "{size} {depth}");
    }
    let over = said(cram, &["moves", "cram:size=2", "--position", "vv/vv o", "--json"]);
    assert!(over.contains("\"p1\""), "{over}");
}

fn generic_players_play_matches(cram: &Path) {
    let args =
        ["match", "--game", "cram:size=4", "bot:puct", "bot:uniform", "--games", "8", "--nodes", "200", "--json"];
    let report: Value = serde_json::from_str(&said(cram, &args)).expect("JSON");
    assert_eq!(report["games"], 8);
    assert!(report["score"]["value"].as_f64().is_some_and(|score| score > 0.5), "{report}");
    let args = ["play", "cram", "--p1", "level:2", "--p2", "bot:greedy", "--plain", "--lang", "en", "--movetime", "5"];
    assert!(said(cram, &args).contains("wins"));
}

/// A server, which ends with the test.
struct Served {
    child: Child,
    address: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    fn start(program: &Path) -> Self {
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--database", "memory"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("cram starts");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
        let address = lines.into_iter().find_map(|line| {
            Some(line.split("http://").nth(1)?.split_whitespace().next()?.trim_end_matches('/').to_owned())
        });
        Self { child, address: address.expect("an address") }
    }

    /// The status and the JSON of an answer.
    fn ask(&self, request: &str, body: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let headers = format!("Host: {}\r\nConnection: close\r\nContent-Type: application/json", self.address);
        write!(stream, "{request} HTTP/1.1\r\n{headers}\r\nContent-Length: {}\r\n\r\n{body}", body.len())
            .expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("answered");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, serde_json::from_str(body).expect(body))
    }
}

fn the_web_offers_it_and_its_bots_answer(cram: &Path) {
    let served = Served::start(cram);
    let (_, catalogue) = served.ask("GET /api/catalogue", "");
    let listed = catalogue["games"].as_array().expect("games").iter().find(|game| game["name"] == "cram");
    assert!(listed.is_some_and(|game| game["bots"].as_array().is_some_and(|bots| bots.len() == 3)), "{listed:?}");
    let seats = json!({"p1": {"kind": "bot", "level": 1}, "p2": {"kind": "human", "name": "Ada"}});
    let (status, made) = served.ask("POST /api/games", &json!({"game": "cram", "seats": seats}).to_string());
    assert_eq!(status, 201, "{made}");
    let path = format!("GET /api/games/{}", made["id"].as_str().expect("an id"));
    let started = Instant::now();
    while served.ask(&path, "").1["turn"] != "p2" {
        assert!(started.elapsed() < Duration::from_mins(1), "the bot does not answer");
        std::thread::sleep(Duration::from_millis(50));
    }
    let seats = json!({"p1": {"kind": "bot", "bot": "minimax"}, "p2": {"kind": "human", "name": "Ada"}});
    let (status, refusal) = served.ask("POST /api/games", &json!({"game": "cram", "seats": seats}).to_string());
    assert_eq!((status, &refusal["error"]["code"]), (400, &json!("unknown-bot")));
}

#[test]
fn a_game_from_outside_is_played_everywhere() {
    let cram = build();
    turns_are_those_of_a_slow_count(&cram);
    generic_players_play_matches(&cram);
    the_web_offers_it_and_its_bots_answer(&cram);
}
