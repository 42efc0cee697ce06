//! Moves and positions as text.

use agon_core::{BoardView, Fault, FaultKind, Game, Options, PlaceView, Player, Position, Rng, Table, faults};
use agon_quoridor::{
    Board, ENTRY, Grid, Grid9x9, INFO, LargeGrid, Quoridor, Shape, SmallGrid, faults as wrong, legacy,
};
use proptest::prelude::*;

fn read(text: &str) -> Result<Board<Grid9x9>, Fault> {
    Quoridor::default().parse_position(text)
}

fn canonical(text: &str) -> String {
    read(text).unwrap_or_else(|fault| panic!("{text}: {fault}")).to_string()
}

/// Asserts that something is refused for this reason, in a text without unfilled places.
fn is_refused<T: std::fmt::Debug>(what: &str, read: Result<T, Fault>, kind: FaultKind) {
    let fault = read.expect_err(what);
    assert_eq!(fault.kind, kind, "{what}: {fault}");
    assert!(!fault.to_string().contains('{'), "an unfilled place in: {fault}");
}

#[test]
fn positions_are_printed_canonically() {
    let start = "/ / e1 e9 / 10 10 / 1";
    assert_eq!(canonical(start), start);
    assert_eq!(canonical("//e1 e9/10 10/1"), start);
    assert_eq!(canonical("  /  / E1  E9 / 10 10 / 1 "), start);
    let walls = "d2f7 / a1 / e4 e6 / 8 9 / 2";
    assert_eq!(canonical(walls), walls);
    assert_eq!(canonical("F7D2 / A1 / e4 e6 / 8 9 / 2"), walls);
    assert_eq!(canonical("f7 d2 / a1 / e4 e6 / 8 9 / 2"), walls);
    assert_eq!(canonical("/ a1 / e4 e6 / 8 9 / 2"), "/ a1 / e4 e6 / 8 9 / 2");
    assert_eq!(canonical("a1 / / e4 e6 / 8 9 / 2"), "a1 / / e4 e6 / 8 9 / 2");
}

#[test]
fn walls_are_sorted_by_column_then_row_as_numbers() {
    let game = Quoridor::new(LargeGrid::of_size(15).unwrap(), 10);
    let board = game.parse_position("c2a14a10a9a2 / / h1 h15 / 5 5 / 1").unwrap();
    assert_eq!(board.to_string(), "a2a9a10a14c2 / / h1 h15 / 5 5 / 1");
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let wrong_positions: &[(&str, FaultKind)] = &[
        ("", faults::POSITION_SYNTAX),
        ("e1 e9", faults::POSITION_SYNTAX),
        ("/ / e1 e9 / 10 10", faults::POSITION_SYNTAX),
        ("/ / e1 e9 / 10 10 / 1 / 1", faults::POSITION_SYNTAX),
        ("x / / e1 e9 / 9 10 / 1", wrong::WALL_LIST),
        ("3e / / e1 e9 / 9 10 / 1", wrong::WALL_LIST),
        ("e03 / / e1 e9 / 9 10 / 1", wrong::WALL_LIST),
        ("/ e3v / e1 e9 / 9 10 / 1", wrong::WALL_LIST),
        ("é3 / / e1 e9 / 9 10 / 1", wrong::WALL_LIST),
        ("i3 / / e1 e9 / 9 10 / 1", wrong::WALL_OFF_BOARD),
        ("/ a9 / e1 e9 / 9 10 / 1", wrong::WALL_OFF_BOARD),
        ("/ a99999999999 / e1 e9 / 9 10 / 1", wrong::WALL_OFF_BOARD),
        ("/ / e1 / 10 10 / 1", wrong::TWO_PAWNS),
        ("/ / e1 e9 e5 / 10 10 / 1", wrong::TWO_PAWNS),
        ("/ / e1 99 / 10 10 / 1", wrong::TWO_PAWNS),
        ("/ / e1 e9h / 10 10 / 1", wrong::TWO_PAWNS),
        ("/ / e0 e9 / 10 10 / 1", wrong::OFF_BOARD),
        ("/ / e1 e10 / 10 10 / 1", wrong::OFF_BOARD),
        ("/ / j1 e9 / 10 10 / 1", wrong::OFF_BOARD),
        ("/ / e1 e9 / 10 / 1", wrong::TWO_STOCKS),
        ("/ / e1 e9 / 10 -1 / 1", wrong::TWO_STOCKS),
        ("/ / e1 e9 / 10 +1 / 1", wrong::TWO_STOCKS),
        ("/ / e1 e9 / 10 99999999999 / 1", wrong::TWO_STOCKS),
        ("/ / e1 e9 / 10 10 / 3", wrong::SIDE),
        ("/ / e1 e9 / 10 10 / ", wrong::SIDE),
        ("/ / e1 e9 / 10 10 / p1", wrong::SIDE),
        ("/ / e5 e5 / 10 10 / 1", wrong::SAME_SQUARE),
        ("/ / a9 b1 / 10 10 / 1", wrong::BOTH_HOME),
        ("/ / e1 e9 / 11 9 / 1", wrong::STOCK),
        ("/ / e1 e9 / 0 256 / 1", wrong::STOCK),
        ("a1 / / e1 e9 / 10 10 / 1", wrong::TOO_MANY_WALLS),
        ("e3f3 / / e1 e9 / 8 10 / 1", wrong::WALL_OVERLAPS),
        ("e3e3 / / e1 e9 / 8 10 / 1", wrong::WALL_OVERLAPS),
        ("/ a7a8 / e1 e9 / 8 10 / 1", wrong::WALL_OVERLAPS),
        ("e3 / e3 / e1 e9 / 8 10 / 1", wrong::WALL_CROSSES),
        ("d1 / c1e1 / e1 e9 / 7 10 / 1", wrong::PATH_CLOSED),
        ("d8 / c8e8 / e1 e9 / 7 10 / 1", wrong::PATH_CLOSED),
    ];
    for (text, kind) in wrong_positions {
        is_refused(text, read(text), *kind);
    }
}

#[test]
fn more_walls_than_usual_need_the_option() {
    let text = "a1c1e1g1 / / e5 e9 / 0 1 / 1";
    assert!(Quoridor::new(Grid9x9, 3).parse_position(text).is_ok());
    assert_eq!(Quoridor::new(Grid9x9, 2).parse_position(text).unwrap_err().kind, wrong::TOO_MANY_WALLS);
    // Walls may be missing: whether the position can be reached is not asked.
    assert!(read("/ / e1 e9 / 0 0 / 1").is_ok());
}

#[test]
fn moves_are_read_in_either_case() {
    let board = Quoridor::default().start();
    for (notation, expected) in [("E2", "e2"), (" e2 ", "e2"), ("E3H", "e3h"), ("a1V", "a1v")] {
        let m = board.parse_move(notation).unwrap();
        assert_eq!(board.move_text(m), expected);
    }
}

#[test]
fn words_that_are_no_moves_are_told_apart() {
    let board = Quoridor::default().start();
    let wrong_turns: &[(&str, FaultKind)] = &[
        ("", faults::NOT_A_MOVE),
        ("e", faults::NOT_A_MOVE),
        ("2e", faults::NOT_A_MOVE),
        ("e02", faults::NOT_A_MOVE),
        ("e2x", faults::NOT_A_MOVE),
        ("e2hv", faults::NOT_A_MOVE),
        ("e 2", faults::NOT_A_MOVE),
        ("ε2", faults::NOT_A_MOVE),
        ("e2é", faults::NOT_A_MOVE),
        ("e0", wrong::OFF_BOARD),
        ("e10", wrong::OFF_BOARD),
        ("z5", wrong::OFF_BOARD),
        ("e99999999999999999999", wrong::OFF_BOARD),
        ("e9h", wrong::WALL_OFF_BOARD),
        ("e3", wrong::TOO_FAR),
        ("f2", wrong::TOO_FAR),
    ];
    for (notation, kind) in wrong_turns {
        is_refused(notation, board.parse_move(notation), *kind);
    }
}

#[test]
fn the_spec_names_only_non_default_options() {
    let open = |options: &str| (ENTRY.open)(Options::parse(&INFO, options).unwrap()).unwrap();
    for (options, spec) in [
        ("", "quoridor"),
        ("size=9,walls=10", "quoridor"),
        ("walls=3,size=5", "quoridor:size=5,walls=3"),
        ("repetition=OFF", "quoridor:repetition=off"),
        ("size=15,walls=99,repetition=off", "quoridor:size=15,walls=99,repetition=off"),
        ("rows=3,cols=8,walls=3", "quoridor:walls=3,rows=3,cols=8"),
        ("size=5,cols=2", "quoridor:rows=5,cols=2"),
        ("rows=9", "quoridor"),
        ("size=3,rows=6,cols=6", "quoridor:size=6"),
    ] {
        assert_eq!(open(options).spec(), spec);
    }
    for options in ["size=2", "size=16", "walls=100", "repetition=maybe", "width=9"] {
        assert!(Options::parse(&INFO, options).is_err(), "{options}");
    }
    for options in ["rows=2", "rows=10", "cols=1", "cols=10,size=10", "size=12,cols=5", "rows=+3", "cols=x"] {
        let options = Options::parse(&INFO, options).unwrap();
        assert_eq!((ENTRY.open)(options).err().map(|fault| fault.kind), Some(faults::OPTION_VALUE));
    }
    assert!(open("").as_any().is::<Table<Quoridor<Grid9x9>>>());
    assert!(open("size=3").as_any().is::<Table<Quoridor<SmallGrid>>>());
    assert!(open("size=15").as_any().is::<Table<Quoridor<LargeGrid>>>());
}

#[test]
fn screens_see_the_board_from_the_top() {
    let game = Quoridor::default();
    let board = game.parse_position("e3 / a8 / e4 i6 / 8 9 / 2").unwrap();
    let BoardView::Grid(view) = game.view(&board, &[]) else { panic!("a grid") };
    assert_eq!((view.rows, view.cols, view.cover.len()), (9, 9, 81));
    assert_eq!((view.row_labels[0].as_str(), view.col_labels[8].as_str()), ("9", "i"));
    assert_eq!((view.pawns[0].row, view.pawns[0].col), (5, 4));
    assert_eq!((view.pawns[1].row, view.pawns[1].col), (3, 8));
    let walls: Vec<_> = view.walls.iter().map(|wall| (wall.row, wall.col, wall.upright)).collect();
    assert_eq!(walls, [(5, 4, false), (0, 0, true)]);
    assert!(view.goals.iter().filter(|goal| goal.player == Player::P1).all(|goal| goal.row == 0));
    assert_eq!(view.goals.len(), 18);
    let stocks: Vec<_> = view.stocks.iter().map(|stock| (&*stock.kind, stock.left)).collect();
    assert_eq!(stocks, [("walls", 8), ("walls", 9)]);

    let wall = board.parse_move("a1h").unwrap();
    let BoardView::Grid(view) = game.view(&board, &[wall]) else { panic!("a grid") };
    assert_eq!((view.walls.len(), view.stocks[1].left), (3, 8));
    let places = agon_core::Steps::step_places(&board, wall);
    assert_eq!(places.to, PlaceView::Wall { row: 7, col: 0, upright: false });
    let step = board.parse_move("i5").unwrap();
    let places = agon_core::Steps::step_places(&board, step);
    assert_eq!(places.from, Some(PlaceView::Cell { row: 3, col: 8 }));
    assert_eq!(places.to, PlaceView::Cell { row: 4, col: 8 });
}

#[test]
fn paths_are_shown_in_cells_of_the_screen() {
    let game = Quoridor::new(SmallGrid::of_size(3).unwrap(), 1);
    let paths = game.paths(&game.start());
    assert_eq!(paths[0].cells, [(2, 1), (1, 1), (0, 1)]);
    assert_eq!(paths[1].cells, [(0, 1), (1, 1), (2, 1)]);
    assert_eq!((paths[0].turns, paths[1].turns), (2, 2));
    assert_eq!(game.example_move(), "b2");
}

#[test]
fn older_numbering_counts_rows_from_the_top() {
    // A known opening in both numberings.
    let legacy_turns = "e8 e2 e7 e3 e6 e4 c8v";
    let turns: Vec<String> =
        legacy_turns.split(' ').map(|notation| legacy::convert_move(notation, Shape::square(9)).unwrap()).collect();
    assert_eq!(turns.join(" "), "e2 e8 e3 e7 e4 e6 c1v");
    assert_eq!(
        legacy::convert_position("d7f2 / a8 / e6 e4 / 8 9 / 2", Shape::square(9)).unwrap(),
        "d2f7 / a1 / e4 e6 / 8 9 / 2"
    );
    assert_eq!(
        legacy::convert_position("a1a2 / / b3 b1 / 0 0 / 1", Shape::square(3)).unwrap(),
        "a1a2 / / b1 b3 / 0 0 / 1"
    );
    assert_eq!(legacy::convert_move("e2", Shape::square(2)).unwrap_err().kind, faults::OPTION_VALUE);
    assert_eq!(legacy::convert_move("e2x", Shape::square(9)).unwrap_err().kind, faults::NOT_A_MOVE);
    assert_eq!(legacy::convert_position("e2", Shape::square(9)).unwrap_err().kind, faults::POSITION_SYNTAX);
    assert_eq!(
        legacy::convert_position("/ / e1 e9 / 10 10 / 1", Shape::square(0)).unwrap_err().kind,
        faults::OPTION_VALUE
    );
}

/// A position after some random moves.
fn played<G: Grid>(game: &Quoridor<G>, seed: u64, turns: usize) -> Board<G> {
    let mut rng = Rng::new(seed);
    let mut board = game.start();
    for _ in 0..turns {
        if let Some(m) = board.random_move(&mut rng, &mut Vec::new()) {
            board.play_unchecked(m);
        }
    }
    board
}

fn round_trip<G: Grid>(game: &Quoridor<G>, seed: u64, turns: usize) {
    let board = played(game, seed, turns);
    let text = game.position_text(&board);
    assert_eq!(game.parse_position(&text), Ok(board));
    assert_eq!(game.parse_position(&text.to_ascii_uppercase()), Ok(board));
    let shape = board.shape();
    let turned = legacy::convert_position(&text, shape).unwrap();
    assert_eq!(legacy::convert_position(&turned, shape).unwrap(), text);
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    for m in moves {
        let notation = board.move_text(m);
        assert_eq!(board.parse_move(&notation), Ok(m));
        assert_eq!(board.parse_move(&notation.to_ascii_uppercase()), Ok(m));
        let turned = legacy::convert_move(&notation, shape).unwrap();
        assert_eq!(legacy::convert_move(&turned, shape).unwrap(), notation);
    }
}

proptest! {
    #[test]
    fn text_of_any_shape_comes_back(rows in 3u8..=9, cols in 2u8..=8, walls in 0u8..=99, seed: u64, turns in 0usize..80) {
        let grid = SmallGrid::of(Shape { rows, cols }).unwrap();
        round_trip(&Quoridor::new(grid, walls), seed, turns);
    }

    #[test]
    fn text_comes_back_as_it_was(size in 3u8..=15, walls in 0u8..=99, seed: u64, turns in 0usize..80) {
        if let Some(grid) = Grid9x9::of_size(size) {
            round_trip(&Quoridor::new(grid, walls), seed, turns);
        } else if let Some(grid) = SmallGrid::of_size(size) {
            round_trip(&Quoridor::new(grid, walls), seed, turns);
        } else if let Some(grid) = LargeGrid::of_size(size) {
            round_trip(&Quoridor::new(grid, walls), seed, turns);
        }
    }

    #[test]
    fn any_text_gets_an_answer(text in "\\PC{0,40}", rows in 0u8..20, cols in 0u8..20) {
        let shape = Shape { rows, cols };
        let game = Quoridor::default();
        let _ = game.parse_position(&text);
        let _ = game.start().parse_move(&text);
        let _ = legacy::convert_move(&text, shape);
        let _ = legacy::convert_position(&text, shape);
    }

    #[test]
    fn text_that_is_nearly_a_position_gets_an_answer(text in "[a-p0-9]{0,8}/[a-p0-9 ]{0,8}/[a-k0-9 ]{0,6}/[0-9 -]{0,6}/[0-3 ]{0,2}") {
        for walls in [0, 10, 99] {
            if let Ok(board) = Quoridor::new(Grid9x9, walls).parse_position(&text) {
                prop_assert_eq!(Quoridor::new(Grid9x9, walls).parse_position(&board.to_string()), Ok(board));
                let mut moves = Vec::new();
                board.legal_moves(&mut moves);
                prop_assert_eq!(moves.is_empty(), board.outcome().is_some());
            }
        }
    }
}
