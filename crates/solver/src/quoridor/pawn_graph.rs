//! The pawn moves in one configuration of walls.

use crate::quoridor::configurations::reachable_squares;
use crate::quoridor::geometry::{OpenEdges, QuoridorGeometry, WallSet};
use agon_core::bits::{Bits, UintBits};

/// The moves of both pawns.
///
/// The first pawn's squares are numbered from a1 and end before its goal row: [`PawnGraph::goal`] stands for all of that
/// row, [`PawnGraph::no_step`] for a missing step. The second pawn's squares are bits of a word and begin after its goal
/// row.
pub(crate) struct PawnGraph<W> {
    cols: u32,
    /// By square of the first pawn: its steps in the four directions.
    pub(crate) steps: Vec<[u8; 4]>,
    /// By square of the first pawn: squares of the second one from which the pawns do not meet, with paths for both.
    pub(crate) apart: Vec<W>,
    /// By square of the first pawn: all squares of the second one, with paths for both.
    pub(crate) legal: Vec<W>,
    /// The positions in which the pawns are adjacent with no wall between them.
    pub(crate) adjacent: Vec<AdjacentPawns<W>>,
    /// Squares of the second pawn that are one open step from its goal.
    pub(crate) before_goal: W,
    up: W,
    right: W,
}

/// Adjacent pawns with no wall between them, which can jump.
pub(crate) struct AdjacentPawns<W> {
    pub(crate) first: u8,
    pub(crate) second: W,
    /// The targets of the first pawn.
    pub(crate) first_targets: [u8; 5],
    /// The targets of the second pawn outside its goal row.
    pub(crate) second_targets: W,
    /// Whether the second pawn can reach its goal.
    pub(crate) second_reaches_goal: bool,
}

impl<W: UintBits> PawnGraph<W> {
    pub(crate) fn new(geometry: QuoridorGeometry) -> Self {
        let squares = geometry.non_goal_squares() as usize;
        Self {
            cols: geometry.cols,
            steps: vec![[0; 4]; squares],
            apart: vec![W::EMPTY; squares],
            legal: vec![W::EMPTY; squares],
            adjacent: Vec::new(),
            before_goal: W::EMPTY,
            up: W::EMPTY,
            right: W::EMPTY,
        }
    }

    pub(crate) fn goal(geometry: QuoridorGeometry) -> u8 {
        geometry.non_goal_squares() as u8
    }

    pub(crate) fn no_step(geometry: QuoridorGeometry) -> u8 {
        geometry.non_goal_squares() as u8 + 1
    }

    /// Sets the configuration.
    pub(crate) fn set(&mut self, geometry: QuoridorGeometry, walls: WallSet) {
        let edges = geometry.edges(walls);
        let squares = reachable_squares(geometry, &edges);
        let cols = geometry.cols;
        let seconds = W::truncate(squares[1] >> cols);
        self.up = W::truncate(edges.up >> cols);
        self.right = W::truncate(edges.right >> cols);
        self.before_goal = W::truncate(edges.up & geometry.goals()[1]) & seconds;
        self.adjacent.clear();
        for first in 0..geometry.non_goal_squares() {
            let neighbours = edges.neighbours(first);
            let own = squares[0] >> first & 1 != 0;
            let step = |to: Option<u32>| match to {
                None => Self::no_step(geometry),
                Some(to) if to >= geometry.non_goal_squares() => Self::goal(geometry),
                Some(to) => to as u8,
            };
            let near = neighbours.into_iter().flatten().chain([first]).fold(0, |set: u128, to| set | 1 << to);
            let index = first as usize;
            self.steps[index] = neighbours.map(step);
            self.legal[index] = W::all_if(own) & seconds & !W::truncate(1 << first >> cols);
            self.apart[index] = self.legal[index] & !W::truncate(near >> cols);
            if own {
                for (direction, second) in neighbours.into_iter().enumerate() {
                    let Some(second) = second.filter(|&second| squares[1] >> second & 1 != 0) else {
                        continue;
                    };
                    self.adjacent.push(Self::adjacent_pawns(geometry, &edges, first, second, direction));
                }
            }
        }
    }

    /// The moves of adjacent pawns; `direction` leads from the first to the second.
    fn adjacent_pawns(
        geometry: QuoridorGeometry,
        edges: &OpenEdges,
        first: u32,
        second: u32,
        direction: usize,
    ) -> AdjacentPawns<W> {
        let first_set = targets(edges, first, second, direction);
        let second_set = targets(edges, second, first, (direction + 2) % 4);
        let mut first_targets = [Self::no_step(geometry); 5];
        for (place, to) in first_targets.iter_mut().zip(first_set.members()) {
            *place = to.min(geometry.non_goal_squares()) as u8;
        }
        let home = second_set & geometry.goals()[1] != 0;
        AdjacentPawns {
            first: first as u8,
            second: W::bit(second - geometry.cols),
            first_targets,
            second_targets: W::truncate(second_set >> geometry.cols),
            second_reaches_goal: home,
        }
    }

    /// The squares of the second pawn from which one step leads into a set.
    #[inline]
    pub(crate) fn predecessors(&self, set: W) -> W {
        (set & self.up) << self.cols | set >> self.cols & self.up | (set & self.right) << 1 | set >> 1 & self.right
    }
}

/// The targets of a pawn with another pawn next to it in a direction.
fn targets(edges: &OpenEdges, from: u32, over: u32, direction: usize) -> u128 {
    let set = |squares: &mut dyn Iterator<Item = Option<u32>>| squares.flatten().fold(0u128, |set, to| set | 1 << to);
    let steps = set(&mut edges.neighbours(from).into_iter()) & !(1 << over);
    let beyond = edges.neighbours(over);
    match beyond[direction] {
        Some(straight) => steps | 1 << straight,
        None => steps | set(&mut [beyond[(direction + 1) % 4], beyond[(direction + 3) % 4]].into_iter()),
    }
}
