//! Every text exists in every language, with the same details in it.

use std::collections::BTreeSet;

use agon_core::{Values, faults};
use agon_i18n::{Catalogue, Language, Plural};

use crate::placeholders;

/// A key without its plural form.
fn stem(key: &str) -> &str {
    key.split('#').next().unwrap_or(key)
}

fn stems(language: Language) -> BTreeSet<&'static str> {
    Catalogue::of(language).keys().map(stem).filter(|key| !key.starts_with("fault.")).collect()
}

#[test]
fn every_english_text_exists_in_every_language() {
    let english = stems(Language::English);
    for language in Language::ALL {
        let own = stems(language);
        let missing: Vec<_> = english.difference(&own).collect();
        assert!(missing.is_empty(), "{} lacks {missing:?}", language.tag());
        let extra: Vec<_> = own.difference(&english).collect();
        assert!(extra.is_empty(), "{} alone has {extra:?}", language.tag());
    }
}

#[test]
fn placeholders_agree() {
    let english = Catalogue::of(Language::English);
    for language in Language::ALL {
        let own = Catalogue::of(language);
        for key in own.keys().filter(|key| !key.starts_with("fault.")) {
            let stem = stem(key);
            let wanted = english.get(stem).or_else(|| english.get(&format!("{stem}#other"))).unwrap_or_default();
            let mut wanted = placeholders(wanted);
            let found = placeholders(own.get(key).unwrap_or_default());
            // The forms for one and two may spell the number out.
            if key.ends_with("#one") || key.ends_with("#two") {
                wanted.retain(|name| *name != "n" || found.contains("n"));
            }
            assert_eq!(found, wanted, "{} {key}", language.tag());
        }
    }
}

#[test]
fn counted_texts_have_every_form_of_their_language() {
    for language in Language::ALL {
        let own = Catalogue::of(language);
        let counted: BTreeSet<&str> = own.keys().filter(|key| key.contains('#')).map(stem).collect();
        assert!(!counted.is_empty());
        for stem in counted {
            for form in language.plurals() {
                let key = format!("{stem}#{}", form.name());
                assert!(own.get(&key).is_some(), "{} lacks {key}", language.tag());
            }
            let few = own.get(&format!("{stem}#{}", Plural::Few.name())).is_some();
            assert_eq!(few, language.plurals().contains(&Plural::Few), "{} {stem}", language.tag());
        }
    }
}

#[test]
fn games_options_and_rules_have_texts() {
    let english = Catalogue::of(Language::English);
    for entry in agon_games::entries() {
        let name = entry.info.name;
        for key in [format!("game.{name}.title"), format!("game.{name}.summary"), format!("rules.{name}")] {
            assert!(english.get(&key).is_some(), "{key}");
        }
        for option in entry.info.options {
            let own = format!("option.{name}.{}", option.name);
            let dice = format!("option.dice.{}", option.name);
            assert!(english.get(&format!("option.{}", option.name)).is_some(), "option.{}", option.name);
            assert!(english.get(&own).or_else(|| english.get(&dice)).is_some(), "{own}");
        }
    }
}

#[test]
fn values_of_options_have_names() {
    for language in Language::ALL {
        let own = Catalogue::of(language);
        for option in agon_games::entries().iter().flat_map(|entry| entry.info.options) {
            let Values::OneOf(values) = option.values else { continue };
            for value in values {
                let name = own.option_value(option.name, value);
                let is_translated = language == Language::English || name != value.replace('_', " ");
                assert!(is_translated && !name.contains('_'), "{} {}={value}: {name}", language.tag(), option.name);
            }
        }
        assert_eq!(own.option_value("size", "9"), "9");
    }
    let english = Catalogue::of(Language::English);
    assert_eq!(english.option_value("turn", "swift"), "pawn or wall");
    assert_eq!(english.option_value("single", "free"), "always");
    assert_eq!(english.option_value("head", "free"), "any number");
}

#[test]
fn no_language_speaks_english_by_mistake() {
    let english = Catalogue::of(Language::English);
    let is_long = |text: &str| text.split_whitespace().count() > 3;
    for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
        let own = Catalogue::of(language);
        for key in own.keys() {
            let text = own.get(key).filter(|text| is_long(text));
            assert!(text.is_none() || text != english.get(key), "{} {key}", language.tag());
        }
    }
}

#[test]
fn cyrillic_keeps_keys_moves_and_names_in_latin() {
    let cyrillic = Catalogue::of(Language::SerbianCyrillic);
    assert_eq!(cyrillic.text("setup.start"), "Почни игру");
    assert_eq!(cyrillic.text("game.quoridor.title"), "Quoridor");
    assert!(cyrillic.text("rules.blockade").contains("X1-64,G35"));
    assert!(cyrillic.text("rules.blockade").contains("[X 1] [6 4] [Z 3 5]"));
    // What is left in Latin letters was left on purpose: no Serbian letter with a mark is among it.
    for key in cyrillic.keys() {
        let text = cyrillic.get(key).unwrap_or_default();
        assert!(!text.contains(['č', 'ć', 'š', 'ž', 'đ', '~', '|']), "{key}: {text}");
    }
}

#[test]
fn details_are_words_of_the_language() {
    let fault = faults::OPTION_VALUE.with("option", "size").with("value", 99).with("allowed", "3 to 15");
    assert_eq!(fault.to_string(), "size=99 is not allowed; size takes 3 to 15");
    assert_eq!(Catalogue::of(Language::English).fault(&fault), fault.to_string());
    assert_eq!(Catalogue::of(Language::Serbian).fault(&fault), "size=99 nije dozvoljeno; size prima od 3 do 15");
    let fault = faults::NO_ROLL_DUE.with("word", "31:").with("actor", agon_core::Player::P2);
    assert!(Catalogue::of(Language::Greek).fault(&fault).contains("ο δεύτερος παίκτης"));
    assert!(Catalogue::of(Language::Hebrew).fault(&fault).contains("השחקן השני"));
}

#[test]
fn numbers_choose_their_form() {
    let count = |language, n| Catalogue::of(language).count("count.walls", n, &[]);
    assert_eq!(count(Language::English, 1), "1 wall");
    assert_eq!(count(Language::Serbian, 21), "21 zid");
    assert_eq!(count(Language::Serbian, 3), "3 zida");
    assert_eq!(count(Language::SerbianCyrillic, 12), "12 зидова");
    assert_eq!(count(Language::Greek, 10), "10 τείχη");
    assert_eq!(count(Language::Hebrew, 2), "שתי חומות");
    assert_eq!(count(Language::Hebrew, 10), "10 חומות");
}
