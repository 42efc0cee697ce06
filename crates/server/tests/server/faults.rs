//! Every mistake the server and its dice report is told in every language.

use std::collections::BTreeSet;

use agon_i18n::{Catalogue, Language};

fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name)).collect()
}

#[test]
fn mistakes_of_the_server_and_its_dice_have_texts() {
    for kind in agon_server::FAULTS.iter().chain(agon_dice::FAULTS) {
        for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
            let key = format!("fault.{}", kind.code);
            let text = Catalogue::of(language).get(&key);
            let text = text.unwrap_or_else(|| panic!("{} lacks {key}: {}", language.tag(), kind.text));
            assert_eq!(placeholders(text), placeholders(kind.text), "{} {key}", language.tag());
        }
    }
}
