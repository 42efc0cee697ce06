//! `agon serve`: it says where it is, answers, and ends in good order.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use crate::{AGON, each_is_refused};

pub(crate) struct Served {
    child: Child,
    address: String,
    said: String,
}

pub(crate) fn serve(folder: &std::path::Path, args: &[&str]) -> Served {
    let mut child = Command::new(AGON)
        .args(["serve", "--listen", "127.0.0.1:0"])
        .args(args)
        .current_dir(folder)
        .env("XDG_DATA_HOME", folder)
        .env("HOME", folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("agon starts");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut said = String::new();
    for _ in 0..2 {
        output.read_line(&mut said).expect("a line");
    }
    let address = said.split("http://").nth(1).and_then(|rest| rest.split_whitespace().next());
    let address = address.unwrap_or_else(|| panic!("no address: {said}")).to_owned();
    Served { child, address, said }
}

impl Served {
    pub(crate) fn get(&self, path: &str) -> String {
        self.ask("GET", path, "")
    }

    /// The body of an answer.
    pub(crate) fn get_body(&self, path: &str) -> String {
        body(&self.get(path))
    }

    /// The body of the answer to JSON.
    pub(crate) fn post(&self, path: &str, json: &str) -> String {
        body(&self.ask("POST", path, json))
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address).expect("sent");
        write!(stream, "Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len()).expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("answered");
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Host and port.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// The address as people write it.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn end(mut self) -> Option<i32> {
        let kill = Command::new("kill").arg(self.child.id().to_string()).status();
        assert!(kill.is_ok_and(|status| status.success()));
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn body(answer: &str) -> String {
    answer.split_once("\r\n\r\n").map_or("", |(_, body)| body).to_owned()
}

#[test]
fn it_serves_with_a_database_in_the_data_folder_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = serve(folder.path(), &[]);
    assert!(served.said.contains("games.db"), "{}", served.said);
    assert!(served.get("/health").starts_with("HTTP/1.1 200"));
    assert!(served.get("/").contains("<!doctype html>"), "the page");
    assert_eq!(served.end(), Some(0));
    let found = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(found, 1, "one folder of ours");
}

#[test]
fn mistakes_are_explained_before_anything_is_opened() {
    each_is_refused(&[
        (&["serve", "--database", "mysql://x"][..], "sqlite:FILE"),
        (&["serve", "--listen", "here"], "here"),
        (&["serve", "--listen", "203.0.113.1:1", "--database", "memory"], "203.0.113.1:1"),
    ]);
}

#[test]
fn folders_that_are_not_there_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, missing) = (folder.path().to_str().expect("a name"), folder.path().join("missing"));
    let missing = missing.to_str().expect("a name");
    let (inside, directory) = (format!("sqlite:{missing}/games.db"), format!("sqlite:{path}"));
    each_is_refused(&[
        (&["serve", "--database", &inside][..], "--database: there is no folder"),
        (&["serve", "--database", &directory], "is a folder"),
        (&["serve", "--database", "memory", "--arenas", missing], "--arenas: there is no folder"),
        (&["serve", "--database", "memory", "--web-dir", missing], "--web-dir: there is no folder"),
        (&["serve", "--database", "memory", "--web-dir", path], "no web page"),
    ]);
}
