use std::fmt;

use agon_core::{Record, RecordError, RecordFormat};

use crate::json;
use crate::registry::entries;
use crate::replay::canonicalise;

/// The formats of every game.
static COMMON: [RecordFormat; 2] = [
    RecordFormat {
        name: "json",
        recognises: |text| {
            let text = text.trim_start_matches('\u{feff}').trim_start();
            // Tag lines begin with a bracket too, followed by a name.
            let list = text.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(['{', ']']));
            text.starts_with('{') || list
        },
        takes_game: false,
        read: |text, _| json::read(text),
        write: |records| Ok(json::write(records)),
    },
    RecordFormat {
        name: "agon",
        recognises: |text| text.trim_start_matches('\u{feff}').trim_start().starts_with('['),
        takes_game: false,
        read: |text, _| Record::parse_all(text),
        write: |records| Ok(Record::write_all(records)),
    },
];

/// All formats; the first that recognises a text reads it.
fn all() -> impl Iterator<Item = &'static RecordFormat> {
    entries().iter().flat_map(|entry| entry.formats).chain(&COMMON)
}

/// The names of all formats.
pub fn formats() -> Vec<&'static str> {
    all().map(|format| format.name).collect()
}

/// Why a conversion failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConvertError {
    /// There is no format of this name.
    UnknownFormat(String),
    /// The text looks like no format.
    Unrecognised,
    /// The text cannot be read, or its games cannot be written in the other format.
    Record(RecordError),
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let formats = formats().join(", ");
        match self {
            Self::UnknownFormat(name) => write!(f, "there is no format {name:?}; the formats are {formats}"),
            Self::Unrecognised => {
                write!(f, "the text looks like none of the formats {formats}; name its format")
            }
            Self::Record(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ConvertError {}

impl From<RecordError> for ConvertError {
    fn from(error: RecordError) -> Self {
        Self::Record(error)
    }
}

/// Parses all games of a text; without a name the format is detected.
///
/// The name of some formats may say which game a file holds that does not: `mat:portes`.
pub fn read_records(text: &str, from: Option<&str>) -> Result<Vec<Record>, ConvertError> {
    let found = || all().find(|format| (format.recognises)(text)).ok_or(ConvertError::Unrecognised);
    let (format, game) = match from {
        None => (found()?, None),
        Some(name) => match name.split_once(':') {
            Some((name, game)) if format(name).is_ok_and(|format| format.takes_game) => (format(name)?, Some(game)),
            _ => (format(name)?, None),
        },
    };
    Ok((format.read)(text, game)?)
}

/// Writes games in a format.
pub fn write_records(records: &[Record], to: &str) -> Result<String, ConvertError> {
    Ok((format(to)?.write)(records)?)
}

/// Converts all games of a text to a format; without `from` the format of the text is detected.
///
/// Plies are written in canonical notation; those of a game that cannot be replayed are copied.
///
/// # Examples
///
/// ```
/// let text = "[Agon \"1\"]\n[Game \"domineering\"]\n\nc4 e2 {a comment}\n";
/// let json = agon_games::convert(text, None, "json").unwrap();
/// assert_eq!(agon_games::convert(&json, None, "agon").unwrap(), text);
/// ```
pub fn convert(text: &str, from: Option<&str>, to: &str) -> Result<String, ConvertError> {
    // An unknown target is reported first.
    format(to)?;
    let mut records = read_records(text, from)?;
    records.iter_mut().for_each(canonicalise);
    write_records(&records, to)
}

fn format(name: &str) -> Result<&'static RecordFormat, ConvertError> {
    all()
        .find(|format| format.name.eq_ignore_ascii_case(name.trim()))
        .ok_or_else(|| ConvertError::UnknownFormat(name.to_owned()))
}
