//! The move generator against the slow reference, on random positions of many sizes and shapes.

use crate::common::open;
use agon_core::Outcome;

fn compare(spec: &str, seed: u64) {
    let text = agon_reference::domineering::random_position(spec, seed);
    let reference = agon_reference::domineering::successors(spec, &text).expect(&text);
    let mut table = open(spec);
    if text != "startpos" {
        table.set_position(&text).unwrap_or_else(|fault| panic!("{spec} {text}: {fault}"));
    }
    assert_eq!(table.position(), reference.position, "{spec} {text}");
    assert_eq!(table.actor().name(), reference.actor, "{spec} {text}");
    let outcome = table
        .outcome()
        .map(|outcome: Outcome| (outcome.winner().map(|winner| winner.index() as u8 + 1), outcome.points()));
    assert_eq!(outcome, reference.outcome, "{spec} {text}");
    let mut successors: Vec<String> = table.successors().into_iter().map(|next| next.position).collect();
    successors.sort_unstable();
    assert_eq!(successors, reference.successors, "{spec} {text}");
}

fn compare_many(positions: u64) {
    for seed in 0..positions {
        // Half of the positions on the standard board, the rest on every size in turn.
        if seed % 2 == 0 {
            compare("domineering", seed);
        } else {
            let size = seed / 2 % 256;
            compare(&format!("domineering:rows={},cols={}", 1 + size / 16, 1 + size % 16), seed);
        }
    }
}

#[test]
fn twenty_thousand_random_positions_agree() {
    compare_many(20_000);
}

#[test]
#[ignore = "takes minutes in a release build"]
fn a_million_random_positions_agree() {
    compare_many(1_000_000);
}
