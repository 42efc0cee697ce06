use std::fmt;

use agon_core::{Record, RecordError};

use crate::replay::canonicalise;
use crate::{json, legacy};

/// A format of game records.
struct Format {
    name: &'static str,
    /// Whether a text looks like this format.
    recognises: fn(&str) -> bool,
    /// Parses a text; a format such as `mat:portes` gives the game of files that do not name it.
    read: fn(&str, Option<&str>) -> Result<Vec<Record>, RecordError>,
    write: fn(&[Record]) -> Result<String, RecordError>,
}

/// The formats; the first that recognises a text reads it.
const FORMATS: &[Format] = &[
    Format {
        name: "quoridor-older",
        recognises: legacy::recognises,
        read: |text, _| legacy::read(text),
        write: |records| legacy::write(records).map(|records| write_text(&records)),
    },
    Format {
        name: "json",
        recognises: |text| {
            let text = text.trim_start_matches('\u{feff}').trim_start();
            // Tag lines begin with a bracket too, followed by a name.
            let list = text.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(['{', ']']));
            text.starts_with('{') || list
        },
        read: |text, _| json::read(text),
        write: |records| Ok(json::write(records)),
    },
    Format {
        name: "mat",
        recognises: looks_like_mat,
        read: |text, game| agon_tavli::mat::read(text, game.unwrap_or("backgammon")),
        write: agon_tavli::mat::write,
    },
    Format {
        name: "agon",
        recognises: |text| text.trim_start_matches('\u{feff}').trim_start().starts_with('['),
        read: |text, _| Record::parse_all(text),
        write: |records| Ok(write_text(records)),
    },
];

/// The names of all formats.
pub fn formats() -> Vec<&'static str> {
    FORMATS.iter().map(|format| format.name).collect()
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
/// `mat` files hold games of backgammon unless the name says otherwise: `mat:portes`.
pub fn read_records(text: &str, from: Option<&str>) -> Result<Vec<Record>, ConvertError> {
    let found = || FORMATS.iter().find(|format| (format.recognises)(text)).ok_or(ConvertError::Unrecognised);
    let (format, game) = match from {
        None => (found()?, None),
        Some(name) => match name.split_once(':') {
            Some((mat, game)) if mat.trim().eq_ignore_ascii_case("mat") => (format(mat)?, Some(game)),
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

fn format(name: &str) -> Result<&'static Format, ConvertError> {
    FORMATS
        .iter()
        .find(|format| format.name.eq_ignore_ascii_case(name.trim()))
        .ok_or_else(|| ConvertError::UnknownFormat(name.to_owned()))
}

/// Match files have a line such as `7 point match` or `Game 1`.
fn looks_like_mat(text: &str) -> bool {
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    !text.trim_start_matches('\u{feff}').trim_start().starts_with('[')
        && text.lines().any(|line| {
            let words: Vec<String> = line.split_whitespace().map(str::to_ascii_lowercase).collect();
            match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                [length, "point", "match"] => is_number(length),
                ["game", number] => is_number(number),
                _ => false,
            }
        })
}

/// Games one after the other, with an empty line between them.
fn write_text(records: &[Record]) -> String {
    records.iter().map(Record::to_string).collect::<Vec<_>>().join("\n")
}
