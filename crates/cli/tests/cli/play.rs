//! `agon play --plain`: the line mode that scripts and screen readers use.

use crate::{AGON, agon_with, done, each_is_refused, refused, stdout};

#[test]
fn a_game_of_two_people_is_played_to_its_end() {
    let args = ["play", "domineering:rows=2,cols=2", "--p1", "human", "--p2", "human", "--plain", "--lang", "en"];
    let output = agon_with(&args, "1 a\n");
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.to_lowercase().contains("win") || text.to_lowercase().contains("won"), "{text}");
}

#[test]
fn a_level_answers_and_bots_play_each_other() {
    let args = ["play", "quoridor:size=3,walls=1", "--plain", "--lang", "en", "--seed", "4", "--movetime", "20"];
    let text = done(&[&args[..], &["--p1", "bot:passive", "--p2", "level:1"]].concat()).to_lowercase();
    assert!(text.contains("win") || text.contains("won"), "{text}");
}

#[test]
fn players_have_the_settings_that_they_have_in_matches() {
    let program = format!("cmd:'{AGON}' ugi@Level=2,nodes=50,name=Two");
    let args = ["play", "quoridor:size=3,walls=1", "--plain", "--lang", "en", "--seed", "4"];
    let text = done(&[&args[..], &["--p1", &program, "--p2", "level:5@depth=2,name=Five"]].concat());
    assert!(text.contains("(Two) wins") || text.contains("(Five) wins"), "{text}");
}

#[test]
fn a_game_given_whole_starts_at_once() {
    let args = ["play", "quoridor:size=3,walls=0", "--p2", "bot:passive", "--plain", "--lang", "en"];
    let output = agon_with(&args, "b2\n");
    assert!(stdout(&output).contains("White (human) to move"), "{}", stdout(&output));
    let output = agon_with(&["play", "domineering:rows=2,cols=2", "--mode", "1", "--lang", "en"], "a1\n");
    assert!(stdout(&output).contains("Vertical (human) wins"), "{}", stdout(&output));
    each_is_refused(&[
        (&["play", "quoridor", "--mode", "9"][..], "choose here, network, computer or each"),
        (&["play", "quoridor", "--mode", "here", "--p1", "human"], "--mode"),
        (&["play", "quoridor", "--paths", "some"], "choose none, shortest or all"),
    ]);
}

#[test]
fn programs_are_started_before_the_first_turn() {
    let args = ["play", "quoridor", "--p2", "cmd:./no-such-bot", "--plain", "--lang", "en"];
    assert!(refused(&args).contains("no-such-bot"));
}

/// A program that answers `ugi` and then follows the script.
#[cfg(unix)]
fn program(folder: &std::path::Path, name: &str, script: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("written");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("made");
    format!("cmd:{}", path.display())
}

#[cfg(unix)]
#[test]
fn a_program_that_cannot_play_is_refused_before_the_first_turn() {
    let folder = tempfile::tempdir().expect("a folder");
    let unknown = "while read word rest; do case $word in ugi) echo ugiok;; \
                   setoption) echo 'error unknown game';; isready) echo readyok;; quit) exit;; esac; done";
    for (name, script, message) in [
        ("ends", "read line; exit 3", "has ended"),
        ("talks", "echo hello; read line; echo what; exit", "has ended"),
        ("stranger", unknown, "unknown game"),
    ] {
        let who = program(folder.path(), name, script);
        let message_of = refused(&["play", "quoridor", "--p2", &who, "--plain", "--lang", "en"]);
        assert!(message_of.contains(message) && message_of.contains(name), "{name}: {message_of}");
    }
    // Where the players are asked for, it is said there, and another can be named.
    let who = program(folder.path(), "ends", "read line; exit 3");
    let lines = format!("{who}\n1\nbot:passive\n1\nquit\n");
    let output = agon_with(&["play", "quoridor", "--mode", "computer", "--plain", "--lang", "en"], &lines);
    let text = stdout(&output);
    let (refusal, start) = (text.find("has ended"), text.find("White (human) to move"));
    assert!(refusal.is_some() && refusal < start, "{text}");
}

/// A program that starts and says nothing is given up after a while, before the first turn.
#[cfg(unix)]
#[test]
fn a_program_that_hangs_at_the_start_is_given_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let who = program(folder.path(), "silent", "while read line; do :; done");
    let message = refused(&["play", "quoridor", "--p2", &who, "--plain", "--lang", "en"]);
    assert!(message.contains("silent") && message.contains("does not answer"), "{message}");
}

#[test]
fn what_a_player_meets_is_in_their_language() {
    let link = "http://127.0.0.1:1/g/AAAAAAAAAAAAAAAAAAAAAA";
    for (args, message) in [
        (&["play", link, "--p1", "level:3"][..], "Igra sa linka već ima svoje igrače."),
        (&["play", link, "--host"], "Link vodi u igru koja je već otvorena."),
        (&["play", link], "veza je odbijena"),
        (&["play", "chess"], "nema igre chess"),
        (&["play", "quoridor", "--load", "no-such-file"], "no-such-file"),
        (&["play", "quoridor", "--p1", "level:11"], "nema nivoa 11"),
        (&["play", "quoridor", "--p1", "bot:nobody"], "nema bota nobody"),
        (&["play", "quoridor", "--host=192.0.2.1:1"], "ovaj računar nema tu adresu"),
        (&["lobby", "nowhere at all"], "nowhere at all"),
    ] {
        let message_of = refused(&[args, &["--plain", "--lang", "sr"]].concat());
        assert!(message_of.contains(message), "{args:?}: {message_of}");
    }
}

#[test]
fn a_saved_game_of_another_game_than_the_one_named_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.agon");
    std::fs::write(&file, "[Agon \"1\"]\n[Game \"quoridor:size=5\"]\n\nc2\n").expect("written");
    let load = |spec: &str| -> Vec<String> {
        let file = file.to_str().expect("a name");
        ["play", spec, "--load", file, "--plain", "--lang", "en"].map(str::to_owned).into()
    };
    for spec in ["portes", "quoridor:size=7"] {
        let args = load(spec);
        let message = refused(&args.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(message.contains("is a game of quoridor:size=5, not of"), "{message}");
    }
    for spec in ["quoridor", "quoridor:size=5"] {
        let args = load(spec);
        let text = done(&args.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(text.contains("Black (human) to move"), "{text}");
    }
}

#[test]
fn play_and_match_refuse_wrong_players_alike() {
    for who in
        ["robot:x", "level:11", "gnubg:9", "level:3@colour=red", "level:3@nodes=0", "bot:greedy@movetime=5,tc=1+1"]
    {
        let play = refused(&["play", "quoridor", "--plain", "--lang", "en", "--p1", who, "--p2", "level:1"]);
        let matched = refused(&["match", "--game", "quoridor", who, "level:1"]);
        assert_eq!(play.rsplit(": ").next(), matched.rsplit(": ").next(), "{who}");
    }
    each_is_refused(&[(&["match", "--game", "quoridor", "human", "level:1"], "human cannot play a match")]);
}

#[test]
fn a_wrong_move_is_refused_in_every_language_and_asked_for_again() {
    let mut seen = std::collections::HashSet::new();
    for lang in ["en", "sr", "sr-Cyrl", "el", "he"] {
        let args = ["play", "blockade", "--p1", "human", "--p2", "human", "--plain", "--lang", lang];
        let output = agon_with(&args, "[X 1] [9 9] [Z 3 5]\n[X 1] [6 4] [Z 3 5]\n");
        assert!(output.status.success(), "{lang}");
        assert!(seen.insert(stdout(&output)), "{lang} speaks like another");
    }
}

#[test]
fn the_menu_without_input_ends_quietly() {
    done(&["play"]);
}
