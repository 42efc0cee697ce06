use std::io::{Write, stdout};
use std::process::ExitCode;

use agon_core::Record;
use serde_json::{Value, json};

use super::input::read_text;
use crate::cli::VerifyArgs;

/// `agon verify`: exit code 0 if every game of the file is legal and its result right, else 1.
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
                    "game {}: ok, {}, {} turns and rolls, result {}",
                    index + 1,
                    game.spec,
                    game.plies,
                    game.result
                )?,
                Err(error) => writeln!(out, "game {}: wrong: {error}", index + 1)?,
            }
        }
    }
    Ok(if all_right { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

struct Verified {
    spec: String,
    plies: usize,
    result: String,
    position: String,
}

fn judge(record: &Record) -> Result<Verified, String> {
    let table = agon_games::replay(record).map_err(|error| error.to_string())?;
    let on_board = table.outcome().map(|outcome| outcome.to_string());
    let result = on_board.or_else(|| record.tag("Result").map(str::to_owned));
    Ok(Verified {
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
        }),
        Err(error) => json!({ "ok": false, "error": error }),
    }
}
