use std::io::{Write, stdout};
use std::process::ExitCode;

use agon_core::Record;
use serde_json::{Value, json};

use super::input::read_text;
use crate::cli::VerifyArgs;

/// `agon verify`: exit code 0 if every game of the file is legal, its result right and its dice as
/// committed, else 1.
pub(crate) fn run(args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let text = read_text(&args.file)?;
    let verdicts = match agon_games::read_records(&text, None) {
        Ok(records) => records.iter().map(judge).collect(),
        Err(error) => vec![Err(format!("{error:#}"))],
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

struct Verified {
    dice: Dice,
    spec: String,
    plies: usize,
    result: String,
    position: String,
}

/// What can be said of the dice.
enum Dice {
    /// The record holds no commitment.
    NotCommitted,
    /// The secret is not revealed yet: nothing can be computed.
    NotRevealed,
    /// So many rolls were computed again and are right.
    Right(usize),
}

impl Dice {
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

fn judge_dice(record: &Record) -> Result<Dice, String> {
    match agon_dice::verify_dice(record).map_err(|fault| fault.to_string())? {
        None => Ok(Dice::NotCommitted),
        Some(report) if report.commit.is_none() => Ok(Dice::NotRevealed),
        Some(report) if report.is_right() => Ok(Dice::Right(report.checked)),
        Some(report) if report.wrong.is_empty() => {
            Err("what was revealed of the dice is not what was committed to".to_owned())
        }
        Some(report) => Err(format!("{} rolls do not follow from the committed secret", report.wrong.len())),
    }
}

fn judge(record: &Record) -> Result<Verified, String> {
    let dice = judge_dice(record)?;
    let table = agon_games::replay(record).map_err(|error| error.to_string())?;
    let on_board = table.outcome().map(|outcome| outcome.to_string());
    let result = on_board.or_else(|| record.tag("Result").map(str::to_owned));
    Ok(Verified {
        dice,
        spec: table.spec(),
        plies: table.words().len(),
        result: result.unwrap_or_else(|| "*".to_owned()),
        position: table.position(),
    })
}

fn verdict_json(verdict: &Result<Verified, String>) -> Value {
    match verdict {
        Ok(game) => json!({
            "ok": true, "game": game.spec, "plies": game.plies, "result": game.result, "position": game.position,
            "dice": game.dice.json(),
        }),
        Err(error) => json!({ "ok": false, "error": error }),
    }
}
