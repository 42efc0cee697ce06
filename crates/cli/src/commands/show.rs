use std::io::{IsTerminal, Write, stdout};
use std::process::ExitCode;

use agon_core::{AnyTable, BoardView, Record};
use agon_games::draw::{self, TextStyle};
use anyhow::{Context, anyhow, bail};

use super::input::{open_position, read_text};
use crate::cli::{ColorWhen, ShowArgs};

/// `agon show`: any position as text or SVG.
pub(crate) fn run(args: &ShowArgs) -> anyhow::Result<ExitCode> {
    let (table, view) = find_view(args)?;
    let mut out = stdout().lock();
    if args.gnubg_id {
        let id = agon_games::gnubg_id(&*table).ok_or_else(|| {
            anyhow!("only portes and backgammon have GNU Backgammon IDs, not {}", table.info().name)
        })?;
        writeln!(out, "{id}")?;
    } else if args.svg {
        writeln!(out, "{}", draw::svg(&view, table.info().title).trim_end())?;
    } else {
        let style = TextStyle { ascii: args.ascii, color: wants_color(args.color) };
        writeln!(out, "{}", draw::text(&view, style).trim_end_matches('\n'))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The table with the wanted position on it, and the position's board.
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
        ColorWhen::Auto => {
            let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            stdout().is_terminal() && !forbidden
        }
    }
}
