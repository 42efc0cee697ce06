use agon_core::{Actor, AnyTable, Fault};
use agon_search::{Engine, Limits, Stop};

use crate::Roll;
use crate::turn::{rounded, worth};

/// How lucky a roll is that is due on the table: what it is worth, at first sight, above the average of
/// all rolls. Nothing before the opening roll, which is nobody's.
pub(crate) fn luck(
    engine: &mut dyn Engine,
    table: &mut dyn AnyTable,
    fallen: &str,
    stop: &Stop,
) -> Result<Option<Roll>, Fault> {
    if fallen.starts_with('o') || table.actor() != Actor::Chance {
        return Ok(None);
    }
    let (mut sum, mut weights, mut own) = (0.0, 0.0, 0.0);
    for roll in table.successors() {
        let weight = f64::from(roll.weight.unwrap_or(1));
        let word = table.play(&roll.word)?;
        let thought = engine.think(&*table, &Limits::depth(1), stop, &mut |_| {});
        table.undo();
        let value = thought?.line.as_ref().map_or(0.0, worth);
        sum += weight * value;
        weights += weight;
        if word == fallen {
            own = value;
        }
    }
    let dice = fallen.trim_end_matches(':').to_owned();
    Ok((weights > 0.0).then(|| Roll { dice, luck: rounded(own - sum / weights) }))
}
