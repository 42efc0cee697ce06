//! The options of a spec string.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The options that a spec string sets.
pub(crate) struct Options {
    given: BTreeMap<String, String>,
}

impl Options {
    /// Parses the spec of `game`, which takes the options `known`.
    pub(crate) fn read(spec: &str, game: &str, known: &[&str]) -> Result<Self, String> {
        let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
        if !name.trim().eq_ignore_ascii_case(game) {
            return Err(format!("{name} is not {game}"));
        }
        let mut given = BTreeMap::new();
        if rest.trim().is_empty() {
            return Ok(Self { given });
        }
        for part in rest.split(',') {
            let (option, value) = part.split_once('=').ok_or_else(|| format!("{part} is not name=value"))?;
            let option = option.trim().to_ascii_lowercase();
            if !known.contains(&option.as_str()) {
                return Err(format!("{game} has no option {option}"));
            }
            if given.insert(option.clone(), value.trim().to_ascii_lowercase()).is_some() {
                return Err(format!("{option} is given twice"));
            }
        }
        Ok(Self { given })
    }

    /// The value of an option in lower case, if it is set.
    pub(crate) fn text(&self, option: &str) -> Option<&str> {
        self.given.get(option).map(String::as_str)
    }

    /// The value of a numeric option.
    pub(crate) fn number(&self, option: &str, allowed: RangeInclusive<i32>, default: i32) -> Result<i32, String> {
        let Some(text) = self.text(option) else { return Ok(default) };
        let number = text.parse().map_err(|_| format!("{option}={text} is not a number"))?;
        if allowed.contains(&number) { Ok(number) } else { Err(format!("{option}={text} is out of range")) }
    }

    /// The value of an option that takes one of these values; the first is the default.
    pub(crate) fn choice(&self, option: &str, allowed: &[&'static str]) -> Result<&'static str, String> {
        let text = self.text(option).unwrap_or(allowed[0]);
        allowed
            .iter()
            .copied()
            .find(|word| *word == text)
            .ok_or_else(|| format!("{option}={text} is not one of {}", allowed.join(", ")))
    }
}
