//! `agon moves --batch`: one JSON line for each line.

use std::collections::HashSet;

use agon_core::Rng;
use serde_json::Value;

use crate::{SPECS, agon_with, stdout};

fn batch(input: &str) -> Vec<Value> {
    let output = agon_with(&["moves", "--batch"], input);
    assert!(output.status.success());
    stdout(&output).lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

#[test]
fn the_start_of_every_game_is_answered_as_the_contract_says() {
    for spec in SPECS {
        let answers = batch(&format!("{spec}\tstartpos\n"));
        assert_eq!(answers.len(), 1, "{spec}");
        let answer = &answers[0];
        assert_eq!(answer["outcome"], Value::Null, "{spec}");
        let moves = answer["moves"].as_array().expect(spec);
        assert!(!moves.is_empty(), "{spec}");
        let distinct: HashSet<&str> = moves.iter().filter_map(|m| m["position"].as_str()).collect();
        assert_eq!(distinct.len(), moves.len(), "{spec}: each resulting position stands once");
        if answer["actor"] == "chance" {
            let weights: u64 = moves.iter().filter_map(|m| m["weight"].as_u64()).sum();
            assert_eq!((moves.len(), weights), (21, 36), "{spec}");
            assert!(moves.iter().all(|m| m["move"].as_str().is_some_and(|roll| roll.ends_with(':'))));
        } else {
            assert_eq!(answer["actor"], "p1", "{spec}");
            assert!(moves.iter().all(|m| m.get("weight").is_none()));
        }
    }
}

#[test]
fn quoridor_has_131_turns_at_the_start() {
    let answer = &batch("quoridor\tstartpos\n")[0];
    assert_eq!(answer["position"], "/ / e1 e9 / 10 10 / 1");
    assert_eq!(answer["moves"].as_array().map(Vec::len), Some(131));
    let e2 = answer["moves"].as_array().into_iter().flatten().find(|m| m["move"] == "e2").expect("e2");
    assert_eq!(e2["position"], "/ / e2 e9 / 10 10 / 2");
}

/// Walks random games through the batch alone: every answered position is accepted again, is
/// canonical, and agrees with what was announced.
#[test]
fn answered_positions_lead_on_to_the_end_of_the_game() {
    let mut rng = Rng::new(2026);
    for spec in SPECS.iter().filter(|spec| !spec.starts_with("tavli")) {
        let mut table = agon_games::open(spec).expect(spec);
        let mut positions = vec![table.position()];
        for _ in 0..60 {
            let Some(successor) = rng.choose(&table.successors()).cloned() else { break };
            positions.push(successor.position.clone());
            table.set_position(&successor.position).expect(&successor.position);
        }
        let lines: Vec<String> = positions.iter().map(|position| format!("{spec}\t{position}\n")).collect();
        for (position, answer) in positions.iter().zip(batch(&lines.concat())) {
            assert_eq!(answer["position"].as_str(), Some(position.as_str()), "{spec}");
            let over = answer["actor"] == "none";
            assert_eq!(over, !answer["outcome"].is_null(), "{spec} {position}");
            assert_eq!(over, answer["moves"].as_array().is_some_and(Vec::is_empty), "{spec} {position}");
        }
    }
}

#[test]
fn bad_lines_are_answered_and_the_next_goes_on() {
    let answers = batch(
        "quoridor startpos\n\nchess\tstartpos\nquoridor:size=99\tstartpos\nquoridor:colour=red\tstartpos\n\
         quoridor\t\nquoridor\t/ / e1 e1 / 10 10 / 1\nquoridor\tstartpos\r\n",
    );
    assert_eq!(answers.len(), 8);
    for answer in &answers[..7] {
        assert!(answer["error"].as_str().is_some_and(|text| !text.is_empty()), "{answer}");
    }
    let error = |index: usize| answers[index]["error"].as_str().unwrap_or_default().to_owned();
    assert!(error(2).contains("quoridor, blockade"), "{}", error(2));
    assert!(error(3).contains("3 to 15"), "{}", error(3));
    assert!(error(4).contains("size, walls, repetition"), "{}", error(4));
    assert_eq!(answers[7]["actor"], "p1");
}

#[test]
fn garbage_survives() {
    let mut rng = Rng::new(7);
    let alphabet: Vec<char> = "quoridorblockadeportes:=,/ -0123456789wbvhXO#\t\u{0}\u{1b}é漢".chars().collect();
    let mut input = String::new();
    for line in 0..20_000 {
        let spec = SPECS[line % SPECS.len()];
        if line % 3 > 0 {
            input.push_str(spec);
            input.push('\t');
        }
        for _ in 0..rng.below(50) {
            input.push(*rng.choose(&alphabet).expect("letters"));
        }
        input.push('\n');
    }
    assert_eq!(batch(&input).len(), 20_000);
}

/// The long version: a million lines. `cargo xtask long`
#[test]
#[ignore = "a million lines take minutes: cargo xtask long"]
fn a_million_lines_of_garbage_survive() {
    let mut rng = Rng::new(8);
    let input: String = (0..1_000_000)
        .map(|_| {
            let bytes: Vec<u8> = (0..rng.below(60)).map(|_| rng.below(256) as u8).filter(|b| *b != b'\n').collect();
            String::from_utf8_lossy(&bytes).replace('\n', " ") + "\n"
        })
        .collect();
    assert_eq!(batch(&input).len(), 1_000_000);
}
