//! Retrograde analysis: the exact value of every reachable position.
//!
//! Wins and losses are propagated backwards from the ends of the game. Positions that they do not reach are draws, as
//! neither player can force the other to stop repeating.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::blockade::geometry::BlockadeGeometry;
use crate::blockade::position::{PositionKey, SearchPosition};
use crate::blockade::turns::each_turn;

/// Generous estimates of the memory of a position and of a turn.
const POSITION_BYTES: u64 = 160;
const TURN_BYTES: u64 = 8;

/// The value of a position for its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RetrogradeValue {
    Won,
    Lost,
    /// A draw, when the analysis is complete.
    Undecided,
}

/// The reachable positions with their values.
pub(crate) struct RetrogradeAnalysis {
    numbers: HashMap<PositionKey, u32>,
    values: Vec<RetrogradeValue>,
}

/// Why positions were not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RetrogradeError {
    Stopped,
    TooLarge,
}

/// The reachable positions and the turns between them.
#[derive(Default)]
struct TurnGraph {
    numbers: HashMap<PositionKey, u32>,
    positions: Vec<SearchPosition>,
    /// By position: where its turns begin in `targets`.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl RetrogradeAnalysis {
    /// Solves all positions that are reachable from these.
    pub(crate) fn solve(
        geometry: &BlockadeGeometry,
        roots: &[SearchPosition],
        bytes: u64,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Self, RetrogradeError> {
        let graph = TurnGraph::explore(geometry, roots, bytes, stop)?;
        let values = graph.solve_backwards(geometry);
        Ok(Self { numbers: graph.numbers, values })
    }

    /// The value of a position; nothing if it is not reachable.
    pub(crate) fn value(&self, key: PositionKey) -> Option<RetrogradeValue> {
        self.numbers.get(&key).map(|&number| self.values[number as usize])
    }

    /// The number of positions.
    pub(crate) fn len(&self) -> u64 {
        self.values.len() as u64
    }
}

impl TurnGraph {
    fn explore(
        geometry: &BlockadeGeometry,
        roots: &[SearchPosition],
        bytes: u64,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Self, RetrogradeError> {
        let mut graph = Self::default();
        for root in roots {
            graph.number(geometry, *root);
        }
        let mut next = 0;
        while let Some(&position) = graph.positions.get(next) {
            graph.starts.push(graph.targets.len() as u32);
            if !is_won_now(geometry, &position) {
                each_turn(geometry, &position, |after| {
                    let number = graph.number(geometry, after);
                    graph.targets.push(number);
                });
            }
            next += 1;
            let taken = POSITION_BYTES * graph.positions.len() as u64 + TURN_BYTES * graph.targets.len() as u64;
            if taken > bytes || graph.targets.len() > u32::MAX as usize - (1 << 20) {
                return Err(RetrogradeError::TooLarge);
            }
            if next % 1024 == 0 && stop(next as u64) {
                return Err(RetrogradeError::Stopped);
            }
        }
        graph.starts.push(graph.targets.len() as u32);
        Ok(graph)
    }

    fn number(&mut self, geometry: &BlockadeGeometry, position: SearchPosition) -> u32 {
        match self.numbers.entry(position.key(geometry)) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                self.positions.push(position);
                *entry.insert(self.positions.len() as u32 - 1)
            }
        }
    }

    fn targets_of(&self, number: usize) -> &[u32] {
        &self.targets[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// Propagates wins and losses backwards from the ends of the game.
    fn solve_backwards(&self, geometry: &BlockadeGeometry) -> Vec<RetrogradeValue> {
        let mut values = vec![RetrogradeValue::Undecided; self.positions.len()];
        // By position: turns that are not known to win for the other player.
        let mut left: Vec<u32> = self.starts.windows(2).map(|starts| starts[1].saturating_sub(starts[0])).collect();
        let mut known = Vec::new();
        for (number, position) in self.positions.iter().enumerate() {
            if is_won_now(geometry, position) {
                values[number] = RetrogradeValue::Won;
            } else if left[number] == 0 {
                values[number] = RetrogradeValue::Lost;
            } else {
                continue;
            }
            known.push(number as u32);
        }
        let (predecessors, starts) = self.predecessors();
        while let Some(number) = known.pop() {
            let lost = values[number as usize] == RetrogradeValue::Lost;
            let range = starts[number as usize] as usize..starts[number as usize + 1] as usize;
            for &predecessor in &predecessors[range] {
                let at = predecessor as usize;
                if values[at] != RetrogradeValue::Undecided {
                    continue;
                }
                left[at] -= 1;
                if lost {
                    values[at] = RetrogradeValue::Won;
                } else if left[at] == 0 {
                    values[at] = RetrogradeValue::Lost;
                } else {
                    continue;
                }
                known.push(predecessor);
            }
        }
        values
    }

    /// The reversed graph: predecessors of all positions, and where those of each position begin.
    fn predecessors(&self) -> (Vec<u32>, Vec<u32>) {
        let mut starts = vec![0u32; self.positions.len() + 1];
        for &target in &self.targets {
            starts[target as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut predecessors = vec![0; self.targets.len()];
        let mut next = starts.clone();
        for number in 0..self.positions.len() {
            for &target in self.targets_of(number) {
                let place = &mut next[target as usize];
                predecessors[*place as usize] = number as u32;
                *place += 1;
            }
        }
        (predecessors, starts)
    }
}

/// Whether the mover can arrive at once.
fn is_won_now(geometry: &BlockadeGeometry, position: &SearchPosition) -> bool {
    geometry.distances(&position.edges, position.mover).turns_needed(position.pawns[position.mover]) == 1
}
