use std::io::{IsTerminal, Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use agon_core::{AnyTable, BoardView, GameInfo, Outcome, Record};
use agon_games::draw::{self, TextStyle};
use agon_i18n::{Catalogue, Language};
use anyhow::{Context, anyhow, bail};
use clap::{Args, ValueEnum};

use crate::commands::input::{no_color, open_region, read_text};

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// Game and options; not needed with --record
    #[arg(required_unless_present = "record")]
    spec: Option<String>,
    /// Position [default: the start]
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Record to take the position from
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    record: Option<PathBuf>,
    /// Number of turns and rolls of the record to play [default: all]
    #[arg(long, value_name = "N", requires = "record")]
    ply: Option<usize>,
    /// Draw as SVG
    #[arg(long)]
    svg: bool,
    /// Print the GNU Backgammon position ID instead (games that have one)
    #[arg(long, conflicts_with = "svg")]
    gnubg_id: bool,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// When to use colours
    #[arg(long, value_enum, default_value_t)]
    color: ColorWhen,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ColorWhen {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// `agon show`: draws a position as text or SVG.
pub(crate) fn run(args: &ShowArgs) -> anyhow::Result<ExitCode> {
    let (table, view, outcome) = find_view(args)?;
    let mut out = stdout().lock();
    if args.gnubg_id {
        let id = agon_games::gnubg_id(&*table).ok_or_else(|| no_gnubg_id(table.info().name))?;
        writeln!(out, "{id}")?;
    } else if args.svg {
        writeln!(out, "{}", draw::svg(&view, table.info().title).trim_end())?;
    } else {
        let style = TextStyle { ascii: args.ascii, color: wants_color(args.color) };
        writeln!(out, "{}", draw::text(&view, style).trim_end_matches('\n'))?;
        if let Some(outcome) = outcome {
            writeln!(out, "{}", outcome_text(table.info(), outcome))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Who has won.
fn outcome_text(info: &GameInfo, outcome: Outcome) -> String {
    let catalogue = Catalogue::of(Language::English);
    let Outcome::Win { winner, points } = outcome else { return catalogue.text("result.draw").to_owned() };
    let side = catalogue.text(&format!("side.{}.{winner}", info.name)).to_owned();
    if info.has_dice {
        catalogue.count("result.points", points.into(), &[("player", &side)])
    } else {
        catalogue.format("result.wins", &[("player", &side)])
    }
}

/// The position as a table and as a board, and the result if the game is over there.
fn find_view(args: &ShowArgs) -> anyhow::Result<(Box<dyn AnyTable>, BoardView, Option<Outcome>)> {
    let Some(path) = &args.record else {
        let spec = args.spec.as_deref().unwrap_or_default();
        let table = open_region(spec, args.position.as_deref())?;
        let (view, outcome) = (table.view(&[])?, table.outcome());
        return Ok((table, view, outcome));
    };
    let text = read_text(path)?;
    let records = Record::parse_all(&text).with_context(|| path.display().to_string())?;
    if records.len() > 1 {
        eprintln!("agon: {} holds {} games; this is the first", path.display(), records.len());
    }
    let mut table = agon_games::replay(&records[0]).with_context(|| path.display().to_string())?;
    let last = table.plies().len();
    let ply = args.ply.unwrap_or(last);
    if ply > last {
        bail!("the record has {last} turns and rolls; --ply takes 0 to {last}, not {ply}");
    }
    while table.plies().len() > ply {
        table.undo();
    }
    // A record can end by resignation or on time.
    let recorded = records[0].tag("Result").and_then(Outcome::parse).filter(|_| ply == last);
    let (view, outcome) = (table.view(&[])?, table.outcome().or(recorded));
    Ok((table, view, outcome))
}

fn wants_color(when: ColorWhen) -> bool {
    match when {
        ColorWhen::Always => true,
        ColorWhen::Never => false,
        ColorWhen::Auto => stdout().is_terminal() && !no_color(),
    }
}

fn no_gnubg_id(name: &str) -> anyhow::Error {
    let has_id = |game: &&str| agon_games::open(game).is_ok_and(|table| agon_games::gnubg_id(&*table).is_some());
    let games: Vec<&str> = agon_games::entries().iter().map(|entry| entry.info.name).filter(has_id).collect();
    anyhow!("only {} have GNU Backgammon IDs, not {name}", games.join(" and "))
}
