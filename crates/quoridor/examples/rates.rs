//! Measures the move generator: `cargo run --release -p agon-quoridor --example rates`.
//!
//! With `5` as argument it counts perft 5 as well.

use std::hint::black_box;
use std::time::Instant;

use agon_core::perft::perft;
use agon_core::{Game, Playouts, Position, Table};
use agon_quoridor::{Board, Grid, Large, Nine, Quoridor, Small};

const MIDGAME: &str = "a3h b1v e2 e8 e3 e7 e4 e6 e3h e6h c3h f6 e5 g6 f4h h4v";

/// Every position after `depth` moves.
fn positions(board: &Board<Nine>, depth: u32, out: &mut Vec<Board<Nine>>) {
    if depth == 0 {
        return out.push(*board);
    }
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    for m in moves {
        let mut next = *board;
        next.play_unchecked(m);
        positions(&next, depth - 1, out);
    }
}

/// Seconds this program has had a processor, where the system tells; a busy machine does not blur it.
fn seconds(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = told.split(' ').next().and_then(|field| field.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

fn rate(what: &str, count: usize, work: impl FnOnce() -> u64) {
    let clock = Instant::now();
    let begin = seconds(clock);
    let result = work();
    let seconds = seconds(clock) - begin;
    println!("{what:<28} {seconds:7.3} s  {:8.2} M/s  ({result})", count as f64 / seconds / 1e6);
}

/// Lists along the tree, as a search would: each list is made once, right after playing the move.
fn walk(board: &Board<Nine>, depth: u32, stack: &mut Vec<agon_quoridor::Move>) -> u64 {
    let base = stack.len();
    board.legal_moves(stack);
    if depth == 1 {
        let count = stack.len() - base;
        black_box(&stack[base..]);
        stack.truncate(base);
        return count as u64;
    }
    let mut total = 0;
    for index in base..stack.len() {
        let mut next = *board;
        next.play_unchecked(stack[index]);
        total += walk(&next, depth - 1, stack);
    }
    stack.truncate(base);
    total
}

fn main() {
    let game = Quoridor::default();
    let mut table = Table::new(game);
    for word in MIDGAME.split_whitespace() {
        table.play(word).expect("the middle game is legal");
    }
    for (name, board) in [("start", game.start()), ("middle game", *table.position())] {
        let mut list = Vec::new();
        positions(&board, 2, &mut list);
        let mut moves = Vec::new();
        let repeats = 2_000_000 / list.len();
        rate(&format!("{name}: lists alone"), list.len() * repeats, || {
            let mut total = 0;
            for _ in 0..repeats {
                for board in &list {
                    moves.clear();
                    black_box(board).legal_moves(&mut moves);
                    total += black_box(&moves).len() as u64;
                }
            }
            total
        });
        let below = perft(&board, 3) as usize;
        rate(&format!("{name}: depth 4 lists"), below, || walk(&board, 4, &mut Vec::new()));
        rate(&format!("{name}: depth 4 counts"), below, || perft(&board, 4));
    }
    let small = Quoridor::new(Small::of_size(5).expect("a small board"), 3).start();
    rate("5 x 5: depth 5 counts", perft(&small, 4) as usize, || perft(&small, 5));
    let large = Quoridor::new(Large::of_size(15).expect("a large board"), 10).start();
    rate("15 x 15: depth 3 counts", perft(&large, 2) as usize, || perft(&large, 3));
    let games = 100_000;
    let mut turns = 0;
    rate("random games", games, || {
        let sum = Playouts::new(&game, 1).run_games(games as u64);
        turns = sum.turns;
        sum.draws
    });
    println!("{:.1} turns a game", turns as f64 / games as f64);
    if std::env::args().any(|arg| arg == "5") {
        let board = game.start();
        rate("start: depth 5 counts", 247_569_030, || perft(&board, 5));
    }
}
