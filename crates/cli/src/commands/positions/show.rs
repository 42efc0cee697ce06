use std::io::{IsTerminal, Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use agon_core::{AnyTable, BoardView, Record};
use agon_games::draw::{self, TextStyle};
use anyhow::{Context, anyhow, bail};
use clap::{Args, ValueEnum};

use crate::commands::input::{no_color, open_position, read_text};

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
    /// Print the GNU Backgammon position ID instead (portes and backgammon)
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
    let (table, view) = find_view(args)?;
    let mut out = stdout().lock();
    if args.gnubg_id {
        let id = agon_games::gnubg_id(&*table)
            .ok_or_else(|| anyhow!("only portes and backgammon have GNU Backgammon IDs, not {}", table.info().name))?;
        writeln!(out, "{id}")?;
    } else if args.svg {
        writeln!(out, "{}", draw::svg(&view, table.info().title).trim_end())?;
    } else {
        let style = TextStyle { ascii: args.ascii, color: wants_color(args.color) };
        writeln!(out, "{}", draw::text(&view, style).trim_end_matches('\n'))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The position as a table and as a board.
fn find_view(args: &ShowArgs) -> anyhow::Result<(Box<dyn AnyTable>, BoardView)> {
    let Some(path) = &args.record else {
        let spec = args.spec.as_deref().unwrap_or_default();
        let table = open_position(spec, args.position.as_deref())?;
        let view = table.view(&[])?;
        return Ok((table, view));
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
    let view = table.view(&[])?;
    Ok((table, view))
}

fn wants_color(when: ColorWhen) -> bool {
    match when {
        ColorWhen::Always => true,
        ColorWhen::Never => false,
        ColorWhen::Auto => stdout().is_terminal() && !no_color(),
    }
}
