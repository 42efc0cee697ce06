//! Measures the speed of move generation.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::{Actor, Position, Rng};

/// How long it took to list and to count the legal turns of some positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MovegenTimes {
    /// Positions listed, and counted.
    pub lists: u64,
    /// Legal turns in all lists.
    pub moves: u64,
    /// Time for the lists.
    pub listing: Duration,
    /// Time for the counts.
    pub counting: Duration,
}

/// Samples positions a few random turns after the given one, with a player to move.
///
/// Repeating a single position would favour branch prediction and caches.
pub fn sample_positions<P: Position>(position: &P, turns: u32, samples: usize, seed: u64) -> Vec<P> {
    let mut rng = Rng::new(seed);
    let mut scratch = Vec::new();
    let mut found = Vec::with_capacity(samples);
    // Positions near the end have few successors, so the number of attempts is bounded.
    for _ in 0..samples * 4 {
        let mut next = *position;
        let mut left = turns;
        loop {
            match next.actor() {
                Actor::Nobody => break,
                Actor::Chance => match rng.choose_weighted(next.chances()) {
                    Some(chance) => next.resolve_unchecked(chance),
                    None => break,
                },
                Actor::Player(_) if left == 0 => {
                    found.push(next);
                    break;
                }
                Actor::Player(_) => match next.random_move(&mut rng, &mut scratch) {
                    Some(m) => next.play_unchecked(m),
                    None => break,
                },
            }
            if next.actor() != Actor::Chance {
                left = left.saturating_sub(1);
            }
        }
        if found.len() == samples {
            break;
        }
    }
    found
}

/// Lists, and counts, the turns of these positions repeatedly, for about `time` each.
pub fn time_movegen<P: Position>(positions: &[P], time: Duration) -> MovegenTimes {
    let mut times = MovegenTimes::default();
    let mut moves = Vec::new();
    while !positions.is_empty() && times.listing < time {
        let started = Instant::now();
        for position in positions {
            moves.clear();
            black_box(position).legal_moves(&mut moves);
            times.moves += black_box(&mut moves).len() as u64;
        }
        times.listing += started.elapsed();
        let started = Instant::now();
        for position in positions {
            black_box(black_box(position).count_moves(&mut moves));
        }
        times.counting += started.elapsed();
        times.lists += positions.len() as u64;
    }
    times
}
