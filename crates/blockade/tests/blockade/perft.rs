//! Counts of turn sequences, from tables in text files.
//!
//! Counts above a limit are left to `cargo test --release -p agon-blockade -- --ignored`.

use agon_core::{AnyTable, PerftPlan};

use crate::common::{at, open};

/// Counts up to this take seconds even with overflow checks.
const LIMIT: u64 = 70_000_000;

/// Calls `check` with spec, position, depth and count for every line of a perft table.
fn each_count(text: &str, check: impl Fn(&str, &dyn AnyTable, u32, u64)) -> usize {
    let mut table = None;
    let mut spec = "";
    let mut counts = 0;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (key, value) = line.split_once(' ').unwrap_or_else(|| panic!("{line}"));
        match key {
            "spec" => {
                spec = value;
                table = Some(open(spec));
            }
            "position" => table = Some(at(spec, value)),
            "perft" => {
                let (depth, count) = value.split_once(' ').unwrap_or_else(|| panic!("{line}"));
                let table = table.as_deref().unwrap_or_else(|| panic!("no spec before {line}"));
                check(spec, table, depth.parse().expect("a depth"), count.parse().expect("a count"));
                counts += 1;
            }
            _ => panic!("{line}"),
        }
    }
    counts
}

fn count(table: &dyn AnyTable, depth: u32) -> u64 {
    let plan = PerftPlan { depth, threads: 2, table_megabytes: 0 };
    table.divide(plan).iter().map(|division| division.count).sum()
}

fn check_small(text: &str) -> usize {
    each_count(text, |spec, table, depth, expected| {
        if expected <= LIMIT {
            assert_eq!(count(table, depth), expected, "{spec} {} depth {depth}", table.position());
        }
    })
}

#[test]
fn counts_of_the_rules_page() {
    assert_eq!(check_small(include_str!("rules.perft")), 21);
}

#[test]
fn counts_under_other_options() {
    assert_eq!(check_small(include_str!("options.perft")), 27);
}

#[test]
#[ignore = "takes seconds in a release build"]
fn large_counts() {
    each_count(include_str!("rules.perft"), |spec, table, depth, expected| {
        if expected > LIMIT {
            let start = std::time::Instant::now();
            assert_eq!(count(table, depth), expected, "{spec} depth {depth}");
            println!("{spec} depth {depth}: {expected} in {:.1?}", start.elapsed());
        }
    });
}
