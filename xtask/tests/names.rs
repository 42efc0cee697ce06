//! What concerns one game stands in its own folders: no other source names it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use xtask::sources;

/// The sources that name games, and why they do.
const ALLOWED: &[(&str, &str)] = &[
    ("crates/games/src/registry.rs", "the registry of games"),
    ("crates/engines/src/players.rs", "the registry of players"),
    ("crates/engines/src/lib.rs", "declares the folders of games"),
    ("crates/solver/src/lib.rs", "the registry of solvers"),
    ("crates/train/src/lib.rs", "the registry of trainings"),
    ("crates/arena/src/players/spec.rs", "the names of programs that play one game"),
    ("crates/cli/src/cli.rs", "the examples of the help"),
    ("crates/tavli/src/lib.rs", "the registry of a library of games"),
    ("crates/tavli/src/faults.rs", "a fault names the games of a match"),
    ("crates/tavli/src/fevga.rs", "the name of an option is that of a game"),
    ("crates/tavli/src/tavli_match.rs", "the same option"),
];

/// The folders whose games share their code: a game's file may name the games that it is built on. Their other files
/// name games only to declare and import them.
const LIBRARIES: [&str; 3] = ["crates/tavli/src", "crates/engines/src/tavli", "crates/train/src/tavli"];

/// The games that are made of other games of their library.
const COMPOSED: [&str; 1] = ["tavli_match"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The sources of what ships: not the tests, texts and data beside them.
fn shipped() -> Vec<PathBuf> {
    let files = sources::files(&root()).unwrap();
    let is_code =
        |path: &PathBuf| path.extension().is_some_and(|end| ["rs", "js", "html", "py"].iter().any(|e| end == *e));
    let ships = |path: &PathBuf| {
        let mut parts = path.iter();
        match (parts.next().and_then(|first| first.to_str()), parts.next(), parts.next()) {
            (Some("crates"), _, Some(inner)) => inner == "src" || inner == "build",
            (Some("web"), Some(inner), _) => inner != "tests",
            _ => false,
        }
    };
    let is_test =
        |path: &PathBuf| path.iter().any(|part| ["tests", "tests.rs", "conformance.rs"].iter().any(|t| part == *t));
    files.into_iter().filter(|path| is_code(path) && ships(path) && !is_test(path)).collect()
}

/// The names of all games, from their definitions; `tavli` is a library too.
fn games(shipped: &[PathBuf]) -> BTreeSet<String> {
    let name_in = |path: &PathBuf| {
        let text = sources::read(&root().join(path)).unwrap();
        let (_, definition) = text.split_once(": GameInfo = GameInfo {\n    name: \"")?;
        Some(definition.split('"').next()?.to_owned())
    };
    let in_games = |path: &&PathBuf| path.starts_with("crates") && !path.starts_with("crates/core");
    shipped.iter().filter(in_games).filter_map(name_in).filter(|name| name != "tavli").collect()
}

/// The lines of a source without its tests, and without code in its documentation.
fn lines(text: &str) -> Vec<String> {
    let mut is_code_block = false;
    let mut kept = Vec::new();
    for line in text.lines().take_while(|line| *line != "#[cfg(test)]") {
        let is_doc = ["///", "//!", "*"].iter().any(|mark| line.trim_start().starts_with(mark));
        is_code_block ^= is_doc && line.contains("```");
        let line = if is_doc { line.split('`').step_by(2).collect() } else { line.to_owned() };
        // The program, whatever game it plays.
        kept.push(if is_doc && is_code_block { String::new() } else { line.replace("GNU Backgammon", "") });
    }
    kept
}

fn has_word(line: &str, word: &str) -> bool {
    line.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|found| found == word)
}

/// The lines of a source that name a game of another folder.
fn foreign(path: &Path, games: &BTreeSet<String>) -> Vec<String> {
    let text = sources::read(&root().join(path)).unwrap();
    let library = LIBRARIES.iter().find_map(|library| path.strip_prefix(library).ok());
    let is_in = |path: &Path, game: &str| {
        path.iter().any(|part| part.to_str().and_then(|part| part.split('.').next()) == Some(game))
    };
    let is_variant = |game: &str| root().join(format!("crates/tavli/src/{game}.rs")).exists();
    let own_games = games.iter().map(String::as_str).chain(COMPOSED);
    let is_of_a_variant =
        library.is_some_and(|inner| own_games.clone().any(|own| is_variant(own) && is_in(inner, own)));
    let is_own = |game: &str| is_in(path, game) || (is_of_a_variant && is_variant(game));
    let is_import = |line: &str| {
        let line = line.trim_start().trim_start_matches("pub").trim_start_matches("(crate)").trim_start();
        library.is_some() && ["mod ", "use "].iter().any(|start| line.starts_with(start))
    };
    let mut found = Vec::new();
    for game in games.iter().filter(|game| !is_own(game)) {
        let lines = lines(&text).into_iter().enumerate();
        let named = lines.filter(|(_, line)| has_word(line, game) && !is_import(line));
        found.extend(named.map(|(number, line)| format!("{}:{}: {}", path.display(), number + 1, line.trim())));
    }
    found
}

#[test]
fn no_source_names_a_game_outside_its_folders() {
    let shipped = shipped();
    let games = games(&shipped);
    assert!(games.contains("domineering") && games.contains("narde") && games.len() >= 9, "{games:?}");
    let is_allowed = |path: &Path| ALLOWED.iter().any(|(allowed, _)| path.starts_with(allowed));
    let others = shipped.iter().filter(|path| !is_allowed(path));
    let found: Vec<String> = others.flat_map(|path| foreign(path, &games)).collect();
    assert!(found.is_empty(), "put this into the game's folder, or ask the registry:\n{}", found.join("\n"));
}

#[test]
fn every_exception_is_needed() {
    let shipped = shipped();
    let games = games(&shipped);
    for (allowed, reason) in ALLOWED {
        let mut files = shipped.iter().filter(|path| path.starts_with(allowed));
        assert!(files.any(|path| !foreign(path, &games).is_empty()), "{allowed} ({reason}) names no game");
    }
}
