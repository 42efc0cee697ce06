//! Every game is played everywhere: over the protocol, in the terminal, in matches and tournaments, and in the web app.

use std::time::{Duration, Instant};

use serde_json::json as value;

use crate::serve::serve;
use crate::{AGON, done, json};

/// The registered games.
fn games() -> Vec<String> {
    let listed = json(&done(&["games", "--json"]));
    let games = listed.as_array().expect("a list").iter();
    games.map(|game| game["name"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn every_game_plays_matches_and_tournaments() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = format!("cmd:'{AGON}' ugi@Level=1");
    for game in games() {
        let players = ["match", "--game", &game, &program, "bot:uniform", "--games", "2", "--nodes", "20"];
        let report = json(&done(&[&players[..], &["--max-turns", "12", "--json"]].concat()));
        assert_eq!(report["games"], 2, "{report}");
        for failure in ["crashes", "time_outs", "illegal"] {
            assert_eq!((&report["players"][0][failure], &report["players"][1][failure]), (&value!(0), &value!(0)));
        }
        let config = folder.path().join(format!("{game}.toml"));
        let text = "games = 2\nnodes = 20\nmax_turns = 12\nplayers = [\"level:1\", \"bot:greedy\"]\n";
        std::fs::write(&config, format!("game = \"{game}\"\n{text}")).expect("written");
        assert!(done(&["arena", config.to_str().expect("a path")]).contains("level:1"), "{game}");
    }
}

#[test]
fn every_game_is_played_in_the_terminal() {
    for game in games() {
        let args = ["play", &game, "--plain", "--lang", "en", "--seed", "4", "--movetime", "5"];
        let text = done(&[&args[..], &["--p1", "level:1", "--p2", "level:2"]].concat()).to_lowercase();
        assert!(text.contains("wins") || text.contains("draw"), "{game}: {text}");
    }
}

#[test]
fn every_game_is_played_in_the_web_app() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = serve(folder.path(), &["--database", "memory"]);
    let (bot, person) = (value!({"kind": "bot", "level": 1}), value!({"kind": "human", "name": "Ada"}));
    for game in games() {
        let body = value!({"game": game, "seats": {"p1": bot, "p2": person}}).to_string();
        let made = json(&served.post("/api/games", &body));
        let path = format!("/api/games/{}", made["id"].as_str().unwrap_or_else(|| panic!("{game}: {made}")));
        let started = Instant::now();
        while json(&served.get_body(&path))["ply"].as_u64() < Some(1) {
            assert!(started.elapsed() < Duration::from_mins(1), "{game} does not go on");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    assert_eq!(served.end(), Some(0));
}
