use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use agon_core::{Fault, Record, RecordError};
use agon_dice::{DiceReport, Tags};
use agon_games::ConvertError;
use clap::Args;
use serde_json::{Value, json};

use crate::commands::input::read_text;

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// Record to check, or - for standard input
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// `agon verify`: exit code 0 if every game of the file is legal, with the right result and the committed dice, else 1.
pub(crate) fn run(args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let text = read_text(&args.file)?;
    let verdicts = match agon_games::read_records(&text, None) {
        Ok(records) => records.iter().map(verify).collect(),
        Err(error) => vec![Err(record_error(error))],
    };
    let mut out = stdout().lock();
    let all_right = verdicts.iter().all(Result::is_ok);
    if args.json {
        let games: Vec<Value> = verdicts.iter().map(verdict_json).collect();
        writeln!(out, "{}", json!({ "ok": all_right, "games": games }))?;
    } else {
        for (index, verdict) in verdicts.iter().enumerate() {
            match verdict {
                Ok(game) => writeln!(
                    out,
                    "game {}: ok, {}, {} turns and rolls, result {}{}",
                    index + 1,
                    game.spec,
                    game.plies,
                    game.result,
                    game.dice.note()
                )?,
                Err(error) => writeln!(out, "game {}: wrong: {error}", index + 1)?,
            }
        }
    }
    Ok(if all_right { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

struct VerifiedGame {
    dice: DiceCheck,
    spec: String,
    plies: usize,
    result: String,
    position: String,
}

/// The result of checking the dice.
enum DiceCheck {
    /// The record holds no commitment.
    NotCommitted,
    /// The secret is not revealed yet, so the rolls cannot be computed.
    NotRevealed,
    /// This number of rolls was recomputed and is right.
    Right(usize),
}

impl DiceCheck {
    fn note(&self) -> String {
        match self {
            Self::NotCommitted => String::new(),
            Self::NotRevealed => ", dice secret not revealed yet".to_owned(),
            Self::Right(rolls) => format!(", {rolls} rolls as committed"),
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::NotCommitted => Value::Null,
            Self::NotRevealed => json!({ "revealed": false }),
            Self::Right(rolls) => json!({ "revealed": true, "rolls": rolls }),
        }
    }
}

/// The error of a text that is not a record, with its place if known.
fn record_error(error: ConvertError) -> RecordError {
    match error {
        ConvertError::Record(error) => error,
        other => RecordError { line: 0, column: 0, message: other.to_string() },
    }
}

fn check_dice(record: &Record) -> Result<DiceCheck, RecordError> {
    match agon_dice::verify_dice(record, &*agon_games::start_of(record)?).map_err(|fault| dice_tag_error(&fault))? {
        None => Ok(DiceCheck::NotCommitted),
        Some(report) if report.commit.is_none() => Ok(DiceCheck::NotRevealed),
        Some(report) if report.is_right() => Ok(DiceCheck::Right(report.checked)),
        Some(report) => Err(dice_error(record, &report)),
    }
}

fn dice_tag_error(fault: &Fault) -> RecordError {
    let number = |name| fault.arg(name).and_then(|number| number.parse().ok()).unwrap_or(0);
    RecordError { line: number("line"), column: number("column"), message: fault.to_string() }
}

/// The error of the first wrong roll, or of the first part that differs from its commitment.
fn dice_error(record: &Record, report: &DiceReport) -> RecordError {
    if let Some(ply) = report.wrong.first().and_then(|ply| record.plies.get(*ply)) {
        let message = format!("{} rolls do not follow from the committed secret", report.wrong.len());
        return RecordError { line: ply.line, column: ply.column, message };
    }
    let part = report.parts.iter().position(|part| *part == Some(false));
    let tag = if report.commit == Some(false) { Tags::SECRET } else { Tags::PARTS[part.unwrap_or(0)] };
    let (line, column) = record.tag_place(tag);
    let message = "what was revealed of the dice is not what was committed to".to_owned();
    RecordError { line, column, message }
}

fn verify(record: &Record) -> Result<VerifiedGame, RecordError> {
    let dice = check_dice(record)?;
    let table = agon_games::replay(record)?;
    let on_board = table.outcome().map(|outcome| outcome.to_string());
    let result = on_board.or_else(|| record.tag("Result").map(str::to_owned));
    Ok(VerifiedGame {
        dice,
        spec: table.spec(),
        plies: table.plies().len(),
        result: result.unwrap_or_else(|| "*".to_owned()),
        position: table.position(),
    })
}

fn verdict_json(verdict: &Result<VerifiedGame, RecordError>) -> Value {
    match verdict {
        Ok(game) => json!({
            "ok": true, "game": game.spec, "plies": game.plies, "result": game.result, "position": game.position,
            "dice": game.dice.json(),
        }),
        Err(error) => json!({
            "ok": false, "error": error.to_string(), "line": place(error.line), "column": place(error.column),
        }),
    }
}

/// A line or column, if it is known.
fn place(number: usize) -> Option<usize> {
    (number > 0).then_some(number)
}
