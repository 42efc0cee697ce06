use std::io::{Write, stdout};
use std::process::ExitCode;

use agon_core::Fault;
use agon_solver::cgt::{Games, OutcomeClass, Value as Game, thermograph_svg};
use agon_solver::domineering::{Region, RegionValues, region_of};
use agon_solver::{NO_VALUES, REGION_TOO_LARGE};
use clap::Args;
use serde_json::{Value, json};

use super::input::open_region;

/// Largest number of different regions that are computed; they take about a minute and 2 GB.
const MAX_REGIONS: usize = 4_000_000;
/// Approximate size of the largest region within that limit.
const MAX_CELLS: u32 = 30;

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
    let Some(region) = region_of(table.as_ref()) else {
        return Err(NO_VALUES.with("game", table.info().name).into());
    };
    let mut values = RegionValues::limited(MAX_REGIONS);
    let value = values.value(&region).ok_or_else(|| too_large(&region))?;
    let mut out = stdout().lock();
    if args.svg {
        let title = values.games().text(value);
        let thermograph = values.games().thermograph(value);
        write!(out, "{}", thermograph_svg(&thermograph, &title))?;
    } else if args.json {
        let mut json = describe(values.games(), value);
        json["position"] = table.position().into();
        json["parts"] = parts(&mut values, region).into();
        writeln!(out, "{json}")?;
    } else {
        let games = values.games();
        writeln!(out, "value        {}", games.text(value))?;
        writeln!(out, "mean         {}", games.mean(value))?;
        writeln!(out, "temperature  {}", games.temperature(value))?;
        writeln!(out, "stops        {} and {}", games.left_stop(value), games.right_stop(value))?;
        writeln!(out, "birthday     {}", games.birthday(value))?;
        let winner = match games.outcome(value) {
            OutcomeClass::Left => "Vertical wins, whichever player starts",
            OutcomeClass::Right => "Horizontal wins, whichever player starts",
            OutcomeClass::First => "the first player to move wins",
            OutcomeClass::Second => "the second player to move wins",
        };
        writeln!(out, "outcome      {winner}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn too_large(region: &Region) -> Fault {
    let cells = region.parts().iter().map(Region::count).max().unwrap_or(0);
    REGION_TOO_LARGE.with("cells", cells).with("most", MAX_CELLS)
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

/// The values of the connected parts with room for a domino.
fn parts(values: &mut RegionValues, region: Region) -> Vec<Value> {
    let parts = region.parts();
    let described = parts.iter().filter_map(|part| {
        let value = values.value(part)?;
        let mut json = describe(values.games(), value);
        json["cells"] = part.count().into();
        Some(json)
    });
    described.collect()
}
