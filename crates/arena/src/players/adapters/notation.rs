//! Turns as GNU Backgammon and its kin write them.

use agon_core::{AnyTable, BoardView};

/// The dice of the player to move, the higher one first.
pub(super) fn dice(table: &dyn AnyTable) -> Option<(u8, u8)> {
    let BoardView::Tavli(board) = table.view(&[]).ok()? else { return None };
    let (one, two) = (*board.dice.first()?, *board.dice.get(1)?);
    Some((one.max(two), one.min(two)))
}

/// Our notation of a turn such as `25/22 6/0` or `bar-22 6-off`: pairs of points, separated by blanks.
pub(super) fn turn(text: &str) -> String {
    let steps: Vec<String> = text
        .split_whitespace()
        .filter_map(|step| {
            let (from, to) = step.split_once(['/', '-'])?;
            let from = if from == "25" { "bar" } else { from };
            let to = if to == "0" { "off" } else { to };
            Some(format!("{from}/{to}"))
        })
        .collect();
    if steps.is_empty() { "pass".to_owned() } else { steps.join(",") }
}

/// The turn that leads to a position, given by its GNU Backgammon ID from the next player's point of view.
pub(super) fn turn_to(table: &dyn AnyTable, id: &str) -> Option<String> {
    table.legal().into_iter().find(|turn| {
        let mut after = table.clone_box();
        after.play(turn).is_ok() && agon_games::gnubg_id(&*after).is_some_and(|found| found == id)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_rewritten() {
        assert_eq!(turn("25/22 6/0"), "bar/22,6/off");
        assert_eq!(turn("bar-22 6-off"), "bar/22,6/off");
        assert_eq!(turn("24/18 18/13"), "24/18,18/13");
        assert_eq!(turn(""), "pass");
    }

    #[test]
    fn positions_name_turns() {
        let mut table = agon_games::open("portes").expect("portes");
        table.play("31:").expect("a roll");
        assert_eq!(dice(&*table), Some((3, 1)));
        let mut opened = agon_games::open("portes:opening=high_plays").expect("portes");
        assert_eq!(dice(&*opened), None);
        opened.play("o25:").expect("an opening roll");
        assert_eq!(dice(&*opened), Some((5, 2)));
        let mut after = table.clone_box();
        after.play("8/5,6/5").expect("a turn");
        let id = agon_games::gnubg_id(&*after).expect("an ID");
        let found = turn_to(&*table, &id).expect("a turn");
        assert_eq!(table.check(&found), table.check("8/5,6/5"));
        assert_eq!(turn_to(&*table, "nonsense"), None);
    }
}
