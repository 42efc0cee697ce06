//! Every other command: what it prints, where, and its exit code.

use crate::{SPECS, agon, agon_with, done, each_is_refused, json, refused, stderr, stdout};

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

#[test]
fn perft_prints_the_count_last_and_the_speed_apart() {
    for (spec, depth, count) in [
        ("quoridor", "3", "2062264"),
        ("quoridor:size=3,walls=1", "5", "3452"),
        ("quoridor:size=5,walls=3", "4", "794442"),
        ("quoridor:size=7,walls=6", "3", "363872"),
        ("blockade", "1", "4160"),
        ("blockade:turn=swift", "2", "75134"),
        ("blockade:rows=7,cols=8,walls=4,starts=32-52-37-57", "2", "1276912"),
        ("blockade:rows=5,cols=6,walls=2,starts=22-42-25-45,turn=swift", "4", "4706914"),
        ("quoridor", "0", "1"),
    ] {
        let output = agon(&["perft", spec, depth]);
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(last_line(&stdout(&output)), count, "{spec} {depth}");
        assert!(stderr(&output).contains("million turns a second"));
    }
}

#[test]
fn perft_divides_and_shares_the_work() {
    let plain = done(&["perft", "quoridor:size=5,walls=3", "3", "--divide"]);
    let counts: Vec<u64> = plain.lines().filter_map(|line| line.split_once(' ')?.1.parse().ok()).collect();
    assert_eq!((counts.len(), counts.iter().sum::<u64>()), (35, 31540));
    let shared = done(&["perft", "quoridor:size=5,walls=3", "4", "--threads", "2", "--table", "8"]);
    assert_eq!(last_line(&shared), "794442");
}

#[test]
fn games_lists_every_game_with_its_options() {
    let games = json(&done(&["games", "--json"]));
    let names: Vec<&str> = games.as_array().into_iter().flatten().filter_map(|g| g["name"].as_str()).collect();
    for name in ["quoridor", "blockade", "domineering", "portes", "plakoto", "fevga", "tavli"] {
        assert!(names.contains(&name), "{name}");
        assert!(done(&["games"]).contains(name));
    }
    assert_eq!((&games[0]["dice"], &games[3]["dice"]), (&false.into(), &true.into()));
    assert_eq!(games[0]["options"][0]["name"], "size");
    assert_eq!(games[0]["options"][0]["min"], 3);
    assert_eq!(games[0]["options"][0]["max"], 15);
    assert_eq!(games[0]["options"][0]["default"], 9);
}

#[test]
fn house_rules_are_listed_and_chosen_by_name() {
    let games = json(&done(&["games", "--json"]));
    let game = |name: &str| games.as_array().into_iter().flatten().find(|game| game["name"] == name).expect("a game");
    let names = |name: &str| -> Vec<String> {
        let presets = game(name)["presets"].as_array().expect("presets").iter();
        presets.map(|preset| preset["name"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(names("plakoto"), ["standard", "course", "book"]);
    assert!(names("quoridor").is_empty());
    let course = &game("plakoto")["presets"][1];
    assert_eq!((&course["title"], &course["options"]["mana"]), (&"Course rules".into(), &"play_on".into()));
    assert!(done(&["games"]).contains("--preset book        opening=high_rerolls: The higher die starts;"));
    let play = |args: &[&str]| {
        let input = "rules\nquit\n";
        let args = [&["play"], args, &["--mode", "here", "--plain", "--lang", "en"]].concat();
        let output = agon_with(&args, input);
        assert!(output.status.success(), "{args:?}: {}", stderr(&output));
        let text = stdout(&output);
        text.lines().find_map(|line| line.strip_prefix("This game: ").map(str::to_owned)).unwrap_or(text)
    };
    assert_eq!(play(&["portes", "--preset", "BOOK"]), "Portes (Opening: higher die starts and rolls again)");
    // What is written with the game wins.
    assert_eq!(play(&["portes:opening=white,score=triple", "--preset", "book"]), "Portes (Highest win: 3 points)");
    assert_eq!(play(&["portes", "--preset", "course"]), "Portes");
    each_is_refused(&[
        (&["play", "portes", "--preset", "club", "--lang", "en"][..], "it has course, book, tournament"),
        (&["play", "quoridor", "--preset", "book", "--lang", "en"], "no house rules with names"),
        (&["play", "quoridor", "--preset", "book", "--lang", "sr"], "nema imenovana pravila"),
        (&["play", "--preset", "book"], "<SPEC>"),
        (&["play", "portes", "--preset", "book", "--load", "x"], "--load"),
    ]);
}

#[test]
fn shortest_paths_are_drawn_and_listed() {
    let text = done(&["show", "quoridor", "--paths", "--ascii"]);
    let [first, second] = text.lines().rev().take(2).collect::<Vec<_>>()[..] else { panic!("{text}") };
    assert_eq!(second, "White: 8 turns to go: e1 e2 e3 e4 e5 e6 e7 e8 e9");
    assert_eq!(first, "Black: 8 turns to go: e9 e8 e7 e6 e5 e4 e3 e2 e1");
    // Both run along the same squares, which is marked.
    assert_eq!(text.matches('%').count(), 7, "{text}");
    let position = ["show", "quoridor", "--position", "e4 / / d1 f9 / 9 10 / 2", "--paths", "all", "--ascii"];
    let text = done(&position);
    assert!(text.contains(" ^ ") && text.contains(" v "), "{text}");
    // Each pawn to both start squares of the other.
    let text = done(&["show", "blockade", "--paths", "all"]);
    for path in ["X1 to 4B: ", "X1 to 8B: ", "X2 to 4B: ", "X2 to 8B: ", "O1 to 44: ", "O2 to 84: "] {
        assert!(text.contains(path), "{path}\n{text}");
    }
    assert_eq!(done(&["show", "blockade", "--paths"]).matches(" to go: ").count(), 4);
    let plain = done(&["show", "quoridor", "--svg"]);
    let svg = done(&["show", "quoridor", "--svg", "--paths"]);
    assert!(svg.contains("<polyline class=\"path p1\"") && !plain.contains("<polyline"), "{svg}");
    assert!(done(&["show", "domineering", "--paths"]).contains("This game has no paths to show."));
    each_is_refused(&[(&["show", "quoridor", "--paths", "some"], "choose none, shortest or all")]);
}

#[test]
fn a_match_shows_its_score_and_that_it_is_over() {
    let show = |score: &str| {
        let position = format!("{score} portes b15,22,w1 0/14 0/0 w 61");
        done(&["show", "tavli:points=3", "--position", &position, "--ascii"])
    };
    assert!(show("1-2").contains("Match to 3: White 1, Black 2; now portes"), "{}", show("1-2"));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.agon");
    let tags = "[Position \"1-2 portes b15,22,w1 0/14 0/0 w 61\"]\n[Result \"p1 1\"]";
    std::fs::write(&file, format!("[Agon \"1\"]\n[Game \"tavli:points=3\"]\n{tags}\n\n1/off\n")).expect("written");
    let text = done(&["show", "--record", file.to_str().expect("a path"), "--ascii"]);
    assert!(text.contains("Match to 3: White 3, Black 2; over"), "{text}");
    assert!(text.ends_with("White won the match.\nWhite wins the match 3:2\n"), "{text}");
}

#[test]
fn the_result_of_a_position_names_its_reason() {
    for (args, reason) in [
        (
            &["show", "domineering:rows=2,cols=2", "--position", "v1/v1 h"][..],
            "Horizontal has no room for another domino.",
        ),
        (&["show", "quoridor:size=3", "--position", "/ / b3 a2 / 0 0 / 2"], "White reached the other side."),
        (
            &["show", "portes", "--position", "23,b15 0/15 0/0 b -"],
            "White bore off all checkers before Black bore off any.",
        ),
    ] {
        let text = done(args);
        assert_eq!(text.lines().rev().nth(1), Some(reason), "{text}");
    }
}

#[test]
fn moves_lists_one_turn_a_line() {
    let output = agon(&["moves", "quoridor", "--position", "/ / e4 e5 / 0 0 / 1"]);
    let mut moves: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
    moves.sort();
    assert_eq!(moves, ["d4", "e3", "e6", "f4"]);
}

#[test]
fn every_game_is_drawn_as_text_ascii_and_svg() {
    for spec in SPECS {
        let text = done(&["show", spec]);
        assert!(text.lines().count() > 3, "{spec}:\n{text}");
        assert!(!text.contains('\u{1b}'), "{spec}: no colours into a pipe");
        let colored = done(&["show", spec, "--color", "always"]);
        // An empty board has nothing to colour.
        assert_eq!(colored.contains('\u{1b}'), !spec.starts_with("domineering"), "{spec}");
        let ascii = done(&["show", spec, "--ascii"]);
        assert!(ascii.is_ascii(), "{spec}:\n{ascii}");
        let svg = done(&["show", spec, "--svg"]);
        assert!(svg.trim_start().starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{spec}");
    }
}

const RECORD: &str =
    "[Agon \"1\"]\n[Game \"domineering:rows=2,cols=2\"]\n[P1 \"Ada\"]\n[P2 \"Bo\"]\n[Result \"p1 1\"]\n\na1\n";

#[test]
fn a_record_is_verified_shown_and_converted() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.agon");
    std::fs::write(&path, RECORD).expect("written");
    let path = path.to_str().expect("a path");
    assert!(done(&["verify", path]).contains("ok"));
    let start = done(&["show", "--record", path, "--ply", "0", "--ascii"]);
    let end = done(&["show", "--record", path, "--ascii"]);
    assert_ne!(start, end);
    // A position where the game is over says so; a resignation stands in the record only.
    assert!(!start.contains("wins") && end.ends_with("Vertical wins\n"), "{end}");
    let over = ["show", "portes", "--position", "23,b15 0/15 0/0 b -", "--ascii"];
    assert!(done(&over).ends_with("White wins 2 points\n"), "{}", done(&over));
    let resigned = folder.path().join("resigned.agon");
    let tags = "[P1 \"Ada\"]\n[Termination \"resignation\"]\n";
    std::fs::write(&resigned, RECORD.replace("cols=2", "cols=3").replace("[P1 \"Ada\"]\n", tags)).expect("written");
    let resigned = ["show", "--record", resigned.to_str().expect("a path"), "--ascii"];
    assert!(done(&resigned).ends_with("Horizontal resigned.\nVertical wins\n"), "{}", done(&resigned));
    assert!(refused(&["show", "--record", path, "--ply", "2"]).contains("0 to 1"));
    let json = done(&["convert", path, "--to", "json"]);
    let back = agon_with(&["convert", "-", "--to", "agon"], &json);
    assert_eq!(stdout(&back), RECORD);
}

#[test]
fn a_wrong_record_is_a_negative_answer_that_says_where() {
    for (text, part) in [
        (RECORD.replace("\na1", "\na2"), "line 7, column 1"),
        (RECORD.replace("p1 1", "p2 1"), "line 5, column 1: tag Result: p2 1 is written"),
        (RECORD.replace("p1 1", "white"), "line 5, column 1: tag Result: \"white\" is no result"),
        (RECORD.replace("domineering", "chess"), "line 2, column 1: tag Game: there is no game chess"),
        (RECORD.replace("rows=2", "rows=99"), "line 2, column 1: tag Game: rows=99 is not allowed"),
        (RECORD.replace("[P2 \"Bo", "[Position \"x"), "line 4, column 1: tag Position: "),
        (RECORD.replace("[Agon \"1\"]\n", ""), "line 1"),
        (RECORD.replace("a1", "a1 b1"), "line 7, column 4"),
    ] {
        let output = agon_with(&["verify", "-"], &text);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(stdout(&output).contains(part), "{part}: {}", stdout(&output));
    }
    let json = json(&stdout(&agon_with(&["verify", "--json", "-"], &RECORD.replace("p1 1", "p2 1"))));
    assert_eq!((&json["games"][0]["line"], &json["games"][0]["column"]), (&5.into(), &1.into()), "{json}");
}

#[test]
fn dice_are_checked_against_their_commitment() {
    let source = agon_dice::DiceSource { game: "a-game", secret: [7; 32], parts: [Vec::new(), Vec::new()] };
    let mut table = agon_games::open("fevga").expect("fevga");
    while table.plies().len() < 40 {
        let turn = match table.actor().player() {
            Some(_) => table.legal().swap_remove(0),
            None => source.roll_notation(table.plies().len() as u32),
        };
        table.play(&turn).expect("legal");
    }
    let mut record = agon_games::record_of(&*table, "one", "two");
    source.write_tags(&mut record, &[None, None], 0, false);
    let sealed = agon_with(&["verify", "-"], &record.to_string());
    assert!(sealed.status.success() && stdout(&sealed).contains("not revealed"), "{}", stdout(&sealed));
    source.write_tags(&mut record, &[None, None], 0, true);
    let right = agon_with(&["verify", "-"], &record.to_string());
    assert!(right.status.success() && stdout(&right).contains("20 rolls as committed"), "{}", stdout(&right));
    let other = agon_dice::DiceSource { secret: [8; 32], ..source };
    record.set(agon_dice::Tags::SECRET, agon_dice::to_hex(&other.secret));
    let wrong = agon_with(&["verify", "-"], &record.to_string());
    assert_eq!(wrong.status.code(), Some(1));
    assert!(stdout(&wrong).contains("rolls do not follow"), "{}", stdout(&wrong));
    assert!(stdout(&wrong).contains(": line 11, column 1: "), "{}", stdout(&wrong));
    record.set(agon_dice::Tags::SECRET, "xyz");
    let wrong = stdout(&agon_with(&["verify", "-"], &record.to_string()));
    assert!(wrong.contains(": line 9, column 1: tag DiceSecret is xyz; 64 hexadecimal"), "{wrong}");
}

#[test]
fn gnu_backgammon_ids_are_read_and_written() {
    let id = "4HPwATDgc/ABMA";
    assert_eq!(done(&["show", "portes", "--gnubg-id"]).trim(), id);
    let position = json(&done(&["moves", "backgammon", "--position", id, "--json"]));
    assert_eq!(position["position"], "w2,4,b5,1,b3,3,w5,b5,3,w3,1,w5,4,b2 0/0 0/0 w -");
    refused(&["show", "fevga", "--gnubg-id"]);
    refused(&["moves", "fevga", "--position", id]);
}

#[test]
fn playouts_print_games_and_turns_a_second() {
    for spec in ["quoridor:size=5", "portes", "domineering", "blockade:rows=5,cols=6,walls=2"] {
        let output = done(&["playouts", spec, "--seconds", "0.05"]);
        assert!(output.contains(" games/s") && output.contains(" turns/s"), "{output}");
    }
    let json = json(&done(&["playouts", "fevga", "--seconds", "0.05", "--json"]));
    assert!(json["turns_per_second"].as_f64().is_some_and(|rate| rate > 0.0));
}

#[test]
fn errors_go_to_standard_error_with_exit_code_2() {
    each_is_refused(&[
        (&["moves", "chess"][..], "quoridor"),
        (&["moves", "quoridor", "--position", "x"], "position"),
        (&["perft", "quoridor:size=2", "1"], "3 to 15"),
        (&["perft", "quoridor", "99"], "0..=20"),
        (&["show"], "<SPEC>"),
        (&["verify", "no-such-file"], "no-such-file"),
        (&["convert", "no-such-file", "--to", "json"], "no-such-file"),
        (&["playouts", "quoridor", "--seconds", "-1"], "seconds"),
        (&["play", "quoridor", "--p1", "nobody"], "human"),
        (&["play", "quoridor", "--lang", "xx"], "sr"),
        (&["dance"], "dance"),
    ]);
}

#[test]
fn completions_and_manual_are_printed() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(done(&["completions", shell]).contains("perft"), "{shell}");
    }
    assert!(done(&["man"]).contains(".TH agon"));
}

#[test]
fn the_bench_signature_is_the_same_in_two_runs() {
    let signature = || {
        let output = done(&["bench"]);
        last_line(&output).strip_prefix("signature ").and_then(|n| n.parse::<u64>().ok())
    };
    let first = signature();
    assert!(first.is_some());
    assert_eq!(first, signature());
}

#[test]
fn movegen_rates_stand_beside_the_slow_references() {
    let json = json(&done(&["bench", "--movegen", "--seconds", "0.01", "--json"]));
    for case in json["lists"].as_array().expect("cases") {
        assert!(case["lists_per_second"].as_f64() > case["twin_per_second"].as_f64(), "{case}");
    }
    assert!(json["playouts"].as_array().is_some_and(|cases| cases.len() >= 7));
}
