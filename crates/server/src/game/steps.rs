//! The steps of a turn with what may follow each of them, so that a client needs no rules.

use std::borrow::Cow;

use agon_core::{AnyTable, Fault, StepView, StepsView};
use agon_wire::{Ahead, Steps, Written};

/// With more steps than this, the last one stands for all of them.
const MAX_EXAMINED_STEPS: usize = 40;
/// The longest list of second steps that is sent ahead, in bytes.
const MAX_AHEAD_LEN: usize = 16 * 1024;

/// The steps that may follow a prefix.
pub(crate) fn steps_after(table: &dyn AnyTable, prefix: &[String]) -> Result<Steps, Fault> {
    let steps = table.steps(prefix)?;
    Ok(examined(table, prefix, steps, |_, _| {}))
}

/// The first steps of a turn, and the second steps after each of them unless they are too long.
pub(super) fn first_steps(table: &dyn AnyTable) -> (Option<Steps>, Option<Ahead<'static>>) {
    let Ok(steps) = table.steps(&[]) else { return (None, None) };
    let mut ahead = Vec::new();
    let mut len = 1;
    let steps = examined(table, &[], steps, |step, following| {
        if !following.next.is_empty() && len <= MAX_AHEAD_LEN {
            let json = Written::json(&Steps::from(following));
            // Two quotation marks, a colon, and a comma or the brace at the end.
            len += step.notation.len() + json.get().len() + 4;
            ahead.push((Cow::Owned(step.notation.clone()), Written::Json(Cow::Owned(json))));
        }
    });
    let is_useful = !ahead.is_empty() && len <= MAX_AHEAD_LEN;
    (Some(steps), is_useful.then_some(Ahead { 0: ahead }))
}

/// Notes at each step whether the turn may end with it and whether more may follow, and passes on what follows.
fn examined(
    table: &dyn AnyTable,
    prefix: &[String],
    steps: StepsView,
    mut pass_on: impl FnMut(&StepView, StepsView),
) -> Steps {
    let mut steps = Steps::from(steps);
    let mut longer = prefix.to_vec();
    longer.push(String::new());
    let mut examine = |step: &StepView| {
        longer[prefix.len()].clone_from(&step.notation);
        table.steps(&longer).ok()
    };
    let facts = |following: &StepsView| (Some(following.turn.is_some()), Some(!following.next.is_empty()));
    if steps.next.len() > MAX_EXAMINED_STEPS {
        // A long list consists of walls or dominoes, which are all alike: the last one stands for all.
        let common = steps.next.last().and_then(|step| examine(&step.view));
        let (end, more) = common.as_ref().map_or((None, None), facts);
        for step in &mut steps.next {
            (step.end, step.more) = (end, more);
        }
        return steps;
    }
    for step in &mut steps.next {
        if let Some(following) = examine(&step.view) {
            (step.end, step.more) = facts(&following);
            pass_on(&step.view, following);
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_first_step_says_truly_whether_the_turn_may_end_with_it() {
        for spec in agon_games::entries().iter().map(|entry| entry.info.name) {
            let mut table = agon_games::open(spec).expect("a table");
            let mut rng = agon_core::Rng::new(2);
            while table.roll(&mut rng).is_some() {}
            let (steps, ahead) = first_steps(&*table);
            let ahead = ahead.unwrap_or_default();
            for step in steps.expect("steps").next {
                let after = table.steps(std::slice::from_ref(&step.view.notation)).expect("a step");
                assert_eq!(step.end, Some(after.turn.is_some()), "{spec} {step:?}");
                assert_eq!(step.more, Some(!after.next.is_empty()), "{spec} {step:?}");
                if let Some(found) = ahead.get(&step.view.notation) {
                    let after = serde_json::to_value(&after).expect("JSON");
                    assert_eq!(serde_json::to_value(found).expect("JSON"), after, "{spec} {step:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_list_of_second_steps_is_left_out() {
        let table = agon_games::open("blockade").expect("a table");
        let (steps, ahead) = first_steps(&*table);
        assert!(steps.is_some() && ahead.is_none());
    }
}
