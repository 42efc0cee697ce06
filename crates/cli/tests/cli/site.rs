//! `agon worker` and `agon migrate`: sites of several processes.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use crate::AGON;
use crate::serve::serve;

struct Worker(Child);

impl Worker {
    fn start(url: &str) -> Self {
        let mut child = Command::new(AGON)
            .args(["worker", "--threads", "1", "--database", url])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("agon starts");
        let mut said = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut said).expect("a line");
        assert!(said.starts_with("Thinking on 1 threads for PostgreSQL at 127.0.0.1:"), "{said}");
        Self(child)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_worker_moves_for_the_bots_of_a_site_and_a_killed_one_is_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = agon_pgtest::database();
    let served = serve(folder.path(), &["--database", &url, "--workers", "0"]);
    let game = r#"{"game": "domineering:rows=4,cols=4", "seats": {"p1": {"kind": "bot", "level": 1}, "p2": {"kind": "human"}}}"#;
    for _ in 0..2 {
        let worker = Worker::start(&url);
        let made: serde_json::Value = serde_json::from_str(&served.post("/api/games", game)).expect("JSON");
        let path = format!("/api/games/{}", made["id"].as_str().expect("an id"));
        // Asking again is what a player without a socket does; a worker that never answers hangs the test.
        while !served.get_body(&path).contains("\"ply\":1") {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        drop(worker);
    }
    assert_eq!(served.end(), Some(0));
}

#[test]
fn a_site_moves_from_a_file_to_postgresql_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = format!("sqlite:{}", folder.path().join("site.db").display());
    let served = serve(folder.path(), &["--database", &file]);
    let game = r#"{"game": "portes", "seats": {"p1": {"kind": "human"}, "p2": {"kind": "human"}}}"#;
    let made: serde_json::Value = serde_json::from_str(&served.post("/api/games", game)).expect("JSON");
    let path = format!("/api/games/{}/record", made["id"].as_str().expect("an id"));
    let record = served.get_body(&path);
    assert!(record.contains("portes"), "{record}");
    assert_eq!(served.end(), Some(0));
    let url = agon_pgtest::database();
    let migrate = || Command::new(AGON).args(["migrate", "--from", &file, "--to", &url]).output().expect("it starts");
    let said = String::from_utf8_lossy(&migrate().stdout).into_owned();
    assert!(said.starts_with("1 games, ") && said.contains("the same at both ends, SHA-256 "), "{said}");
    let again = migrate();
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("holds games already"));
    let served = serve(folder.path(), &["--database", &url]);
    assert_eq!(served.get_body(&path), record);
    assert_eq!(served.end(), Some(0));
}

#[test]
fn mistakes_are_explained() {
    crate::each_is_refused(&[
        (&["worker", "--database", "sqlite:x.db"][..], "postgres://"),
        (&["worker", "--database", "postgres://agon@127.0.0.1:1/agon"], "cannot be reached"),
        (&["migrate", "--from", "memory", "--to", "postgres://x/y"], "sqlite:FILE"),
        (&["migrate", "--from", "sqlite:nowhere.db", "--to", "postgres://x/y"], "there is no such file"),
        (&["migrate", "--from", "sqlite:nowhere.db", "--to", "sqlite:other.db"], "postgres://"),
        (&["serve", "--workers", "0"], "agon worker"),
    ]);
}
