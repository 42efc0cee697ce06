use std::collections::{HashSet, VecDeque};
use std::io::{Write, stdout};
use std::process::ExitCode;

use agon_core::AnyTable;
use agon_engines::{EngineSpec, build};
use agon_search::{Engine, Limits, Line, Score, SearchRequest, Stop};

use crate::cli::BookArgs;

/// `agon book`: what a longer search chooses at the positions that good play leads to first.
///
/// The positions nearest to the start come first; each is followed by the turns that the search finds
/// best, as far as they are not much worse than the best of all.
pub(crate) fn run(args: &BookArgs) -> anyhow::Result<ExitCode> {
    let start = agon_games::open(&args.spec)?;
    let mut engine = build(start.as_ref(), &EngineSpec::default())?;
    let mut out = stdout().lock();
    writeln!(
        out,
        "# agon book {} --count {} --nodes {} --width {} --margin {}",
        args.spec, args.count, args.nodes, args.width, args.margin
    )?;
    let mut waiting = VecDeque::from([start]);
    let mut seen = HashSet::new();
    let mut count = 0;
    while let Some(table) = waiting.pop_front() {
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
            waiting.push_back(next);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The best turns, the best first.
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
    let worth = |line: &Line| match line.score {
        Score::Cp(cp) => cp,
        Score::Win(_) => i32::MAX / 2,
        Score::Loss(_) => i32::MIN / 2,
    };
    let highest = lines.first().map_or(0, worth);
    for line in lines.iter().filter(|line| worth(line) >= highest - i32::from(args.margin)) {
        if let Some(word) = line.pv.first().filter(|word| !turns.contains(word)) {
            turns.push(word.clone());
        }
    }
    Ok(turns)
}
