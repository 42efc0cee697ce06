//! The slow generator of Domineering against counts by formula and known winners.

use std::collections::HashMap;

use agon_reference::domineering::{random_position, successors};
use agon_reference::perft;

/// Whether the player to move wins.
fn mover_wins(spec: &str, position: &str, known: &mut HashMap<String, bool>) -> bool {
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let reference = successors(spec, position).unwrap();
    let wins = reference.successors.iter().any(|next| !mover_wins(spec, next, known));
    known.insert(position.to_owned(), wins);
    wins
}

#[test]
fn d1_start() {
    let reference = successors("domineering", "startpos").unwrap();
    assert_eq!(reference.position, "8/8/8/8/8/8/8/8 v");
    assert_eq!(reference.actor, "p1");
    assert_eq!(successors("domineering:rows=2,cols=16", "startpos").unwrap().position, "16/16 v");
}

#[test]
fn d2_a_move_covers_two_free_cells() {
    let reference = successors("domineering:rows=3,cols=3", "3/3/3 v").unwrap();
    let expected =
        ["1v1/1v1/3 h", "2v/2v/3 h", "3/1v1/1v1 h", "3/2v/2v h", "3/v2/v2 h", "v2/v2/3 h"].map(str::to_owned);
    assert_eq!(reference.successors, expected);
    let reference = successors("domineering:rows=3,cols=3", "1v1/1v1/3 h").unwrap();
    assert_eq!(reference.successors, ["1v1/1v1/1hh v", "1v1/1v1/hh1 v"]);
    // A cell that is not part of the board is never covered.
    let reference = successors("domineering:rows=2,cols=3", "3/1#1 v").unwrap();
    assert_eq!(reference.successors, ["2v/1#v h", "v2/v#1 h"]);
}

#[test]
fn d2_counts_by_formula() {
    // (rows - 1) * cols first moves; of the pairs, those that share a cell fall away:
    // 2 (rows - 1) * 2 (cols - 1) of them.
    for (rows, cols) in [(8, 8), (6, 9), (16, 16), (2, 3), (1, 5), (5, 1), (1, 1)] {
        let spec = format!("domineering:rows={rows},cols={cols}");
        let first = (rows - 1) * cols;
        assert_eq!(perft(&spec, "startpos", 1), first, "{spec}");
        let pairs = first * rows * (cols - 1) - 4 * (rows - 1) * (cols - 1);
        assert_eq!(perft(&spec, "startpos", 2), pairs, "{spec}");
    }
}

#[test]
fn d3_who_cannot_move_loses() {
    let reference = successors("domineering:rows=2,cols=2", "v1/v1 h").unwrap();
    assert_eq!((reference.actor, reference.outcome), ("none", Some((Some(1), 1))));
    let reference = successors("domineering:rows=1,cols=4", "startpos").unwrap();
    assert_eq!((reference.actor, reference.outcome), ("none", Some((Some(2), 1))));
}

#[test]
fn d3_known_winners() {
    for (size, first_wins) in [(2, true), (3, true), (4, true), (5, false)] {
        let spec = format!("domineering:rows={size},cols={size}");
        let rows = vec![size.to_string(); size].join("/");
        for mover in ["v", "h"] {
            let start = format!("{rows} {mover}");
            assert_eq!(mover_wins(&spec, &start, &mut HashMap::new()), first_wins, "{start}");
        }
    }
}

#[test]
fn positions_that_cannot_be_are_refused() {
    for bad in
        ["4/4/4 v", "4/4/4/5 v", "4/4/4/4 x", "4/4/4/4", "v3/4/4/4 v", "h3/4/4/4 v", "4/4/4/04 v", "4/4/4/é v", ""]
    {
        assert!(successors("domineering:rows=4,cols=4", bad).is_err(), "{bad}");
    }
    assert!(successors("domineering:rows=17", "startpos").is_err());
}

#[test]
fn input_is_tolerant_and_output_canonical() {
    let reference = successors("domineering:rows=4,cols=4", " 2V1/2V1/HH2/4 H").unwrap();
    assert_eq!(reference.position, "2v1/2v1/hh2/4 h");
}

#[test]
fn random_positions_are_valid_and_varied() {
    for spec in ["domineering", "domineering:rows=16,cols=16", "domineering:rows=1,cols=1", "domineering:rows=3,cols=7"]
    {
        for seed in 0..200 {
            let position = random_position(spec, seed);
            let reference = successors(spec, &position).unwrap_or_else(|reason| panic!("{position}: {reason}"));
            assert_eq!(reference.position, position);
        }
    }
    assert!((0..200).any(|seed| random_position("domineering", seed).contains('#')));
}
