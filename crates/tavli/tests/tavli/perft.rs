//! Perft tables: `*.perft` beside this file, each line a spec, a position, a depth and the count, separated by tabs.
//!
//! The counts come from the slow reference; rolls are tried one after the other, not weighted.

use std::fs;
use std::path::Path;

use crate::common::at;
use agon_core::PerftPlan;

/// The texts of all tables.
fn tables() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tavli");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut tables: Vec<_> = files.filter(|path| path.extension().is_some_and(|ext| ext == "perft")).collect();
    tables.sort();
    tables.iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn every_table_holds() {
    for table in tables() {
        let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut checked = 0;
        for line in lines {
            let fields: Vec<&str> = line.split('\t').collect();
            let [spec, position, depth, count] = fields[..] else { panic!("{line}") };
            let plan = PerftPlan { depth: depth.parse().unwrap(), threads: 1, table_megabytes: 0 };
            let sum: u64 = at(spec, position).divide(plan).iter().map(|division| division.count).sum();
            assert_eq!(sum, count.parse::<u64>().unwrap(), "{line}");
            checked += 1;
        }
        assert!(checked > 0, "{table}");
    }
}

/// Prints new tables, counted by the slow reference.
#[test]
#[ignore = "prints new tables: cargo test -p agon-tavli perft -- --ignored --nocapture"]
fn print_tables() {
    for table in tables() {
        for line in table.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            match fields[..] {
                [spec, position, depth, _] => {
                    let count = agon_reference::perft(spec, position, depth.parse().unwrap());
                    println!("{spec}\t{position}\t{depth}\t{count}");
                }
                _ => println!("{line}"),
            }
        }
    }
}
