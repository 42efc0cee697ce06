//! Domineering against the slow reference and against published results.

use std::collections::HashMap;

use agon_core::{Player, Rng};
use agon_search::Stop;
use agon_solver::domineering::{CachedSolver, MoveResult, Region};
use agon_solver::{Proof, ProvenResult, SolveLimits, checkpoint, solver};

use crate::domineering_reference::wins;

/// A position string of free and missing cells.
fn text(region: &Region, rows: usize, cols: usize) -> String {
    let lines: Vec<String> = (0..rows)
        .rev()
        .map(|row| (0..cols).map(|col| if region.rows()[row] >> col & 1 == 1 { '1' } else { '#' }).collect::<String>())
        .map(|line| separated(&line))
        .collect();
    format!("{} v", lines.join("/"))
}

/// Single free cells written side by side would be read as one number.
fn separated(line: &str) -> String {
    let mut out = String::new();
    let mut run = 0;
    for symbol in line.chars().chain(['#']) {
        if symbol == '1' {
            run += 1;
        } else {
            if run > 0 {
                out += &run.to_string();
            }
            run = 0;
            out.push('#');
        }
    }
    out.pop();
    out
}

fn prove(spec: &str, position: Option<&str>, starter: Player, limits: &SolveLimits) -> Proof {
    let mut table = agon_games::open(spec).unwrap();
    if let Some(position) = position {
        table.set_position(position).unwrap();
    }
    solver(table.as_ref(), 16).unwrap().solve(starter, limits, &mut |_| {}).unwrap()
}

fn compare_with_reference(rounds: u64, sizes: &[(usize, usize)]) {
    let mut rng = Rng::new(7);
    for round in 0..rounds {
        let (rows, cols) = sizes[rng.below(sizes.len() as u32) as usize];
        let blocked = rng.below((rows * cols) as u32 / 2);
        let mut region = Region::from_rows((0..rows).map(|_| (1u16 << cols) - 1));
        for _ in 0..blocked {
            let (row, col) = (rng.below(rows as u32) as usize, rng.below(cols as u32));
            region = Region::from_rows((0..rows).map(|r| region.rows()[r] & if r == row { !(1 << col) } else { !0 }));
        }
        let position = text(&region, rows, cols);
        let spec = format!("domineering:rows={rows},cols={cols}");
        let mut known = HashMap::new();
        for starter in Player::ALL {
            let expected = if wins(region, starter, &mut known) { starter } else { starter.opponent() };
            let proof = prove(&spec, Some(&position), starter, &SolveLimits::default());
            assert_eq!(proof.result, Some(ProvenResult::Win(expected)), "round {round}: {position} {starter}");
        }
    }
}

#[test]
fn proofs_agree_with_trying_everything() {
    compare_with_reference(2000, &[(4, 4), (4, 5), (5, 4), (3, 7), (7, 3), (2, 9), (5, 5), (3, 6)]);
}

#[test]
#[ignore = "long: larger boards"]
fn proofs_agree_with_trying_everything_on_larger_boards() {
    compare_with_reference(3000, &[(5, 6), (6, 5), (6, 6), (4, 8), (3, 10), (7, 4)]);
}

/// V, H, 1 (first player) or 2 (second player), by rows and columns from 1.
const OUTCOMES: [&str; 9] = [
    "2HHHHHHHH",
    "V11HV11HV",
    "V11HHHHHH",
    "VVV1V1VHV",
    "VHVH2HHHH",
    "V1V1V1VHV",
    "V1VHVH1HH",
    "VVVVVVV1V",
    "VHVHVHVH1",
];

fn class(rows: usize, cols: usize) -> char {
    let spec = format!("domineering:rows={rows},cols={cols}");
    let winner = |starter| match prove(&spec, None, starter, &SolveLimits::default()).result {
        Some(ProvenResult::Win(player)) => player,
        other => panic!("{spec} {starter}: {other:?}"),
    };
    match Player::ALL.map(winner) {
        [Player::P1, Player::P1] => 'V',
        [Player::P2, Player::P2] => 'H',
        [Player::P1, Player::P2] => '1',
        [Player::P2, Player::P1] => '2',
    }
}

fn is_as_published(rows: usize, cols: usize) {
    let expected = OUTCOMES[rows - 1].as_bytes()[cols - 1];
    assert_eq!(class(rows, cols), char::from(expected), "{rows} x {cols}");
}

#[test]
fn published_outcomes_of_small_boards() {
    for rows in 1..=9 {
        for cols in (1..=9).filter(|cols| rows * cols <= 49) {
            is_as_published(rows, cols);
        }
    }
}

/// A bound proves each of them without a search. If Vertical starts, Vertical wins an even number of rows and eleven
/// columns, and Horizontal wins seven or nine rows and an even number of columns from four on: theorems of Uiterwijk
/// (2014). Transposing a board exchanges the players.
#[test]
fn published_outcomes_of_wide_boards() {
    for (rows, cols, expected) in
        [(8, 11, 'V'), (7, 10, 'H'), (7, 12, 'H'), (9, 10, 'H'), (9, 12, 'H'), (10, 7, 'V'), (11, 8, 'H')]
    {
        assert_eq!(class(rows, cols), expected, "{rows} x {cols}");
    }
}

#[test]
#[ignore = "long: boards of 50 to 72 cells"]
fn published_outcomes_of_larger_boards() {
    for rows in 1..=9 {
        for cols in (1..=9).filter(|cols| (50..=72).contains(&(rows * cols))) {
            is_as_published(rows, cols);
        }
    }
    assert_eq!(class(6, 12), 'H');
}

#[test]
#[ignore = "long: 9 x 9"]
fn published_outcome_of_nine_by_nine() {
    is_as_published(9, 9);
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    let nodes = || prove("domineering:rows=7,cols=7", None, Player::P1, &SolveLimits::default()).nodes;
    assert_eq!(nodes(), nodes());
}

#[test]
fn threads_find_the_same_winner() {
    let limits = SolveLimits { threads: 3, ..SolveLimits::default() };
    for starter in Player::ALL {
        let proof = prove("domineering:rows=7,cols=7", None, starter, &limits);
        assert_eq!(proof.result, Some(ProvenResult::Win(starter)));
    }
}

#[test]
fn a_search_gives_up_at_its_limits_and_goes_on_from_a_file() {
    let spec = "domineering:rows=7,cols=7";
    let table = agon_games::open(spec).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let mut first = solver(table.as_ref(), 16).unwrap();
    assert!(!checkpoint::load(&path, spec, first.as_mut()).unwrap());
    let whole = prove(spec, None, Player::P1, &SolveLimits::default()).nodes;
    let limit = SolveLimits { nodes: Some(whole / 2), ..SolveLimits::default() };
    let begun = first.solve(Player::P1, &limit, &mut |_| {}).unwrap();
    assert_eq!(begun.result, None);
    checkpoint::save(&path, spec, first.as_ref()).unwrap();

    let mut second = solver(table.as_ref(), 16).unwrap();
    assert!(checkpoint::load(&path, spec, second.as_mut()).unwrap());
    let proof = second.solve(Player::P1, &SolveLimits::default(), &mut |_| {}).unwrap();
    assert_eq!(proof.result, Some(ProvenResult::Win(Player::P1)));
    assert!(proof.nodes < whole, "{} of {whole}", proof.nodes);

    // The file of another proof and a damaged file are refused.
    assert!(checkpoint::load(&path, "domineering:rows=7,cols=8", second.as_mut()).is_err());
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(&path, bytes).unwrap();
    assert!(checkpoint::load(&path, spec, second.as_mut()).is_err());
}

/// Plays the winning move until the end against every answer.
fn winning_moves_win(solver: &mut CachedSolver, region: Region, mover: Player) {
    let (result, _) = solver.solve(&region, mover, u64::MAX, &Stop::new(), &mut || false);
    let MoveResult::Win { row, col } = result else { panic!("{region:?} {mover}: {result:?}") };
    let mut rows = *region.rows();
    let (row, domino) = (usize::from(row), 1 << col);
    match mover {
        Player::P1 => {
            assert!(rows[row] & rows[row + 1] & domino != 0);
            rows[row] &= !domino;
            rows[row + 1] &= !domino;
        }
        Player::P2 => {
            assert!(rows[row] & rows[row] >> 1 & domino != 0);
            rows[row] &= !(domino | domino << 1);
        }
    }
    for left in Region::from_rows(rows).after_moves(mover.opponent()) {
        winning_moves_win(solver, left, mover);
    }
}

#[test]
fn winning_moves_win_against_every_answer() {
    let mut solver = CachedSolver::new(4, 5, 1).unwrap();
    let mut rng = Rng::new(31);
    let mut known = HashMap::new();
    for _ in 0..60 {
        let region = Region::from_rows((0..4).map(|_| (rng.below(32) | rng.below(32)) as u16));
        for mover in Player::ALL {
            if wins(region, mover, &mut known) {
                winning_moves_win(&mut solver, region, mover);
            } else {
                let (result, _) = solver.solve(&region, mover, u64::MAX, &Stop::new(), &mut || false);
                assert_eq!(result, MoveResult::Loss);
            }
        }
    }
}

#[test]
fn an_adviser_that_has_forgotten_takes_the_same_nodes_again() {
    let full = Region::from_rows([0x7f; 7]);
    let mut solver = CachedSolver::new(7, 7, 1).unwrap();
    let mut ask = |forgets: bool| {
        if forgets {
            solver.clear();
        }
        solver.solve(&full, Player::P1, u64::MAX, &Stop::new(), &mut || false)
    };
    let first = ask(false);
    assert!(ask(false).1 < first.1);
    assert_eq!(ask(true), first);
}

#[test]
fn advice_ends_when_it_is_told_to() {
    let full = Region::from_rows([0x3ff; 10]);
    let mut solver = CachedSolver::new(10, 10, 1).unwrap();
    let stop = Stop::new();
    assert_eq!(solver.solve(&full, Player::P1, 100, &stop, &mut || false).0, MoveResult::Unknown);
    assert_eq!(solver.solve(&full, Player::P1, u64::MAX, &stop, &mut || true).0, MoveResult::Unknown);
    stop.set();
    assert_eq!(solver.solve(&full, Player::P1, u64::MAX, &stop, &mut || false).0, MoveResult::Unknown);
    assert!(CachedSolver::new(12, 12, 1).is_none() && CachedSolver::new(0, 4, 1).is_none());
}
