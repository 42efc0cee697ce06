//! Pictures of positions on the rules pages.

use agon_core::{AnyTable, StepView};
use agon_games::draw::{self, Marks};

/// Reads a fenced block of a rules page, if it is a picture of a position; returns the drawing and what it shows.
///
/// ````text
/// ```board quoridor:size=5 c4
/// / / c2 c3 / 10 10 / 1
/// White may jump over Black to `c4`.
/// ```
/// ````
///
/// After the game stand the steps to mark, or `moves` for all moves of pieces.
pub(crate) fn figure<'a>(info: &str, text: &'a str) -> Option<(String, &'a str)> {
    let mut words = info.strip_prefix("board ")?.split(' ');
    let (position, caption) = text.split_once('\n')?;
    let table = agon_games::open_at(words.next()?, position).ok()?;
    let marked: Vec<&str> = words.collect();
    let picture = draw::figure(&table.view(&[]).ok()?, &marks(&*table, &marked)?);
    Some((picture, caption))
}

/// The marks of some steps; `None` if one of them cannot be played.
fn marks(table: &dyn AnyTable, words: &[&str]) -> Option<Marks> {
    let steps = table.steps(&[]).ok()?.next;
    let mut marks = Marks::default();
    for word in words {
        let is_meant = |step: &&StepView| match *word {
            "moves" => step.places.from.is_some(),
            notation => step.notation == notation,
        };
        let known = marks.targets.len();
        for StepView { places, .. } in steps.iter().filter(is_meant) {
            let source = places.from.filter(|place| !marks.sources.contains(place));
            marks.sources.extend(source);
            marks.targets.push(places.to);
        }
        if marks.targets.len() == known {
            return None;
        }
    }
    Some(marks)
}
