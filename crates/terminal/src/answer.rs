//! Yes and no, in English and in the player's language.

use agon_i18n::{Catalogue, Language};

/// The answer that a line gives; `None` if it is neither yes nor no.
pub(crate) fn read(catalogue: &Catalogue, line: &str) -> Option<bool> {
    let line = line.trim().to_lowercase();
    [("answer.yes", true), ("answer.no", false)].into_iter().find_map(|(key, answer)| {
        let languages = [catalogue, Catalogue::of(Language::English), latin(catalogue)];
        let is_meant = languages.iter().any(|own| own.text(key).split(' ').any(|word| word == line));
        is_meant.then_some(answer)
    })
}

/// Whether a line means yes.
pub(crate) fn is_yes(catalogue: &Catalogue, line: &str) -> bool {
    read(catalogue, line) == Some(true)
}

/// The answer that a key gives to a question beside a board, where Latin letters have other meanings: `Y`, `N`, or the
/// letter of a language with other letters.
pub(crate) fn key(catalogue: &Catalogue, key: char) -> Option<bool> {
    match key {
        'Y' => Some(true),
        'N' => Some(false),
        // The Greek letter of yes looks like the N of no, and lies on the same key.
        'ν' | 'Ν' => None,
        key if !key.is_ascii() => read(catalogue, &key.to_string()),
        _ => None,
    }
}

/// Players who read Cyrillic may type Latin letters.
fn latin(catalogue: &Catalogue) -> &'static Catalogue {
    match catalogue.language() {
        Language::SerbianCyrillic => Catalogue::of(Language::Serbian),
        language => Catalogue::of(language),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_its_words_and_english_is_always_read() {
        for (language, yes, no) in [
            (Language::English, "yes Y", "no n"),
            (Language::Serbian, "da D", "ne N"),
            (Language::SerbianCyrillic, "да Д da", "не н ne"),
            (Language::Greek, "ναι Ν", "όχι οχι ο"),
            (Language::Hebrew, "כן כ", "לא ל"),
        ] {
            let catalogue = Catalogue::of(language);
            for (words, answer) in [(yes, true), ("y YES", true), (no, false), ("n No", false)] {
                for word in words.split(' ') {
                    assert_eq!(read(catalogue, &format!(" {word} ")), Some(answer), "{language:?} {word}");
                }
            }
            assert_eq!(read(catalogue, ""), None);
            assert_eq!(read(catalogue, "maybe"), None);
        }
        assert_eq!(read(Catalogue::of(Language::English), "d"), None, "other languages are not read");
    }

    #[test]
    fn a_key_is_an_answer_only_where_it_can_mean_nothing_else() {
        let keys = |language| ['Y', 'N', 'D', 'Д', 'ν', 'Ν', 'כ'].map(|c| key(Catalogue::of(language), c));
        assert_eq!(keys(Language::Serbian), [Some(true), Some(false), None, None, None, None, None]);
        assert_eq!(keys(Language::SerbianCyrillic)[3], Some(true));
        assert_eq!(keys(Language::Greek), [Some(true), Some(false), None, None, None, None, None]);
        assert_eq!(keys(Language::Hebrew)[6], Some(true));
    }
}
