use std::collections::HashMap;
use std::fmt::Display;
use std::sync::OnceLock;

use agon_core::Fault;
use serde_json::Value;

use crate::cyrillic::{to_cyrillic, without_marks};
use crate::{Language, Plural};

/// The files of a language: the texts that all interfaces share, then those of the web page, which
/// are stored beside the page.
type Files = [&'static str; 2];

const ENGLISH: Files = [include_str!("../catalogues/en.json"), include_str!("../catalogues/page/en.json")];
const SERBIAN: Files = [include_str!("../catalogues/sr.json"), include_str!("../catalogues/page/sr.json")];
const GREEK: Files = [include_str!("../catalogues/el.json"), include_str!("../catalogues/page/el.json")];
const HEBREW: Files = [include_str!("../catalogues/he.json"), include_str!("../catalogues/page/he.json")];

/// All texts of one language.
#[derive(Debug)]
pub struct Catalogue {
    language: Language,
    /// Counted texts have the keys `key#one`, `key#other`.
    texts: HashMap<String, String>,
}

impl Catalogue {
    /// The catalogue of a language.
    pub fn of(language: Language) -> &'static Self {
        static ALL: [OnceLock<Catalogue>; 5] = [const { OnceLock::new() }; 5];
        ALL[language as usize].get_or_init(|| Self::load(language))
    }

    fn load(language: Language) -> Self {
        let (files, change): (Files, fn(&str) -> String) = match language {
            Language::English => (ENGLISH, str::to_owned),
            Language::Serbian => (SERBIAN, without_marks),
            Language::SerbianCyrillic => (SERBIAN, to_cyrillic),
            Language::Greek => (GREEK, str::to_owned),
            Language::Hebrew => (HEBREW, str::to_owned),
        };
        // The files are compiled in and the tests read every one of them.
        let texts = files.iter().flat_map(|json| read(json).unwrap_or_default());
        let texts = texts.map(|(key, text)| (key, change(&text))).collect();
        Self { language, texts }
    }

    /// The language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Every key in no order; counted texts appear once for each form, as `key#form`.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }

    /// The text of a key, if this language has it.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.texts.get(key).map(String::as_str)
    }

    /// The text of a key, or the English one, or the key itself.
    pub fn text<'a>(&'a self, key: &'a str) -> &'a str {
        self.get(key).or_else(|| Self::of(Language::English).get(key)).unwrap_or(key)
    }

    /// A text with its placeholders filled in.
    pub fn format(&self, key: &str, args: &[(&str, &dyn Display)]) -> String {
        fill(self.text(key), args)
    }

    /// The plural form of a counted text for `n`, which also fills `{n}`.
    pub fn count(&self, key: &str, n: u64, args: &[(&str, &dyn Display)]) -> String {
        let form = |plural: Plural| self.get(&format!("{key}#{}", plural.name()));
        let text = form(self.language.plural(n)).or_else(|| form(Plural::Other)).unwrap_or(key);
        let mut all: Vec<(&str, &dyn Display)> = vec![("n", &n)];
        all.extend_from_slice(args);
        fill(text, &all)
    }

    /// The text of a fault in this language.
    pub fn fault(&self, fault: &Fault) -> String {
        let key = format!("fault.{}", fault.kind.code);
        let template = self.get(&key).unwrap_or(fault.kind.text);
        let mut translated = fault.clone();
        for (name, value) in &mut translated.args {
            if let Some(word) = self.word(name, value) {
                *value = word;
            }
        }
        translated.fill(template)
    }

    /// An argument of a fault that is a word of the language, not of the game: `green`, `p1`, `3 to 15`.
    fn word(&self, name: &str, value: &str) -> Option<String> {
        if let Some(word) = self.get(&format!("word.{name}.{value}")) {
            return Some(word.to_owned());
        }
        let (low, high) = value.split_once(" to ")?;
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        (is_number(low) && is_number(high)).then(|| self.format("word.range", &[("low", &low), ("high", &high)]))
    }
}

/// Fills `{name}` placeholders; unknown ones stay as they are.
fn fill(template: &str, args: &[(&str, &dyn Display)]) -> String {
    let mut out = String::with_capacity(template.len() + 16);
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        let tail = &rest[open..];
        let Some(close) = tail.find('}') else {
            rest = tail;
            break;
        };
        match args.iter().find(|(name, _)| *name == &tail[1..close]) {
            Some((_, value)) => out.push_str(&value.to_string()),
            None => out.push_str(&tail[..=close]),
        }
        rest = &tail[close + 1..];
    }
    out.push_str(rest);
    out
}

/// Reads a catalogue file: texts, lists of lines, and counted texts by form.
fn read(json: &str) -> Result<Vec<(String, String)>, String> {
    let value: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let mut texts = Vec::new();
    for (key, value) in value.as_object().ok_or("a catalogue is an object")? {
        match value {
            Value::String(text) => texts.push((key.clone(), text.clone())),
            Value::Array(lines) => {
                let lines: Option<Vec<&str>> = lines.iter().map(Value::as_str).collect();
                texts.push((key.clone(), lines.ok_or_else(|| format!("{key}: lines are texts"))?.join("\n")));
            }
            Value::Object(forms) => {
                for (form, text) in forms {
                    let text = text.as_str().ok_or_else(|| format!("{key}: a form is a text"))?;
                    texts.push((format!("{key}#{form}"), text.to_owned()));
                }
            }
            _ => return Err(format!("{key}: a text, lines or forms were expected")),
        }
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_catalogue_can_be_read_and_names_no_key_twice() {
        for files in [ENGLISH, SERBIAN, GREEK, HEBREW] {
            let mut seen = std::collections::HashSet::new();
            for json in files {
                let texts = read(json).expect("a catalogue");
                assert!(texts.len() > 100);
                // The JSON reader keeps the last of two equal keys silently: count the lines.
                let lines = json.lines().filter(|line| line.starts_with("  \"")).count();
                let keys = serde_json::from_str::<Value>(json).expect("JSON").as_object().expect("object").len();
                assert_eq!(lines, keys);
                for (key, _) in texts {
                    assert!(seen.insert(key.clone()), "{key} stands in both files");
                }
            }
        }
    }

    #[test]
    fn broken_templates_do_not_lose_text() {
        assert_eq!(fill("a {x} {y} {", &[("x", &1)]), "a 1 {y} {");
        assert_eq!(fill("", &[]), "");
    }
}
