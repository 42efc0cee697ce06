//! Quoridor against the slow reference, position by position, and against published results.

use std::collections::HashMap;

use agon_core::{Game, Player, Position};
use agon_quoridor::{Board, Grid, Grid9x9, Quoridor, Shape, SmallGrid};
use agon_solver::quoridor::{Solution, WallSetup};
use agon_solver::{ProvenResult, SolveLimits, TOO_MUCH_MEMORY};

const GIGABYTE: u64 = 1 << 30;

use crate::reference;

fn solve(setup: &WallSetup) -> Solution {
    setup.solve(&SolveLimits::default(), GIGABYTE, &mut |_| {}).unwrap().expect("nobody stops it")
}

fn squares<G: Grid>(board: &Board<G>) -> [(u8, u8); 2] {
    Player::ALL.map(|player| board.pawn(player)).map(|square| (square.row(), square.col()))
}

/// Compares every reachable position, with either player to start, with the slow reference.
fn compare<G: Grid>(rows: u8, cols: u8, walls: u8) {
    let game = Quoridor::new(G::of(Shape { rows, cols }).unwrap(), walls);
    let start = game.start();
    let turned = format!("{}2", game.position_text(&start).trim_end_matches('1'));
    let values = reference::solve(&[start, game.parse_position(&turned).unwrap()]);
    let mut solutions: HashMap<WallSetup, Solution> = HashMap::new();
    let mut compared = 0;
    for (board, value) in &values {
        let setup = WallSetup::of(board);
        let solution = solutions.entry(setup).or_insert_with_key(solve);
        let result = solution.result(squares(board), board.mover());
        if board.outcome().is_some() {
            assert_eq!(result, None, "{board}");
        } else {
            assert_eq!(result, Some(*value), "{rows} x {cols}, {walls} walls: {board}");
            compared += 1;
        }
    }
    assert!(compared > 0);
}

#[test]
fn agrees_with_a_slow_solver_on_every_position() {
    for (rows, cols, walls) in [(3, 2, 2), (3, 3, 0), (3, 3, 1), (3, 3, 2), (3, 4, 1), (4, 3, 1), (5, 2, 2), (4, 4, 0)]
    {
        compare::<SmallGrid>(rows, cols, walls);
    }
}

#[test]
fn agrees_with_a_slow_solver_where_words_are_longer() {
    compare::<SmallGrid>(8, 7, 0);
    compare::<Grid9x9>(9, 9, 0);
}

#[test]
#[ignore = "takes half a minute in a release build"]
fn agrees_with_a_slow_solver_on_every_position_of_larger_boards() {
    for (rows, cols, walls) in [(3, 3, 5), (3, 4, 2), (4, 3, 2), (4, 4, 1), (3, 5, 2), (5, 3, 2), (6, 2, 3), (3, 6, 1)]
    {
        compare::<SmallGrid>(rows, cols, walls);
    }
}

/// The values for 0, 1, 2 ... walls each: `1` or `2` for the winner, `D` for a draw. The pawns
/// stand opposite each other, which on an even number of columns is not the start of the rules.
fn opposite(rows: u8, cols: u8, walls: impl Iterator<Item = u8>) -> String {
    let name = |walls| {
        let col = (cols - 1) / 2;
        let solution = solve(&WallSetup::empty_board(rows, cols, walls));
        match solution.result([(0, col), (rows - 1, col)], Player::P1).unwrap() {
            ProvenResult::Win(Player::P1) => '1',
            ProvenResult::Win(Player::P2) => '2',
            ProvenResult::Draw => 'D',
        }
    };
    walls.map(name).collect()
}

#[test]
fn published_values_of_small_boards() {
    for (rows, cols, values) in [
        (3, 3, "22222222222"),
        (3, 4, "222111"),
        (3, 5, "222111"),
        (5, 3, "222122"),
        (5, 4, "2222"),
        (9, 2, "22222222222"),
        (3, 7, "2222"),
        (3, 8, "222D"),
        (5, 5, "222"),
        (7, 3, "2222"),
        (7, 4, "221"),
    ] {
        assert_eq!(opposite(rows, cols, 0..values.len() as u8), values, "{cols} columns, {rows} rows");
    }
}

#[test]
#[ignore = "takes minutes in a release build"]
fn published_values_of_larger_boards() {
    for (rows, cols, values) in [
        (3, 4, "22211111111"),
        (3, 5, "22211111111"),
        (5, 3, "22212222222"),
        (5, 4, "22221111111"),
        (3, 7, "22222222222"),
        (3, 8, "222D2222222"),
        (7, 3, "22222111111"),
        (5, 5, "222221"),
        (3, 9, "22222"),
        (9, 3, "22222"),
        (7, 4, "22121"),
    ] {
        assert_eq!(opposite(rows, cols, 0..values.len() as u8), values, "{cols} columns, {rows} rows");
    }
}

#[test]
fn even_boards_as_the_rules_start_them() {
    let at_start = |rows: u8, cols: u8, walls, mover| {
        let solution = solve(&WallSetup::empty_board(rows, cols, walls));
        solution.result([(0, (cols - 1) / 2), (rows - 1, cols / 2)], mover)
    };
    // Beside each other nobody can jump, and the first to run wins.
    assert_eq!(at_start(3, 4, 0, Player::P1), Some(ProvenResult::Win(Player::P1)));
    assert_eq!(at_start(3, 4, 0, Player::P2), Some(ProvenResult::Win(Player::P2)));
    assert_eq!(at_start(3, 8, 3, Player::P1), Some(ProvenResult::Draw));
}

#[test]
fn what_is_there_is_what_was_asked() {
    let setup = WallSetup { vertical: vec![(0, 1)], walls_left: [0, 1], ..WallSetup::empty_board(3, 3, 1) };
    let solution = solve(&setup);
    // Both on one square, off the board, at home.
    assert_eq!(solution.result([(1, 1), (1, 1)], Player::P1), None);
    assert_eq!(solution.result([(0, 1), (3, 1)], Player::P1), None);
    assert_eq!(solution.result([(2, 1), (1, 1)], Player::P2), None);
    assert!(solution.result([(0, 1), (2, 1)], Player::P1).is_some());
}

#[test]
fn threads_make_no_difference() {
    let setup = WallSetup::empty_board(5, 4, 2);
    let limits = SolveLimits { threads: 3, ..SolveLimits::default() };
    let (one, three) = (solve(&setup), setup.solve(&limits, GIGABYTE, &mut |_| {}).unwrap().unwrap());
    assert_eq!((one.nodes, one.configurations), (three.nodes, three.configurations));
    for (first, second) in (0..20).flat_map(|first| (0..20).map(move |second| (first, second))) {
        let pawns = [(first / 4, first % 4), (second / 4, second % 4)];
        for mover in Player::ALL {
            assert_eq!(one.result(pawns, mover), three.result(pawns, mover));
        }
    }
}

#[test]
fn memory_and_effort_are_limited() {
    let setup = WallSetup::empty_board(9, 9, 10);
    let fault = setup.solve(&SolveLimits::default(), 1 << 20, &mut |_| {}).unwrap_err();
    assert_eq!(fault.kind, TOO_MUCH_MEMORY);
    let limits = SolveLimits::default();
    let mut reports = 0;
    let stopped = WallSetup::empty_board(5, 5, 3).solve(&limits, GIGABYTE, &mut |progress| {
        reports += 1;
        if progress.done > 0.1 {
            limits.stop.set();
        }
    });
    assert!(stopped.unwrap().is_none() && reports > 1);
    let limits = SolveLimits { nodes: Some(100_000), ..SolveLimits::default() };
    assert!(WallSetup::empty_board(5, 5, 2).solve(&limits, GIGABYTE, &mut |_| {}).unwrap().is_none());
    assert!(WallSetup::empty_board(10, 10, 0).solve(&limits, GIGABYTE, &mut |_| {}).is_err());
}
