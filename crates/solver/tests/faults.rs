//! Every mistake is told in every language.

use std::collections::BTreeSet;

use agon_i18n::{Catalogue, Language};

fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name)).collect()
}

#[test]
fn mistakes_have_texts_with_their_details() {
    for kind in agon_solver::FAULTS {
        for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
            let key = format!("fault.{}", kind.code);
            let text = Catalogue::of(language).get(&key);
            let text = text.unwrap_or_else(|| panic!("{} lacks {key}", language.tag()));
            assert_eq!(placeholders(text), placeholders(kind.text), "{} {key}", language.tag());
        }
    }
}

#[test]
fn other_games_and_larger_boards_are_refused() {
    let fault = |spec: &str| {
        let table = agon_games::open(spec).unwrap();
        agon_solver::solver(table.as_ref(), 1).err().map(|fault| fault.kind.code)
    };
    assert_eq!(fault("portes"), Some("not-solvable"));
    assert_eq!(fault("quoridor:size=10"), Some("too-many-squares"));
    assert_eq!(fault("blockade"), Some("too-many-squares"));
    assert_eq!(fault("quoridor"), None);
    assert_eq!(fault("domineering:rows=12,cols=11"), Some("board-too-large"));
    assert_eq!(fault("domineering:rows=11,cols=11"), None);
}
