//! What an earlier version wrote is read, and what programs read is written, byte for byte; what was
//! added since is listed here.
//!
//! The files beside this one were made by the commit 41fd627: a database after seventeen games of every
//! kind (bots, takebacks, draws, resignation, rematch, shared dice, an import), the server's answers about them,
//! their records, and a conversation with `agon ugi`. Only clocks of the wall and sentences for people are left out. The
//! board that `d` draws for people is the present one: Domineering's has labels on all four sides now.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::serve::serve;
use crate::{agon, agon_with, stdout};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/compatibility").join(name)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(file(name)).expect(name)
}

/// Replaces the number after each `label` by 0; other values stay.
fn without(label: &str, text: &str) -> String {
    let mut parts = text.split(label);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(label);
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        out.push_str(if rest.len() < part.len() { "0" } else { "" });
        out.push_str(rest);
    }
    out
}

/// Removes what differs from one run to the next: the time now, and for how long nobody has been there.
fn at_rest(answer: &str) -> String {
    without("\"gone_ms\":", &without("\"now\":", answer))
}

/// The fields that answers have gained since, by the names on the way to them.
const ADDED_FIELDS: &[&str] = &["ending"];

/// The options that `agon ugi` has gained since.
const ADDED_OPTIONS: &[&str] = &["option name NetFile "];

/// A value without the fields that were added where the earlier one has none.
fn without_added(value: Value, earlier: &Value, path: &str) -> Value {
    match (value, earlier) {
        (Value::Object(fields), Value::Object(earlier)) => fields
            .into_iter()
            .filter_map(|(name, value)| {
                let path = format!("{path}.{name}");
                match earlier.get(&name) {
                    Some(earlier) => Some((name, without_added(value, earlier, &path))),
                    None => (!ADDED_FIELDS.contains(&path.trim_start_matches('.'))).then_some((name, value)),
                }
            })
            .collect(),
        (Value::Array(items), Value::Array(earlier)) if items.len() == earlier.len() => {
            items.into_iter().zip(earlier).map(|(item, earlier)| without_added(item, earlier, path)).collect()
        }
        (value, _) => value,
    }
}

#[test]
fn a_database_of_an_earlier_version_gives_the_same_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("games.db");
    std::fs::copy(file("games.db"), &database).expect("copied");
    let served = serve(folder.path(), &["--database", &format!("sqlite:{}", database.display())]);
    let answers = text("answers.tsv");
    assert!(answers.lines().count() > 50);
    for line in answers.lines() {
        let (path, expected) = line.split_once('\t').expect("a path and an answer");
        let expected: String = serde_json::from_str(expected).expect("a JSON string");
        let answer = served.get(path);
        let body = answer.split_once("\r\n\r\n").expect("a body").1;
        let body = at_rest(body);
        match (serde_json::from_str(&body), serde_json::from_str(&expected)) {
            (Ok(body), Ok(expected)) => assert_eq!(without_added(body, &expected, ""), expected, "{path}"),
            _ => assert_eq!(body, expected, "{path}"),
        }
    }
    assert_eq!(served.end(), Some(0));
}

#[test]
fn records_of_an_earlier_version_are_read_and_written_alike() {
    let records = file("records.agon");
    let records = records.to_str().expect("text");
    let json = stdout(&agon(&["convert", records, "--to", "json"]));
    assert_eq!(json, text("records.json"));
    assert_eq!(stdout(&agon_with(&["convert", "-", "--to", "agon"], &json)), text("records.agon"));
    assert_eq!(stdout(&agon(&["verify", "--json", records])), text("verify.json"));
}

/// A line without the time that its search took.
fn untimed(line: &str) -> String {
    let mut out = Vec::new();
    let mut words = line.split(' ');
    while let Some(word) = words.next() {
        match word {
            "time" | "nps" if line.starts_with("info ") => drop(words.next()),
            word => out.push(word),
        }
    }
    out.join(" ")
}

#[test]
fn a_conversation_of_an_earlier_version_is_answered_alike() {
    let answered = stdout(&agon_with(&["ugi"], &text("ugi-input.txt")));
    let is_known = |line: &&str| !ADDED_OPTIONS.iter().any(|option| line.starts_with(option));
    let answered: Vec<&str> = answered.lines().filter(is_known).collect();
    let expected = text("ugi-output.txt");
    for (at, (line, expected)) in answered.iter().zip(expected.lines()).enumerate() {
        assert_eq!(untimed(line), expected, "line {}", at + 1);
    }
    assert_eq!(answered.len(), expected.lines().count());
}
