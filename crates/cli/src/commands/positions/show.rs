use std::io::{IsTerminal, Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use agon_core::view::TavliView;
use agon_core::{AnyTable, BoardView, Outcome, Player, Record};
use agon_games::draw::{self, Marks, TextStyle};
use agon_i18n::{Catalogue, Language};
use agon_terminal::{PathText, Paths, ending, path_text};
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
    /// Mark the shortest path of each pawn and list its squares; with `all`, those of every pawn to every goal
    #[arg(long, value_name = "WHICH", num_args = 0..=1, default_missing_value = "shortest", conflicts_with = "gnubg_id")]
    paths: Option<Paths>,
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
    let Shown { table, view, outcome, termination } = find(args)?;
    let shown = args.paths.unwrap_or_default();
    let paths = shown.of(&*table);
    let marks = Marks { paths: paths.clone(), ..Marks::default() };
    let mut out = stdout().lock();
    if args.gnubg_id {
        let id = agon_games::gnubg_id(&*table).ok_or_else(|| no_gnubg_id(table.info().name))?;
        writeln!(out, "{id}")?;
    } else if args.svg {
        writeln!(out, "{}", draw::svg_with(&view, &marks, table.info().title).trim_end())?;
    } else {
        let style = TextStyle { ascii: args.ascii, color: wants_color(args.color) };
        let catalogue = Catalogue::of(Language::English);
        writeln!(out, "{}", draw::text_with(&view, &marks, style).trim_end_matches('\n'))?;
        for path in &paths {
            let PathText { length, squares } = path_text(catalogue, &*table, shown, path);
            writeln!(out, "{length}: {squares}")?;
        }
        if shown != Paths::None && paths.is_empty() {
            writeln!(out, "{}", catalogue.text("paths.none"))?;
        }
        if let Some(outcome) = outcome {
            for line in result(catalogue, &*table, &view, outcome, termination.as_deref()) {
                writeln!(out, "{line}")?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Why the game is over, and who has won.
fn result(
    catalogue: &Catalogue,
    table: &dyn AnyTable,
    view: &BoardView,
    outcome: Outcome,
    termination: Option<&str>,
) -> Vec<String> {
    let info = table.info();
    let side = |player: Player| catalogue.text(&format!("side.{}.{player}", info.name)).to_owned();
    let reason = match (termination, outcome.winner()) {
        _ if table.outcome().is_some() && !table.is_repetition() => ending(catalogue, table, outcome.winner(), side),
        (Some("resignation" | "resign"), Some(winner)) => {
            Some(catalogue.format("reason.resign", &[("player", &side(winner.opponent()))]))
        }
        (Some("repetition"), _) => Some(catalogue.text("reason.repetition").to_owned()),
        _ if table.is_repetition() => Some(catalogue.text("reason.repetition").to_owned()),
        _ => None,
    };
    let winner = match (outcome, view) {
        (Outcome::Draw, _) => catalogue.text("result.draw").to_owned(),
        (Outcome::Win { winner, .. }, BoardView::Tavli(TavliView { match_score: Some([p1, p2, _]), .. }))
            if table.outcome().is_some() =>
        {
            let score = if winner == Player::P1 { format!("{p1}:{p2}") } else { format!("{p2}:{p1}") };
            catalogue.format("result.match", &[("player", &side(winner)), ("score", &score)])
        }
        (Outcome::Win { winner, points }, _) if info.has_dice => {
            catalogue.count("result.points", points.into(), &[("player", &side(winner))])
        }
        (Outcome::Win { winner, .. }, _) => catalogue.format("result.wins", &[("player", &side(winner))]),
    };
    reason.into_iter().chain([winner]).collect()
}

/// A position, and the result if the game is over there.
struct Shown {
    table: Box<dyn AnyTable>,
    view: BoardView,
    outcome: Option<Outcome>,
    /// How a recorded game ended.
    termination: Option<String>,
}

fn find(args: &ShowArgs) -> anyhow::Result<Shown> {
    let Some(path) = &args.record else {
        let spec = args.spec.as_deref().unwrap_or_default();
        let table = open_region(spec, args.position.as_deref())?;
        let (view, outcome) = (table.view(&[])?, table.outcome());
        return Ok(Shown { table, view, outcome, termination: None });
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
    let termination = records[0].tag("Termination").filter(|_| ply == last).map(str::to_owned);
    Ok(Shown { table, view, outcome, termination })
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
