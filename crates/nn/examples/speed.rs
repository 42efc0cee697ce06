//! How many evaluations and learning steps a second: `cargo run --release -p agon-nn --example speed`.

use std::time::Instant;

use agon_core::Rng;
use agon_nn::{Batch, Input, Learner, Net, Shape};

fn main() {
    for (inputs, live, hidden) in [(200, 30, 128), (300, 80, 128), (300, 80, 256), (40, 4, 128)] {
        let shape = Shape::new(inputs, &[hidden], 5);
        let mut rng = Rng::new(1);
        let mut net = Net::random(&shape, &mut rng);
        let lists: Vec<Vec<Input>> = (0..64)
            .map(|_| {
                (0..live).map(|_| Input::new(rng.below(inputs as u32) as u16, rng.unit() as f32)).collect()
            })
            .collect();
        let mut batch = Batch::default();
        let started = Instant::now();
        let rounds = 10_000;
        let mut sum = 0.0;
        for _ in 0..rounds {
            batch.clear();
            for list in &lists[..16] {
                batch.push(&net, list);
            }
            sum += batch.run(&net)[0];
        }
        let evaluations = f64::from(rounds * 16) / started.elapsed().as_secs_f64();
        let (few, last) = (live / 4, vec![0.5; live / 2]);
        let started = Instant::now();
        for _ in 0..rounds {
            batch.clear();
            batch.share(&net, &lists[0][..few]);
            for list in &lists[..16] {
                batch.push_shared(&net, &list[..few], &last);
            }
            sum += batch.run(&net)[0];
        }
        let shared = f64::from(rounds * 16) / started.elapsed().as_secs_f64();
        let started = Instant::now();
        let mut learner = Learner::new(&shape);
        for round in 0..rounds {
            let list = &lists[round as usize % 64];
            sum += learner.forward(&net, list)[0];
            learner.backward(&net, &[0.5, 0.1, 0.0, 0.1, 0.0]);
            learner.descend(&mut net, list, 1e-6);
        }
        let steps = f64::from(rounds) / started.elapsed().as_secs_f64();
        println!(
            "{inputs} inputs, {live} live, {hidden} hidden: {evaluations:.0} evaluations/s, {shared:.0} with a quarter of the inputs shared and half of them dense, {steps:.0} steps/s ({sum:.1})"
        );
    }
}
