use agon_core::{Actor, AnyTable, Fault};
use agon_search::{Engine, Limits, SearchRequest, Stop};

use crate::RollLuck;
use crate::turn::{line_value, rounded};

/// The luck of the roll that is due: its static value minus the average of all rolls. `None` for the opening roll, which
/// belongs to neither player.
pub(crate) fn luck(
    engine: &mut dyn Engine,
    table: &mut dyn AnyTable,
    rolled: &str,
    stop: &Stop,
) -> Result<Option<RollLuck>, Fault> {
    if table.is_opening_due() || table.actor() != Actor::Chance {
        return Ok(None);
    }
    let (mut sum, mut weights, mut own) = (0.0, 0.0, 0.0);
    for roll in table.successors() {
        let weight = f64::from(roll.weight.unwrap_or(1));
        let played = table.play(&roll.notation)?;
        let thought = engine.think(SearchRequest::quiet(&*table, &Limits::depth(1), stop));
        table.undo();
        let value = thought?.line.as_ref().map_or(0.0, line_value);
        sum += weight * value;
        weights += weight;
        if played == rolled {
            own = value;
        }
    }
    let dice = rolled.trim_end_matches(':').to_owned();
    Ok((weights > 0.0).then(|| RollLuck { dice, luck: rounded(own - sum / weights) }))
}
