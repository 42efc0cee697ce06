//! Nodes and processor time of proofs of Domineering boards.
//!
//! `cargo run --release -p agon-solver --example domineering_speed -- 8x8 7x9 9x9`

use agon_core::Player;
use agon_solver::{Effort, solver};

fn main() {
    for board in std::env::args().skip(1) {
        let (rows, cols) = board.split_once('x').expect("rows x columns, as in 8x8");
        let table = agon_games::open(&format!("domineering:rows={rows},cols={cols}")).expect("a board");
        for starter in Player::ALL {
            let start = cpu();
            let mut solver = solver(table.as_ref(), 256).expect("a solver");
            let proof = solver.solve(starter, &Effort::default(), &mut |_| {}).expect("a proof");
            println!("{board} {starter} {:?} {} nodes {:.3} s", proof.verdict, proof.nodes, cpu() - start);
        }
    }
}

/// Processor time of this process so far, in seconds.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}
