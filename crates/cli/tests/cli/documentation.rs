//! Every command that README.md and docs/*.md show is run. Those that play, train or measure for minutes, and those that
//! run until they are stopped, are parsed: `--help` at the end reads all arguments before it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{agon_in, done_in};

/// Commands that are parsed only. Other tests run each of them on something small.
const LONG: [&str; 11] =
    ["match", "arena", "ladder", "openings", "book", "train", "bench", "playouts", "serve", "worker", "migrate"];

/// What stands for the words in capitals, and for `..`.
const PLACEHOLDERS: [(&str, &str); 17] = [
    ("SPEC", "domineering:rows=4,cols=4"),
    ("GAME", "portes"),
    ("FILE", "game.agon"),
    ("FORMAT", "json"),
    ("DIR", "."),
    ("CONFIG", "cup.toml"),
    ("PROGRAM", "./my-bot"),
    ("KIND", "swift"),
    ("A", "level:1"),
    ("B", "level:2"),
    ("N", "2"),
    ("T", "2"),
    ("S", "1"),
    ("R", "4"),
    ("C", "4"),
    ("W", "1"),
    ("p1|p2", "p1"),
];

/// A command line of the documentation.
#[derive(Debug)]
struct Shown {
    file: String,
    /// The arguments of `agon`.
    args: Vec<String>,
    /// Its standard input.
    input: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// README.md and docs/*.md with their names.
fn pages() -> Vec<(String, String)> {
    let docs = fs::read_dir(root().join("docs")).expect("docs").map(|entry| entry.expect("an entry").path());
    let pages = docs.filter(|path| path.extension().is_some_and(|ext| ext == "md")).chain([root().join("README.md")]);
    let named = pages.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), path));
    let mut texts: Vec<_> = named.map(|(name, path)| (name, fs::read_to_string(path).expect("a page"))).collect();
    texts.sort();
    texts
}

/// The lines of fenced blocks, with continued lines joined and comments cut off, and the spans of code between them.
fn code(page: &str) -> Vec<String> {
    let (mut found, mut prose) = (Vec::new(), String::new());
    for (number, part) in page.split("\n```").enumerate() {
        if number % 2 == 0 {
            prose.push_str(part);
            continue;
        }
        let mut pieces = part.split("\\\n");
        let first = pieces.next().unwrap_or_default().to_owned();
        let joined = pieces.fold(first, |line, next| format!("{} {}", line.trim_end(), next.trim_start()));
        // The first line is the language.
        for line in joined.lines().skip(1) {
            let line = line.trim();
            let end = [" #", "  "].iter().filter_map(|gap| line.find(gap)).min();
            found.push(line[..end.unwrap_or(line.len())].to_owned());
        }
    }
    let prose = prose.replace('\n', " ");
    found.extend(prose.split('`').skip(1).step_by(2).map(str::to_owned));
    found
}

/// Splits a command line into words; quotes keep blanks together.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quote) = (vec![String::new()], None);
    for c in line.chars() {
        match (c, quote) {
            ('"' | '\'', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            (' ', None) => words.push(String::new()),
            (c, _) => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// A word with its placeholders filled in; `None` if it only says that more may follow.
fn filled(word: &str) -> Option<String> {
    let word = word.trim_matches(['[', ']']).replace("starts=..", "starts=11-41-14-44");
    let is_placeholder = |part: &str| PLACEHOLDERS.iter().find(|(name, _)| *name == part).map(|(_, value)| *value);
    let parts = word.split_inclusive([':', '=', ',']);
    let filled = parts.map(|part| {
        let name = part.trim_end_matches([':', '=', ',']);
        is_placeholder(name).map_or_else(|| part.to_owned(), |value| part.replace(name, value))
    });
    (word != "..").then(|| filled.collect())
}

/// The commands of a line: `printf .. | agon ..`, `agon .. && agon ..`, `agon .. > FILE`.
fn commands(file: &str, line: &str) -> Vec<Shown> {
    let (printed, line) = match line.strip_prefix("printf ").and_then(|rest| rest.split_once(" | ")) {
        Some((text, rest)) => (words(text).concat(), rest),
        None => (String::new(), line),
    };
    let input = printed.replace("\\t", "\t").replace("\\n", "\n");
    let parts = line.split(" && ").map(|part| part.split(" > ").next().unwrap_or(part));
    // `agon = { path = .. }` is a dependency.
    let ours = parts.filter(|part| part.starts_with("agon ") && !part.starts_with("agon = "));
    let args = ours.map(|part| words(part).iter().skip(1).filter_map(|word| filled(word)).collect());
    args.map(|args| Shown { file: file.to_owned(), args, input: input.clone() }).collect()
}

fn shown() -> Vec<Shown> {
    let pages = pages();
    let lines = pages.iter().flat_map(|(file, page)| code(page).into_iter().map(move |line| (file, line)));
    lines.flat_map(|(file, line)| commands(file, &line)).collect()
}

/// Whether a command needs a server elsewhere or starts one.
fn is_online(args: &[String]) -> bool {
    let names_server = |arg: &String| arg.contains("://") || arg == "LINK" || arg == "--host";
    args[0] == "lobby" || args.iter().any(names_server)
}

/// Whether a command is parsed only: a long one, one of the network, a large count, or a mere name.
fn is_only_parsed(args: &[String]) -> bool {
    let is_large = |game: &str, depth: &str| game.starts_with("blockade") || depth > "4";
    let counts_much = matches!(args, [perft, game, depth] if perft == "perft" && is_large(game, depth));
    LONG.contains(&args[0].as_str()) || is_online(args) || counts_much || (args.len() == 1 && args[0] != "games")
}

/// The files that the commands name.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let portes = "[Agon \"1\"]\n[Game \"portes\"]\n[P1 \"Ada\"]\n[P2 \"Bo\"]\n[Result \"*\"]\n\n31: 8/5,6/5\n";
    let file = |name: &str| folder.path().join(name);
    fs::write(file("game.agon"), portes).expect("written");
    let record = ["convert", "game.agon", "--to", "mat"];
    fs::write(file("game.mat"), done_in(folder.path(), &record)).expect("written");
    let bot = format!("#!/bin/sh\nexec '{}' ugi\n", crate::AGON);
    fs::write(file("my-bot"), bot).expect("written");
    let made = Command::new("chmod").arg("+x").arg(file("my-bot")).status().expect("chmod");
    assert!(made.success());
    folder
}

#[test]
fn every_command_of_the_documentation_runs() {
    let folder = folder();
    let (mut run, mut parsed) = (0, 0);
    for Shown { file, args, input } in shown() {
        let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
        if is_only_parsed(&args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>()) {
            args.push("--help");
            parsed += 1;
        } else {
            run += 1;
        }
        let output = agon_in(folder.path(), &args, &input);
        assert!(output.status.success(), "{file}: agon {}\n{}", args.join(" "), crate::stderr(&output));
    }
    assert!(run >= 20 && parsed >= 40, "{run} commands were found to run, {parsed} to parse");
}

#[test]
fn the_example_of_the_readme_lists_the_moves_of_its_position() {
    let moves = crate::done(&["moves", "domineering", "--position", "2v1/2v1/hh2/4 h"]);
    assert_eq!(moves.lines().collect::<Vec<_>>(), ["a1", "b1", "c1", "c2", "a3", "a4"]);
    let shown = crate::done(&["show", "domineering", "--position", "2v1/2v1/hh2/4 h", "--ascii"]);
    assert!(shown.contains('d') && !shown.contains('e'), "a board of four columns:\n{shown}");
}

#[test]
fn every_task_and_package_of_the_documentation_exists() {
    let tasks = fs::read_to_string(root().join("xtask/src/main.rs")).expect("the tasks");
    let mut pages = pages();
    let contributing = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("a page");
    pages.push(("CONTRIBUTING.md".to_owned(), contributing));
    let mut found = 0;
    for (file, line) in pages.iter().flat_map(|(file, page)| code(page).into_iter().map(move |line| (file, line))) {
        let words = words(&line);
        if words.first().is_none_or(|first| first != "cargo") {
            continue;
        }
        found += 1;
        if words.get(1).is_some_and(|word| word == "xtask") {
            let known = words.get(2).is_none_or(|task| tasks.contains(&format!("\"{task}\"")));
            assert!(known, "{file}: {line}");
        }
        let package = words.iter().position(|word| word == "-p").and_then(|at| words.get(at + 1));
        // `agon-NAME` stands for the package of a new game.
        if let Some(name) = package.and_then(|package| package.strip_prefix("agon-")).filter(|name| *name != "NAME") {
            let is_there = ["crates", "tests"].iter().any(|folder| root().join(folder).join(name).is_dir());
            assert!(is_there, "{file}: {line}");
        }
    }
    assert!(found > 20, "{found} commands were found");
}
