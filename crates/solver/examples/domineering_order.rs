//! Learns the order of moves in Domineering that the solver ships.
//!
//! `cargo run --release -p agon-solver --example domineering_order` in the folder of the workspace.

use agon_solver::domineering::learned_order;

fn main() -> Result<(), String> {
    let order = learned_order();
    let path = "crates/solver/data/order.bin";
    std::fs::write(path, &order).map_err(|error| format!("{path} cannot be written: {error}"))?;
    println!("{path}: {} bytes", order.len());
    Ok(())
}
