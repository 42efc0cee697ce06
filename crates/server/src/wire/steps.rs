//! The steps of a turn as JSON, with what may follow each step, so that a client needs no rules.

use agon_core::{AnyTable, Fault, PlaceView, StepView, StepsView, TurnState};

/// With more steps than this, the last one stands for all of them.
const MAX_EXAMINED_STEPS: usize = 40;
/// The longest list of second steps that is sent ahead, in bytes.
const MAX_AHEAD_LEN: usize = 16 * 1024;

/// What may follow a step.
#[derive(Clone, Copy, PartialEq, Eq)]
struct After {
    /// Whether the turn may end with this step.
    end: bool,
    /// Whether another step may follow.
    more: bool,
}

impl After {
    fn of(steps: &StepsView) -> Self {
        Self { end: steps.turn.is_some(), more: !steps.next.is_empty() }
    }
}

/// The steps that may follow a prefix: `"next":..,"turn":..,"state":..`, without braces.
pub(crate) fn steps_answer(table: &dyn AnyTable, prefix: &[String]) -> Result<String, Fault> {
    let steps = table.steps(prefix)?;
    let mut out = String::with_capacity(96 * steps.next.len() + 64);
    write_answer(&mut out, table, prefix, &steps, None);
    Ok(out)
}

/// The first steps of a turn as an object, and the second steps after each of them unless they are too long.
pub(super) fn first_steps(table: &dyn AnyTable) -> (String, Option<String>) {
    let Ok(steps) = table.steps(&[]) else { return ("null".to_owned(), None) };
    let mut out = String::with_capacity(96 * steps.next.len() + 64);
    let mut ahead = String::from("{");
    out.push('{');
    write_answer(&mut out, table, &[], &steps, Some(&mut ahead));
    out.push('}');
    ahead.push('}');
    let is_useful = ahead.len() > 2 && ahead.len() <= MAX_AHEAD_LEN;
    (out, is_useful.then_some(ahead))
}

fn write_answer(
    out: &mut String,
    table: &dyn AnyTable,
    prefix: &[String],
    steps: &StepsView,
    mut ahead: Option<&mut String>,
) {
    let mut longer = prefix.to_vec();
    longer.push(String::new());
    let mut examine = |step: &StepView| {
        longer[prefix.len()].clone_from(&step.notation);
        table.steps(&longer).ok()
    };
    // A long list consists of walls or dominoes, which are all alike: the last one stands for all.
    let is_long = steps.next.len() > MAX_EXAMINED_STEPS;
    let common = if is_long { steps.next.last().and_then(&mut examine).as_ref().map(After::of) } else { None };
    out.push_str("\"next\":[");
    for (index, step) in steps.next.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        let following = if is_long { None } else { examine(step) };
        let after = common.or_else(|| following.as_ref().map(After::of));
        push_step(out, step, after);
        if let (Some(ahead), Some(following)) = (ahead.as_deref_mut(), &following)
            && !following.next.is_empty()
            && ahead.len() <= MAX_AHEAD_LEN
        {
            if ahead.len() > 1 {
                ahead.push(',');
            }
            push_text(ahead, &step.notation);
            ahead.push_str(":{");
            push_plain(ahead, following);
            ahead.push('}');
        }
    }
    out.push(']');
    push_end(out, steps);
}

/// Writes steps without what may follow them.
fn push_plain(out: &mut String, steps: &StepsView) {
    out.push_str("\"next\":[");
    for (index, step) in steps.next.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        push_step(out, step, None);
    }
    out.push(']');
    push_end(out, steps);
}

fn push_end(out: &mut String, steps: &StepsView) {
    out.push_str(",\"turn\":");
    match &steps.turn {
        Some(turn) => push_text(out, turn),
        None => out.push_str("null"),
    }
    out.push_str(match steps.state {
        TurnState::Open => ",\"state\":\"open\"",
        TurnState::Complete => ",\"state\":\"complete\"",
        TurnState::DeadEnd => ",\"state\":\"dead_end\"",
    });
}

/// Writes a JSON string. Notation is plain ASCII without quotes and is copied; anything else is escaped.
fn push_text(out: &mut String, text: &str) {
    if text.bytes().all(|byte| (b' '..=b'~').contains(&byte) && byte != b'"' && byte != b'\\') {
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        out.push_str(&serde_json::to_string(text).unwrap_or_default());
    }
}

fn push_step(out: &mut String, step: &StepView, after: Option<After>) {
    out.push_str("{\"word\":");
    push_text(out, &step.notation);
    for (name, place) in
        [(",\"from\":", step.places.from), (",\"to\":", Some(step.places.to)), (",\"also\":", step.places.also)]
    {
        out.push_str(name);
        push_place(out, place);
    }
    if let Some(After { end, more }) = after {
        out.push_str(if end { ",\"end\":true" } else { ",\"end\":false" });
        out.push_str(if more { ",\"more\":true" } else { ",\"more\":false" });
    }
    out.push('}');
}

fn push_place(out: &mut String, place: Option<PlaceView>) {
    use std::fmt::Write;
    // Writing to a String cannot fail.
    let _ = match place {
        None => out.write_str("null"),
        Some(PlaceView::Cell { row, col }) => write!(out, "{{\"at\":\"cell\",\"row\":{row},\"col\":{col}}}"),
        Some(PlaceView::Wall { row, col, upright }) => {
            write!(out, "{{\"at\":\"wall\",\"row\":{row},\"col\":{col},\"upright\":{upright}}}")
        }
        Some(PlaceView::Point { point }) => write!(out, "{{\"at\":\"point\",\"point\":{point}}}"),
        Some(PlaceView::Bar { player }) => write!(out, "{{\"at\":\"bar\",\"player\":\"{player}\"}}"),
        Some(PlaceView::Off { player }) => write!(out, "{{\"at\":\"off\",\"player\":\"{player}\"}}"),
    };
}

/// The steps of the whole turn played at a ply, as a JSON list.
pub(crate) fn turn_steps(table: &dyn AnyTable, ply: usize, notation: &str) -> String {
    let mut out = String::from("[");
    for (number, step) in table.turn_steps(ply, notation).iter().enumerate() {
        if number > 0 {
            out.push(',');
        }
        push_step(&mut out, step, None);
    }
    out.push(']');
    out
}

#[cfg(test)]
mod tests {
    use agon_core::Player;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn hand_written_steps_are_those_of_serde() {
        for spec in agon_games::entries().iter().map(|entry| entry.info.name) {
            let mut table = agon_games::open(spec).expect("a table");
            let mut rng = agon_core::Rng::new(1);
            for _ in 0..12 {
                while table.roll(&mut rng).is_some() {}
                let Ok(steps) = table.steps(&[]) else { break };
                let mut text = String::from("{");
                push_plain(&mut text, &steps);
                text.push('}');
                let read: Value = serde_json::from_str(&text).expect("JSON");
                assert_eq!(read, serde_json::to_value(&steps).expect("JSON"), "{spec}");
                let legal = table.legal();
                let Some(word) = rng.choose(&legal).cloned() else { break };
                let parts: Value =
                    serde_json::from_str(&turn_steps(&*table, table.plies().len(), &word)).expect("JSON");
                if word != "pass" {
                    assert_eq!(parts.as_array().expect("a list").len(), word.split(',').count(), "{spec} {word}");
                }
                table.play(&word).expect("legal");
            }
        }
    }

    #[test]
    fn every_first_step_says_truly_whether_the_turn_may_end_with_it() {
        for spec in agon_games::entries().iter().map(|entry| entry.info.name) {
            let mut table = agon_games::open(spec).expect("a table");
            let mut rng = agon_core::Rng::new(2);
            while table.roll(&mut rng).is_some() {}
            let (steps, ahead) = first_steps(&*table);
            let steps: Value = serde_json::from_str(&steps).expect("JSON");
            let ahead: Value = ahead.map_or(Value::Null, |text| serde_json::from_str(&text).expect("JSON"));
            for step in steps["next"].as_array().expect("a list") {
                let word = step["word"].as_str().expect("a word").to_owned();
                let after = table.steps(std::slice::from_ref(&word)).expect("a step");
                assert_eq!(step["end"], after.turn.is_some(), "{spec} {word}");
                assert_eq!(step["more"], !after.next.is_empty(), "{spec} {word}");
                if let Some(found) = ahead.get(&word) {
                    assert_eq!(found, &serde_json::to_value(&after).expect("JSON"), "{spec} {word}");
                }
            }
        }
    }

    #[test]
    fn places_and_odd_words_are_valid_json() {
        let mut text = String::new();
        push_place(&mut text, Some(PlaceView::Bar { player: Player::P2 }));
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), json!({"at": "bar", "player": "p2"}));
        let mut text = String::new();
        push_text(&mut text, "a\"b\\é");
        assert_eq!(serde_json::from_str::<String>(&text).expect("JSON"), "a\"b\\é");
    }
}
