//! `agon match`, `agon arena`, `agon ladder`, `agon openings`.

use std::path::Path;

use serde_json::Value;

use crate::{AGON, agon, done, each_is_refused, json, refused, stderr, stdout};

const QUICK: &str = "domineering:rows=4,cols=4";

/// What a report says, without what depends on the machine.
fn essence(report: &Value) -> Value {
    let mut report = report.clone();
    for side in report["players"].as_array_mut().expect("sides") {
        for measured in ["cpu_ms_per_turn", "wall_ms_per_turn", "longest_ms"] {
            side[measured] = Value::Null;
        }
    }
    report
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn a_match_is_reported_as_text_and_json() {
    let text = done(&["match", "--game", QUICK, "level:5", "bot:random", "--games", "6", "--nodes", "100"]);
    for part in [
        "level:5 against bot:random",
        "6 games of 6",
        "openings of 4 random turns",
        "score ",
        "Elo ",
        "CPU ms",
        "ended by    board 6",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let report = done(&["match", "--game", "portes", "level:5", "bot:random@name=chance", "--games", "4", "--json"]);
    let report = json(&report);
    assert_eq!(report["games"], 4);
    assert_eq!(report["players"][1]["name"], "chance");
    assert!(report["points_per_game"]["value"].as_f64().is_some_and(|points| points > 0.0), "{report}");
}

#[test]
fn two_kinds_of_time_are_a_usage_error_but_bounds_may_stand_beside_one() {
    let play = |more: &[&str]| {
        let args = ["match", "--game", QUICK, "bot:random", "bot:random", "--games", "2"];
        agon(&[&args[..], more].concat())
    };
    let output = play(&["--movetime", "5", "--tc", "1+1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("movetime") && stderr(&output).contains("tc"), "{}", stderr(&output));
    for more in [
        &["--movetime", "100000", "--nodes", "5", "--depth", "2"][..],
        &["--tc", "60+1", "--nodes", "5", "--depth", "2"],
    ] {
        let output = play(more);
        assert!(output.status.success(), "{more:?}: {}", stderr(&output));
        assert_eq!(stderr(&output), "", "a short match needs no progress");
    }
    refused(&["match", "--game", QUICK, "bot:random@movetime=5,tc=1+1", "bot:random", "--games", "2"]);
}

#[test]
fn a_wrong_tournament_file_is_reported_in_readable_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.toml");
    let wrong = |text: &str| {
        std::fs::write(&file, text).expect("written");
        refused(&["arena", file.to_str().expect("a path")])
    };
    let message = wrong("game = 3\n");
    assert!(message.contains("a.toml: line 1, column 8: invalid type: integer `3`"), "{message}");
    assert!(!message.contains('\u{fffd}'), "{message}");
    let both = "game = \"quoridor\"\ngames = 2\nplayers = [\"level:1\", \"level:2\"]\nmovetime = 5\ntc = \"1+1\"\n";
    assert!(wrong(both).contains("choose one of them"));
}

#[test]
fn a_match_goes_on_where_it_stopped_and_ends_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    let run = |out: &Path, games: &str, seed: &str| {
        let out = out.display().to_string();
        let players = ["match", "--game", "quoridor:size=5,walls=3", "level:4", "level:2", "--nodes", "50", "--json"];
        agon(&[&players[..], &["--games", games, "--seed", seed, "--out", &out]].concat())
    };
    let at_once = run(&whole, "8", "3");
    assert!(run(&parts, "4", "3").status.success());
    // As if it had been killed while it wrote.
    let log = parts.join("games.jsonl");
    let text = read(&log);
    std::fs::write(&log, &text[..text.len() - 40]).expect("a file");
    let resumed = run(&parts, "8", "3");
    let [first, second] = [&at_once, &resumed].map(|output| essence(&json(&stdout(output))));
    assert_eq!(first, second);
    assert_eq!(essence(&json(&read(&parts.join("report.json")))), first);
    assert!(read(&parts.join("report.txt")).contains("8 games of 8"));
    let verified = done(&["verify", &parts.join("games.agon").display().to_string()]);
    assert_eq!(verified.lines().count(), 8);
    let other = run(&parts, "8", "4");
    assert_eq!(other.status.code(), Some(2));
    assert!(stderr(&other).contains("seed is 3, not 4"), "{}", stderr(&other));
}

#[test]
fn a_sequential_test_answers_by_its_exit_code() {
    let run = |a: &str, b: &str| {
        let args = ["match", "--game", "domineering:rows=6,cols=6", a, b, "--games", "300", "--nodes", "100"];
        agon(&[&args[..], &["--sprt", "-100,100"]].concat())
    };
    let better = run("level:8", "bot:random");
    assert_eq!(better.status.code(), Some(0), "{}", stdout(&better));
    assert!(stdout(&better).contains("accepted"), "{}", stdout(&better));
    let worse = run("bot:random", "level:8");
    assert_eq!(worse.status.code(), Some(1), "{}", stdout(&worse));
}

#[test]
fn our_own_program_plays_as_it_does_inside() {
    let program = format!("cmd:'{AGON}' ugi@Level=4,name=program");
    let output = agon(&["match", "--game", QUICK, &program, "level:4", "--games", "4", "--nodes", "200", "--json"]);
    let report = json(&stdout(&output));
    assert_eq!(report["ends"]["board"], 4, "{report} {}", stderr(&output));
    #[cfg(target_os = "linux")]
    assert!(report["players"][0]["cpu_ms_per_turn"].is_number(), "{report}");
}

#[test]
fn a_tournament_has_standings_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("small.toml");
    let text = r#"
game = "domineering:rows=4,cols=4"
games = 4
nodes = 100
players = ["level:6", { who = "level:2", name = "two" }, "bot:random"]
"#;
    std::fs::write(&config, text).expect("a file");
    let config = config.display().to_string();
    let text = done(&["arena", &config]);
    assert!(text.contains("round-robin of 3 players, 12 games, finished"), "{text}");
    assert_eq!(text, read(&folder.path().join("small/arena.txt")));
    let again = json(&stdout(&agon(&["arena", &config, "--json"])));
    assert_eq!(again, json(&read(&folder.path().join("small/arena.json"))), "nothing is played twice");
    let names: Vec<&str> =
        again["standings"].as_array().expect("standings").iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(names.len(), 3);
    assert_eq!(names[2], "bot:random", "chance comes last: {again}");
}

#[test]
fn a_ladder_is_a_table() {
    let output = agon(&["ladder", QUICK, "--levels", "1-3", "--games", "2", "--nodes", "50"]);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(
        text.contains(" 2 - 1 ") && text.contains(" 3 - 2 ") && text.contains("| domineering:rows=4,cols=4 |"),
        "{text}"
    );
}

#[test]
fn openings_can_be_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("openings.txt");
    let make = || done(&["openings", "quoridor:size=5,walls=3", "--count", "3", "--turns", "3", "--nodes", "100"]);
    let made = make();
    assert_eq!(made, make());
    std::fs::write(&file, made).expect("a file");
    let file = file.display().to_string();
    let args = ["match", "--game", "quoridor:size=5,walls=3", "level:2", "level:1", "--games", "6", "--nodes", "20"];
    done(&[&args[..], &["--openings", &file]].concat());
}

/// The openings of the repository fit the rules they are made for.
#[test]
fn the_openings_of_the_repository_are_legal() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openings");
    for (name, spec) in [
        ("quoridor", "quoridor"),
        ("blockade", "blockade"),
        ("blockade-swift", "blockade:turn=swift"),
        ("domineering", "domineering"),
    ] {
        let text = read(&folder.join(format!("{name}.txt")));
        let table = agon_games::open(spec).expect(spec);
        let book = agon_arena::Openings::parse(&text, &*table).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert!(matches!(book, agon_arena::Openings::Listed(openings) if openings.len() >= 100), "{name}");
    }
}

#[test]
fn errors_are_reported_and_nothing_is_played() {
    each_is_refused(&[
        (&["match", "--game", "chess", "level:1", "level:2"][..], "chess"),
        (&["match", "--game", QUICK, "level:11", "level:2"], "levels are 1 to 10"),
        (&["match", "--game", QUICK, "level:1@speed=9", "level:2"], "speed"),
        (&["match", "--game", QUICK, "level:1", "cmd:no-such-program"], "no-such-program"),
        (&["match", "--game", QUICK, "level:1", "level:2", "--tc", "soon"], "60+0.5"),
        (&["match", "--game", QUICK, "level:1", "level:2", "--sprt", "5"], "0,10"),
        (&["match", "--game", QUICK, "level:1", "level:2", "--openings", "/no/such/file"], "/no/such/file"),
        (&["arena", "/no/such/file.toml"], "/no/such/file.toml"),
        (&["ladder", QUICK, "--levels", "5-2"], "3-6"),
    ]);
}
