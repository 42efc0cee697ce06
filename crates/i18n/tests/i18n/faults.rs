//! Every fault that any crate reports has a unique code and is translated into every language.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use agon_core::FaultKind;
use agon_i18n::{Catalogue, Language};

use crate::placeholders;

/// The faults of each crate that declares some.
fn lists() -> Vec<&'static [FaultKind]> {
    let mut lists = vec![
        agon_core::faults::FAULTS,
        agon_arena::FAULTS,
        agon_dice::FAULTS,
        agon_engines::FAULTS,
        agon_nn::FAULTS,
        agon_search::FAULTS,
        agon_server::FAULTS,
        agon_solver::FAULTS,
        agon_terminal::faults::FAULTS,
        agon_train::FAULTS,
        agon_ugi::FAULTS,
    ];
    for entry in agon_games::entries() {
        // The games of one library share a list.
        if !lists.contains(&entry.faults) {
            lists.push(entry.faults);
        }
    }
    lists
}

/// Counts the Rust files below a folder that declare faults.
fn declarations(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let declares = |path: &Path| {
        let is_rust = path.extension().is_some_and(|ext| ext == "rs");
        is_rust
            && fs::read_to_string(path)
                .unwrap()
                .lines()
                .any(|line| line.ends_with("::faults! {") && !line.starts_with("//"))
    };
    entries.map(|path| if path.is_dir() { declarations(&path) } else { usize::from(declares(&path)) }).sum()
}

#[test]
fn no_crate_is_left_out() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let sources = fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path().join("src"));
    let found: usize = sources.filter(|path| path.is_dir()).map(|path| declarations(&path)).sum();
    assert_eq!(found, lists().len());
}

#[test]
fn codes_are_unique() {
    let mut seen = BTreeSet::new();
    for kind in lists().into_iter().flatten() {
        assert!(seen.insert(kind.code), "{} is declared twice", kind.code);
    }
}

#[test]
fn every_fault_is_translated_with_its_placeholders() {
    for kind in lists().into_iter().flatten() {
        for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
            let key = format!("fault.{}", kind.code);
            let text = Catalogue::of(language).get(&key);
            let text = text.unwrap_or_else(|| panic!("{} lacks {key}: {}", language.tag(), kind.text));
            assert_eq!(placeholders(text), placeholders(kind.text), "{} {key}", language.tag());
        }
    }
}
