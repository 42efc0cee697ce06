//! The perft table.

use agon_core::PerftPlan;

use crate::common::at;

#[test]
fn perft_table() {
    let lines = include_str!("domineering.perft").lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let table = at(fields[0], fields[1]);
        for (depth, count) in (1..).zip(fields[2].split(' ')) {
            let plan = PerftPlan { depth, threads: 1, table_megabytes: 0 };
            let total: u64 = table.divide(plan).iter().map(|part| part.count).sum();
            assert_eq!(total.to_string(), count, "{line} at depth {depth}");
        }
    }
}
