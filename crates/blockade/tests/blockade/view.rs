//! What screens are given.

use crate::common::{at, open};
use agon_core::view::{BoardView, GridStyle, GridView, WallView};
use agon_core::{AnyTable, PlaceView, Player};

fn grid(table: &dyn AnyTable, prefix: &[&str]) -> GridView {
    let prefix: Vec<String> = prefix.iter().map(ToString::to_string).collect();
    match table.view(&prefix).expect("a view") {
        BoardView::Grid(grid) => grid,
        BoardView::Tavli(_) => panic!("not a grid"),
    }
}

fn pawns(grid: &GridView) -> Vec<(&str, u8, u8)> {
    grid.pawns.iter().map(|pawn| (pawn.label.as_str(), pawn.row, pawn.col)).collect()
}

#[test]
fn the_start_as_a_screen_sees_it() {
    let grid = grid(open("blockade").as_ref(), &[]);
    assert_eq!((grid.style, grid.rows, grid.cols), (GridStyle::Grooved, 11, 14));
    assert_eq!(grid.row_labels.concat(), "123456789AB");
    assert_eq!(grid.col_labels.concat(), "123456789ABCDE");
    assert_eq!(grid.cover.len(), 154);
    assert_eq!(pawns(&grid), [("X1", 3, 3), ("X2", 7, 3), ("O1", 3, 10), ("O2", 7, 10)]);
    let goals: Vec<_> = grid.goals.iter().map(|goal| (goal.player, goal.row, goal.col)).collect();
    let (x, o) = (Player::P1, Player::P2);
    assert_eq!(goals, [(x, 3, 10), (x, 7, 10), (o, 3, 3), (o, 7, 3)]);
    let stocks: Vec<_> = grid.stocks.iter().map(|stock| (stock.player, &*stock.kind, stock.left)).collect();
    assert_eq!(stocks, [(x, "green", 9), (x, "blue", 9), (o, "green", 9), (o, "blue", 9)]);
    assert!(grid.walls.is_empty());
}

#[test]
fn steps_of_an_unfinished_turn_are_shown() {
    let table = open("blockade");
    let moved = grid(table.as_ref(), &["X1-64"]);
    assert_eq!(pawns(&moved)[0], ("X1", 5, 3));
    let both = grid(table.as_ref(), &["X1-64", "G35"]);
    assert_eq!(both.walls, [WallView { row: 2, col: 4, upright: true }]);
    assert_eq!(both.stocks[0].left, 8);
    assert_eq!(table.position(), "/ / 44 84 4B 8B / 9 9 9 9 / 1");
}

#[test]
fn steps_can_be_touched() {
    let table = open("blockade:turn=swift");
    let steps = table.steps(&[]).expect("steps");
    assert_eq!(steps.next.len(), 276);
    let places = |notation: &str| steps.next.iter().find(|step| step.notation == notation).expect("a step").places;
    let pawn = places("X1-64");
    assert_eq!(pawn.from, Some(PlaceView::Cell { row: 3, col: 3 }));
    assert_eq!(pawn.to, PlaceView::Cell { row: 5, col: 3 });
    assert_eq!(places("B35").to, PlaceView::Wall { row: 2, col: 4, upright: false });
    assert_eq!(places("G35").to, PlaceView::Wall { row: 2, col: 4, upright: true });
}

#[test]
fn a_taken_pawn_is_off_the_board() {
    let mut table = at("blockade", "/ / 49 84 4B 8B / 9 9 9 9 / 1");
    assert_eq!(pawns(&grid(table.as_ref(), &["X1-4B"])).len(), 3);
    table.play("X1-4B").expect("legal");
    assert_eq!(pawns(&grid(table.as_ref(), &[])), [("X1", 3, 10), ("X2", 7, 3), ("O2", 7, 10)]);
    assert_eq!(table.paths().len(), 3);
}

#[test]
fn shortest_paths_lead_to_the_nearer_goal() {
    let paths = open("blockade").paths();
    assert_eq!(paths.iter().map(|path| path.pawn.as_str()).collect::<Vec<_>>(), ["X1", "X2", "O1", "O2"]);
    for path in &paths {
        assert_eq!((path.cells.len(), path.turns), (8, 4));
    }
    assert_eq!(paths[0].cells.first(), Some(&(3, 3)));
    assert_eq!(paths[0].cells.last(), Some(&(3, 10)));
    // A wall in front makes the way two steps longer.
    let walled = at("blockade", "44 / / 44 84 4B 8B / 8 9 9 9 / 2").paths();
    assert_eq!((walled[0].cells.len(), walled[0].turns), (10, 5));
}

#[test]
fn b7_every_pawn_has_a_path_to_each_start_square_four_for_each_side() {
    let paths = open("blockade").all_paths();
    let ends: Vec<_> = paths.iter().map(|path| (path.pawn.as_str(), path.cells.last().copied())).collect();
    let to = |pawn, row, col| (pawn, Some((row, col)));
    let of_x = ["X1", "X2"].into_iter().flat_map(|pawn| [to(pawn, 3, 10), to(pawn, 7, 10)]);
    let of_o = ["O1", "O2"].into_iter().flat_map(|pawn| [to(pawn, 3, 3), to(pawn, 7, 3)]);
    assert_eq!(ends, of_x.chain(of_o).collect::<Vec<_>>());
    assert_eq!((paths[0].turns, paths[1].turns), (4, 6));
}

#[test]
fn b6_successors_are_grouped_as_in_the_report() {
    let groups = |spec: &str| -> std::collections::BTreeMap<&str, usize> {
        let mut groups = std::collections::BTreeMap::new();
        open(spec).successors().iter().for_each(|successor| *groups.entry(successor.group).or_default() += 1);
        groups
    };
    assert_eq!(groups("blockade:turn=swift"), [("blue", 130), ("green", 130), ("pawn", 16)].into());
    assert_eq!(groups("blockade").keys().copied().collect::<Vec<_>>(), ["blue", "green"]);
}
