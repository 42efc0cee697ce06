//! Every command that the documentation shows is run. What plays, trains or measures for minutes is run with less to do
//! (`shortened`); what needs a server is run against one that the test starts.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::json as value;

use crate::serve::{Served, serve};
use crate::{AGON, done_in, json, stderr};

/// What stands for the words in capitals, and for `..`.
const PLACEHOLDERS: [(&str, &str); 24] = [
    ("SPEC", "domineering:rows=4,cols=4"),
    ("GAME", "portes"),
    ("NAME", "portes"),
    ("FILE", "game.agon"),
    ("FORMAT", "json"),
    ("DIR", "."),
    ("FOLDER", "nets"),
    ("CONFIG", "cup.toml"),
    // Programs that are not shipped are played by our own.
    ("PROGRAM", "./my-bot"),
    ("PEER", "./my-bot"),
    ("OLD", "./my-bot"),
    ("GAMMONX", "./my-bot"),
    ("./agon-before", "./my-bot"),
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
    ("agon", "./my-bot"),
];

/// Nets that the documentation names; each is one that we ship for the game of the command.
const NETS: [&str; 7] = ["FIRST.net", "SECOND.net", "NEW.net", "OLD.net", "NETS.net", "OTHERS.net", "portes.last.net"];

/// The addresses of servers in the documentation, and its links.
const SERVER: &str = "https://agon.example";
const LINKS: [&str; 2] = ["LINK", "http://192.168.1.5:8080/g/..."];

/// What a command gets to do less: flags that are set whether they are shown or not.
const LESS: [(&str, &[(&str, &str)]); 6] = [
    ("match", &[("--games", "2"), ("--max-turns", "6")]),
    ("ladder", &[("--games", "2"), ("--levels", "1-2"), ("--nodes", "20"), ("--max-turns", "6")]),
    ("openings", &[("--nodes", "20")]),
    ("book", &[("--count", "2"), ("--nodes", "20")]),
    ("playouts", &[("--seconds", "0.05")]),
    ("train", &[("--check", "20"), ("--pairs", "1")]),
];

/// The same for numbers wherever they are shown, as a flag or as a setting after `@` or in a recipe.
const FEWER: [(&str, &str); 11] = [
    ("games", "20"),
    ("minutes", "0.001"),
    ("nodes", "20"),
    ("depth", "1"),
    ("movetime", "20"),
    ("concurrency", "1"),
    ("generations", "1"),
    ("epochs", "1"),
    ("bootstrap", "10"),
    ("test-set", "2"),
    ("trials", "36"),
];

/// A command line of the documentation.
#[derive(Debug)]
struct Shown {
    file: String,
    /// The arguments of `agon`.
    args: Vec<String>,
    /// Its standard input.
    input: String,
    /// Whether it stands in a block, which holds whole commands; a span in a sentence may only name one.
    is_whole: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The Markdown files with commands, with their names.
fn pages() -> Vec<(String, String)> {
    let mut paths = vec![root().join("web/README.md")];
    // The page's packages bring files of their own.
    for folder in ["", "docs", "docs/lab", "docs/rules", "examples/cram", "examples/bots"] {
        let files = fs::read_dir(root().join(folder)).expect(folder).map(|entry| entry.expect("an entry").path());
        paths.extend(files.filter(|path| path.extension().is_some_and(|ext| ext == "md")));
    }
    // The changelog names things as they were called at the time.
    paths.retain(|path| !path.ends_with("CHANGELOG.md"));
    let named = |path: PathBuf| {
        let name = path.strip_prefix(root()).expect("inside").display().to_string();
        (name, fs::read_to_string(path).expect("a page"))
    };
    let mut texts: Vec<_> = paths.into_iter().map(named).collect();
    texts.sort();
    texts
}

/// The lines of fenced blocks, with continued lines joined and comments cut off, and the spans of code between them; and
/// whether they stand in a block.
fn code(page: &str) -> Vec<(String, bool)> {
    let (mut found, mut prose) = (Vec::new(), String::new());
    for (number, part) in page.split("\n```").enumerate() {
        if number % 2 == 0 {
            prose.push_str(part);
            // Blocks may also be indented.
            let indented = part.lines().filter_map(|line| line.strip_prefix("    "));
            found.extend(indented.filter(|line| line.starts_with("agon ")).map(|line| (line.to_owned(), true)));
            continue;
        }
        let mut pieces = part.split("\\\n");
        let first = pieces.next().unwrap_or_default().to_owned();
        let joined = pieces.fold(first, |line, next| format!("{} {}", line.trim_end(), next.trim_start()));
        // The first line is the language.
        for line in joined.lines().skip(1) {
            let line = line.trim();
            let end = [" #", "  "].iter().filter_map(|gap| line.find(gap)).min();
            found.push((line[..end.unwrap_or(line.len())].to_owned(), true));
        }
    }
    let prose = prose.replace('\n', " ");
    found.extend(prose.split('`').skip(1).step_by(2).map(|span| (span.to_owned(), false)));
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
    let ends = [':', '=', ',', ' ', '@'];
    let filled = word.split_inclusive(ends).map(|part| {
        let name = part.trim_end_matches(ends);
        is_placeholder(name).map_or_else(|| part.to_owned(), |value| part.replace(name, value))
    });
    (word != "..").then(|| filled.collect())
}

/// The commands of a line: `printf .. | agon ..`, `agon .. && agon ..`, `agon .. > FILE`.
fn commands(file: &str, line: &str, is_whole: bool) -> Vec<Shown> {
    let (printed, line) = match line.strip_prefix("printf ").and_then(|rest| rest.split_once(" | ")) {
        Some((text, rest)) => (words(text).concat(), rest),
        None => (String::new(), line),
    };
    let input = printed.replace("\\t", "\t").replace("\\n", "\n");
    let parts = line.split(" && ").map(|part| part.split(" > ").next().unwrap_or(part));
    // `agon = { path = .. }` is a dependency.
    let ours = parts.filter(|part| part.starts_with("agon ") && !part.starts_with("agon = "));
    let args = ours.map(|part| words(part).iter().skip(1).filter_map(|word| filled(word)).collect());
    args.map(|args| Shown { file: file.to_owned(), args, input: input.clone(), is_whole }).collect()
}

fn shown() -> Vec<Shown> {
    let pages = pages();
    let lines = pages.iter().flat_map(|(file, page)| code(page).into_iter().map(move |code| (file, code)));
    lines.flat_map(|(file, (line, is_whole))| commands(file, &line, is_whole)).collect()
}

/// A command with less to do, so that each ends in a moment. What is measured does not change, only how much of it.
fn shortened(args: &[String]) -> Vec<String> {
    let mut args: Vec<String> = args.iter().map(|arg| fewer(arg)).collect();
    for at in 1..args.len() {
        let number = args[at - 1].strip_prefix("--").and_then(|flag| FEWER.iter().find(|(name, _)| *name == flag));
        if let Some((_, less)) = number {
            (*less).clone_into(&mut args[at]);
        }
    }
    let command = args[0].clone();
    for (flag, value) in LESS.iter().filter(|(name, _)| *name == command).flat_map(|(_, flags)| flags.iter()) {
        set(&mut args, flag, value);
    }
    let has = |args: &[String], flags: &[&str]| args.iter().any(|arg| flags.contains(&arg.as_str()));
    match command.as_str() {
        "match" => {
            if !has(&args, &["--nodes", "--movetime", "--depth", "--tc"]) {
                set(&mut args, "--nodes", "20");
            }
            if !has(&args, &["--openings"]) {
                set(&mut args, "--opening-turns", "0");
            }
            // GNU Backgammon need not be installed.
            args.iter_mut().filter(|arg| arg.starts_with("gnubg:")).for_each(|arg| "level:1".clone_into(arg));
        }
        "bench" if has(&args, &["--movegen"]) => {
            set(&mut args, "--seconds", "0.01");
            // OpenSpiel need not be installed.
            args.retain(|arg| arg != "--openspiel");
        }
        "perft" => "2".clone_into(args.last_mut().expect("a depth")),
        "train" if !has(&args, &["--evaluate"]) => {
            match args[1].as_str() {
                // The move order takes a minute of processor time, the table a few seconds.
                "domineering" => set(&mut args, "--recipe", "file=pieces"),
                "portes" | "plakoto" | "fevga" => tiny_recipe(&mut args),
                _ => {}
            }
            if !has(&args, &["--minutes"]) && args[1] != "domineering" {
                set(&mut args, "--games", "20");
            }
        }
        // The test listens where it likes.
        "serve" => {
            if let Some(at) = args.iter().position(|arg| arg == "--listen") {
                args.drain(at..at + 2);
            }
        }
        "play" => args.iter_mut().filter(|arg| *arg == "--host").for_each(|arg| arg.push_str("=127.0.0.1:0")),
        _ => {}
    }
    args
}

/// An argument with smaller numbers in its settings: `level:5@nodes=2000`, `generations=2,nodes=2000`.
fn fewer(arg: &str) -> String {
    let parts = arg.split_inclusive(['@', ',']).map(|part| {
        let (body, end) = part.split_at(part.trim_end_matches(['@', ',']).len());
        let number = body.split_once('=').and_then(|(name, _)| FEWER.iter().find(|(fewer, _)| *fewer == name));
        number.map_or_else(|| part.to_owned(), |(name, less)| format!("{name}={less}{end}"))
    });
    parts.collect()
}

/// Sets a flag, in place of the value that is shown.
fn set(args: &mut Vec<String>, flag: &str, value: &str) {
    match args.iter().position(|arg| arg == flag) {
        Some(at) => value.clone_into(&mut args[at + 1]),
        None => args.extend([flag.to_owned(), value.to_owned()]),
    }
}

/// A net of a few units that tries one initialisation, whatever else the recipe says.
fn tiny_recipe(args: &mut Vec<String>) {
    let resumes = args.iter().any(|arg| arg == "--resume");
    let recipe = if resumes { "bootstrap=10" } else { "hidden=4,bootstrap=10,tries=1" };
    set(args, "--recipe", recipe);
}

/// A folder with the files that the commands name, and a server with a game to join.
struct Place {
    folder: tempfile::TempDir,
    server: Served,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path();
        let portes = "[Agon \"1\"]\n[Game \"portes\"]\n[P1 \"Ada\"]\n[P2 \"Bo\"]\n[Result \"*\"]\n\n31: 8/5,6/5\n";
        let write = |name: &str, text: &str| fs::write(path.join(name), text).expect("written");
        write("game.agon", portes);
        write("game.mat", &done_in(path, &["convert", "game.agon", "--to", "mat"]));
        write("my-bot", &format!("#!/bin/sh\nexec '{AGON}' ugi\n"));
        let players = "players = [\"level:1\", \"bot:greedy\"]\n";
        write("cup.toml", &format!("game = \"domineering:rows=4,cols=4\"\ngames = 2\nnodes = 20\n{players}"));
        let made = Command::new("chmod").arg("+x").arg(path.join("my-bot")).status().expect("chmod");
        assert!(made.success());
        // What commands write, they write to copies.
        for folder in ["crates/engines/src/quoridor", "crates/solver/data", "openings"] {
            fs::create_dir_all(path.join(folder)).expect("a folder");
            for file in fs::read_dir(root().join(folder)).expect(folder) {
                let file = file.expect("an entry");
                if file.path().extension().is_some_and(|ext| ext == "net" || ext == "txt") {
                    fs::copy(file.path(), path.join(folder).join(file.file_name())).expect("copied");
                }
            }
        }
        std::os::unix::fs::symlink(root().join("web"), path.join("web")).expect("a link");
        // A site that can move elsewhere.
        assert_eq!(serve_and_stop(path, &["--database", "sqlite:games.db"]), Some(0));
        let server = serve(path, &["--no-limits", "--database", "memory"]);
        Self { folder, server }
    }

    /// A link to a new game with a free seat.
    fn link(&self) -> String {
        let seats = value!({"p1": {"kind": "human", "name": "Ada"}, "p2": {"kind": "open"}});
        let made = json(&self.server.post("/api/games", &value!({"game": "quoridor", "seats": seats}).to_string()));
        format!("{}/g/{}", self.server.url(), made["id"].as_str().unwrap_or_else(|| panic!("{made}")))
    }

    /// The arguments as this machine needs them: its server, a net that we ship.
    fn placed(&self, args: &[String]) -> Vec<String> {
        let shipped = |game: &str| match game {
            "quoridor" => root().join("crates/engines/src/quoridor/value.net"),
            game => root().join(format!("crates/engines/weights/{game}.net")),
        };
        let game = args.get(1).map_or("", String::as_str);
        let place = |arg: &String| match arg.as_str() {
            SERVER => self.server.url(),
            link if LINKS.contains(&link) => self.link(),
            database if database.starts_with("postgres://") => agon_pgtest::database(),
            net if NETS.contains(&net) || (args[0] == "train" && net == "FILE.net") => {
                shipped(game).display().to_string()
            }
            arg => arg.to_owned(),
        };
        args.iter().map(place).collect()
    }

    /// Runs a command with this standard input.
    fn run(&self, args: &[String], input: &str) -> Output {
        let path = self.folder.path();
        fs::write(path.join("input"), input).expect("written");
        let input = fs::File::open(path.join("input")).expect("a file");
        let command = Command::new(AGON)
            .args(args)
            .current_dir(path)
            .env("LANG", "C")
            .env_remove("LC_ALL")
            .env("XDG_DATA_HOME", path)
            .env("HOME", path)
            .stdin(input)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        command.expect("agon starts").wait_with_output().expect("agon ends")
    }

    /// Runs a command that goes on until it is stopped, and stops it once it says that it works.
    fn start_and_stop(&self, args: &[String]) {
        let rest: Vec<&str> = args[1..].iter().map(String::as_str).collect();
        if args[0] == "serve" {
            let database: &[&str] = if rest.contains(&"--database") { &[] } else { &["--database", "memory"] };
            assert_eq!(serve_and_stop(self.folder.path(), &[&rest[..], database].concat()), Some(0), "{args:?}");
            return;
        }
        // A worker works for a site.
        let database = args.iter().skip_while(|arg| *arg != "--database").nth(1).expect("a database");
        assert_eq!(serve_and_stop(self.folder.path(), &["--database", database]), Some(0), "{args:?}");
        let mut child = Command::new(AGON).args(args).stdout(Stdio::piped()).spawn().expect("agon starts");
        let mut said = String::new();
        let output = child.stdout.take().expect("a pipe");
        BufReader::new(output).read_line(&mut said).expect("a line");
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        assert!(said.contains("PostgreSQL"), "{args:?}: {said}");
    }
}

/// Starts a server and stops it once it has answered; its exit code.
fn serve_and_stop(folder: &Path, args: &[&str]) -> Option<i32> {
    let served = serve(folder, args);
    assert!(served.get("/health").starts_with("HTTP/1.1 200"), "{args:?}");
    served.end()
}

/// Whether a command says that something is missing, as the mere name of a command does.
fn is_incomplete(output: &Output) -> bool {
    let said = stderr(output);
    let is_missing = ["required", "Usage: agon", "none was supplied"].iter().any(|text| said.contains(text));
    output.status.code() == Some(2) && is_missing
}

#[test]
fn every_command_of_the_documentation_runs() {
    let place = Place::new();
    let (mut run, mut named, mut failed) = (Vec::new(), 0, Vec::new());
    let mut seen = HashSet::new();
    for Shown { file, args, input, is_whole } in shown() {
        let placed = place.placed(&shortened(&args));
        if !seen.insert((placed.clone(), input.clone())) {
            continue;
        }
        let line = format!("{file}: agon {}\n(run as agon {})", args.join(" "), placed.join(" "));
        let names_database = args.iter().any(|arg| arg == "--database");
        if args[0] == "serve" || (args[0] == "worker" && names_database) {
            place.start_and_stop(&placed);
            run.push(args[0].clone());
            continue;
        }
        let output = place.run(&placed, &input);
        if !is_whole && is_incomplete(&output) {
            // The arguments that it has are right.
            let help = place.run(&[&args[..], &["--help".to_owned()]].concat(), "");
            if !help.status.success() && !stderr(&help).contains("none was supplied") {
                failed.push(format!("{line}\n{}", stderr(&help)));
            }
            named += 1;
            continue;
        }
        // Two games seldom show that a level is stronger: a negative answer.
        let answers: &[i32] = if ["match", "ladder"].contains(&args[0].as_str()) { &[0, 1] } else { &[0] };
        let code = output.status.code().unwrap_or(-1);
        if !answers.contains(&code) {
            failed.push(format!("{line}\n{}", stderr(&output)));
        }
        run.push(args[0].clone());
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(run.len() >= 95 && named <= 15, "{} commands were run, {named} only named", run.len());
    let long =
        ["arena", "bench", "ladder", "lobby", "match", "migrate", "openings", "play", "playouts", "serve", "train"];
    for command in long.into_iter().chain(["worker"]) {
        assert!(run.iter().any(|name| name == command), "{command} was not run");
    }
}

#[test]
fn a_command_gets_less_to_do() {
    let short = |line: &str| shortened(&words(line)).join(" ");
    assert_eq!(
        short("match --game portes level:10@depth=3 gnubg:0 --games 1600 --margin 60000"),
        "match --game portes level:10@depth=1 level:1 --games 2 --margin 60000 --max-turns 6 --nodes 20 --opening-turns 0"
    );
    assert_eq!(
        short("train quoridor --games 20000 --recipe generations=2,nodes=2000,past=1"),
        "train quoridor --games 20 --recipe generations=1,nodes=20,past=1 --check 20 --pairs 1"
    );
    assert_eq!(short("perft blockade 3"), "perft blockade 2");
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
    let pages = pages();
    let mut found = 0;
    for (file, (line, _)) in pages.iter().flat_map(|(file, page)| code(page).into_iter().map(move |line| (file, line)))
    {
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
