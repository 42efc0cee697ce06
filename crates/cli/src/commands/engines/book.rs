use std::collections::{HashSet, VecDeque};
use std::io::{Write, stdout};
use std::process::ExitCode;

use agon_core::AnyTable;
use agon_engines::{EngineSpec, build};
use agon_search::{Engine, Limits, Line, Score, SearchRequest, Stop};
use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct BookArgs {
    /// Game and options
    spec: String,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Nodes searched per position
    #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of turns followed from each position
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=64))]
    width: u8,
    /// How far below the best turn they may be, in hundredths
    #[arg(long, value_name = "N", default_value_t = 60)]
    margin: u16,
}

/// `agon book`: an opening book by breadth-first search from the start.
///
/// Each position is followed by its best turns that are within the margin of the best one.
pub(crate) fn run(args: &BookArgs) -> anyhow::Result<ExitCode> {
    let start = agon_games::open(&args.spec)?;
    let mut engine = build(start.as_ref(), &EngineSpec::default())?;
    let mut out = stdout().lock();
    writeln!(
        out,
        "# agon book {} --count {} --nodes {} --width {} --margin {}",
        args.spec, args.count, args.nodes, args.width, args.margin
    )?;
    let mut queue = VecDeque::from([start]);
    let mut seen = HashSet::new();
    let mut count = 0;
    while let Some(table) = queue.pop_front() {
        if count == args.count {
            break;
        }
        if table.actor().player().is_none() || !seen.insert(table.position()) {
            continue;
        }
        let turns = best(table.as_ref(), engine.as_mut(), args)?;
        let Some(first) = turns.first() else { continue };
        let mut before = table.plies().join(" ");
        if !before.is_empty() {
            before.push(' ');
        }
        writeln!(out, "{before}> {first}")?;
        out.flush()?;
        count += 1;
        for turn in &turns {
            let mut next = table.clone_box();
            next.play(turn)?;
            queue.push_back(next);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The best turns, best first.
fn best(table: &dyn AnyTable, engine: &mut dyn Engine, args: &BookArgs) -> anyhow::Result<Vec<String>> {
    let limits = Limits { multi_pv: args.width.into(), ..Limits::nodes(args.nodes) };
    let mut lines: Vec<Line> = Vec::new();
    engine.new_game();
    let thought = engine.think(SearchRequest {
        table,
        limits: &limits,
        stop: &Stop::new(),
        report: &mut |line| {
            if line.multi_pv == 1 {
                lines.clear();
            }
            lines.push(line.clone());
        },
    })?;
    let mut turns = vec![thought.turn];
    let value = |line: &Line| match line.score {
        Score::Cp(cp) => cp,
        Score::Win(_) => i32::MAX / 2,
        Score::Loss(_) => i32::MIN / 2,
    };
    let highest = lines.first().map_or(0, value);
    for line in lines.iter().filter(|line| value(line) >= highest - i32::from(args.margin)) {
        if let Some(turn) = line.pv.first().filter(|turn| !turns.contains(turn)) {
            turns.push(turn.clone());
        }
    }
    Ok(turns)
}
