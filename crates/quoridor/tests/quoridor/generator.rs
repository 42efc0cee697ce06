//! All functions about legal moves agree: list, count, check, random choice, steps.

use std::collections::{HashMap, HashSet};

use agon_core::{Game, Player, Position, Rng, Steps, TurnState};
use agon_quoridor::{Board, Grid, Grid9x9, LargeGrid, Move, MoveKind, Orientation, Quoridor, SmallGrid, Square, Wall};

fn moves<G: Grid>(board: &Board<G>) -> Vec<Move> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    moves
}

fn next_steps<G: Grid>(board: &Board<G>, prefix: &[Move]) -> Vec<Move> {
    let mut steps = Vec::new();
    board.next_steps(prefix, &mut steps);
    steps
}

fn after<G: Grid>(mut board: Board<G>, m: Move) -> Board<G> {
    board.play_unchecked(m);
    board
}

/// Calls `show` for every position of random games, mostly with walls.
fn walk<G: Grid>(game: &Quoridor<G>, seed: u64, games: usize, mut show: impl FnMut(&Board<G>)) {
    let mut rng = Rng::new(seed);
    for _ in 0..games {
        let mut board = game.start();
        for _ in 0..100 {
            show(&board);
            let list = moves(&board);
            let pawn_moves = list.iter().take_while(|m| m.is_pawn()).count();
            // Half pawn moves, so that pawns meet and paths grow long while there are walls left.
            let some = if rng.below(2) == 0 { &list[..pawn_moves] } else { &list[..] };
            match rng.choose(some) {
                Some(&m) => board.play_unchecked(m),
                None => break,
            }
        }
    }
}

/// Runs a check on positions of several board sizes.
macro_rules! on_boards {
    ($games:expr, |$game:ident, $board:ident| $check:expr) => {
        for seed in 0..3 {
            let $game = Quoridor::default();
            walk(&$game, seed, $games, |$board| $check);
            let $game = Quoridor::new(Grid9x9, 40);
            walk(&$game, seed, $games, |$board| $check);
            let $game = Quoridor::new(SmallGrid::of_size(3 + 2 * seed as u8).unwrap(), 12);
            walk(&$game, seed, $games, |$board| $check);
            let $game = Quoridor::new(LargeGrid::of_size(11 + 2 * seed as u8).unwrap(), 60);
            walk(&$game, seed, $games, |$board| $check);
        }
    };
}

#[test]
fn counting_equals_listing() {
    on_boards!(20, |game, board| {
        let mut stack = vec![Move::pawn(game.start().pawn(Player::P1)); 3];
        let count = board.count_moves(&mut stack);
        assert_eq!(stack.len(), 3, "the stack below is left alone");
        board.legal_moves(&mut stack);
        assert_eq!(count, stack.len() as u64 - 3, "{board}");
        let mut sorted = stack.split_off(3);
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len() as u64, count, "each move once: {board}");
    });
}

#[test]
fn the_known_paths_do_not_change_what_is_legal() {
    // A parsed board has new known paths, a played one has those of earlier positions.
    on_boards!(20, |game, board| {
        let fresh = game.parse_position(&game.position_text(board)).unwrap();
        assert_eq!(*board, fresh);
        assert_eq!(board.key(), fresh.key());
        assert_eq!(moves(board), moves(&fresh), "{board}");
    });
}

#[test]
fn the_moves_that_are_legal_are_those_of_the_list() {
    on_boards!(4, |_game, board| {
        let list = moves(board);
        for index in 0..Move::INDEX_END {
            let m = Move::from_index(index).unwrap();
            let listed = list.contains(&m);
            assert_eq!(board.is_legal(m), listed, "{m} {board}");
            let text = board.move_text(m);
            // Codes beyond the board have texts that name no square of it.
            if m.is_pawn() && board.is_square(Square::from_index(index as u8)) || listed {
                assert_eq!(board.parse_move(&text).ok(), listed.then_some(m), "{text} {board}");
            }
            if let MoveKind::Wall(wall) = m.kind()
                && board.outcome().is_none()
                && board.walls_left(board.mover()) > 0
            {
                assert_eq!(board.is_placeable(wall), listed, "{wall} {board}");
            }
        }
        assert_eq!(Move::from_index(Move::INDEX_END), None);
    });
}

#[test]
fn steps_are_moves() {
    on_boards!(2, |_game, board| {
        let steps = next_steps(board, &[]);
        assert_eq!(steps, moves(board));
        assert_eq!(board.turn_state(&[]), TurnState::Open);
        for &step in steps.iter().step_by(7) {
            assert_eq!(board.finish(&[step]), Some(step));
            assert_eq!(board.turn_state(&[step]), TurnState::Complete);
            assert_eq!(board.finish(&[step, step]), None);
            assert!(next_steps(board, &[step]).is_empty());
        }
    });
}

#[test]
fn drawn_moves_are_equally_likely() {
    let positions = [
        ("/ / b1 b3 / 1 1 / 1", 1, 3),
        // Two of the walls that fit would close a path; a jump is among the moves.
        ("a1 / / b1 b2 / 2 1 / 1", 2, 3),
        ("b3 / a1a3c1 / a1 c4 / 2 2 / 2", 4, 4),
        ("/ / b2 c3 / 0 2 / 1", 4, 4),
    ];
    for (text, walls, size) in positions {
        let game = Quoridor::new(SmallGrid::of_size(size).unwrap(), walls);
        let board = game.parse_position(text).unwrap();
        let list = moves(&board);
        let mut rng = Rng::new(7);
        let mut hits = vec![0u32; list.len()];
        let draws = 20_000 * list.len() as u32;
        for _ in 0..draws {
            let drawn = board.random_move(&mut rng, &mut Vec::new()).unwrap();
            hits[list.iter().position(|&m| m == drawn).expect("a legal move")] += 1;
        }
        // Chi-square: its mean is the number of moves less one, its variance twice that.
        let expected = 20_000.0;
        let chi: f64 = hits.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        let freedom = list.len() as f64 - 1.0;
        assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt(), "{text}: {hits:?}");
    }
}

#[test]
fn drawn_moves_are_legal_on_large_boards_too() {
    let mut rng = Rng::new(3);
    on_boards!(4, |_game, board| {
        let drawn = board.random_move(&mut rng, &mut Vec::new());
        assert_eq!(drawn.is_none(), board.outcome().is_some());
        assert!(drawn.is_none_or(|m| moves(board).contains(&m)), "{board}");
    });
}

#[test]
fn keys_of_different_positions_differ() {
    let mut seen = HashMap::new();
    walk(&Quoridor::default(), 11, 200, |board| {
        let earlier = seen.insert(board.key(), *board);
        assert!(earlier.is_none_or(|earlier| earlier == *board), "{board}");
    });
    // Siblings in the tree differ by one move only, so they are the likeliest to collide.
    let start = Quoridor::default().start();
    let (mut keys, mut texts) = (HashSet::new(), HashSet::new());
    for m in moves(&start) {
        let next = after(start, m);
        for m in moves(&next) {
            let last = after(next, m);
            keys.insert(last.key());
            texts.insert(last.to_string());
        }
    }
    // Sequences of two moves by two players: only pairs of walls arise in two orders.
    assert_eq!(keys.len(), texts.len());
}

#[test]
fn distances_agree_with_each_other() {
    on_boards!(5, |game, board| {
        let passages = board.passages();
        for player in Player::ALL {
            let pawn = board.pawn(player);
            let steps = board.distance(player).expect("a path");
            assert_eq!(passages.distances(player).get(pawn).map(u16::from), Some(steps), "{board}");
            let path = passages.shortest_path_squares(pawn, player);
            assert_eq!(path.len(), usize::from(steps) + 1, "{board}");
            assert_eq!(path[0], pawn);
            assert_eq!(path[path.len() - 1].row(), board.goal_row(player));
            assert!(path.windows(2).all(|pair| board.is_open(pair[0], pair[1])), "{board}");
        }
        let turns: Vec<u16> = game.paths(board).iter().map(|path| path.turns).collect();
        assert_eq!(turns, Player::ALL.map(|player| board.distance(player).unwrap()));
    });
}

#[test]
fn squares_in_a_closed_region_have_no_distance() {
    let board = Quoridor::default().parse_position("a1 / b1 / e1 e9 / 9 9 / 1").unwrap();
    let distances = board.passages().distances(Player::P1);
    assert_eq!(distances.get(Square::new(0, 0)), None);
    assert_eq!(distances.get(Square::new(0, 1)), Some(7));
    assert!(!board.passages().reaches(Square::new(1, 0), Player::P2.opponent()));
    assert!(board.has_wall(Wall::new(Square::new(1, 0), Orientation::Vertical)));
    assert!(!board.has_wall(Wall::new(Square::new(15, 15), Orientation::Vertical)));
}

#[test]
fn a_wall_in_the_way_makes_a_detour() {
    let mut board = Quoridor::default().start();
    for notation in ["d1h", "e8"] {
        let m = board.parse_move(notation).unwrap();
        board.play(m).unwrap();
    }
    assert_eq!(board.distance(Player::P1), Some(9));
    assert_eq!(board.distance(Player::P2), Some(8));
}
