use std::fmt;

use agon_core::{Fault, faults};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// The options of a game as an object: `{"size": 5, "repetition": "off"}`. Kept as a list, so that duplicates are
/// found.
#[derive(Clone, Debug)]
pub struct GameOptions(Vec<(String, OptionText)>);

impl GameOptions {
    /// Adds the options to a spec string. Whether they are valid is checked when the spec is parsed.
    pub fn add_to(&self, spec: &str) -> Result<String, Fault> {
        let mut spec = spec.trim().to_owned();
        for (name, OptionText(value)) in &self.0 {
            let option = format!("{name}={value}");
            // The option would be parsed as several.
            if option.contains(',') || name.contains('=') {
                return Err(faults::OPTION_SYNTAX.with("text", option));
            }
            let has_options = spec.split_once(':').is_some_and(|(_, options)| !options.trim().is_empty());
            let separator = match (spec.contains(':'), has_options) {
                (false, _) => ":",
                (true, false) => "",
                (true, true) => ",",
            };
            spec = format!("{spec}{separator}{option}");
        }
        Ok(spec)
    }
}

impl<'de> Deserialize<'de> for GameOptions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(OptionsVisitor)
    }
}

impl Serialize for GameOptions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, OptionText(value))| (name, value)))
    }
}

struct OptionsVisitor;

impl<'de> Visitor<'de> for OptionsVisitor {
    type Value = GameOptions;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the game's options")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<GameOptions, A::Error> {
        let mut options = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            options.push(entry);
        }
        Ok(GameOptions(options))
    }
}

/// The value of an option, as it stands in a spec string.
#[derive(Clone, Debug)]
struct OptionText(String);

impl<'de> Deserialize<'de> for OptionText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextOrNumberVisitor).map(Self)
    }
}

struct TextOrNumberVisitor;

impl Visitor<'_> for TextOrNumberVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string or a whole number")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(game: &str, options: &str) -> Result<String, String> {
        let options: GameOptions = serde_json::from_str(options).map_err(|error| error.to_string())?;
        let spec = options.add_to(game).map_err(|fault| fault.to_string())?;
        agon_games::open(&spec).map(|table| table.spec()).map_err(|fault| fault.to_string())
    }

    #[test]
    fn options_are_added_to_the_spec() {
        for game in ["quoridor", "quoridor:", " Quoridor "] {
            assert_eq!(spec(game, r#"{"size": 5}"#).as_deref(), Ok("quoridor:size=5"), "{game}");
            assert_eq!(spec(game, "{}").as_deref(), Ok("quoridor"), "{game}");
        }
        let both = spec("quoridor:size=5", r#"{"walls": "3", "repetition": "off"}"#);
        assert_eq!(both.as_deref(), Ok("quoridor:size=5,walls=3,repetition=off"));
    }

    #[test]
    fn wrong_options_are_refused_with_the_reason() {
        for (game, options, reason) in [
            ("quoridor:size=5", r#"{"size": 7}"#, "option size is given twice"),
            ("quoridor", r#"{"size": 5, "size": 7}"#, "option size is given twice"),
            ("quoridor", r#"{"colour": 1}"#, "quoridor has no option colour"),
            ("quoridor", r#"{"size": -5}"#, "size=-5 is not allowed"),
            ("quoridor", r#"{"size": "5,walls=3"}"#, "size=5,walls=3 is not an option"),
            ("quoridor", r#"{"size=5,walls": 3}"#, "size=5,walls=3 is not an option"),
            ("quoridor", r#"{"size": 5.5}"#, "expected a string or a whole number"),
            ("quoridor", r#"{"size": [5]}"#, "expected a string or a whole number"),
            ("quoridor", r#"[["size", 5]]"#, "expected an object with the game's options"),
        ] {
            let error = spec(game, options).expect_err(options);
            assert!(error.contains(reason), "{options}: {error}");
        }
    }
}
