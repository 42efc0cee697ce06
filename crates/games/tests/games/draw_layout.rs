//! Boards of all sizes, with marks.

use agon_core::{BoardView, PlaceView};
use agon_games::draw::{self, Canvas, Emphasis, Ink, Layout, Mark, Marks, Paint};
use agon_games::{entries, open, open_at};

const ROOMS: [(usize, usize); 5] = [(20, 5), (39, 18), (59, 22), (99, 38), (200, 80)];

fn view(spec: &str, position: &str) -> BoardView {
    open_at(spec, position).unwrap().view(&[]).unwrap()
}

#[track_caller]
fn assert_drawing(layout: &dyn Layout, marks: &Marks, expected: &str) {
    let text = layout.draw(marks, false).to_text(false);
    assert_eq!(text.trim_end(), expected.trim_start_matches('\n').trim_end(), "\n{text}");
}

fn ink_at(canvas: &Canvas, (column, line): (usize, usize)) -> Ink {
    canvas.lines().nth(line).and_then(|cells| cells.get(column)).unwrap().1
}

/// Every position of a layout, line by line.
fn spots(layout: &dyn Layout) -> impl Iterator<Item = (usize, usize)> {
    let (width, height) = layout.size();
    (0..height).flat_map(move |line| (0..width).map(move |column| (column, line)))
}

fn find(layout: &dyn Layout, place: PlaceView, upright: bool) -> Option<(usize, usize)> {
    spots(layout).find(|&(column, line)| layout.places_at(column, line, upright).first() == Some(&place))
}

#[test]
fn every_board_fits_every_room_and_shows_the_cursor() {
    let large = ["blockade:rows=22,cols=28,walls=18", "domineering:rows=16,cols=16", "quoridor:size=15"];
    for spec in entries().iter().map(|entry| entry.info.name).chain(large) {
        let view = open(spec).unwrap().view(&[]).unwrap();
        let cursors = match &view {
            BoardView::Grid(grid) => [(0, 0), (grid.rows / 2, 1), (grid.rows - 1, grid.cols - 1)]
                .map(|(row, col)| PlaceView::Cell { row, col }),
            BoardView::Tavli(_) => [1, 13, 24].map(|point| PlaceView::Point { point }),
        };
        for (room, cursor) in ROOMS.into_iter().flat_map(|room| cursors.map(|cursor| (room, cursor))) {
            let layout = draw::layout(&view, room, Some(cursor));
            let (width, height) = layout.size();
            let is_grid = matches!(view, BoardView::Grid(_));
            assert!((width <= room.0 && height <= room.1) || !is_grid && room.0 < 39, "{spec} {room:?}");
            assert!(find(&*layout, cursor, true).is_some(), "{spec} {room:?} {cursor:?}");
            let canvas = layout.draw(&Marks { cursor: Some(cursor), ..Marks::default() }, true);
            assert_eq!(canvas.lines().count(), height, "{spec} {room:?}");
            assert!(canvas.lines().all(|line| line.len() <= width + 1), "{spec} {room:?}");
        }
    }
}

#[test]
fn pieces_are_found_where_they_are_drawn() {
    for (spec, room) in ["quoridor", "blockade"].into_iter().flat_map(|spec| ROOMS.map(|room| (spec, room))) {
        let BoardView::Grid(grid) = open(spec).unwrap().view(&[]).unwrap() else { panic!("{spec} is no grid") };
        for pawn in &grid.pawns {
            let cell = PlaceView::Cell { row: pawn.row, col: pawn.col };
            let layout = draw::layout(&BoardView::Grid(grid.clone()), room, Some(cell));
            let canvas = layout.draw(&Marks { selected: Some(cell), ..Marks::default() }, true);
            let is_selected = |spot: &(usize, usize)| {
                canvas
                    .lines()
                    .nth(spot.1)
                    .and_then(|line| line.get(spot.0))
                    .is_some_and(|(_, ink)| ink.emphasis == Emphasis::Reversed)
            };
            let drawn: Vec<_> = spots(&*layout).filter(is_selected).collect();
            assert_eq!(drawn.len(), pawn.label.len().max(1), "{spec} {room:?}");
            assert!(drawn.iter().all(|spot| layout.places_at(spot.0, spot.1, true) == [cell]), "{spec} {room:?}");
        }
    }
}

#[test]
fn walls_are_found_between_squares() {
    let view = open("quoridor:size=5").unwrap().view(&[]).unwrap();
    for room in ROOMS {
        let layout = draw::layout(&view, room, None);
        let wall = PlaceView::Wall { row: 0, col: 1, upright: true };
        let spot = find(&*layout, wall, true).unwrap();
        for (mark, paint) in [(true, Paint::Mark(Mark::Preview)), (false, Paint::Mark(Mark::Refused))] {
            let canvas = layout.draw(&Marks { preview: vec![(wall, mark)], ..Marks::default() }, false);
            assert_eq!(ink_at(&canvas, spot), paint.into(), "{room:?}");
        }
    }
}

#[test]
fn marks_on_a_grid() {
    let view = view("quoridor:size=5,walls=3", "b2 / b3 / c2 c5 / 2 2 / 2");
    let layout = draw::layout(&view, (26, 12), None);
    let cell = |row, col| PlaceView::Cell { row, col };
    let marks = Marks {
        cursor: Some(cell(0, 3)),
        targets: vec![cell(0, 1), cell(0, 3)],
        preview: vec![(PlaceView::Wall { row: 1, col: 2, upright: false }, true)],
        hint: vec![PlaceView::Wall { row: 2, col: 0, upright: false }],
        last: vec![PlaceView::Wall { row: 1, col: 1, upright: true }],
        ..Marks::default()
    };
    let expected = "
  ┌───┬───┬───┬───┬───┐
5 │   │ • │ ● │[•]│   │
  ├───┼───┼───┼───┼───┤
4 │   │   ║   │   │   │
  ├───┼───║━━━━━━━┼───┤
3 │   │   ║   │   │   │
  ├┅┅┅┅┅┅┅╩═══┼───┼───┤
2 │   │   │ ○ │   │   │
  ├───┼───┼───┼───┼───┤
1 │   │   │   │   │   │
  └───┴───┴───┴───┴───┘
    a   b   c   d   e";
    assert_drawing(&*layout, &marks, expected);
}

#[test]
fn paths_on_a_grid() {
    let table = open_at("quoridor:size=5,walls=3", "a1 / / a1 d5 / 2 3 / 2").unwrap();
    let layout = draw::layout(&table.view(&[]).unwrap(), (26, 12), None);
    let expected = "
  ┌───┬───┬───┬───┬───┐
5 │   │   │ ◎ │ ● │   │
  ├───┼───┼───┼───┼───┤
4 │   │   │ ↑ │ ↓ │   │
  ├───┼───┼───┼───┼───┤
3 │   │   │ ↑ │ ↓ │   │
  ├───┼───┼───┼───┼───┤
2 │   │   │ ↑ │ ↓ │   │
  ├═══╪═══┼───┼───┼───┤
1 │ ○ │ → │ ↑ │ ◎ │   │
  └───┴───┴───┴───┴───┘
    a   b   c   d   e";
    assert_drawing(&*layout, &Marks { paths: table.paths(), ..Marks::default() }, expected);
}

#[test]
fn arrows_point_at_squares_that_do_not_fit() {
    let view = open("blockade:rows=9,cols=9").unwrap().view(&[]).unwrap();
    let layout = draw::layout(&view, (14, 6), Some(PlaceView::Cell { row: 4, col: 4 }));
    let lines: Vec<String> = layout.draw(&Marks::default(), false).to_text(false).lines().map(str::to_owned).collect();
    assert_eq!(lines[0], "  ←4   5   6→", "{lines:?}");
    assert!(lines[1].starts_with("4↑") && lines[5].starts_with("6↓"), "{lines:?}");
    let corner = draw::layout(&view, (14, 6), Some(PlaceView::Cell { row: 8, col: 8 }));
    let text = corner.draw(&Marks::default(), true).to_text(false);
    assert!(text.contains('<') && text.contains('^') && !text.contains('>') && !text.contains("9v"), "{text}");
}

#[test]
fn a_dense_board_has_dots_for_free_squares() {
    let view = view("domineering:rows=5,cols=7", "#5#/2v4/2v#hh1/v1v4/v1v3# h");
    let layout = draw::layout(&view, (18, 7), None);
    let expected = "
   a b c d e f g
5 ## · · · · ·## 5
4  · · X · · · · 4
3  · · X## O O · 3
2  X · X · · · · 2
1  X · X · · ·## 1
   a b c d e f g";
    assert_drawing(&*layout, &Marks::default(), expected);
    let domino = find(&*layout, PlaceView::Cell { row: 1, col: 2 }, true).unwrap();
    let canvas = layout.draw(&Marks::default(), false);
    assert_eq!(ink_at(&canvas, domino).paint, Paint::Domino(agon_core::Player::P1));
}

#[test]
fn marks_on_a_tavli_board() {
    let view = view("portes", "5,b7,1,b3,3,w3,b3,3,w3,1,w7,4,b1 0/2 1/0 b 31");
    let layout = draw::layout(&view, (39, 18), None);
    let marks = Marks {
        cursor: Some(PlaceView::Point { point: 20 }),
        targets: vec![PlaceView::Point { point: 22 }],
        selected: Some(PlaceView::Bar { player: agon_core::Player::P2 }),
        ..Marks::default()
    };
    let expected = "
  14  16  18  bar [20] 22  24  off
13  15  17       19  21  23
│● · · · ○ · │ ● │○ · · • · ● │○ 2
│●       ○   │   │○           │
│●       ○   │   │○           │
│            │   │○           │
│            │   │○           │
│            │   │7           │
│            │   │ [3] [1]    │
│            │   │7           │
│            │   │●           │
│            │   │●           │
│○       ●   │   │●           │
│○       ●   │   │●           │
│○ · · · ● · │   │● · · · · · │● 0
12  10   8        6   4   2
  11   9   7  bar   5   3   1  off";
    assert_drawing(&*layout, &marks, expected);
    let expected = "
 13  14  15  16  17  18   bar 19 [20] 21  22  23  24   off
│ ●   ·   ·   ·   ○   ·  │ ● │ ○   ·   ·   •   ·   ●  │○ 2
│ ●               ○      │   │ ○                      │
│ ●               ○      │   │ ○                      │
│                        │   │ ○                      │
│                        │   │ ○                      │
│                        │   │ ○                      │
│                        │   │ 7                      │
│                        │   │                        │
│                        │   │ ┌───┐ ┌───┐            │
│                        │   │ │ 3 │ │ 1 │            │
│                        │   │ └───┘ └───┘            │
│                        │   │                        │
│                        │   │ 7                      │
│                        │   │ ●                      │
│                        │   │ ●                      │
│                        │   │ ●                      │
│ ○               ●      │   │ ●                      │
│ ○               ●      │   │ ●                      │
│ ○   ·   ·   ·   ●   ·  │   │ ●   ·   ·   ·   ·   ·  │● 0
 12  11  10   9   8   7   bar  6   5   4   3   2   1   off";
    assert_drawing(&*draw::layout(&view, (59, 22), None), &marks, expected);
}
