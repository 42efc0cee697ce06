//! Games as records, and records as games.

use agon_core::{AnyTable, Fault, Record, RecordError};

use crate::event::Reason;
use crate::faults;
use crate::state::GameState;

/// Most words that a record may bring along.
const WORDS: usize = 4000;

/// Writes a game down, with clocks and dice commitments.
pub(crate) fn record_of(state: &GameState) -> Record {
    let [p1, p2] = [0, 1].map(|seat: usize| state.setup.seats[seat].record_name());
    let mut record = agon_games::record_of(&*state.table, &p1, &p2);
    record.set("Date", date(state.created));
    if let Some(ending) = &state.ending {
        match ending.reason {
            Reason::Board => {}
            Reason::Abort => {
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
    for (word, left) in record.words.iter_mut().zip(&state.clock_after) {
        word.clock = left.map(|left| format!("{}.{}", left / 1000, left % 1000 / 100));
    }
    if let Some(dice) = &state.dice {
        dice.source.write_tags(&mut record, &dice.commits, dice.from, state.ending.is_some());
    }
    record
}

fn reason_name(reason: Reason) -> &'static str {
    match reason {
        Reason::Board => "board",
        Reason::Repetition => "repetition",
        Reason::Resign => "resign",
        Reason::Time => "time",
        Reason::Agreement => "agreement",
        Reason::Claim => "claim",
        Reason::Abort => "abort",
        Reason::Record => "record",
    }
}

/// The day of a moment in Greenwich.
fn date(at: i64) -> String {
    // Days are counted from 1 March of the year 0; each cycle of 400 years has 146097 of them.
    let days = at.div_euclid(86_400_000) + 719_468;
    let (cycle, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let march = (5 * day + 2) / 153;
    let (month, extra) = if march < 10 { (march + 3, 0) } else { (march - 9, 1) };
    format!("{:04}-{month:02}-{:02}", cycle * 400 + year + extra, day - (153 * march + 2) / 5 + 1)
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
    if record.words.len() > WORDS {
        let message = format!("the record has {} words; at most {WORDS} are taken", record.words.len());
        return Err(wrong(&RecordError { line: 0, column: 0, message }));
    }
    Ok(record)
}

/// A mistake in a record as the server reports it.
pub(crate) fn wrong(error: &RecordError) -> Fault {
    faults::RECORD_WRONG.with("line", error.line).with("column", error.column).with("text", &error.message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (at, day) in [
            (0, "1970-01-01"),
            (951_782_400_000, "2000-02-29"),
            (951_868_800_000, "2000-03-01"),
            (1_790_000_000_000, "2026-09-21"),
            (-1, "1969-12-31"),
        ] {
            assert_eq!(date(at), day);
        }
    }
}
