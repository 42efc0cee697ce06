use std::collections::HashMap;
use std::fmt::Display;
use std::sync::{PoisonError, RwLock};

use agon_core::spec::split_spec;
use agon_core::{Fault, GameEntry, GameInfo, OptionInfo, Player, Values};
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

/// Names of sides that several games share.
const SIDES: [(&str, &str); 4] =
    [("White", "side.dice.p1"), ("Black", "side.dice.p2"), ("First", "side.other.p1"), ("Second", "side.other.p2")];

/// All texts of one language, those of the games included.
#[derive(Debug)]
pub struct Catalogue {
    language: Language,
    /// Counted texts have the keys `key#one`, `key#other`.
    texts: HashMap<String, String>,
    /// The number of games whose texts are included.
    games: usize,
}

impl Catalogue {
    /// The catalogue of a language. It is read again once more games are registered.
    pub fn of(language: Language) -> &'static Self {
        static ALL: [RwLock<Option<&'static Catalogue>>; 5] = [const { RwLock::new(None) }; 5];
        let cell = &ALL[language as usize];
        let games = agon_games::entries();
        let known = *cell.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.filter(|catalogue| catalogue.games == games.len()) {
            return known;
        }
        let read: &'static Self = Box::leak(Box::new(Self::read(language, games)));
        *cell.write().unwrap_or_else(PoisonError::into_inner) = Some(read);
        read
    }

    fn read(language: Language, games: &[&GameEntry]) -> Self {
        let (files, change): (Files, fn(&str) -> String) = match language {
            Language::English => (ENGLISH, str::to_owned),
            Language::Serbian => (SERBIAN, without_marks),
            Language::SerbianCyrillic => (SERBIAN, to_cyrillic),
            Language::Greek => (GREEK, str::to_owned),
            Language::Hebrew => (HEBREW, str::to_owned),
        };
        let own = games.iter().flat_map(|game| game.info.texts).filter(|texts| texts.language == language.file_tag());
        let files = files.iter().chain(own.flat_map(|texts| texts.catalogues));
        // Texts that cannot be read are missing; the tests read all of ours.
        let texts = files.flat_map(|json| read(json).unwrap_or_default());
        let texts = texts.map(|(key, text)| (key, change(&text))).collect();
        let mut catalogue = Self { language, texts, games: games.len() };
        for game in games {
            catalogue.complete(game.info);
        }
        catalogue
    }

    /// Adds what is missing of the texts that every game has: in English, except names of sides that are known.
    fn complete(&mut self, info: &GameInfo) {
        let name = info.name;
        self.add(format!("game.{name}.title"), info.title);
        self.add(format!("game.{name}.summary"), info.summary);
        for option in info.options {
            self.add(format!("option.{}", option.name), &label(option.name));
            if self.get(&format!("option.dice.{}", option.name)).is_none() {
                self.add(format!("option.{name}.{}", option.name), option.help);
            }
            let Values::OneOf(values) = option.values else { continue };
            for value in values {
                self.add(value_key(option.name, value), &value.replace('_', " "));
            }
        }
        for preset in info.presets {
            self.add(format!("preset.{}", preset.name), preset.title);
            self.add(format!("preset.{name}.{}", preset.name), preset.summary);
        }
        for (player, side) in Player::ALL.into_iter().zip(info.sides) {
            let known = SIDES.iter().find(|(english, _)| *english == side).and_then(|(_, key)| self.get(key));
            let text = known.unwrap_or(side).to_owned();
            self.add(format!("side.{name}.{player}"), &text);
        }
    }

    fn add(&mut self, key: String, text: &str) {
        self.texts.entry(key).or_insert_with(|| text.to_owned());
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

    /// The name of an option's value for people: `swift` of the option `turn` is "pawn or wall". Numbers and free text
    /// are their own names.
    pub fn option_value<'a>(&'a self, option: &str, value: &'a str) -> &'a str {
        self.get(&value_key(option, value)).unwrap_or(value)
    }

    /// The values that an option takes, for people: `3 to 15`; empty for free text that is no number.
    pub fn option_values(&self, option: &OptionInfo) -> String {
        match option.values {
            Values::Range(low, high) => self.format("word.range", &[("low", &low), ("high", &high)]),
            Values::OneOf(values) => {
                let names: Vec<&str> = values.iter().map(|value| self.option_value(option.name, value)).collect();
                names.join(" / ")
            }
            // Of free text only the limits of a number need no explanation.
            Values::Text(shape) => self.word("allowed", shape).unwrap_or_default(),
        }
    }

    /// What an option of a game is for; games with dice share some options.
    pub fn option_help(&self, game: &str, option: &str) -> &str {
        let own = self.get(&format!("option.{game}.{option}"));
        own.or_else(|| self.get(&format!("option.dice.{option}"))).unwrap_or_default()
    }

    /// The name of a game with the options of its spec: `Quoridor (Size: 7)`.
    pub fn game_title(&self, spec: &str) -> String {
        let (name, options) = split_spec(spec);
        let title = self.get(&format!("game.{name}.title")).unwrap_or(&name);
        let named = |option: &str| {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let label = self.get(&format!("option.{name}")).unwrap_or(name);
            format!("{label}: {}", self.option_value(name, value))
        };
        let options: Vec<String> = options.split(',').filter(|option| !option.is_empty()).map(named).collect();
        if options.is_empty() { title.to_owned() } else { format!("{title} ({})", options.join(", ")) }
    }

    /// Why a game ended on the board, by the code of its reason.
    pub fn ending(&self, code: &str, winner: &str, loser: &str) -> Option<String> {
        let text = self.get(&format!("ending.{code}"))?;
        Some(fill(text, &[("winner", &winner), ("loser", &loser)]))
    }

    /// The text of a fault in this language. Sides are the first and the second player.
    pub fn fault(&self, fault: &Fault) -> String {
        self.fill_fault(None, fault)
    }

    /// The text of a fault in this language for the players of a game, who see the names of its sides.
    pub fn fault_in(&self, game: &str, fault: &Fault) -> String {
        self.fill_fault(Some(game), fault)
    }

    fn fill_fault(&self, game: Option<&str>, fault: &Fault) -> String {
        let key = format!("fault.{}", fault.kind.code);
        let template = self.get(&key).unwrap_or(fault.kind.text);
        let mut translated = fault.clone();
        for (name, value) in &mut translated.args {
            if let Some(word) = self.word_in(game, name, value) {
                *value = word;
            }
        }
        let text = translated.fill(template);
        match fault.last_line() {
            Some(line) => self.format("program.wrote", &[("fault", &text.trim_end_matches('.')), ("line", &line)]),
            None => text,
        }
    }

    /// The text of a fault that another program reports, for the players of a game if it is about one; the text that
    /// came with it if the code is unknown here.
    pub fn reported_fault<'a>(
        &self,
        game: Option<&str>,
        code: &str,
        text: &str,
        args: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> String {
        let Some(template) = self.get(&format!("fault.{code}")) else { return text.to_owned() };
        let word = |name, value: &str| self.word_in(game, name, value).unwrap_or_else(|| value.to_owned());
        let words: Vec<(&str, String)> = args.map(|(name, value)| (name, word(name, value))).collect();
        let args: Vec<(&str, &dyn Display)> = words.iter().map(|(name, word)| (*name, word as &dyn Display)).collect();
        fill(template, &args)
    }

    /// An argument of a fault that is a word of the language; a side has its name in the game.
    fn word_in(&self, game: Option<&str>, name: &str, value: &str) -> Option<String> {
        let word = self.word(name, value)?;
        let side = game.and_then(|game| self.get(&format!("side.{game}.{value}")));
        Some(side.map_or(word, str::to_owned))
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

/// The name of an option for people: `one_die` becomes "One die".
fn label(option: &str) -> String {
    let mut label = option.replace('_', " ");
    if let Some(first) = label.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    label
}

/// The key of the name of an option's value.
fn value_key(option: &str, value: &str) -> String {
    format!("value.{option}.{value}")
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
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_catalogue_can_be_read_and_names_no_key_twice() {
        for (tag, files) in [("en", ENGLISH), ("sr", SERBIAN), ("el", GREEK), ("he", HEBREW)] {
            let games = agon_games::entries().iter().flat_map(|game| game.info.texts);
            let own = games.filter(|texts| texts.language == tag).flat_map(|texts| texts.catalogues);
            // The games of one library share a catalogue.
            let files: HashSet<&str> = files.iter().chain(own).copied().collect();
            let mut seen = HashSet::new();
            for json in files {
                let texts = read(json).expect("a catalogue");
                // The JSON reader keeps the last of two equal keys silently: count the lines.
                let lines = json.lines().filter(|line| line.starts_with("  \"")).count();
                let keys = serde_json::from_str::<Value>(json).expect("JSON").as_object().expect("object").len();
                assert_eq!(lines, keys);
                for (key, _) in texts {
                    assert!(seen.insert(key.clone()), "{key} stands in two files");
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
