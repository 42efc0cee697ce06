use agon_core::{AnyTable, Fault};
use agon_search::{Engine, Limits, Line, SearchRequest, Stop};

use crate::turn::rounded;
use crate::{CandidateTurn, ReviewOptions};

/// The best turns of the player to move, best first: for hints and evaluation bars.
pub fn hints(table: &dyn AnyTable, options: &ReviewOptions, stop: &Stop) -> Result<Vec<CandidateTurn>, Fault> {
    let mut engine = agon_engines::build(table, &options.engine)?;
    candidates(&mut *engine, table, &options.limits(table.info().has_dice), "", stop)
}

/// The best turns and the one played, best first.
pub(crate) fn candidates(
    engine: &mut dyn Engine,
    table: &dyn AnyTable,
    limits: &Limits,
    played: &str,
    stop: &Stop,
) -> Result<Vec<CandidateTurn>, Fault> {
    engine.new_game();
    let lines = lines(engine, table, limits, stop)?;
    let mut candidates: Vec<CandidateTurn> = lines.iter().filter_map(|line| CandidateTurn::new(line, played)).collect();
    if !played.is_empty() && !candidates.iter().any(|candidate| candidate.played) {
        let only = Limits { search_moves: vec![played.to_owned()], multi_pv: 1, ..limits.clone() };
        let lines = self::lines(engine, table, &only, stop)?;
        candidates.extend(lines.iter().filter_map(|line| CandidateTurn::new(line, played)));
    }
    // Searched on its own, the turn played may prove better than the best.
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
    let best = candidates.first().map_or(0.0, |candidate| candidate.value);
    for candidate in &mut candidates {
        candidate.loss = rounded(best - candidate.value);
    }
    Ok(candidates)
}

/// The lines of the deepest completed iteration, best first.
fn lines(engine: &mut dyn Engine, table: &dyn AnyTable, limits: &Limits, stop: &Stop) -> Result<Vec<Line>, Fault> {
    let mut lines: Vec<Line> = Vec::new();
    let thought = engine.think(SearchRequest {
        table,
        limits,
        stop,
        report: &mut |line| {
            if line.multi_pv <= 1 {
                lines.clear();
            }
            lines.push(line.clone());
        },
    })?;
    // Engines that do not search report no lines.
    if lines.is_empty() {
        lines.push(thought.line.unwrap_or_else(|| Line { pv: vec![thought.turn], ..Line::default() }));
    }
    Ok(lines)
}
