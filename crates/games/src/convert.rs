use std::fmt;

use agon_core::{Record, RecordError};

use crate::{json, older};

/// A way to write games down.
struct Format {
    name: &'static str,
    /// Whether a text looks like it.
    recognises: fn(&str) -> bool,
    read: fn(&str) -> Result<Vec<Record>, RecordError>,
    write: fn(&[Record]) -> Result<String, RecordError>,
}

/// The formats; the first that recognises a text reads it.
const FORMATS: &[Format] = &[
    Format {
        name: "quoridor-older",
        recognises: older::recognises,
        read: older::read,
        write: |records| older::write(records).map(|records| write_text(&records)),
    },
    Format {
        name: "json",
        recognises: |text| {
            let text = text.trim_start_matches('\u{feff}').trim_start();
            // Tag lines begin with a bracket, too, but with a name behind it.
            let list = text.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(['{', ']']));
            text.starts_with('{') || list
        },
        read: json::read,
        write: |records| Ok(json::write(records)),
    },
    Format {
        name: "agon",
        recognises: |text| text.trim_start_matches('\u{feff}').trim_start().starts_with('['),
        read: Record::parse_all,
        write: |records| Ok(write_text(records)),
    },
];

/// The names of all formats.
pub fn formats() -> Vec<&'static str> {
    FORMATS.iter().map(|format| format.name).collect()
}

/// What is wrong with a conversion.
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

/// Reads all games of a text in a format; without a name the format is found out.
pub fn read_records(text: &str, from: Option<&str>) -> Result<Vec<Record>, ConvertError> {
    let format = match from {
        Some(name) => format(name)?,
        None => FORMATS.iter().find(|format| (format.recognises)(text)).ok_or(ConvertError::Unrecognised)?,
    };
    Ok((format.read)(text)?)
}

/// Writes games in a format.
pub fn write_records(records: &[Record], to: &str) -> Result<String, ConvertError> {
    Ok((format(to)?.write)(records)?)
}

/// Converts all games of a text to a format; without `from` the text's format is found out.
///
/// # Examples
///
/// ```
/// let text = "[Agon \"1\"]\n[Game \"domineering\"]\n\nc4 e2 {a comment}\n";
/// let json = agon_games::convert(text, None, "json").unwrap();
/// assert_eq!(agon_games::convert(&json, None, "agon").unwrap(), text);
/// ```
pub fn convert(text: &str, from: Option<&str>, to: &str) -> Result<String, ConvertError> {
    // An unknown target is told before anything else.
    format(to)?;
    write_records(&read_records(text, from)?, to)
}

fn format(name: &str) -> Result<&'static Format, ConvertError> {
    FORMATS
        .iter()
        .find(|format| format.name.eq_ignore_ascii_case(name.trim()))
        .ok_or_else(|| ConvertError::UnknownFormat(name.to_owned()))
}

/// Games one after the other, with an empty line between them.
fn write_text(records: &[Record]) -> String {
    records.iter().map(Record::to_string).collect::<Vec<_>>().join("\n")
}
