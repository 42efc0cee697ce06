//! The move generator against the slow reference, by sets of successor positions.

use agon_core::{AnyTable, Outcome, Player};

use crate::common::open;

/// Turn kinds, single steps, sizes and starts, each with its share of a thousand positions.
const SPECS: &[(&str, u32)] = &[
    ("blockade:rows=3,cols=3,walls=2", 90),
    ("blockade:rows=3,cols=4,walls=3,single=opponent", 90),
    ("blockade:rows=4,cols=3,walls=2,single=none", 90),
    ("blockade:rows=4,cols=4,walls=1,starts=22-33-23-32", 80),
    ("blockade:rows=5,cols=4,walls=3,starts=11-31-14-34", 50),
    ("blockade:rows=5,cols=6,walls=2,single=free", 30),
    ("blockade:rows=4,cols=7,walls=4,turn=optional", 40),
    ("blockade:rows=3,cols=3,walls=1,turn=optional,single=none", 60),
    ("blockade:rows=3,cols=3,walls=2,turn=swift", 80),
    ("blockade:rows=5,cols=5,walls=4,turn=swift,single=opponent", 80),
    ("blockade:rows=6,cols=7,walls=6,turn=swift,single=free,starts=11-12-66-67", 70),
    ("blockade:rows=4,cols=6,walls=5,turn=swift,single=none", 80),
    ("blockade:rows=7,cols=8,walls=5,turn=swift", 60),
    ("blockade:turn=swift", 50),
    ("blockade:rows=12,cols=16,walls=12,turn=swift,single=opponent", 20),
    ("blockade:rows=13,cols=5,walls=7,turn=swift", 15),
    ("blockade:rows=5,cols=17,walls=7,turn=swift", 10),
    ("blockade:rows=22,cols=28,walls=18,turn=swift", 1),
    ("blockade", 5),
    ("blockade:turn=optional,single=opponent", 2),
    ("blockade:rows=13,cols=4,walls=5", 6),
];

/// The outcome as the reference writes it.
fn reference_outcome(outcome: Option<Outcome>) -> Option<(Option<u8>, u8)> {
    outcome.map(|outcome| {
        let winner = outcome.winner().map(|winner| if winner == Player::P1 { 1 } else { 2 });
        (winner, outcome.points())
    })
}

fn compare(spec: &str, table: &mut dyn AnyTable, seed: u64) {
    let position = agon_reference::blockade::random_position(spec, seed);
    let reference = agon_reference::blockade::successors(spec, &position)
        .unwrap_or_else(|reason| panic!("{spec} {position}: {reason}"));
    table.set_position(&position).unwrap_or_else(|fault| panic!("{spec} {position}: {fault}"));
    assert_eq!(table.position(), reference.position, "{spec}");
    assert_eq!(table.actor().name(), reference.actor, "{spec} {position}");
    assert_eq!(reference_outcome(table.outcome()), reference.outcome, "{spec} {position}");
    let mut ours: Vec<String> = table.successors().into_iter().map(|next| next.position).collect();
    ours.sort();
    assert!(ours.windows(2).all(|pair| pair[0] != pair[1]), "{spec} {position}: a position twice");
    let missing: Vec<&String> = reference.successors.iter().filter(|next| ours.binary_search(next).is_err()).collect();
    let wrong: Vec<&String> = ours.iter().filter(|next| reference.successors.binary_search(next).is_err()).collect();
    assert!(missing.is_empty() && wrong.is_empty(), "{spec} {position}: missing {missing:?}, wrong {wrong:?}");
}

/// Compares `thousands` thousand positions and returns their exact number.
fn compare_all(thousands: u64) -> u64 {
    let mut total = 0;
    for (index, &(spec, share)) in SPECS.iter().enumerate() {
        let mut table = open(spec);
        let positions = u64::from(share) * thousands;
        for seed in 0..positions {
            compare(spec, table.as_mut(), seed << 8 | index as u64);
        }
        total += positions;
    }
    total
}

#[test]
fn agrees_with_the_reference_on_twenty_thousand_positions() {
    assert!(compare_all(20) >= 20_000);
}

#[test]
#[ignore = "takes some ten minutes in a release build"]
fn agrees_with_the_reference_on_a_million_positions() {
    assert!(compare_all(1000) >= 1_000_000);
}
