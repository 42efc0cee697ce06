//! Writes the table of Domineering pieces that the solver ships.
//!
//! `cargo run --release -p agon-solver --example domineering_pieces` in the folder of the workspace.

use agon_solver::domineering::pieces_table;

/// Rows, columns, and nodes of each starter.
const BOARDS: [(usize, usize, u64); 6] = [
    (7, 7, u64::MAX),
    (6, 8, u64::MAX),
    (8, 8, u64::MAX),
    (7, 9, u64::MAX),
    (6, 10, u64::MAX),
    (9, 9, 200_000),
];

fn main() {
    let table = pieces_table(&BOARDS).expect("a table within the limits of its format");
    let path = "crates/solver/data/pieces.bin";
    std::fs::write(path, &table).expect("a folder that can be written to");
    println!("{path}: {} bytes", table.len());
}
