//! Spec strings: a game's name and options, `quoridor:size=5,walls=3`.

use std::fmt;

use crate::{AnyTable, Fault, FaultKind, faults};

/// A rule set that can be chosen by name.
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
}

/// A registry entry: a rule set and how to set up a table of it.
#[derive(Debug)]
pub struct GameEntry {
    /// Name and options.
    pub info: &'static GameInfo,
    /// Sets up a table with checked options. May still refuse values that only the game can check.
    pub open: fn(Options) -> Result<Box<dyn AnyTable>, Fault>,
    /// Every fault that the game's parsers report.
    pub faults: &'static [FaultKind],
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
        let mut options = Self::defaults(info);
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
