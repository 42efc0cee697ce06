//! `agon solve` and `agon value`.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::{AGON, agon, done, each_is_refused, json, refused, stderr, stdout};

#[test]
fn solve_answers_for_either_starter() {
    let json = json(&done(&["solve", "domineering:rows=5,cols=5", "--json"]));
    let keys: Vec<&str> = json.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys, ["p1_starts", "p2_starts", "nodes", "seconds"]);
    assert_eq!((&json["p1_starts"], &json["p2_starts"]), (&"p2".into(), &"p1".into()));
    for starter in ["p1_starts", "p2_starts"] {
        assert!(json["nodes"][starter].as_u64().is_some_and(|nodes| nodes > 0));
        assert!(json["seconds"][starter].as_f64().is_some());
    }
    let output = agon(&["solve", "domineering:rows=6,cols=6"]);
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.contains("p1 starts: p1 wins, 1 nodes"), "{text}");
    assert!(text.contains("p2 starts: p2 wins, 1 nodes"), "{text}");
    // No progress where nobody looks.
    assert_eq!(stderr(&output), "");
}

#[test]
fn solve_takes_a_position_and_one_starter() {
    let json = json(&done(&["solve", "domineering", "--position", "2#/2#/3 h", "--starter", "p2", "--json"]));
    assert_eq!(json["p1_starts"], Value::Null);
    assert_eq!(json["nodes"]["p1_starts"], Value::Null);
    assert_eq!(json["p2_starts"], "p2");
}

#[test]
fn a_search_that_ends_early_says_so_and_can_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("proof");
    let file = file.to_str().expect("a path");
    let spec = "domineering:rows=6,cols=8";
    let args = ["solve", spec, "--starter", "p1", "--json", "--resume", file];
    let limited = agon(&[&args[..], &["--nodes", "128"]].concat());
    assert_eq!(limited.status.code(), Some(1));
    assert_eq!(json(&stdout(&limited))["p1_starts"], Value::Null);
    let rest = agon(&args);
    assert!(rest.status.success());
    assert!(stderr(&rest).contains("resuming from"));
    let other = refused(&["solve", "domineering:rows=6,cols=6", "--resume", file]);
    assert!(other.contains("belongs to"), "{other}");
}

/// Killed without warning, a search goes on from what it has written, again and again.
#[test]
fn a_search_survives_kill_9() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let file = path.to_str().expect("a path");
    let spec = "domineering:rows=9,cols=9";
    let mut sizes = Vec::new();
    for round in 0..3 {
        let mut child = Command::new(AGON)
            .args(["solve", spec, "--hash", "64", "--starter", "p1", "--resume", file])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("agon starts");
        let mut told = BufReader::new(child.stderr.take().expect("a pipe")).lines().map_while(Result::ok);
        if round > 0 {
            assert!(told.next().is_some_and(|line| line.contains("resuming from")));
        }
        assert!(told.next().is_some_and(|line| line.contains("saved to")));
        // The search is going on, and may be writing the next file.
        child.kill().expect("it runs");
        assert!(!child.wait().expect("an end").success());
        sizes.push(std::fs::metadata(&path).expect("a file").len());
    }
    assert!(sizes.is_sorted() && sizes[0] < sizes[2], "{sizes:?}");
    // What a kill in the middle of writing leaves behind does no harm.
    std::fs::write(path.with_extension("part"), "half a pro").expect("written");
    let rest = agon(&["solve", spec, "--starter", "p1", "--resume", file, "--nodes", "64"]);
    assert_eq!(rest.status.code(), Some(1));
    assert!(stderr(&rest).contains("resuming from"), "{}", stderr(&rest));
}

#[test]
fn what_cannot_be_solved_is_told() {
    each_is_refused(&[
        (&["solve", "portes"][..], "cannot be solved"),
        (&["solve", "domineering:rows=16,cols=16"], "up to 121"),
        (&["solve", "domineering", "--seconds", "x"], "seconds"),
        (&["value", "portes"], "no combinatorial values"),
    ]);
}

#[test]
fn value_tells_canonical_form_mean_and_temperature() {
    let text = done(&["value", "domineering", "--position", "9/9"]);
    assert!(text.contains("{5/2|1/2‖0|-3/2}"), "{text}");
    let json = json(&done(&["value", "domineering:rows=3,cols=3", "--position", "3/#2/2# v", "--json"]));
    assert_eq!(json["parts"].as_array().map(Vec::len), Some(1));
    for key in ["value", "mean", "temperature", "outcome", "left_stop", "right_stop"] {
        assert!(json[key].is_string(), "{key}");
    }
    let svg = done(&["value", "domineering", "--position", "2/2", "--svg"]);
    assert!(svg.starts_with("<svg") && svg.contains("±1"), "{svg}");
}
