//! Spec strings: a game's name and options, `quoridor:size=5,walls=3`.

use std::fmt;

use crate::{AnyTable, Fault, FaultKind, RecordFormat, faults};

/// What other crates must know about a rule set.
///
/// A game states its name, title and summary and what differs from [`GameInfo::NEW`], or from [`GameInfo::DICE`] if
/// it has dice:
///
/// ```
/// use agon_core::GameInfo;
///
/// static INFO: GameInfo = GameInfo {
///     name: "heap",
///     title: "Heap",
///     summary: "Take stones from a heap; the player who takes the last one wins.",
///     max_turns: 100,
///     ..GameInfo::NEW
/// };
/// assert_eq!(INFO.sides, ["First", "Second"]);
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The name in spec strings.
    pub name: &'static str,
    /// The name for people, in English.
    pub title: &'static str,
    /// One sentence about the game, in English.
    pub summary: &'static str,
    /// Its options in canonical order.
    pub options: &'static [OptionInfo],
    /// House rules with a name. If there are any, one of them names the defaults.
    pub presets: &'static [Preset],
    /// The names of the sides in English, the side that moves first before the other.
    pub sides: [&'static str; 2],
    /// Whether dice are rolled.
    pub has_dice: bool,
    /// Turns after which a game of a match is a draw, unless the match says otherwise.
    pub max_turns: usize,
    /// Random turns that begin the games of a match, unless the match says otherwise.
    pub opening_turns: usize,
    /// A position from the middle of a game, shown as a picture of the game.
    pub sample: Option<&'static str>,
    /// The positions near which move generation is measured.
    pub movegen_cases: &'static [MovegenCase],
    /// The options with which random games are measured: `"repetition=off"`.
    pub playout_cases: &'static [&'static str],
    /// How the library `OpenSpiel` plays the game, if it does.
    pub openspiel: Option<OpenSpielGame>,
    /// Protocols for this game alone that its programs speak: `qtp`.
    pub protocols: &'static [&'static str],
    /// The texts in other languages, and the rules for players; see [`texts!`](crate::texts!).
    pub texts: &'static [GameTexts],
}

impl GameInfo {
    /// The defaults of a game without dice.
    pub const NEW: Self = Self {
        name: "",
        title: "",
        summary: "",
        options: &[],
        presets: &[],
        sides: ["First", "Second"],
        has_dice: false,
        max_turns: 400,
        opening_turns: 4,
        sample: None,
        movegen_cases: &[],
        playout_cases: &[],
        openspiel: None,
        protocols: &[],
        texts: &[],
    };

    /// The defaults of a game with dice. The rolls make its games differ, and end; the cap only stops programs that
    /// loop.
    pub const DICE: Self =
        Self { sides: ["White", "Black"], has_dice: true, max_turns: 20_000, opening_turns: 0, ..Self::NEW };
}

impl GameInfo {
    /// The house rules of a name.
    pub fn preset(&self, name: &str) -> Result<&'static Preset, Fault> {
        if self.presets.is_empty() {
            return Err(faults::NO_PRESETS.with("game", self.name).with("preset", name));
        }
        self.presets.iter().find(|preset| preset.name.eq_ignore_ascii_case(name.trim())).ok_or_else(|| {
            let names: Vec<&str> = self.presets.iter().map(|preset| preset.name).collect();
            faults::UNKNOWN_PRESET.with("game", self.name).with("preset", name).with("presets", names.join(", "))
        })
    }
}

/// A position near which move generation is measured.
#[derive(Debug, PartialEq, Eq)]
pub struct MovegenCase {
    /// The name in reports.
    pub name: &'static str,
    /// The options of the game: `size=11`.
    pub options: &'static str,
    /// Turns and rolls from the start to the position.
    pub plies: &'static str,
}

/// How the library `OpenSpiel` plays a game, for `agon bench --movegen --openspiel`.
#[derive(Debug, PartialEq, Eq)]
pub struct OpenSpielGame {
    /// Its name of the game.
    pub name: &'static str,
    /// Python code of a function `theirs(word)` that writes one of our turns in its notation.
    pub notation: &'static str,
    /// The positions that are compared: their names in its figures, and in [`GameInfo::movegen_cases`].
    pub cases: &'static [(&'static str, &'static str)],
}

/// The texts of a game in one language.
#[derive(Debug, PartialEq, Eq)]
pub struct GameTexts {
    /// The tag of the language: `sr`.
    pub language: &'static str,
    /// JSON catalogues, the more general ones first.
    pub catalogues: &'static [&'static str],
    /// The rules for players, in Markdown.
    pub rules: &'static str,
}

/// Embeds the texts of a game in some languages: `LANGUAGE.json` and `rules.LANGUAGE.md` in a folder of the crate.
///
/// `texts!("texts": "en", "sr")` reads four files. A library of games names a second folder, whose catalogues all its
/// games share: `texts!("texts/portes", "texts": "en", "sr")`.
#[macro_export]
macro_rules! texts {
    ($folder:literal: $($language:literal),+) => { $crate::texts!(@list $folder [] $($language),+) };
    ($folder:literal, $shared:literal: $($language:literal),+) => {
        $crate::texts!(@list $folder [$shared] $($language),+)
    };
    (@list $folder:literal $shared:tt $($language:literal),+) => {
        &[$($crate::GameTexts {
            language: $language,
            catalogues: $crate::texts!(@catalogues $folder $language $shared),
            rules: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/rules.", $language, ".md")),
        }),+]
    };
    (@catalogues $folder:literal $language:literal [$($shared:literal)?]) => {
        &[
            $(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $shared, "/", $language, ".json")),)?
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/", $language, ".json")),
        ]
    };
}

/// Completes a position that is given without options: returns the options it implies and the whole position string.
pub type CompletePosition = fn(&str) -> (String, String);

/// A registry entry: a rule set and how to set up a table of it.
#[derive(Debug)]
pub struct GameEntry {
    /// What other crates must know about it.
    pub info: &'static GameInfo,
    /// Sets up a table with checked options. May still refuse values that only the game can check.
    pub open: fn(Options) -> Result<Box<dyn AnyTable>, Fault>,
    /// Every fault that the game's parsers report.
    pub faults: &'static [FaultKind],
    /// Completes a position that is given without options, if the game can.
    pub complete: Option<CompletePosition>,
    /// Formats of records that only this game has.
    pub formats: &'static [RecordFormat],
}

impl GameEntry {
    /// An entry of a game without faults of its own.
    pub const fn new(info: &'static GameInfo, open: fn(Options) -> Result<Box<dyn AnyTable>, Fault>) -> Self {
        Self { info, open, faults: &[], complete: None, formats: &[] }
    }
}

/// An option of a rule set.
#[derive(Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// The name in spec strings.
    pub name: &'static str,
    /// The allowed values.
    pub values: Values,
    /// The default; empty for [`Values::Text`] if it depends on other options.
    pub default: &'static str,
    /// One line about it, in English.
    pub help: &'static str,
}

impl OptionInfo {
    /// An option that takes one of these words; the first is the default.
    pub const fn one_of(name: &'static str, words: &'static [&'static str], help: &'static str) -> Self {
        Self { name, values: Values::OneOf(words), default: words[0], help }
    }
}

/// Options under a name: the rules of a book, of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name in keys of texts.
    pub name: &'static str,
    /// The name for people, in English.
    pub title: &'static str,
    /// One sentence about these rules, in English.
    pub summary: &'static str,
    /// Their options in canonical form: `bearoff=unpinned_only,mana=play_on`; empty for the defaults.
    pub options: &'static str,
}

impl Preset {
    /// The options that differ from the defaults, with their values.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.options.split(',').filter_map(|option| option.split_once('='))
    }
}

/// The allowed values of an option.
#[derive(Debug, PartialEq, Eq)]
pub enum Values {
    /// A whole number within limits.
    Range(u32, u32),
    /// One of these values.
    OneOf(&'static [&'static str]),
    /// Free text that the game checks; the string describes its form.
    Text(&'static str),
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range(low, high) => write!(f, "{low} to {high}"),
            Self::OneOf(words) => f.write_str(&words.join(" | ")),
            Self::Text(shape) => f.write_str(shape),
        }
    }
}

/// The options of a game, every one with a valid value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    info: &'static GameInfo,
    values: Vec<String>,
}

/// Splits a spec string into the name and the text of its options.
pub fn split_spec(spec: &str) -> (String, &str) {
    let spec = spec.trim();
    let (name, options) = spec.split_once(':').unwrap_or((spec, ""));
    (name.trim().to_ascii_lowercase(), options)
}

impl Options {
    /// Every option at its default.
    pub fn defaults(info: &'static GameInfo) -> Self {
        Self { info, values: info.options.iter().map(|option| option.default.to_owned()).collect() }
    }

    /// Reads `name=value,name=value`; what is not given keeps its default.
    pub fn parse(info: &'static GameInfo, text: &str) -> Result<Self, Fault> {
        Self::defaults(info).with(text)
    }

    /// Replaces the options that a text names, written as for [`Options::parse`].
    pub fn with(self, text: &str) -> Result<Self, Fault> {
        let (info, mut options) = (self.info, self);
        let mut given = vec![false; info.options.len()];
        if text.trim().is_empty() {
            return Ok(options);
        }
        for part in text.split(',') {
            let (name, value) = part.split_once('=').ok_or_else(|| faults::OPTION_SYNTAX.with("text", part.trim()))?;
            let name = name.trim().to_ascii_lowercase();
            let value = value.trim();
            let index = info
                .options
                .iter()
                .position(|option| option.name == name)
                .ok_or_else(|| unknown_option(info, &name))?;
            if std::mem::replace(&mut given[index], true) {
                return Err(faults::OPTION_TWICE.with("option", name));
            }
            options.values[index] = info.options[index].check(value)?;
        }
        Ok(options)
    }

    /// The house rules with a name that these options are. Options that no preset sets, like the length of a match, do
    /// not matter.
    pub fn preset(&self) -> Option<&'static Preset> {
        let presets = self.info.presets;
        let is_set = |name: &str| presets.iter().flat_map(Preset::values).any(|(option, _)| option == name);
        let matters: Vec<bool> = self.info.options.iter().map(|option| is_set(option.name)).collect();
        presets.iter().find(|preset| {
            let wanted = Self::parse(self.info, preset.options);
            wanted.is_ok_and(|wanted| (0..matters.len()).all(|i| !matters[i] || wanted.values[i] == self.values[i]))
        })
    }

    /// The game these options belong to.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// The value of an option, as text.
    ///
    /// # Panics
    ///
    /// If the game declares no such option.
    pub fn text(&self, name: &str) -> &str {
        let index = self.info.options.iter().position(|option| option.name == name);
        &self.values[index.unwrap_or_else(|| panic!("{} declares no option {name}", self.info.name))]
    }

    /// The value of a numeric option.
    pub fn number(&self, name: &str) -> u32 {
        self.text(name).parse().unwrap_or_default()
    }

    /// Replaces a value after the game itself has checked and normalised it.
    pub fn set(&mut self, name: &str, value: String) {
        if let Some(index) = self.info.options.iter().position(|option| option.name == name) {
            self.values[index] = value;
        }
    }

    /// The canonical spec string: defaults are left out, the rest in declared order.
    pub fn spec(&self) -> String {
        let mut spec = self.info.name.to_owned();
        let mut separator = ':';
        for (option, value) in self.info.options.iter().zip(&self.values) {
            if value != option.default {
                spec.push(separator);
                spec.push_str(option.name);
                spec.push('=');
                spec.push_str(value);
                separator = ',';
            }
        }
        spec
    }
}

impl OptionInfo {
    /// The fault of a value that is not allowed.
    pub fn refuse(&self, value: &str) -> Fault {
        faults::OPTION_VALUE.with("option", self.name).with("value", value).with("allowed", &self.values)
    }

    fn check(&self, value: &str) -> Result<String, Fault> {
        let accepted = match &self.values {
            Values::Range(low, high) => value
                .parse::<u32>()
                .ok()
                .filter(|number| (low..=high).contains(&number))
                .map(|number| number.to_string()),
            Values::OneOf(words) => {
                words.iter().find(|word| word.eq_ignore_ascii_case(value)).map(|word| (*word).to_owned())
            }
            Values::Text(_) => Some(value.to_owned()),
        };
        accepted.ok_or_else(|| self.refuse(value))
    }
}

fn unknown_option(info: &GameInfo, name: &str) -> Fault {
    if info.options.is_empty() {
        return faults::NO_OPTIONS.with("game", info.name).with("option", name);
    }
    let names: Vec<&str> = info.options.iter().map(|option| option.name).collect();
    faults::UNKNOWN_OPTION.with("game", info.name).with("option", name).with("options", names.join(", "))
}
