//! `cargo xtask new-game NAME`: writes a game from a template and registers it.
//!
//! A template is a folder of files with the paths that they get in the repository. Its game is called `newgame`; that
//! word is replaced in paths and texts. The edits below register the game.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::sources;

/// A kind of game to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    /// The folder in `xtask/templates`.
    folder: &'static str,
    /// Files that list games or modules, a text in each, and what is inserted before that text.
    edits: &'static [(&'static str, &'static str, &'static str)],
}

impl Template {
    /// The files that get lines about a new game.
    pub fn changed_files(&self) -> impl Iterator<Item = &'static str> {
        self.edits.iter().map(|(path, ..)| *path)
    }
}

/// A game with a crate of its own.
pub const CRATE: Template = Template {
    folder: "crate",
    edits: &[
        ("Cargo.toml", "agon-nn = ", "agon-newgame = { path = \"crates/newgame\", version = \"0.1.0\" }\n"),
        ("crates/games/Cargo.toml", "serde_json.workspace", "agon-newgame.workspace = true\n"),
        ("crates/games/src/registry.rs", "// A new game adds its line", "&agon_newgame::ENTRY,\n        "),
        ("tests/reference/src/lib.rs", "pub mod quoridor;", "pub mod newgame;\n"),
        (
            "tests/reference/src/lib.rs",
            "// A new game adds its line",
            "(\"newgame\", newgame::successors, newgame::random_position),\n    ",
        ),
        ("docs/architecture.md", "tavli, search, nn, dice", "newgame, "),
        (
            "docs/rules/README.md",
            "<!-- new games -->",
            "| Newgame | [English](../../crates/newgame/texts/rules.en.md) | \
             [srpski](../../crates/newgame/texts/rules.sr.md) | [ελληνικά](../../crates/newgame/texts/rules.el.md) | \
             [עברית](../../crates/newgame/texts/rules.he.md) |\n",
        ),
    ],
};

/// A variant of the tavli library.
pub const TAVLI: Template = Template {
    folder: "tavli",
    edits: &[
        ("crates/tavli/src/lib.rs", "mod plakoto;", "mod newgame;\n"),
        ("crates/tavli/src/lib.rs", "pub use plakoto::", "pub use newgame::Newgame;\n"),
        ("crates/tavli/src/lib.rs", "// A new variant adds its line", "&entry::<Newgame>(),\n    "),
        ("crates/tavli/tests/tavli/main.rs", "mod perft;", "mod newgame;\n"),
        (
            "tests/reference/src/tavli/rules.rs",
            "// A new variant adds its line",
            "(\"newgame\", Game::Portes, [1, 1, 2, 2, 12, 12, 12, 12, 17, 17, 17, 19, 19, 19, 19], &[]),\n    ",
        ),
        (
            "docs/rules/README.md",
            "<!-- new games -->",
            "| Newgame | [English](../../crates/tavli/texts/newgame/rules.en.md) | \
             [srpski](../../crates/tavli/texts/newgame/rules.sr.md) | \
             [ελληνικά](../../crates/tavli/texts/newgame/rules.el.md) | \
             [עברית](../../crates/tavli/texts/newgame/rules.he.md) |\n",
        ),
    ],
};

/// What the game of the templates is called.
const NAME: &str = "newgame";
const TITLE: &str = "Newgame";

/// Words that Rust keeps for itself, and names of its libraries.
const RESERVED: &str = "abstract alloc as async await become box break const continue core crate do dyn else enum \
     extern false final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self \
     static std struct super test trait true try type typeof union unsafe unsized use virtual where while yield";

/// Writes a game into the repository at `root` and returns the paths of its files. A name that cannot be used is
/// refused, and nothing is written.
pub fn create(root: &Path, name: &str, template: &Template) -> Result<Vec<PathBuf>, String> {
    check_name(root, name)?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates").join(template.folder);
    let mut files = BTreeMap::new();
    for path in sources::files(&folder)? {
        let text = sources::read(&folder.join(&path))?;
        check_type(&path, &text, name)?;
        files.insert(PathBuf::from(renamed(&path.to_string_lossy(), name)), renamed(&text, name));
    }
    let new: Vec<PathBuf> = files.keys().cloned().collect();
    for (path, before, inserted) in template.edits {
        let text = match files.entry(PathBuf::from(path)) {
            Entry::Occupied(edited) => edited.into_mut(),
            Entry::Vacant(unread) => {
                let text = sources::read(&root.join(path))?;
                check_type(unread.key(), &text, name)?;
                unread.insert(text)
            }
        };
        let at = text.find(before).ok_or_else(|| format!("{path} has no line with {before}"))?;
        text.insert_str(at, &renamed(inserted, name));
    }
    for (path, text) in &mut files {
        if is_rust(path) {
            *text = formatted(root, text)?;
        }
    }
    for (path, text) in &files {
        sources::write(&root.join(path), text)?;
    }
    Ok(new)
}

/// Refuses a name that is no identifier, that Rust keeps for itself, or that something else has.
fn check_name(root: &Path, name: &str) -> Result<(), String> {
    let is_word = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    if !is_word || !(2..=30).contains(&name.len()) || name.as_bytes()[0].is_ascii_digit() {
        return Err(format!(
            "{name:?} is no name of a game: a name has 2 to 30 letters a to z and digits, a letter first"
        ));
    }
    if RESERVED.split_whitespace().any(|word| word == name) {
        return Err(format!("{name} is no name of a game: Rust keeps that word for itself"));
    }
    let places = ["crates/NAME", "tests/NAME", "crates/tavli/src/NAME.rs", "crates/tavli/texts/NAME"];
    match places.map(|place| place.replace("NAME", name)).into_iter().find(|place| root.join(place).exists()) {
        Some(place) => Err(format!("there is already a {name}: {place}")),
        None => Ok(()),
    }
}

/// Refuses a name whose type would hide another one in a file of Rust.
fn check_type(path: &Path, text: &str, name: &str) -> Result<(), String> {
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    if !is_rust(path) || title(name) == TITLE || words.all(|word| word != title(name)) {
        return Ok(());
    }
    Err(format!("{name} is no name of a game: {} means something else in {}", title(name), path.display()))
}

fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "rs")
}

/// The game's name as a type, and for people.
fn title(name: &str) -> String {
    name[..1].to_ascii_uppercase() + &name[1..]
}

fn renamed(text: &str, name: &str) -> String {
    text.replace(NAME, name).replace(TITLE, &title(name))
}

/// Formats a text of Rust, whose lines have other lengths with another name.
fn formatted(root: &Path, text: &str) -> Result<String, String> {
    let failed = |error| format!("rustfmt: {error}");
    let mut command = Command::new("rustfmt");
    command.current_dir(root).args(["--edition", "2024"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut rustfmt = command.spawn().map_err(failed)?;
    if let Some(mut input) = rustfmt.stdin.take() {
        input.write_all(text.as_bytes()).map_err(failed)?;
    }
    let output = rustfmt.wait_with_output().map_err(failed)?;
    if output.status.success() {
        return String::from_utf8(output.stdout).map_err(|error| format!("rustfmt: {error}"));
    }
    Err(format!("rustfmt failed ({})", output.status))
}
