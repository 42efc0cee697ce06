//! Every mistake a person at the terminal can meet is told in every language.

use std::collections::BTreeSet;

use agon_core::FaultKind;
use agon_i18n::{Catalogue, Language};

fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name)).collect()
}

#[test]
fn mistakes_of_players_files_and_engines_have_texts() {
    let mut all: Vec<FaultKind> = agon_terminal::faults::FAULTS.to_vec();
    all.extend_from_slice(agon_search::FAULTS);
    all.extend_from_slice(agon_engines::FAULTS);
    all.extend_from_slice(agon_ugi::FAULTS);
    for kind in all {
        for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
            let key = format!("fault.{}", kind.code);
            let text = Catalogue::of(language).get(&key);
            let text = text.unwrap_or_else(|| panic!("{} lacks {key}", language.tag()));
            assert_eq!(placeholders(text), placeholders(kind.text), "{} {key}", language.tag());
        }
    }
}

#[test]
fn codes_are_unique_across_the_project() {
    let mut seen = BTreeSet::new();
    let general = agon_core::faults::ALL.iter().chain(agon_terminal::faults::FAULTS);
    for kind in general.chain(agon_search::FAULTS).chain(agon_engines::FAULTS) {
        assert!(seen.insert(kind.code), "{}", kind.code);
    }
}
