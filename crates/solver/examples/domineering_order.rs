//! Learns the order of moves in Domineering that the solver ships.
//!
//! `cargo run --release -p agon-solver --example domineering_order` in the folder of the workspace.

use agon_solver::domineering::learned_order;

fn main() -> Result<(), String> {
    let order = learned_order();
    let path = "crates/solver/data/order.bin";
    std::fs::write(path, &order.bytes).map_err(|error| format!("{path} cannot be written: {error}"))?;
    println!("{path}: {} bytes", order.bytes.len());
    let share = 100.0 * order.judged_rightly as f64 / order.kept_back.max(1) as f64;
    println!("right for {share:.1} % of {} positions that were kept back", order.kept_back);
    Ok(())
}
