//! The command line as outsiders use it: the contracts of every command. In reading order:
//!
//! - `commands`: what each command prints, where, and its exit code; `batch`: `agon moves --batch`
//! - `contract`: every game is played everywhere; `compatibility`: what earlier versions wrote is still read
//! - `play`, `pty`: the terminal by lines and full screen; `online`, `serve`: games on a server
//! - `ugi`, `processes`: the protocol, and games between two programs
//! - `arena`: matches, tournaments, ladders; `analyze`: reviews; `solve`: proofs and values
//! - `documentation`: the commands that the documentation shows

mod analyze;
mod arena;
mod batch;
mod commands;
mod compatibility;
mod contract;
mod documentation;
mod online;
mod play;
mod processes;
#[cfg(target_os = "linux")]
mod pty;
mod serve;
mod site;
mod solve;
mod ugi;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Every rule set, with one or two of its options.
const SPECS: &[&str] = &[
    "quoridor",
    "quoridor:size=5,walls=3",
    "quoridor:size=12",
    "blockade:rows=5,cols=6,walls=2",
    "blockade:turn=swift,rows=7,cols=8,walls=4",
    "blockade:turn=optional,rows=5,cols=6,walls=2",
    "domineering",
    "domineering:rows=16,cols=16",
    "portes",
    "plakoto",
    "fevga",
    "backgammon",
    "gulbara",
    "narde",
    "tavli:points=3",
];

/// The program under test.
const AGON: &str = env!("CARGO_BIN_EXE_agon");

fn agon(args: &[&str]) -> Output {
    agon_with(args, "")
}

/// Runs a command that must succeed, and gives its standard output.
fn done(args: &[&str]) -> String {
    done_in(Path::new("."), args)
}

/// Runs a command that must be refused, and gives its standard error.
fn refused(args: &[&str]) -> String {
    let output = agon(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
    assert!(stdout(&output).is_empty(), "{args:?}");
    stderr(&output)
}

/// Runs commands that must be refused with a message that contains a text.
fn each_is_refused(cases: &[(&[&str], &str)]) {
    for (args, part) in cases {
        let message = refused(args);
        assert!(message.contains(part), "{args:?}: {message}");
    }
}

/// Parses what a command printed.
fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Runs a command with this standard input.
fn agon_with(args: &[&str], input: &str) -> Output {
    agon_in(Path::new("."), args, input)
}

/// Runs a command in a folder that must succeed, and gives its standard output.
fn done_in(folder: &Path, args: &[&str]) -> String {
    let output = agon_in(folder, args, "");
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    stdout(&output)
}

/// Runs a command in a folder with this standard input.
fn agon_in(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(AGON)
        .args(args)
        .current_dir(folder)
        .env("LANG", "C")
        .env_remove("LC_ALL")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("agon starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // Written beside the reading, so that neither side waits for the other; a program that ends
    // early closes the pipe, which is its right.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().expect("agon ends");
    writer.join().expect("writer");
    output
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}
