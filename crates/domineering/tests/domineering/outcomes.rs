//! Known facts of Domineering, by brute force on the generator.

use std::collections::{HashMap, HashSet};

use agon_core::Bits;
use agon_core::{Player, Position};
use agon_domineering::Board;

/// Whether the player to move wins, by plain search.
fn wins(board: Board<u64>, known: &mut HashMap<(u64, Player), bool>) -> bool {
    let key = (board.free(), board.mover());
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    let won = moves.into_iter().any(|cell| {
        let mut next = board;
        next.play_unchecked(cell);
        !wins(next, known)
    });
    known.insert(key, won);
    won
}

/// V, H, 1 (first player) or 2 (second player).
fn class(rows: u8, cols: u8) -> char {
    let board = Board::<u64>::empty(rows, cols).unwrap();
    let known = &mut HashMap::new();
    let vertical_starting = wins(board, known);
    let horizontal_starting = wins(board.with_mover(Player::P2), known);
    match (vertical_starting, horizontal_starting) {
        (true, true) => '1',
        (true, false) => 'V',
        (false, true) => 'H',
        (false, false) => '2',
    }
}

/// The published outcome classes of boards up to 30 cells.
#[test]
fn small_boards_have_their_known_winners() {
    let table = ["2HHHHH", "V11HV1", "V11HHH", "VVV1V1", "VHVH2H", "V1V1V"];
    for (rows, line) in (1..).zip(table) {
        for (cols, expected) in (1..).zip(line.chars()) {
            assert_eq!(class(rows, cols), expected, "{rows} x {cols}");
        }
    }
}

/// OEIS A332714: positions of play on n x n, either player having started.
#[test]
fn numbers_of_positions_are_the_known_ones() {
    for (size, count) in [(1, 1), (2, 5), (3, 75), (4, 4632), (5, 1076492)] {
        let board = Board::<u64>::empty(size, size).unwrap();
        let mut seen: HashSet<Board<u64>> = HashSet::new();
        let mut waiting = vec![board, board.with_mover(Player::P2)];
        let mut moves = Vec::new();
        while let Some(board) = waiting.pop() {
            if !seen.insert(board) {
                continue;
            }
            board.legal_moves(&mut moves);
            for cell in moves.drain(..) {
                let mut next = board;
                next.play_unchecked(cell);
                waiting.push(next);
            }
        }
        // A board with as many dominoes of both sides is reached with either side to move.
        let boards: HashSet<[u64; 2]> =
            seen.iter().map(|board| Player::ALL.map(|player| board.covered_by(player))).collect();
        assert_eq!(boards.len(), count, "{size}");
        let balance = |[upright, lying]: [u64; 2]| upright.count().abs_diff(lying.count());
        assert!(boards.into_iter().all(|covered| balance(covered) <= 2));
    }
}
