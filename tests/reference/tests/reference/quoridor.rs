//! The slow generator of Quoridor against hand-checked positions and published counts.

use agon_reference::quoridor::{random_position, successors};
use agon_reference::{Reference, perft};

fn reference(position: &str) -> Reference {
    successors("quoridor", position).unwrap()
}

/// Where the mover's pawn can go: the pawn field's own half of every successor without a new wall.
fn targets(position: &str) -> Vec<String> {
    let before: Vec<String> = position.split('/').map(|field| field.trim().to_owned()).collect();
    let mover = usize::from(before[4] == "2");
    let mut targets: Vec<String> = reference(position)
        .successors
        .iter()
        .map(|next| next.split('/').map(|field| field.trim().to_owned()).collect::<Vec<_>>())
        .filter(|next| next[0] == before[0] && next[1] == before[1])
        .map(|next| next[2].split(' ').nth(mover).unwrap().to_owned())
        .collect();
    targets.sort();
    targets
}

#[test]
fn q1_start() {
    assert_eq!(reference("startpos").position, "/ / e1 e9 / 10 10 / 1");
    assert_eq!(successors("quoridor:size=4", "startpos").unwrap().position, "/ / b1 c4 / 10 10 / 1");
    assert_eq!(successors("quoridor:size=15,walls=99", "startpos").unwrap().position, "/ / h1 h15 / 99 99 / 1");
}

#[test]
fn q2_counts_of_the_rules() {
    for (spec, counts) in [
        ("quoridor", &[131, 16677][..]),
        ("quoridor:size=5,walls=3", &[35, 1109, 31540]),
        ("quoridor:size=3,walls=1", &[11, 77, 316, 1172, 3452]),
        ("quoridor:size=7,walls=6", &[75, 5357]),
        ("quoridor:rows=5,size=5,walls=3", &[35, 1109, 31540]),
        ("quoridor:rows=3,cols=8,walls=3", &[31, 863, 21391]),
        ("quoridor:rows=8,cols=3,walls=3", &[31, 847, 19964]),
        ("quoridor:rows=9,cols=2,walls=4", &[10, 77, 461, 2216, 9450]),
    ] {
        for (depth, &count) in counts.iter().enumerate() {
            assert_eq!(perft(spec, "startpos", depth as u32 + 1), count, "{spec} depth {}", depth + 1);
        }
    }
}

#[test]
fn q3_steps_stop_at_walls_and_edges() {
    assert_eq!(targets("/ / e1 e9 / 10 10 / 1"), ["d1", "e2", "f1"]);
    assert_eq!(targets("e1 / / e1 e9 / 9 10 / 1"), ["d1", "f1"]);
    assert_eq!(targets("/ e1 / e1 e9 / 9 10 / 1"), ["d1", "e2"]);
}

#[test]
fn q4_jumps() {
    // Straight over the other pawn.
    assert_eq!(targets("/ / e4 e5 / 10 10 / 1"), ["d4", "e3", "e6", "f4"]);
    // A wall behind it: to both sides, and only to the open one if another wall stands there.
    assert_eq!(targets("e5 / / e4 e5 / 9 10 / 1"), ["d4", "d5", "e3", "f4", "f5"]);
    assert_eq!(targets("e5 / e4 / e4 e5 / 8 10 / 1"), ["d4", "d5", "e3"]);
    // A wall between the pawns: no jump at all.
    assert_eq!(targets("e4 / / e4 e5 / 9 10 / 1"), ["d4", "e3", "f4"]);
    // The edge of the board bars the straight jump as a wall does.
    assert_eq!(targets("/ / e8 e9 / 10 10 / 1"), ["d8", "d9", "e7", "f8", "f9"]);
    assert_eq!(targets("/ / h5 i5 / 10 10 / 1"), ["g5", "h4", "h6", "i4", "i6"]);
}

#[test]
fn q5_walls_neither_overlap_nor_cross() {
    let after = reference("e5 / / e1 e9 / 10 9 / 2").successors;
    let has = |field: &str| after.iter().any(|next| next == &format!("{field} / e1 e9 / 10 8 / 1"));
    assert!(!has("d5e5 /") && !has("e5f5 /") && !has("e5 / e5"));
    assert!(has("c5e5 /") && has("e5g5 /") && has("e5 / e4") && has("e5 / e6") && has("e5 / d5"));
}

#[test]
fn q6_paths_stay_open_but_empty_pockets_may_be_sealed() {
    // Four walls leave only column i open; h4v is fine, h5h after it would shut the gap.
    let after = reference("a4c4e4g4 / / e1 e9 / 10 6 / 1").successors;
    assert!(after.contains(&"a4c4e4g4 / h4 / e1 e9 / 9 6 / 2".to_owned()));
    let after = reference("a4c4e4g4 / h4 / e1 e9 / 9 6 / 2").successors;
    assert!(!after.contains(&"a4c4e4g4h5 / h4 / e1 e9 / 9 5 / 1".to_owned()));
    assert!(after.contains(&"a4c4e4g4h6 / h4 / e1 e9 / 9 5 / 1".to_owned()));
    // The corner a1, a2 is shut off with nobody inside.
    assert!(reference("/ a1 / e1 e9 / 10 9 / 1").successors.contains(&"a2 / a1 / e1 e9 / 9 9 / 2".to_owned()));
    // The same wall with p1's pawn inside is refused.
    assert!(!reference("/ a1 / a1 e9 / 10 9 / 1").successors.contains(&"a2 / a1 / a1 e9 / 9 9 / 2".to_owned()));
}

#[test]
fn q7_the_first_pawn_on_its_goal_row_wins() {
    let over = reference("/ / e9 c5 / 10 10 / 2");
    assert_eq!((over.actor, over.outcome), ("none", Some((Some(1), 1))));
    assert!(over.successors.is_empty());
    assert_eq!(reference("/ / e5 c1 / 10 10 / 1").outcome, Some((Some(2), 1)));
}

#[test]
fn positions_that_cannot_be_are_refused() {
    for bad in [
        "/ / e1 e1 / 10 10 / 1",
        "/ / e1 e10 / 10 10 / 1",
        "/ / j1 e9 / 10 10 / 1",
        "i1 / / e1 e9 / 9 10 / 1",
        "d2e2 / / e1 e9 / 9 9 / 1",
        "d2 / d2 / e1 e9 / 9 9 / 1",
        "d2 / / e1 e9 / 10 10 / 1",
        "/ / e1 e9 / 11 9 / 1",
        "/ / e1 e9 / 10 10 / 3",
        "/ / e1 / 10 10 / 1",
        "a2 / a1 / a1 e9 / 9 9 / 2",
        "/ / e9 e1 / 10 10 / 1",
        "e01 / / e1 e9 / 9 10 / 1",
        "é1 / / e1 e9 / 9 10 / 1",
        "",
    ] {
        assert!(successors("quoridor", bad).is_err(), "{bad}");
    }
    for bad in [
        "quoridor:size=2",
        "quoridor:size=16",
        "quoridor:walls=100",
        "quoridor:size=10,cols=3",
        "quoridor:rows=2",
        "quoridor:speed=3",
        "chess",
    ] {
        assert!(successors(bad, "startpos").is_err(), "{bad}");
    }
}

#[test]
fn input_is_tolerant_and_output_canonical() {
    let reference = reference(" F7D2/ A1 /E4  E6/ 8 9 /2 ");
    assert_eq!(reference.position, "d2f7 / a1 / e4 e6 / 8 9 / 2");
    let large = successors("quoridor:size=12", "b3a10a2 / / e4 e6 / 8 9 / 2").unwrap();
    assert_eq!(large.position, "a2a10b3 / / e4 e6 / 8 9 / 2");
}

#[test]
fn random_positions_are_valid_and_varied() {
    for spec in ["quoridor", "quoridor:size=3,walls=2", "quoridor:size=15,walls=40", "quoridor:size=6,walls=0"] {
        let mut distinct = std::collections::BTreeSet::new();
        let mut over = 0;
        for seed in 0..200 {
            let position = random_position(spec, seed);
            let reference = successors(spec, &position).unwrap_or_else(|reason| panic!("{position}: {reason}"));
            assert_eq!(reference.position, position);
            assert_eq!(reference.outcome.is_some(), reference.successors.is_empty());
            over += u32::from(reference.outcome.is_some());
            distinct.insert(position);
        }
        assert!(distinct.len() > 100 && over < 120, "{spec}: {} distinct, {over} over", distinct.len());
    }
}
