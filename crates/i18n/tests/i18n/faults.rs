//! Every fault that any crate reports has a unique code and is translated into every language; players get sentences.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use agon_core::{Fault, FaultKind, Player, Rng};
use agon_i18n::{Catalogue, Language};

use crate::placeholders;

/// The faults of each crate that declares some.
fn lists() -> Vec<&'static [FaultKind]> {
    let mut lists = vec![
        agon_core::faults::FAULTS,
        agon_arena::FAULTS,
        agon_client::FAULTS,
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

/// Details that only the sentences for players name.
const PLAYERS_DETAILS: [(&str, &str); 1] = [("blockade-path-closed", "pawns")];

#[test]
fn every_fault_is_translated_with_its_placeholders() {
    for kind in lists().into_iter().flatten() {
        let key = format!("fault.{}", kind.code);
        let english = Catalogue::of(Language::English).get(&key).unwrap_or(kind.text);
        let mut known = placeholders(kind.text);
        known.extend(PLAYERS_DETAILS.iter().filter(|(code, _)| *code == kind.code).map(|(_, name)| *name));
        assert!(placeholders(english).is_subset(&known), "{key}: {english}");
        for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
            let text = Catalogue::of(language).get(&key);
            let text = text.unwrap_or_else(|| panic!("{} lacks {key}: {}", language.tag(), kind.text));
            assert_eq!(placeholders(text), placeholders(english), "{} {key}", language.tag());
        }
    }
}

/// Words that are a move in no game, or only in another one.
const WRONG_NOTATIONS: [&str; 30] = [
    "",
    "hello",
    "z9",
    "e99",
    "e9h",
    "i8v",
    "c4",
    "9 z",
    "31:",
    "pass",
    "24/18",
    "24/23/22/21/20/19",
    "bar/22",
    "6/off",
    "13/7(4)",
    "1/off",
    "12/8",
    "X1-99",
    "X 1",
    "X 3 4 6",
    "O1-48",
    "X1-44",
    "X1-84",
    "X1-77",
    "X1-64",
    "X1-64,Q35",
    "X1-64,GZZ",
    "X1-64,G3",
    "X1-64,G35,B35",
    "G35",
];

/// The faults that a player meets at the board of a game: answers to moves of all moments, and to other texts.
fn faults_at_the_board(spec: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    for seed in 0..6 {
        let (mut table, mut rng) = (agon_games::open(spec).unwrap(), Rng::new(seed));
        let mut notations: Vec<String> = WRONG_NOTATIONS.map(str::to_owned).into();
        for _ in 0..60 {
            let legal = table.legal();
            notations.extend(legal.iter().take(40).cloned());
            let step = table.steps(&[]).ok().and_then(|steps| steps.next.into_iter().next());
            notations.extend(step.map(|step| step.notation));
            for _ in 0..40 {
                let notation = rng.choose(&notations).cloned().unwrap_or_default();
                faults.extend(table.check(&notation).err());
            }
            let Some(notation) = rng.choose(&legal) else { break };
            table.play(notation).unwrap();
        }
    }
    faults
}

#[test]
fn what_a_player_meets_at_the_board_is_a_sentence_in_every_language() {
    let specs = agon_games::entries().iter().map(|entry| entry.info.name.to_owned());
    let mut met = BTreeSet::new();
    for spec in specs.chain(["quoridor:size=5,walls=6".to_owned(), "blockade:rows=5,cols=5,turn=swift".to_owned()]) {
        let game = spec.split(':').next().unwrap_or_default();
        for fault in faults_at_the_board(&spec) {
            let code = fault.kind.code;
            met.insert(code);
            for language in Language::ALL {
                let catalogue = Catalogue::of(language);
                let template = catalogue.get(&format!("fault.{code}"));
                let template = template.unwrap_or_else(|| panic!("{} has no sentence for {code}", language.tag()));
                let ends = ['.', '}'];
                assert!(template.ends_with(ends), "{} {code}: {template}", language.tag());
                assert!(!template.starts_with(char::is_lowercase), "{} {code}: {template}", language.tag());
                let text = catalogue.fault_in(game, &fault);
                assert!(!text.contains(['{', '}']), "{} {code}: {text}", language.tag());
                let sides = ["player", "other", "actor"].map(|name| fault.arg(name).unwrap_or_default());
                let named = sides.iter().any(|side| ["p1", "p2"].contains(side));
                assert!(!named || !text.contains("p1") && !text.contains("p2"), "{text}");
            }
        }
    }
    for code in ["quoridor-closes-path", "blockade-path-closed", "tavli-too-short", "domineering-above-covered"] {
        assert!(met.contains(code), "{code} was not met");
    }
}

#[test]
fn sides_have_the_names_of_the_game() {
    let fault = agon_core::faults::NOT_YOUR_TURN.with("actor", Player::P2);
    let say = |language, game| Catalogue::of(language).fault_in(game, &fault);
    assert_eq!(say(Language::English, "quoridor"), "It is Black's turn.");
    assert_eq!(say(Language::English, "blockade"), "It is O's turn.");
    assert_eq!(say(Language::Serbian, "domineering"), "Na potezu je Horizontalni.");
    assert_eq!(say(Language::Greek, "portes"), "Σειρά έχει ο Μαύρος.");
    assert_eq!(say(Language::Hebrew, "quoridor"), "התור של שחור.");
    // Without a game the sides have no names.
    assert_eq!(Catalogue::of(Language::English).fault(&fault), "It is the second player's turn.");
}
