//! Games as records, and records as games.

use std::time::{Duration, UNIX_EPOCH};

use agon_core::{AnyTable, Fault, Record, RecordError, RecordPly, date_text};

use crate::faults;
use crate::game::event::EndReason;
use crate::game::state::GameState;

/// Most words that a record may bring along.
const WORDS: usize = 4000;

/// Writes a game down, with clocks and dice commitments.
pub(crate) fn record_of(state: &GameState) -> Record {
    let [p1, p2] = [0, 1].map(|seat: usize| state.setup.seats[seat].record_name());
    let mut record = agon_games::record_of(&*state.table, &p1, &p2);
    record.set("Date", date(state.created));
    if let Some(ending) = &state.ending {
        match ending.reason {
            EndReason::Board => {}
            EndReason::Abort => {
                record.set("Result", "*");
                record.set("Termination", "abort");
            }
            reason => {
                let result = match ending.winner {
                    Some(winner) => format!("{winner} {}", ending.points),
                    None => "draw".to_owned(),
                };
                record.set("Result", result);
                // A record that ended on the board needs no reason, wherever it came from.
                if state.table.outcome().is_none() {
                    record.set("Termination", reason_name(reason));
                }
            }
        }
    }
    for (word, left) in record.plies.iter_mut().zip(&state.clock_after) {
        word.clock = left.map(|left| format!("{}.{}", left / 1000, left % 1000 / 100));
    }
    if let Some(dice) = &state.dice {
        dice.source.write_tags(&mut record, &dice.commits, dice.from, state.ending.is_some());
    }
    record
}

fn reason_name(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Board => "board",
        EndReason::Repetition => "repetition",
        EndReason::Resign => "resign",
        EndReason::Time => "time",
        EndReason::Agreement => "agreement",
        EndReason::Claim => "claim",
        EndReason::Abort => "abort",
        EndReason::Record => "record",
    }
}

/// The day of a moment, given in milliseconds since 1970.
fn date(at: i64) -> String {
    date_text(UNIX_EPOCH + Duration::from_millis(at.max(0) as u64))
}

/// Reads the first game of a text and plays it through.
pub(crate) fn read(text: &str) -> Result<(Record, Box<dyn AnyTable>), Fault> {
    let record = first(text)?;
    let table = agon_games::replay(&record).map_err(|error| wrong(&error))?;
    Ok((record, table))
}

/// Reads the first game of a text; its words are not looked at.
pub(crate) fn first(text: &str) -> Result<Record, Fault> {
    let record = Record::parse_all(text).map_err(|error| wrong(&error))?.swap_remove(0);
    if let Some(RecordPly { line, column, .. }) = record.plies.get(WORDS) {
        let message = format!("the record has {} words; at most {WORDS} are taken", record.plies.len());
        return Err(wrong(&RecordError { line: *line, column: *column, message }));
    }
    Ok(record)
}

/// A mistake in a record as the server reports it.
pub(crate) fn wrong(error: &RecordError) -> Fault {
    faults::RECORD_WRONG.with("line", error.line).with("column", error.column).with("text", &error.message)
}
