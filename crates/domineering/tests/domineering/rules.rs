//! The rulings of Domineering by name.

use crate::common::{at, code, open};
use agon_core::U256;
use agon_core::view::BoardView;
use agon_core::view::Cover::{Free, Lying, Outside, Upright};
use agon_core::{Actor, Outcome, PlaceView, Player, Position, Rng};
use agon_domineering::{Board, Cell, CellSet};

#[test]
fn d1_vertical_is_p1_and_moves_first_from_a1_in_the_lower_left() {
    let mut table = open("domineering:rows=2,cols=3");
    assert_eq!(table.actor(), Actor::Player(Player::P1));
    assert_eq!(table.legal(), ["a1", "b1", "c1"]);
    table.play("a1").unwrap();
    assert_eq!(table.position(), "v2/v2 h");
    assert_eq!(table.legal(), ["b1", "b2"]);
}

#[test]
fn d2_vertical_covers_the_cell_above_and_horizontal_the_one_to_the_right() {
    let mut table = open("domineering");
    table.play("c4").unwrap();
    assert_eq!(table.position(), "8/8/8/2v5/2v5/8/8/8 h");
    table.play("d4").unwrap();
    assert_eq!(table.position(), "8/8/8/2v5/2vhh3/8/8/8 v");
}

#[test]
fn d2_a_horizontal_domino_does_not_reach_into_the_next_row() {
    let table = at("domineering:rows=2,cols=3", "3/3 h");
    assert_eq!(table.legal(), ["a1", "b1", "a2", "b2"]);
}

#[test]
fn d3_who_cannot_move_on_his_turn_loses() {
    let mut table = open("domineering:rows=2,cols=2");
    table.play("a1").unwrap();
    assert_eq!(table.outcome(), Some(Outcome::win(Player::P1)));
    assert_eq!(table.actor(), Actor::Nobody);
    assert_eq!(table.position(), "v1/v1 h");
    assert_eq!(code(table.play("b1"), "b1"), "game-over");
}

#[test]
fn d3_a_player_without_a_first_move_loses_at_once() {
    assert_eq!(open("domineering:rows=1,cols=5").outcome(), Some(Outcome::win(Player::P2)));
    assert_eq!(open("domineering:rows=1,cols=1").outcome(), Some(Outcome::win(Player::P2)));
    let horizontal = at("domineering:rows=5,cols=1", "1/1/1/1/1 h");
    assert_eq!(horizontal.outcome(), Some(Outcome::win(Player::P1)));
}

#[test]
fn d2_cells_that_are_not_part_of_the_board_are_never_covered() {
    let table = at("domineering:rows=3,cols=3", "1#1/3/1#1 v");
    assert_eq!(table.legal(), ["a1", "c1", "a2", "c2"]);
    let table = at("domineering:rows=3,cols=3", "1#1/3/1#1 h");
    assert_eq!(table.legal(), ["a2", "b2"]);
}

#[test]
fn every_wrong_move_has_its_own_reason() {
    let spec = "domineering:rows=4,cols=4";
    let vertical = at(spec, "2v1/2v1/hh#1/4 v");
    let horizontal = at(spec, "2v1/2v1/hh#1/4 h");
    for (table, notation, reason) in [
        (&vertical, "hello", "not-a-move"),
        (&vertical, "", "not-a-move"),
        (&vertical, "c", "not-a-move"),
        (&vertical, "e1", "domineering-off-board"),
        (&vertical, "a5", "domineering-off-board"),
        (&vertical, "a0", "domineering-off-board"),
        (&vertical, "c3", "domineering-covered"),
        (&vertical, "c2", "domineering-outside"),
        (&vertical, "a4", "domineering-nothing-above"),
        (&vertical, "a1", "domineering-above-covered"),
        (&vertical, "c1", "domineering-above-outside"),
        (&horizontal, "d1", "domineering-nothing-right"),
        (&horizontal, "b4", "domineering-right-covered"),
        (&horizontal, "a2", "domineering-covered"),
        (&vertical, "31:", "no-roll-due"),
    ] {
        assert_eq!(code(table.check(notation), notation), reason, "{notation}");
    }
    let table = at("domineering:rows=1,cols=3", "2# h");
    assert_eq!(code(table.check("b1"), "b1"), "domineering-right-outside");
}

#[test]
fn the_reports_way_of_typing_is_understood() {
    let table = open("domineering:rows=16,cols=16");
    for notation in ["c4", "C4", "4c", "4C", "4 c", " 4  C "] {
        assert_eq!(table.check(notation).unwrap(), "c4", "{notation:?}");
    }
    assert_eq!(table.check("15P").unwrap(), "p15");
}

#[test]
fn steps_name_both_cells() {
    let table = open("domineering:rows=3,cols=3");
    let steps = table.steps(&[]).unwrap();
    assert_eq!(steps.next.len(), 6);
    let first = &steps.next[0];
    assert_eq!(first.notation, "a1");
    assert_eq!(first.places.to, PlaceView::Cell { row: 2, col: 0 });
    assert_eq!(first.places.also, Some(PlaceView::Cell { row: 1, col: 0 }));
    let done = table.steps(&["A1".to_owned()]).unwrap();
    assert_eq!(done.turn.as_deref(), Some("a1"));
    assert!(done.next.is_empty());
    assert_eq!(code(table.steps(&["a3".to_owned()]), "a3"), "no-such-step");
}

#[test]
fn the_view_shows_covers_from_the_top_and_previews_a_step() {
    let table = at("domineering:rows=2,cols=3", "1hh/#2 v");
    let BoardView::Grid(view) = table.view(&[]).unwrap() else { panic!("a grid") };
    assert_eq!(view.row_labels, ["2", "1"]);
    assert_eq!(view.col_labels, ["a", "b", "c"]);
    assert_eq!(view.cover, [Free, Lying, Lying, Outside, Free, Free]);
    let table = at("domineering:rows=2,cols=3", "3/3 v");
    let BoardView::Grid(view) = table.view(&["b1".to_owned()]).unwrap() else { panic!("a grid") };
    assert_eq!(view.cover, [Free, Upright, Free, Free, Upright, Free]);
}

/// Both words give the same game, move by move, and the same random choices.
#[test]
fn narrow_and_wide_boards_agree() {
    let mut rng = Rng::new(11);
    let mut scratch = Vec::new();
    for round in 0..300u32 {
        let (rows, cols) = (1 + (round % 8) as u8, 1 + (round / 8 % 8) as u8);
        let mut narrow = Board::<u64>::empty(rows, cols).unwrap();
        let mut wide = Board::<U256>::empty(rows, cols).unwrap();
        loop {
            for player in Player::ALL {
                let cells: Vec<Cell> = narrow.moves_of(player).cells().collect();
                assert_eq!(cells, wide.moves_of(player).cells().collect::<Vec<_>>());
                assert_eq!(cells.len() as u32, wide.move_count(player));
            }
            let mut same_rng = rng.clone();
            let chosen = narrow.random_move(&mut rng, &mut scratch);
            assert_eq!(chosen, wide.random_move(&mut same_rng, &mut scratch));
            let Some(cell) = chosen else { break };
            assert!(narrow.is_legal(cell));
            narrow.play_unchecked(cell);
            wide.play_unchecked(cell);
        }
    }
}

#[test]
fn random_moves_are_uniform() {
    let board = Board::<u64>::empty(3, 3).unwrap();
    let mut rng = Rng::new(5);
    let mut hits = [0u32; 9];
    for _ in 0..60_000 {
        let cell = board.random_move(&mut rng, &mut Vec::new()).unwrap();
        hits[usize::from(cell.index())] += 1;
    }
    assert!(hits[..6].iter().all(|n| (9_500..10_500).contains(n)), "{hits:?}");
    assert_eq!(hits[6..], [0, 0, 0]);
}

#[test]
fn keys_differ_for_different_positions() {
    let mut keys = std::collections::HashSet::new();
    let mut boards = std::collections::HashSet::new();
    let mut rng = Rng::new(9);
    for _ in 0..3_000 {
        let mut board = Board::<u64>::empty(8, 8).unwrap();
        while let Some(cell) = board.random_move(&mut rng, &mut Vec::new()) {
            board.play_unchecked(cell);
            boards.insert(board);
            keys.insert(board.key());
        }
    }
    assert_eq!(boards.len(), keys.len());
    let board = Board::<u64>::empty(8, 8).unwrap();
    assert_ne!(board.key(), board.with_mover(Player::P2).key());
}
