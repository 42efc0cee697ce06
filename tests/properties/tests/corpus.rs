//! Feeds the fuzzer's corpus, and mutations of it, through every target.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use agon_core::Rng;
use agon_properties::{TARGETS, batch, position};

/// Mutated inputs for each target, unless `AGON_MUTATIONS` says how many.
const MUTATIONS: u64 = 5000;

/// Pieces of the formats, and numbers at the limits of something.
const PIECES: &[&str] = &[
    "/",
    " / ",
    " ",
    "\n",
    "\t",
    "#",
    ":",
    ",",
    "=",
    "-",
    "+",
    "*",
    "(2)",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\",
    "0",
    "1",
    "2",
    "9",
    "10",
    "15",
    "16",
    "28",
    "99",
    "-1",
    "4294967296",
    "18446744073709551616",
    "a",
    "h",
    "v",
    "w",
    "b",
    "x",
    "o",
    "A",
    "S",
    "bar",
    "off",
    "pass",
    "startpos",
    "moves",
    "fen",
    "value",
    "e2",
    "e3h",
    "X1-64",
    "24/18",
    "31:",
    "o52:",
    "é",
    "\u{0}",
    "\u{202e}",
    "\u{1f3b2}",
    "w15",
    "b1+w",
];

fn fuzz_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = fuzz_folder().join("corpus").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

/// Gives an input to a target; if a promise is broken, tells which input broke it.
fn feed(name: &str, target: fn(&[u8]), input: &[u8]) -> Result<(), String> {
    let fed = catch_unwind(AssertUnwindSafe(|| target(input)));
    fed.map_err(|_| format!("target {name} fails on b\"{}\"", input.escape_ascii()))
}

/// Changes an input in one to four places.
fn mutate(rng: &mut Rng, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut input = rng.choose(corpus).cloned().unwrap_or_default();
    for _ in 0..=rng.below(4) {
        let at = rng.below(input.len() as u32 + 1) as usize;
        let end = (at + rng.below(8) as usize).min(input.len());
        match rng.below(7) {
            0 => drop(input.drain(at..end)),
            1 => drop(input.splice(at..at, rng.choose(PIECES).unwrap_or(&"").bytes())),
            2 => drop(input.splice(at..end, rng.choose(PIECES).unwrap_or(&"").bytes())),
            3 => {
                let copy = input[at..end].to_vec();
                drop(input.splice(at..at, copy));
            }
            4 if at < input.len() => input[at] = rng.below(256) as u8,
            5 if at < input.len() => {
                input[at] = input[at].wrapping_add(if rng.below(2) == 0 { 1 } else { 255 });
            }
            _ => {
                let other = rng.choose(corpus).cloned().unwrap_or_default();
                let from = rng.below(other.len() as u32 + 1) as usize;
                input.truncate(at);
                input.extend_from_slice(&other[from..]);
            }
        }
    }
    input
}

#[test]
fn every_target_has_a_fuzzer_and_a_corpus() {
    let names = |folder: &str| -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(fuzz_folder().join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    let targets: Vec<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names("fuzz_targets"), targets);
    assert_eq!(names("corpus"), targets);
}

/// An input about a game that is not there would hold whatever it says.
#[test]
fn the_corpus_names_games_that_exist() {
    for input in corpus("position").iter().chain(&corpus("moves")) {
        let text = String::from_utf8_lossy(input);
        let spec = text.lines().next().unwrap_or_default();
        assert!(agon_games::open(spec).is_ok(), "{spec}");
    }
}

#[test]
fn the_corpus_holds() {
    for (name, target) in TARGETS {
        for input in corpus(name) {
            feed(name, *target, &input).unwrap();
        }
    }
}

#[test]
fn mutations_of_the_corpus_hold() {
    let count = std::env::var("AGON_MUTATIONS").ok().and_then(|count| count.parse().ok());
    let count = count.unwrap_or(MUTATIONS);
    // The first failure of each target: one run shows all that is to be mended.
    let failures: Vec<String> = TARGETS
        .iter()
        .filter_map(|(name, target)| {
            let corpus = corpus(name);
            let mut rng = Rng::new(7);
            (0..count).find_map(|_| feed(name, *target, &mutate(&mut rng, &corpus)).err())
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Random positions of every game that has no line in [`SPECS`].
const POSITIONS: u64 = 200;

/// Rule sets with their options, small boards first: each position is compared with the slow reference.
const SPECS: &[(&str, u64)] = &[
    ("quoridor:size=3,walls=4", 200),
    ("quoridor:size=4,walls=3", 200),
    ("quoridor", 200),
    ("quoridor:size=12,walls=25", 60),
    ("blockade:turn=classic,rows=4,cols=5,walls=3,single=opponent", 150),
    ("blockade:turn=swift,rows=6,cols=6,walls=5,single=none", 150),
    ("blockade:turn=optional,rows=3,cols=7,walls=2,single=free", 150),
    ("blockade:turn=swift", 100),
    ("blockade", 20),
    ("blockade:turn=swift,rows=22,cols=28,walls=18", 10),
    ("domineering", 200),
    ("domineering:rows=5,cols=13", 200),
    ("domineering:rows=16,cols=16", 50),
    ("portes", 200),
    ("portes:hit_and_run=forbidden,one_die=free,score=triple", 200),
    ("plakoto", 200),
    ("plakoto:bearoff=unpinned_only,mana=play_on", 200),
    ("fevga", 200),
    ("fevga:runner=past,start_prime=either,blockade=behind_prime,mana_prime=forbidden", 200),
    ("fevga:start_prime=off,blockade=off", 200),
];

#[test]
fn random_positions_hold_and_agree_with_the_reference() {
    let others = agon_games::entries().iter().map(|entry| (entry.info.name, POSITIONS));
    let others = others.filter(|(name, _)| SPECS.iter().all(|(spec, _)| spec != name));
    for (spec, count) in SPECS.iter().copied().chain(others) {
        assert!(agon_games::open(spec).is_ok(), "{spec}");
        for seed in 0..count {
            let text = agon_reference::random_position(spec, seed);
            feed("position", position, format!("{spec}\n{text}").as_bytes()).unwrap();
            feed("batch", batch, format!("{spec}\t{text}\n").as_bytes()).unwrap();
        }
    }
}
