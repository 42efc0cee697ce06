use std::collections::HashMap;
use std::io::{BufWriter, Write, stdin, stdout};
use std::process::ExitCode;

use agon_core::{AnyTable, Outcome};
use agon_ugi::lines::{BoundedLines, LineRead};
use clap::Args;
use serde_json::{Value, json};

use crate::commands::input::open_region;

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    /// Game and options
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    spec: Option<String>,
    /// Position [default: the start]
    #[arg(long, value_name = "P", conflicts_with = "batch")]
    position: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Read lines `SPEC<TAB>POSITION` from standard input and answer each with a line of JSON
    #[arg(long)]
    batch: bool,
}

/// `agon moves`: the legal turns of one or many positions.
pub(crate) fn run(args: &MovesArgs) -> anyhow::Result<ExitCode> {
    match &args.spec {
        Some(spec) => {
            let table = open_region(spec, args.position.as_deref())?;
            let mut out = BufWriter::new(stdout().lock());
            if args.json {
                writeln!(out, "{}", serde_json::to_string_pretty(&answer(&*table))?)?;
            } else {
                for turn in table.legal() {
                    writeln!(out, "{turn}")?;
                }
            }
            out.flush()?;
        }
        None => batch()?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Answers each line of standard input at once, even an invalid one.
fn batch() -> anyhow::Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    let mut lines = BoundedLines::new(stdin().lock());
    let mut tables = Tables::default();
    loop {
        let answer = match lines.read()? {
            LineRead::End => return Ok(()),
            LineRead::TooLong(limit) => json!({ "error": format!("line longer than {limit} bytes") }),
            LineRead::Line(line) => tables.answer(line).unwrap_or_else(|error| json!({ "error": error })),
        };
        serde_json::to_writer(&mut out, &answer)?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
}

/// A cache of tables by spec: most batches are about one game.
#[derive(Default)]
struct Tables {
    by_spec: HashMap<String, Box<dyn AnyTable>>,
}

/// Maximum number of cached tables.
const MAX_TABLES: usize = 64;

impl Tables {
    fn answer(&mut self, line: &str) -> Result<Value, String> {
        let (spec, position) = line.split_once('\t').ok_or_else(|| {
            let example = agon_games::entries().first().map_or("GAME", |entry| entry.info.name);
            format!("a line is written SPEC<TAB>POSITION, for example {example}<TAB>startpos")
        })?;
        let table = self.open(spec)?;
        if position.trim().eq_ignore_ascii_case("startpos") {
            table.restart();
            let start = table.position();
            table.set_position(&start).map_err(|fault| fault.to_string())?;
        } else {
            table.set_position(position).map_err(|fault| fault.to_string())?;
        }
        Ok(answer(&**table))
    }

    fn open(&mut self, spec: &str) -> Result<&mut Box<dyn AnyTable>, String> {
        if self.by_spec.len() >= MAX_TABLES && !self.by_spec.contains_key(spec) {
            self.by_spec.clear();
        }
        match self.by_spec.entry(spec.to_owned()) {
            std::collections::hash_map::Entry::Occupied(known) => Ok(known.into_mut()),
            std::collections::hash_map::Entry::Vacant(slot) => {
                Ok(slot.insert(agon_games::open(spec).map_err(|fault| fault.to_string())?))
            }
        }
    }
}

fn answer(table: &dyn AnyTable) -> Value {
    let outcome = match table.outcome() {
        None => Value::Null,
        Some(Outcome::Draw) => json!({ "result": "draw", "points": 0 }),
        Some(Outcome::Win { winner, points }) => json!({ "result": winner.name(), "points": points }),
    };
    let moves: Vec<Value> = table
        .successors()
        .into_iter()
        .map(|successor| match successor.weight {
            Some(weight) => {
                json!({ "move": successor.notation, "position": successor.position, "weight": weight })
            }
            None => json!({ "move": successor.notation, "position": successor.position }),
        })
        .collect();
    json!({
        "position": table.position(),
        "actor": table.actor().name(),
        "outcome": outcome,
        "moves": moves,
    })
}
