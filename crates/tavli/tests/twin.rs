//! Agreement with the slow generator, which was written apart from this crate.
//!
//! The usual run compares 20,000 positions of every game, spread over its options. The long one compares a million
//! of each: `cargo test --release -p agon-tavli --test twin -- --ignored`.

use agon_core::{Actor, AnyTable, Options, spec::split_spec};
use agon_tavli::ENTRIES;

/// Specs whose options together take every value, each with the rest of the usual ones.
const PORTES: &[&str] = &[
    "portes",
    "portes:one_die=free",
    "portes:hit_and_run=forbidden",
    "portes:score=triple",
    "portes:one_die=free,score=triple,opening=high_plays,hit_and_run=forbidden",
];
const PLAKOTO: &[&str] = &[
    "plakoto",
    "plakoto:one_die=free",
    "plakoto:bearoff=unpinned_only",
    "plakoto:mana=play_on",
    "plakoto:bearoff=unpinned_only,mana=play_on",
    "plakoto:one_die=free,score=triple,bearoff=unpinned_only,mana=play_on",
];
const FEVGA: &[&str] = &[
    "fevga",
    "fevga:one_die=free",
    "fevga:runner=past",
    "fevga:start_prime=either",
    "fevga:start_prime=off",
    "fevga:blockade=behind_prime",
    "fevga:blockade=off",
    "fevga:mana_prime=forbidden",
    "fevga:start_prime=either,mana_prime=forbidden,runner=past",
    "fevga:one_die=free,score=triple,start_prime=off,blockade=behind_prime,mana_prime=forbidden",
];

fn open(spec: &str) -> Box<dyn AnyTable> {
    let (name, options) = split_spec(spec);
    let entry = ENTRIES.iter().find(|entry| entry.info.name == name).unwrap();
    (entry.open)(Options::parse(entry.info, options).unwrap()).unwrap()
}

fn compare(specs: &[&str], positions: u64) {
    for spec in specs {
        let mut table = open(spec);
        for seed in 0..positions.div_ceil(specs.len() as u64) {
            let text = agon_twins::random_position(spec, seed);
            table.set_position(&text).unwrap_or_else(|fault| panic!("{spec}, {text}: {fault}"));
            let twin = agon_twins::successors(spec, &text).unwrap();
            assert_eq!(table.position(), twin.position, "{spec}");
            assert_eq!(table.actor().name(), twin.actor, "{spec}, {text}");
            let outcome = table
                .outcome()
                .map(|outcome| (outcome.winner().map(|winner| winner.index() as u8 + 1), outcome.points()));
            assert_eq!(outcome, twin.outcome, "{spec}, {text}");
            let successors = table.successors();
            let mut ends: Vec<String> = successors.iter().map(|next| next.position.clone()).collect();
            let listed = ends.len();
            ends.sort();
            ends.dedup();
            assert_eq!(ends.len(), listed, "{spec}, {text}: a position stands twice");
            assert_eq!(ends, twin.successors, "{spec}, {text}");
            if table.actor() != Actor::Chance && seed % 16 == 0 {
                words_lead_where_they_say(&*table, &text);
            }
        }
    }
}

/// Every word of the list, read again, is itself.
fn words_lead_where_they_say(table: &dyn AnyTable, text: &str) {
    for word in table.legal() {
        assert_eq!(table.check(&word).as_deref(), Ok(word.as_str()), "{text}");
        let reversed: Vec<&str> = word.rsplit(',').collect();
        assert_eq!(table.check(&reversed.join(" ")).as_deref(), Ok(word.as_str()), "{text}");
    }
}

#[test]
fn portes_agrees_with_its_twin() {
    compare(PORTES, 20_000);
}

#[test]
fn plakoto_agrees_with_its_twin() {
    compare(PLAKOTO, 20_000);
}

#[test]
fn fevga_agrees_with_its_twin() {
    compare(FEVGA, 20_000);
}

#[test]
#[ignore = "a million positions of every game: minutes"]
fn a_million_positions_of_each_game_agree() {
    for specs in [PORTES, PLAKOTO, FEVGA] {
        compare(specs, 1_000_000);
    }
}
