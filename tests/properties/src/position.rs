use std::collections::HashSet;

use agon_core::{Actor, AnyTable};
use agon_games::draw::{Marks, TextStyle, layout, svg, text as drawing};
use agon_games::open;

use crate::text;

/// A position that is accepted prints canonically, parses back to itself and can be played on.
///
/// The first line is the spec, the rest the position.
pub fn position(data: &[u8]) {
    let input = text(data);
    let (spec, given) = input.split_once('\n').unwrap_or((&input, ""));
    let Ok(mut table) = open(spec) else { return };
    match table.set_position(given) {
        Ok(()) => {
            check_round_trip(&mut *table, given);
            check_successors(&mut *table);
            check_drawings(&*table);
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
}

fn check_round_trip(table: &mut dyn AnyTable, given: &str) {
    let canonical = table.position();
    assert!(canonical.is_ascii() && !canonical.contains('\n'), "{canonical:?} is not a line of ASCII");
    let set = table.set_position(&canonical);
    assert!(set.is_ok(), "{given:?} -> {canonical:?}: {set:?}");
    assert_eq!(table.position(), canonical, "from {given:?}");
    let lower = table.set_position(&canonical.to_ascii_lowercase());
    assert!(lower.is_ok(), "{canonical:?} in lower case: {lower:?}");
    let upper = table.set_position(&canonical.to_ascii_uppercase());
    assert!(upper.is_ok(), "{canonical:?} in upper case: {upper:?}");
    assert_eq!(table.position(), canonical, "from upper case");
}

/// Every position can be drawn, and plain drawings are plain.
fn check_drawings(table: &dyn AnyTable) {
    let view = match table.view(&[]) {
        Ok(view) => view,
        Err(fault) => panic!("{}: {fault}", table.position()),
    };
    let plain = TextStyle { color: false, ascii: true };
    assert!(drawing(&view, plain).is_ascii(), "{}", table.position());
    let marks = Marks { paths: table.paths(), ..Marks::default() };
    for room in [(0, 0), (59, 22), (200, 100)] {
        drop(layout(&view, room, None).draw(&marks, true));
    }
    assert!(svg(&view, "title").ends_with("</svg>\n"), "{}", table.position());
}

/// The actor, the legal plies and the positions after them are consistent.
pub(crate) fn check_successors(table: &mut dyn AnyTable) {
    let canonical = table.position();
    let successors = table.successors();
    assert_eq!(table.actor() == Actor::Nobody, table.outcome().is_some(), "{canonical}");
    assert_eq!(table.outcome().is_some(), successors.is_empty(), "{canonical}");
    assert_eq!(successors.len(), table.legal().len(), "{canonical}");
    let distinct: HashSet<&str> = successors.iter().map(|next| next.position.as_str()).collect();
    assert_eq!(distinct.len(), successors.len(), "{canonical} lists a position twice");
    // A turn list may have thousands of entries: a sample is enough here.
    for next in successors.iter().step_by(1 + successors.len() / 16) {
        let played = table.play(&next.notation);
        assert_eq!(played.as_ref(), Ok(&next.notation), "{canonical}: {} is not canonical", next.notation);
        assert_eq!(table.position(), next.position, "{canonical}: {}", next.notation);
        table.undo();
        assert_eq!(table.position(), canonical, "after taking back {}", next.notation);
        let set = table.clone_box().set_position(&next.position);
        assert!(set.is_ok(), "{canonical}: {} leads to {}: {set:?}", next.notation, next.position);
    }
}
