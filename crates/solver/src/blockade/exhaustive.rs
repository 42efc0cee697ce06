//! Every position that can come about, each with its exact value.
//!
//! Wins and losses are followed back from the ends of the game; what is reached from no end is a
//! draw: neither player can force the other one out of going round in circles.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::blockade::ground::Ground;
use crate::blockade::spot::{Key, Spot};
use crate::blockade::turns::each_turn;

/// What a position and what a turn takes, counted generously.
const SPOT_BYTES: u64 = 160;
const TURN_BYTES: u64 = 8;

/// What is known of a position to its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Won,
    Lost,
    /// A draw, once everything is done.
    Open,
}

/// The positions that can come about from some.
pub(crate) struct Exhaustive {
    numbers: HashMap<Key, u32>,
    standings: Vec<Standing>,
}

/// Why positions were not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unsolved {
    Stopped,
    TooLarge,
}

/// Positions by number, and the turns between them.
#[derive(Default)]
struct Graph {
    numbers: HashMap<Key, u32>,
    spots: Vec<Spot>,
    /// By position: where its turns begin in the list of targets.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Exhaustive {
    /// Solves what can come about from these positions.
    pub(crate) fn solve(
        ground: &Ground,
        roots: &[Spot],
        bytes: u64,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Self, Unsolved> {
        let graph = Graph::explore(ground, roots, bytes, stop)?;
        let standings = graph.standings(ground);
        Ok(Self { numbers: graph.numbers, standings })
    }

    /// What is known of a position; nothing if it cannot come about.
    pub(crate) fn standing(&self, key: Key) -> Option<Standing> {
        self.numbers.get(&key).map(|&number| self.standings[number as usize])
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> u64 {
        self.standings.len() as u64
    }
}

impl Graph {
    fn explore(
        ground: &Ground,
        roots: &[Spot],
        bytes: u64,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Self, Unsolved> {
        let mut graph = Self::default();
        for root in roots {
            graph.number(ground, *root);
        }
        let mut next = 0;
        while let Some(&spot) = graph.spots.get(next) {
            graph.starts.push(graph.targets.len() as u32);
            if !is_won_now(ground, &spot) {
                each_turn(ground, &spot, |after| {
                    let number = graph.number(ground, after);
                    graph.targets.push(number);
                });
            }
            next += 1;
            let taken = SPOT_BYTES * graph.spots.len() as u64 + TURN_BYTES * graph.targets.len() as u64;
            if taken > bytes || graph.targets.len() > u32::MAX as usize - (1 << 20) {
                return Err(Unsolved::TooLarge);
            }
            if next % 1024 == 0 && stop(next as u64) {
                return Err(Unsolved::Stopped);
            }
        }
        graph.starts.push(graph.targets.len() as u32);
        Ok(graph)
    }

    fn number(&mut self, ground: &Ground, spot: Spot) -> u32 {
        match self.numbers.entry(spot.key(ground)) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                self.spots.push(spot);
                *entry.insert(self.spots.len() as u32 - 1)
            }
        }
    }

    fn targets_of(&self, number: usize) -> &[u32] {
        &self.targets[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// Follows wins and losses back from the ends of the game.
    fn standings(&self, ground: &Ground) -> Vec<Standing> {
        let mut standings = vec![Standing::Open; self.spots.len()];
        // Turns that are not known to lead to a win of the other player.
        let mut left: Vec<u32> =
            self.starts.windows(2).map(|starts| starts[1].saturating_sub(starts[0])).collect();
        let mut known = Vec::new();
        for (number, spot) in self.spots.iter().enumerate() {
            if is_won_now(ground, spot) {
                standings[number] = Standing::Won;
            } else if left[number] == 0 {
                standings[number] = Standing::Lost;
            } else {
                continue;
            }
            known.push(number as u32);
        }
        let (origins, begins) = self.backwards();
        while let Some(number) = known.pop() {
            let lost = standings[number as usize] == Standing::Lost;
            let range = begins[number as usize] as usize..begins[number as usize + 1] as usize;
            for &origin in &origins[range] {
                let at = origin as usize;
                if standings[at] != Standing::Open {
                    continue;
                }
                left[at] -= 1;
                if lost {
                    standings[at] = Standing::Won;
                } else if left[at] == 0 {
                    standings[at] = Standing::Lost;
                } else {
                    continue;
                }
                known.push(origin);
            }
        }
        standings
    }

    /// For every position where turns come from, and where these begin in the list.
    fn backwards(&self) -> (Vec<u32>, Vec<u32>) {
        let mut begins = vec![0u32; self.spots.len() + 1];
        for &target in &self.targets {
            begins[target as usize + 1] += 1;
        }
        for at in 1..begins.len() {
            begins[at] += begins[at - 1];
        }
        let mut origins = vec![0; self.targets.len()];
        let mut next = begins.clone();
        for number in 0..self.spots.len() {
            for &target in self.targets_of(number) {
                let place = &mut next[target as usize];
                origins[*place as usize] = number as u32;
                *place += 1;
            }
        }
        (origins, begins)
    }
}

/// Whether the mover arrives at once.
fn is_won_now(ground: &Ground, spot: &Spot) -> bool {
    ground.field(&spot.ways, spot.mover).need(spot.pawns[spot.mover]) == 1
}
