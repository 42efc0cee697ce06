//! Export and import: games as records, and records as games.

use std::time::{Duration, UNIX_EPOCH};

use agon_arena::{PlayerKind, PlayerSpec};
use agon_core::{AnyTable, Fault, Outcome, Record, RecordError, RecordPly, date_text};
use agon_engines::SearchLimit;
use agon_wire::SeatRequest;

use crate::faults;
use crate::game::event::{EndReason, GameResult};
use crate::game::state::GameState;

/// The most plies a record may contain.
const MAX_PLIES: usize = 4000;

/// The record of a game, with clocks and dice commitments.
pub(crate) fn record_of(state: &GameState) -> Record {
    let [p1, p2] = [0, 1].map(|seat: usize| state.setup.seats[seat].record_name());
    let mut record = agon_games::record_of(&*state.table, &p1, &p2);
    record.set("Date", date_text(UNIX_EPOCH + Duration::from_millis(state.created_at.max(0) as u64)));
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
                // A result that follows from the board needs no termination tag.
                if state.table.outcome().is_none() {
                    let reason = serde_json::to_value(reason).unwrap_or_default();
                    record.set("Termination", reason.as_str().unwrap_or_default());
                }
            }
        }
    }
    for (ply, left) in record.plies.iter_mut().zip(&state.clock_after) {
        ply.clock = left.map(|left| format!("{}.{}", left / 1000, left % 1000 / 100));
    }
    if let Some(dice) = &state.dice {
        dice.source.write_tags(&mut record, &dice.commits, dice.from, state.ending.is_some());
    }
    record
}

/// The ending that a record's tag `Result` names.
pub(crate) fn ending(result: &str) -> GameResult {
    match Outcome::parse(result) {
        Some(outcome) => GameResult { winner: outcome.winner(), points: outcome.points(), reason: EndReason::Record },
        None => GameResult { winner: None, points: 0, reason: EndReason::Abort },
    }
}

/// The seat of a player of a record: a level or a bot of ours with the limits that it takes, or else a person.
pub(crate) fn seat_named(game: &str, name: &str) -> SeatRequest {
    let person = |name: &str| SeatRequest::Human { name: name.to_owned() };
    let Ok(player) = name.parse::<PlayerSpec>() else { return person(name) };
    match &player.kind {
        PlayerKind::Human => person(player.custom_name.as_deref().unwrap_or_default()),
        PlayerKind::Level(level) => SeatRequest::Bot { level: Some(*level), bot: None, depth: None, movetime_ms: None },
        PlayerKind::Bot(bot) => {
            let Some(known) = agon_engines::bots(game).iter().find(|known| known.name == bot) else {
                return person(name);
            };
            let takes = |limit| known.limits.contains(&limit);
            SeatRequest::Bot {
                level: None,
                bot: Some(bot.clone()),
                depth: player.limits.depth.filter(|_| takes(SearchLimit::Depth)),
                movetime_ms: player
                    .limits
                    .movetime
                    .filter(|_| takes(SearchLimit::MoveTime))
                    .map(|time| time.as_millis() as u64),
            }
        }
        _ => person(name),
    }
}

/// Parses the first game of a text and replays it.
pub(crate) fn read(text: &str) -> Result<(Record, Box<dyn AnyTable>), Fault> {
    let record = first(text)?;
    let table = agon_games::replay(&record).map_err(|error| wrong(&error))?;
    Ok((record, table))
}

/// Parses the first game of a text without replaying it.
pub(crate) fn first(text: &str) -> Result<Record, Fault> {
    let record = Record::parse_all(text).map_err(|error| wrong(&error))?.swap_remove(0);
    if let Some(RecordPly { line, column, .. }) = record.plies.get(MAX_PLIES) {
        let message = format!("the record has {} plies; at most {MAX_PLIES} are accepted", record.plies.len());
        return Err(wrong(&RecordError { line: *line, column: *column, message }));
    }
    Ok(record)
}

/// An error in a record, as a fault.
pub(crate) fn wrong(error: &RecordError) -> Fault {
    faults::RECORD_WRONG.with("line", error.line).with("column", error.column).with("text", &error.message)
}
