//! Games from both templates, in a copy of the repository: they pass the contract of every game, and play everywhere.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use xtask::new_game::{CRATE, TAVLI, Template, create};
use xtask::sources;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

const NEW: [(&str, Template); 2] = [("sprout", CRATE), ("longboard", TAVLI)];

/// Copies the files of a folder. What is the same stays as it is, so that cargo builds only what has changed.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    let files = sources::files(from).unwrap();
    for path in sources::files(to).unwrap().iter().filter(|path| !files.contains(path)) {
        fs::remove_file(to.join(path)).unwrap();
        let mut folders = path.ancestors().skip(1).take_while(|folder| *folder != Path::new(""));
        while folders.next().is_some_and(|folder| fs::remove_dir(to.join(folder)).is_ok()) {}
    }
    for path in files {
        let bytes = fs::read(from.join(&path)).unwrap();
        if fs::read(to.join(&path)).ok().as_ref() != Some(&bytes) {
            fs::create_dir_all(to.join(&path).parent().unwrap()).unwrap();
            fs::write(to.join(&path), bytes).unwrap();
        }
    }
}

/// A copy of the repository with both games.
fn repository_with_games() -> PathBuf {
    let fresh = tempfile::tempdir().unwrap();
    copy(&root(), fresh.path());
    for (name, template) in NEW {
        for path in create(fresh.path(), name, &template).unwrap() {
            let text = sources::read(&fresh.path().join(&path)).unwrap();
            assert!(
                path.to_string_lossy().contains(name) && !text.to_lowercase().contains("newgame"),
                "{}",
                path.display()
            );
        }
    }
    // Another version, so that these crates do not replace ours in the folder that both are built into; and less time for
    // the compiler, because only a few games are played.
    let manifest = fresh.path().join("Cargo.toml");
    let mut text = sources::read(&manifest).unwrap();
    assert!(text.contains("\nversion = \"0.1.0\"\n"), "the version of the workspace");
    text = text.replace("\nversion = \"0.1.0\"\n", "\nversion = \"0.1.999\"\n");
    for path in sources::files(fresh.path()).unwrap().iter().filter(|path| path.ends_with("Cargo.toml")) {
        let manifest = sources::read(&fresh.path().join(path)).unwrap();
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
        if let Some(name) = name.filter(|_| path.starts_with("crates") || path.starts_with("tests")) {
            write!(text, "\n[profile.dev.package.{name}]\nopt-level = 1\n").unwrap();
        }
    }
    sources::write(&manifest, &text).unwrap();
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-game");
    copy(fresh.path(), &built);
    built
}

fn cargo(copy: &Path, args: &[&str]) {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let status = Command::new(env!("CARGO"))
        // The configuration of cargo is that of the folder.
        .current_dir(root())
        // What is built for both is shared, but each has its own program.
        .env("CARGO_BUILD_BUILD_DIR", target)
        .env("CARGO_TARGET_DIR", copy.join("target"))
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_NET_OFFLINE", "true")
        .args([args[0], "--quiet", "--manifest-path"])
        .arg(copy.join("Cargo.toml"))
        .args(&args[1..])
        .status();
    assert!(status.unwrap().success(), "cargo {}", args.join(" "));
}

#[test]
fn games_from_the_templates_pass_the_contract_and_play_everywhere() {
    let copy = repository_with_games();
    cargo(&copy, &["fmt", "--all", "--check"]);
    // With the whole workspace selected, the crates of others are those that our tests have built.
    let tests = ["--test", "games", "--test", "cli", "--test", "i18n", "--test", "sprout", "--test", "tavli"];
    let names = ["contract", "catalogues", "faults::", "sprout", "longboard", "perft"];
    cargo(&copy, &[&["test", "--workspace"][..], &tests, &["--"], &names].concat());
}

/// A folder with the files that a template changes.
fn small_repository(template: &Template) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for path in template.changed_files().chain(["crates/tavli/src/portes.rs"]) {
        sources::write(&folder.path().join(path), &sources::read(&root().join(path)).unwrap()).unwrap();
    }
    folder
}

#[test]
fn bad_names_are_refused_and_nothing_is_written() {
    for (template, cases) in [
        (&CRATE, &[("tavli", "already"), ("board", "Board"), ("portes", "portes.rs"), ("quoridor", "already")][..]),
        (&TAVLI, &[("portes", "portes.rs"), ("rules", "Rules"), ("position", "Position")]),
    ] {
        let folder = small_repository(template);
        fs::create_dir_all(folder.path().join("crates/quoridor")).unwrap();
        let state = || {
            let files = sources::files(folder.path()).unwrap();
            files.into_iter().map(|path| sources::read(&folder.path().join(path)).unwrap()).collect::<Vec<_>>()
        };
        let before = state();
        let always = [
            ("", "letters"),
            ("x", "letters"),
            ("New", "letters"),
            ("2player", "letters"),
            ("my_game", "letters"),
            ("my-game", "letters"),
            ("../up", "letters"),
            ("čičin", "letters"),
            ("match", "Rust"),
            ("yield", "Rust"),
        ];
        for (name, reason) in always.iter().chain(cases) {
            let message = create(folder.path(), name, template).unwrap_err();
            assert!(message.contains(name) && message.contains(reason), "{name}: {message}");
        }
        assert!(before == state(), "something was written");
    }
}

#[test]
fn a_name_is_taken_once() {
    let folder = small_repository(&TAVLI);
    create(folder.path(), "longboard", &TAVLI).unwrap();
    let message = create(folder.path(), "longboard", &TAVLI).unwrap_err();
    assert_eq!(message, "there is already a longboard: crates/tavli/src/longboard.rs");
    let registry = sources::read(&folder.path().join("crates/tavli/src/lib.rs")).unwrap();
    assert_eq!(registry.matches("entry::<Longboard>()").count(), 1);
}
