use std::time::SystemTime;

use agon_core::{AnyTable, Outcome, Record, RecordError, RecordPly, date_text};

use crate::registry::{open, open_at};

/// Replays a record and returns the table at its end.
///
/// Every ply must be legal, and the result must be that of the board; a game that is not over on the board may have a
/// result only with a `Termination` (resignation, time, agreement ...). The error has the line and column of the ply or
/// tag; both are 0 if the record was not read from a text.
pub fn replay(record: &Record) -> Result<Box<dyn AnyTable>, RecordError> {
    let table = play(record)?;
    check_result(record, &*table)?;
    Ok(table)
}

/// The table of a record before its first ply.
pub fn start_of(record: &Record) -> Result<Box<dyn AnyTable>, RecordError> {
    if record.tag(NUMBERING).is_some_and(|value| value != "standard") {
        let reason = "its rows are numbered from the top; convert the record first";
        return Err(record.wrong_tag(NUMBERING, reason));
    }
    let table = open(record.spec()).map_err(|fault| record.wrong_tag("Game", fault))?;
    match record.tag("Position") {
        Some(position) => open_at(record.spec(), position).map_err(|fault| record.wrong_tag("Position", fault)),
        None => Ok(table),
    }
}

/// Plays the plies of a record without checking the result.
fn play(record: &Record) -> Result<Box<dyn AnyTable>, RecordError> {
    let mut table = start_of(record)?;
    for (number, ply) in (1..).zip(&record.plies) {
        table.play(&ply.text).map_err(|fault| in_ply(number, ply, fault))?;
    }
    Ok(table)
}

/// Rewrites the plies of a record in canonical notation; a record that cannot be replayed is left as it is.
pub(crate) fn canonicalise(record: &mut Record) {
    let Ok(table) = play(record) else { return };
    for (ply, canonical) in record.plies.iter_mut().zip(table.plies()) {
        ply.text.clone_from(canonical);
    }
}

/// The tag of records with another numbering of rows.
const NUMBERING: &str = "Numbering";

fn in_ply(number: usize, ply: &RecordPly, reason: impl std::fmt::Display) -> RecordError {
    let message = format!("ply {number}: {reason}");
    RecordError { line: ply.line, column: ply.column, message }
}

fn check_result(record: &Record, table: &dyn AnyTable) -> Result<(), RecordError> {
    let Some(written) = record.tag("Result") else { return Ok(()) };
    let result = match written.trim() {
        "*" => None,
        text => Some(Outcome::parse(text).ok_or_else(|| {
            record.wrong_tag("Result", format!("{text:?} is no result; results are p1 1, p2 2, draw or *"))
        })?),
    };
    let ended = record.tag("Termination").is_some_and(|reason| !reason.trim().is_empty());
    match (table.outcome(), result) {
        (Some(board), _) if result != Some(board) => {
            Err(record.wrong_tag("Result", format!("{written} is written, but the game ended {board} on the board")))
        }
        (None, Some(_)) if !ended => Err(record.wrong_tag(
            "Result",
            format!("{written} is written, but the game is not over; a Termination tag would say why it ended"),
        )),
        _ => Ok(()),
    }
}

/// Writes a table down: game, players, today's date, result, and where it began if not at the start.
pub fn record_of(table: &dyn AnyTable, p1: &str, p2: &str) -> Record {
    let mut record = Record::new(&table.spec());
    record.set("P1", p1);
    record.set("P2", p2);
    record.set("Date", date_text(SystemTime::now()));
    record.set("Result", table.outcome().map_or("*".to_owned(), |outcome| outcome.to_string()));
    if let Some(position) = table.is_from_position().then(|| table.position_at(0)).flatten() {
        record.set("Position", position);
    }
    record.plies = table.plies().iter().map(RecordPly::new).collect();
    record
}
