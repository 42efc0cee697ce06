//! Blockade against the slow reference, and results of small boards.

use agon_blockade::{INFO, Standard};
use agon_core::{AnyTable, Game, Options, Player, Table};
use agon_solver::{ProvenResult, SolveLimits, solver};

use crate::reference;

fn game(options: &str) -> Standard {
    Standard::new(&Options::parse(&INFO, options).unwrap()).unwrap().unwrap()
}

fn result(table: &dyn AnyTable, starter: Player) -> Option<ProvenResult> {
    let mut solver = solver(table, 64).unwrap();
    solver.solve(starter, &SolveLimits::default(), &mut |_| {}).unwrap().result
}

/// Compares about `about` of the reachable positions, with either player to start, with the slow reference. Returns the
/// number of draws among all of them.
fn compare(options: &str, position: Option<&str>, about: usize) -> usize {
    let game = game(options);
    let text = position.map_or_else(|| game.position_text(&game.start()), str::to_owned);
    let turned = format!("{}2", text.trim_end_matches('1'));
    let values = reference::solve(&[text, turned].map(|text| game.parse_position(&text).unwrap()));
    let mut sample: Vec<_> = values.iter().map(|(board, value)| (game.position_text(board), board, value)).collect();
    sample.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    let draws: Vec<_> = sample.iter().filter(|(.., value)| **value == ProvenResult::Draw).collect();
    let step = |all: usize| all / about + 1;
    let chosen = sample.iter().step_by(step(sample.len()));
    for (text, board, value) in chosen.chain(draws.iter().copied().step_by(step(draws.len()))) {
        let table = Table::from_position(game.clone(), **board);
        assert_eq!(result(&table, board.side()), Some(**value), "{options} {text}");
    }
    draws.len()
}

#[test]
fn agrees_with_a_slow_solver() {
    for options in [
        "rows=3,cols=3,walls=0",
        "rows=3,cols=4,walls=0,single=free",
        "rows=3,cols=4,walls=0,starts=11-12-34-33",
        "rows=3,cols=3,walls=1",
        "rows=3,cols=3,walls=1,turn=swift",
        "rows=3,cols=3,walls=1,turn=optional,single=opponent",
        "rows=3,cols=3,walls=1,turn=swift,single=none,starts=11-22-33-31",
    ] {
        compare(options, None, 300);
    }
}

/// Two pawns face each other in a narrow corridor and cannot pass: the one that steps back loses.
const FACING: [&str; 2] =
    ["rows=5,cols=7,walls=2,single=none,starts=11-51-17-57", "1444 / 23253335 / 33 11 35 17 / 0 0 0 0 / 1"];

#[test]
fn draws_are_proved() {
    let [options, position] = FACING;
    let game = game(options);
    let table = Table::from_position(game.clone(), game.parse_position(position).unwrap());
    for starter in Player::ALL {
        assert_eq!(result(&table, starter), Some(ProvenResult::Draw));
    }
}

#[test]
#[ignore = "takes minutes in a release build"]
fn agrees_with_a_slow_solver_on_larger_boards() {
    let [options, position] = FACING;
    assert!(compare(options, Some(position), 300) > 1_000);
    compare("rows=4,cols=4,walls=0,starts=11-12-44-43", None, 1_000);
    for options in ["rows=3,cols=4,walls=1", "rows=4,cols=3,walls=1", "rows=4,cols=4,walls=0"] {
        for turn in ["classic", "swift", "optional"] {
            compare(&format!("{options},turn={turn}"), None, 2_000);
        }
    }
}

#[test]
fn the_starter_wins_on_small_boards() {
    for turn in ["classic", "swift", "optional"] {
        for board in ["rows=5,cols=4,walls=3", "rows=5,cols=6,walls=2", "rows=5,cols=6,walls=2,starts=22-42-25-45"] {
            let table = Table::new(game(&format!("{board},turn={turn}")));
            for starter in Player::ALL {
                assert_eq!(result(&table, starter), Some(ProvenResult::Win(starter)), "{board} {turn}");
            }
        }
    }
}

#[test]
fn effort_is_limited() {
    let table = Table::new(game("rows=7,cols=8,walls=3"));
    let limits = SolveLimits { nodes: Some(3_000), ..SolveLimits::default() };
    let proof = solver(&table, 8).unwrap().solve(Player::P1, &limits, &mut |_| {}).unwrap();
    assert!(proof.result.is_none() && proof.nodes < 20_000);
    assert!(solver(&Table::new(game("rows=8,cols=8")), 8).is_err());
}
