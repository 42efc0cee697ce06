use std::io::{Write, stdout};
use std::process::ExitCode;

use agon_solver::cgt::{Games, OutcomeClass, Value as Game, thermograph_svg};
use agon_solver::{PartValue, PositionValues, values};
use clap::Args;
use serde_json::{Value, json};

use super::input::open_region;

#[derive(Debug, Args)]
pub(crate) struct ValueArgs {
    /// Game and options; without options, the position determines the size
    spec: String,
    /// Position [default: the start]
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "svg")]
    json: bool,
    /// Draw the thermograph as SVG
    #[arg(long)]
    svg: bool,
}

/// `agon value`: the combinatorial value of a position, whichever player is to move.
pub(crate) fn run(args: &ValueArgs) -> anyhow::Result<ExitCode> {
    let table = open_region(&args.spec, args.position.as_deref())?;
    let PositionValues { mut games, whole, parts } = values(table.as_ref())?;
    let mut out = stdout().lock();
    if args.svg {
        let title = games.text(whole);
        let thermograph = games.thermograph(whole);
        write!(out, "{}", thermograph_svg(&thermograph, &title))?;
    } else if args.json {
        let mut json = describe(&mut games, whole);
        json["position"] = table.position().into();
        let describe_part = |part: &PartValue| {
            let mut json = describe(&mut games, part.value);
            json["cells"] = part.cells.into();
            json
        };
        json["parts"] = parts.iter().map(describe_part).collect();
        writeln!(out, "{json}")?;
    } else {
        writeln!(out, "value        {}", games.text(whole))?;
        writeln!(out, "mean         {}", games.mean(whole))?;
        writeln!(out, "temperature  {}", games.temperature(whole))?;
        writeln!(out, "stops        {} and {}", games.left_stop(whole), games.right_stop(whole))?;
        writeln!(out, "birthday     {}", games.birthday(whole))?;
        let [left, right] = table.info().sides;
        let winner = match games.outcome(whole) {
            OutcomeClass::Left => format!("{left} wins, whichever player starts"),
            OutcomeClass::Right => format!("{right} wins, whichever player starts"),
            OutcomeClass::First => "the first player to move wins".to_owned(),
            OutcomeClass::Second => "the second player to move wins".to_owned(),
        };
        writeln!(out, "outcome      {winner}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn describe(games: &mut Games, value: Game) -> Value {
    json!({
        "value": games.text(value),
        "mean": games.mean(value).to_string(),
        "temperature": games.temperature(value).to_string(),
        "left_stop": games.left_stop(value).to_string(),
        "right_stop": games.right_stop(value).to_string(),
        "birthday": games.birthday(value),
        "outcome": match games.outcome(value) {
            OutcomeClass::Left => "p1",
            OutcomeClass::Right => "p2",
            OutcomeClass::First => "first",
            OutcomeClass::Second => "second",
        },
    })
}
