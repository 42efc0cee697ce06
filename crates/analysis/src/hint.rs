use agon_core::{Actor, AnyTable, Fault};
use agon_search::{Engine, Limits, Line, Stop};

use crate::turn::rounded;
use crate::{Choice, Plan};

/// The best turns of the player to move, the best first: for hints and evaluation bars.
pub fn hints(table: &dyn AnyTable, plan: &Plan, stop: &Stop) -> Result<Vec<Choice>, Fault> {
    let mut engine = agon_engines::build(table, &plan.settings)?;
    choices(&mut *engine, table, &plan.limits(has_dice(table)), "", stop)
}

/// The best turns and the one played.
pub(crate) fn choices(
    engine: &mut dyn Engine,
    table: &dyn AnyTable,
    limits: &Limits,
    played: &str,
    stop: &Stop,
) -> Result<Vec<Choice>, Fault> {
    engine.new_game();
    let lines = lines(engine, table, limits, stop)?;
    let mut choices: Vec<Choice> = lines.iter().filter_map(|line| Choice::new(line, played)).collect();
    if !played.is_empty() && !choices.iter().any(|choice| choice.played) {
        let only = Limits { search_moves: vec![played.to_owned()], multi_pv: 1, ..limits.clone() };
        let lines = self::lines(engine, table, &only, stop)?;
        choices.extend(lines.iter().filter_map(|line| Choice::new(line, played)));
    }
    // Looked at by itself, the turn that was played may turn out better than the best.
    choices.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    let best = choices.first().map_or(0.0, |choice| choice.worth);
    for choice in &mut choices {
        choice.loss = rounded(best - choice.worth);
    }
    Ok(choices)
}

/// The lines of the deepest completed look, the best first.
fn lines(
    engine: &mut dyn Engine,
    table: &dyn AnyTable,
    limits: &Limits,
    stop: &Stop,
) -> Result<Vec<Line>, Fault> {
    let mut lines: Vec<Line> = Vec::new();
    let thought = engine.think(table, limits, stop, &mut |line| {
        if line.multi_pv <= 1 {
            lines.clear();
        }
        lines.push(line.clone());
    })?;
    // Engines that do not search have at least a turn to tell.
    if lines.is_empty() {
        lines.push(thought.line.unwrap_or_else(|| Line { pv: vec![thought.word], ..Line::default() }));
    }
    Ok(lines)
}

/// Whether dice belong to the game: then it begins with a roll.
pub(crate) fn has_dice(table: &dyn AnyTable) -> bool {
    agon_games::open(&table.spec()).is_ok_and(|start| start.actor() == Actor::Chance)
}
