//! How fast legal turns are listed and counted.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::{Actor, Position, Rng};

/// How long the legal turns of some positions took to list, and to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MovegenTimes {
    /// Lists made, and as many counts.
    pub lists: u64,
    /// Legal turns in all of them.
    pub moves: u64,
    /// Time for the lists.
    pub listing: Duration,
    /// Time for the counts.
    pub counting: Duration,
}

/// Positions a few random turns behind one, with a player to move: a benchmark that repeats one
/// position would flatter its branches and caches.
pub fn sample_positions<P: Position>(position: &P, turns: u32, samples: usize, seed: u64) -> Vec<P> {
    let mut rng = Rng::new(seed);
    let mut scratch = Vec::new();
    let mut found = Vec::with_capacity(samples);
    // Positions near the end may have few successors: the attempts are bounded.
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

/// Lists and counts the turns of these positions over and over, for about this long each.
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
