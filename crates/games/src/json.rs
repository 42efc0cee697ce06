//! Records as JSON: the same content as the text.
//!
//! ```json
//! {"tags": {"Agon": "1", "Game": "quoridor"}, "words": [{"word": "e2", "clock": "58.2"}, {"word": "e8"}]}
//! ```

use agon_core::record::VERSION;
use agon_core::{Record, RecordError, RecordPly, RecordTag};
use agon_wire::RecordBody;
use serde_json::Value;

/// A record as a JSON object.
pub fn record_to_json(record: &Record) -> Value {
    // Cannot fail: all keys are strings.
    serde_json::to_value(RecordBody::from(record)).unwrap_or_default()
}

/// Parses a record from a JSON object; its plies may also be plain strings.
pub fn record_from_json(value: &Value) -> Result<Record, RecordError> {
    let object = value.as_object().ok_or_else(|| wrong("a record is an object with tags and words"))?;
    let mut record = Record { comment: text_of(value, "comment")?, ..Record::default() };
    let tags = object.get("tags").and_then(Value::as_object);
    for (name, value) in tags.ok_or_else(|| wrong("tags must be an object"))? {
        let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_-".contains(c));
        if !plain {
            return Err(wrong(format!("{name:?} is no name of a tag; names are letters, digits, _ and -")));
        }
        let value = value.as_str().ok_or_else(|| wrong(format!("tag {name} must be a string")))?;
        record.tags.push(RecordTag::new(name, value));
    }
    match record.tag("Agon") {
        Some(VERSION) => {}
        Some(other) => {
            return Err(wrong(format!("record version {other:?} is not known; this program reads 1")));
        }
        None => return Err(wrong("the tag Agon with the value \"1\" is missing")),
    }
    if record.tag("Game").is_none() {
        return Err(wrong("the tag Game is missing"));
    }
    let plies = object.get("words").and_then(Value::as_array);
    for (index, ply) in plies.ok_or_else(|| wrong("words must be a list"))?.iter().enumerate() {
        record.plies.push(ply_from_json(ply).map_err(|reason| wrong(format!("words[{index}]: {reason}")))?);
    }
    Ok(record)
}

fn ply_from_json(value: &Value) -> Result<RecordPly, String> {
    let text = value.as_str().or_else(|| value.get("word").and_then(Value::as_str));
    let text = text.ok_or("a ply is a string, or an object with a string \"word\"")?;
    // Anything else could not be written as text again.
    if text.is_empty() || text.starts_with('[') || text.contains(|c: char| c.is_whitespace() || c == '{') {
        return Err(format!("{text:?} is not a turn or roll; they have no blanks, no {{ and do not begin with ["));
    }
    let part = |name| text_of(value, name).map_err(|error| error.message);
    let clock = part("clock")?;
    if let Some(clock) = clock.as_ref().filter(|clock| !is_clock(clock)) {
        return Err(format!("{clock:?} is no clock; clocks are written like 58.2"));
    }
    Ok(RecordPly { clock, comment: part("comment")?, ..RecordPly::new(text) })
}

/// Whether the text record can hold it between `[%clk` and `]`, inside a comment.
fn is_clock(text: &str) -> bool {
    !text.is_empty() && text.trim() == text && !text.contains([']', '}'])
}

/// A member that is a string or not there.
fn text_of(value: &Value, name: &str) -> Result<Option<String>, RecordError> {
    match value.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(wrong(format!("{name} must be a string"))),
    }
}

/// All games of a JSON text: one object, or a list of them.
pub(crate) fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let value: Value = serde_json::from_str(text).map_err(|error| RecordError {
        line: error.line(),
        column: error.column(),
        message: format!("the JSON cannot be read: {error}"),
    })?;
    match &value {
        Value::Array(games) if games.is_empty() => Err(wrong("the list of records is empty")),
        Value::Array(games) => games.iter().map(record_from_json).collect(),
        game => Ok(vec![record_from_json(game)?]),
    }
}

/// One object for one game, a list for several.
pub(crate) fn write(records: &[Record]) -> String {
    let games: Vec<Value> = records.iter().map(record_to_json).collect();
    match games.as_slice() {
        [game] => format!("{game:#}\n"),
        _ => format!("{:#}\n", Value::from(games)),
    }
}

fn wrong(message: impl Into<String>) -> RecordError {
    RecordError { line: 0, column: 0, message: message.into() }
}
