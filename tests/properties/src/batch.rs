use agon_core::{AnyTable, Outcome, Player};
use agon_games::open_at;
use agon_ugi::lines::{BoundedLines, LineRead};

use crate::position::check_successors;

/// How many lines of one input are answered.
const MOST_LINES: usize = 8;

/// What `moves --batch` answers to each line agrees with the slow reference of the game.
pub fn batch(data: &[u8]) {
    let mut lines = BoundedLines::new(data);
    for _ in 0..MOST_LINES {
        let Ok(LineRead::Line(line)) = lines.read() else { return };
        let Some((spec, position)) = line.split_once('\t') else { continue };
        match open_at(spec, position) {
            Ok(mut table) => {
                // Openings belong to the table, not to the position that the line asks about.
                let canonical = table.position();
                let set = table.set_position(&canonical);
                assert!(set.is_ok(), "{line:?}: {set:?}");
                check_successors(&mut *table);
                compare_with_reference(&*table);
            }
            Err(fault) => assert!(!fault.to_string().is_empty()),
        }
    }
}

fn compare_with_reference(table: &dyn AnyTable) {
    let (spec, position) = (table.spec(), table.position());
    if agon_reference::successors(&spec, "startpos").is_err() {
        return; // A game without a reference.
    }
    let reference = agon_reference::successors(&spec, &position);
    let reference = reference.unwrap_or_else(|reason| panic!("the reference of {spec} refuses {position}: {reason}"));
    let outcome = table.outcome().map(|outcome| match outcome {
        Outcome::Win { winner, points } => (Some(if winner == Player::P1 { 1 } else { 2 }), points),
        Outcome::Draw => (None, 0),
    });
    let mut successors: Vec<String> = table.successors().into_iter().map(|next| next.position).collect();
    successors.sort();
    assert_eq!(position, reference.position, "{spec}");
    assert_eq!(table.actor().name(), reference.actor, "{spec}, {position}");
    assert_eq!(outcome, reference.outcome, "{spec}, {position}");
    assert_eq!(successors, reference.successors, "{spec}, {position}");
}
