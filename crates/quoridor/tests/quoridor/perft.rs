//! Perft tables: every `*.perft` file of this folder.
//!
//! `spec` and `position` lines say where to count from, `perft DEPTH COUNT` lines what must come
//! out. Counts beyond [`LIMIT`] are left to the ignored test.

use std::path::Path;

use agon_core::{Options, PerftPlan};
use agon_quoridor::{ENTRY, INFO};

const LIMIT: u64 = 300_000_000;

struct Row {
    spec: String,
    position: String,
    depth: u32,
    count: u64,
    place: String,
}

fn rows() -> Vec<Row> {
    let mut files: Vec<_> = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/quoridor"))
        .expect("the folder of the tests")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "perft"))
        .collect();
    files.sort();
    files.iter().flat_map(|path| read(path)).collect()
}

fn read(path: &Path) -> Vec<Row> {
    let text = std::fs::read_to_string(path).expect("a perft table");
    let (mut spec, mut position) = (String::new(), String::new());
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let place = format!("{}:{}", path.display(), index + 1);
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "spec" => rest.clone_into(&mut spec),
            "position" => rest.clone_into(&mut position),
            "perft" => {
                let (depth, count) = rest.split_once(' ').expect(&place);
                let depth = depth.parse().expect(&place);
                let count = count.replace(',', "").parse().expect(&place);
                rows.push(Row { spec: spec.clone(), position: position.clone(), depth, count, place });
            }
            "" | "#" => {}
            _ => panic!("{place}: {line}"),
        }
    }
    rows
}

fn check(row: &Row) {
    let (_, options) = row.spec.split_once(':').unwrap_or(("quoridor", ""));
    let mut table = (ENTRY.open)(Options::parse(&INFO, options).expect(&row.place)).expect(&row.place);
    if row.position != "startpos" {
        table.set_position(&row.position).unwrap_or_else(|fault| panic!("{}: {fault}", row.place));
    }
    let plan = PerftPlan { depth: row.depth, threads: 1, table_megabytes: 0 };
    let count: u64 = table.divide(plan).iter().map(|division| division.count).sum();
    assert_eq!(count, row.count, "{}", row.place);
}

#[test]
fn counts_of_the_tables() {
    let rows = rows();
    assert!(rows.len() > 40, "the tables are there");
    rows.iter().filter(|row| row.count <= LIMIT).for_each(check);
}

#[test]
#[ignore = "takes half a minute in a release build"]
fn large_counts_of_the_tables() {
    rows().iter().filter(|row| row.count > LIMIT).for_each(check);
}
