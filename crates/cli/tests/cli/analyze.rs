//! `agon analyze`.

use crate::{agon_with, json, refused, stderr, stdout};

const PORTES: &str = "[Agon \"1\"]\n[Game \"portes\"]\n[P1 \"Ada\"]\n[P2 \"Ben\"]\n[Result \"*\"]\n\n\
    31: 8/5,6/5 62: 24/18,13/11 64: 24/18,18/14\n";
const QUORIDOR: &str = "[Agon \"1\"]\n[Game \"quoridor\"]\n[Result \"*\"]\n\ne2 e8 e3 a3h\n";

#[test]
fn a_dice_game_comes_with_chances_and_luck() {
    let output = agon_with(&["analyze", "-", "--plies", "1", "--json"], PORTES);
    assert!(output.status.success(), "{}", stderr(&output));
    let reviews = json(&stdout(&output));
    let turns = reviews[0]["turns"].as_array().expect("turns");
    assert_eq!(turns.len(), 3);
    assert_eq!(turns[0]["played"], "8/5,6/5");
    assert_eq!(turns[0]["roll"]["dice"], "31");
    for turn in turns {
        let choices = turn["choices"].as_array().expect("choices");
        assert!(choices.iter().any(|choice| choice["played"] == true));
        let chance = choices[0]["chances"]["win"][0].as_f64().expect("a chance");
        assert!((0.0..=1.0).contains(&chance));
        assert!(turn["roll"]["luck"].is_f64());
    }
    assert_eq!(reviews[0]["players"], serde_json::json!(["Ada", "Ben"]));
}

#[test]
fn games_without_dice_and_several_games_are_reported_as_text() {
    let both = format!("{PORTES}\n{QUORIDOR}");
    let output = agon_with(&["analyze", "-", "--plies", "1", "--threads", "2", "--lang", "en"], &both);
    let text = stdout(&output);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(text.contains("White (Ada)") && text.contains("Quoridor") && text.contains("luck"), "{text}");
    // No progress where nobody watches.
    assert_eq!(stderr(&output), "");
    let greek = agon_with(&["analyze", "-", "--plies", "0", "--lang", "el"], PORTES);
    assert!(stdout(&greek).contains("τύχη"));
}

#[test]
fn what_cannot_be_reviewed_is_refused() {
    let wrong = agon_with(&["analyze", "-"], &PORTES.replace("8/5,6/5", "8/1"));
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("line 7"), "{}", stderr(&wrong));
    for args in [&["analyze", "/no/such/file"][..], &["analyze", "-", "--plies", "1", "--trials", "5"]] {
        refused(args);
    }
}
