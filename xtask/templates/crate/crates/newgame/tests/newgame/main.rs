//! Newgame against its rulings, its perft table and the slow reference.

use agon_core::spec::split_spec;
use agon_core::{AnyTable, Options, PerftPlan};
use agon_newgame::{ENTRY, INFO};

/// A table with a position on it.
fn at(spec: &str, position: &str) -> Box<dyn AnyTable> {
    let options = Options::parse(&INFO, split_spec(spec).1).expect(spec);
    let mut table = (ENTRY.open)(options).expect(spec);
    table.set_position(position).unwrap_or_else(|fault| panic!("{spec}, {position}: {fault}"));
    table
}

/// The canonical notation of a turn, or the code of what is wrong with it.
fn check(position: &str, turn: &str) -> Result<String, &'static str> {
    at("newgame:size=3", position).check(turn).map_err(|fault| fault.kind.code)
}

#[test]
fn a_stone_may_stand_beside_own_stones_only() {
    assert_eq!(check("3/1w1/3 w", "B3"), Ok("b3".to_owned()));
    assert_eq!(check("3/1w1/3 b", "b3"), Err("newgame-beside"));
    assert_eq!(check("3/1w1/3 b", "b2"), Err("newgame-taken"));
    assert_eq!(check("3/1w1/3 b", "d1"), Err("newgame-off-board"));
    assert_eq!(check("3/1w1/3 b", "b"), Err("not-a-move"));
}

#[test]
fn the_player_who_cannot_move_loses() {
    let table = at("newgame:size=3", "1w1/w2/1w1 b");
    assert_eq!(table.outcome().map(|outcome| outcome.to_string()).as_deref(), Some("p1 1"));
    assert!(table.legal().is_empty());
}

#[test]
fn impossible_positions_are_refused() {
    let refusal = |text: &str| at("newgame:size=3", "3/3/3 w").set_position(text).unwrap_err().kind.code;
    assert_eq!(refusal("3/3/3"), "position-syntax");
    for rows in ["3/3", "3/3/4", "3/3/2", "3/3/2ww", "3/3/2y"] {
        assert_eq!(refusal(&format!("{rows} w")), "newgame-rows", "{rows}");
    }
    assert_eq!(refusal("3/3/3 y"), "newgame-side");
    assert_eq!(refusal("3/wb1/3 w"), "newgame-beside");
}

/// A line of the table is a spec, a position and the counts of turn sequences of one, two, three .. turns.
#[test]
fn perft_table() {
    for line in include_str!("newgame.perft").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let table = at(fields[0], fields[1]);
        for (depth, count) in (1..).zip(fields[2].split(' ')) {
            let plan = PerftPlan { depth, threads: 1, table_megabytes: 0 };
            let total: u64 = table.divide(plan).iter().map(|part| part.count).sum();
            assert_eq!(total.to_string(), count, "{line} at depth {depth}");
            assert_eq!(agon_reference::perft(fields[0], fields[1], depth).to_string(), count, "{line}, the reference");
        }
    }
}

#[test]
fn random_positions_agree_with_the_reference() {
    for (spec, positions) in [("newgame", 5_000), ("newgame:size=2", 200), ("newgame:size=8", 1_000)] {
        for seed in 0..positions {
            let table = at(spec, &agon_reference::random_position(spec, seed));
            let reference = agon_reference::successors(spec, &table.position()).unwrap();
            let mut successors: Vec<String> = table.successors().into_iter().map(|next| next.position).collect();
            successors.sort();
            assert_eq!((table.actor().name(), successors), (reference.actor, reference.successors), "{seed}");
        }
    }
}
