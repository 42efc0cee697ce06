//! Every mistake in the settings of a match is told in every language.

use std::collections::BTreeSet;

use agon_i18n::{Catalogue, Language};

fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name)).collect()
}

#[test]
fn mistakes_have_texts_with_their_details() {
    for kind in agon_arena::FAULTS {
        for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
            let key = format!("fault.{}", kind.code);
            let text = Catalogue::of(language).get(&key);
            let text = text.unwrap_or_else(|| panic!("{} lacks {key}", language.tag()));
            assert_eq!(placeholders(text), placeholders(kind.text), "{} {key}", language.tag());
        }
    }
}

#[test]
fn codes_are_unique() {
    let others = agon_core::faults::ALL.iter().chain(agon_search::FAULTS).chain(agon_engines::FAULTS);
    let mut seen = BTreeSet::new();
    for kind in others.chain(agon_arena::FAULTS) {
        assert!(seen.insert(kind.code), "{}", kind.code);
    }
}
