//! Records whose rows are counted from the top down.

use agon_core::spec::split_spec;
use agon_core::{Fault, Options, Record, RecordError, RecordFormat, RecordPly};

use super::legacy::{convert_move, convert_position};
use crate::{INFO, Shape, shape};

/// The tag that says how rows are numbered.
const NUMBERING: &str = "Numbering";

/// The format of these records.
pub(crate) const FORMAT: RecordFormat =
    RecordFormat { name: "quoridor-older", recognises, takes_game: false, read: |text, _| read(text), write };

/// Whether a text has the tag of rows numbered from the top.
fn recognises(text: &str) -> bool {
    text.lines()
        .map(|line| line.split_whitespace().collect::<String>())
        .any(|line| line.eq_ignore_ascii_case("[Numbering\"older\"]"))
}

/// Parses games with tags, or the plies of one game on the standard board.
fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    let bare = !text.trim_start_matches('\u{feff}').trim_start().starts_with('[');
    let mut records = if bare { vec![bare_plies(text)] } else { Record::parse_all(text)? };
    for record in &mut records {
        turn(record)?;
        record.tags.retain(|tag| tag.name != NUMBERING);
    }
    Ok(records)
}

/// Writes games with their rows counted from the top, and a tag that says so.
fn write(records: &[Record]) -> Result<String, RecordError> {
    let mut records = records.to_vec();
    for record in &mut records {
        turn(record)?;
        record.set(NUMBERING, "older");
    }
    Ok(Record::write_all(&records))
}

/// The plies of a text without tags; turn numbers such as `12.` are skipped.
fn bare_plies(text: &str) -> Record {
    let mut record = Record::new(INFO.name);
    for (line, content) in (1..).zip(text.lines()) {
        for token in content.split_whitespace() {
            // The token is a slice of the line, so its offset gives the column.
            let start = token.as_ptr() as usize - content.as_ptr() as usize;
            let column = content[..start].chars().count() + 1;
            let is_number = token.ends_with('.') && token[..token.len() - 1].bytes().all(|b| b.is_ascii_digit());
            if !is_number {
                record.plies.push(RecordPly { line, column, ..RecordPly::new(token) });
            }
        }
    }
    record
}

/// Converts every ply and the position to the other numbering.
fn turn(record: &mut Record) -> Result<(), RecordError> {
    let shape = board_shape(record.spec()).map_err(|fault| record.wrong_tag("Game", fault))?;
    let Some(shape) = shape else {
        let reason = format!("the older numbering is one of {}, not of {}", INFO.name, record.spec());
        return Err(record.wrong_tag("Game", reason));
    };
    if let Some(position) = record.tag("Position") {
        let turned = convert_position(position, shape).map_err(|fault| record.wrong_tag("Position", fault))?;
        record.set("Position", turned);
    }
    for ply in &mut record.plies {
        ply.text = convert_move(&ply.text, shape).map_err(|fault| RecordError {
            line: ply.line,
            column: ply.column,
            message: fault.to_string(),
        })?;
    }
    Ok(())
}

/// The shape of the board if the game is Quoridor.
fn board_shape(spec: &str) -> Result<Option<Shape>, Fault> {
    let (name, options) = split_spec(spec);
    if name != INFO.name {
        return Ok(None);
    }
    shape(&Options::parse(&INFO, options)?).map(Some)
}
