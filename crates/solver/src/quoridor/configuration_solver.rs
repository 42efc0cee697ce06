//! Solves one configuration of walls with one pair of stocks.

use crate::quoridor::fixpoint::{Fixpoint, WallPlacements};
use crate::quoridor::geometry::{QuoridorGeometry, WallSet};
use crate::quoridor::layer::{Chunk, Layer, Stocks};
use crate::quoridor::pawn_graph::PawnGraph;
use agon_core::bits::{Bits, UintBits};

/// Solves configurations, one after the other; each thread has its own.
pub(crate) struct ConfigurationSolver<W> {
    geometry: QuoridorGeometry,
    /// Whether only one of two mirrored configurations is stored.
    symmetric: bool,
    pub(crate) graph: PawnGraph<W>,
    walls: WallPlacements<W>,
    /// The same, mirrored.
    mirrored: WallPlacements<W>,
    fixpoint: Fixpoint<W>,
    drawn: [Vec<W>; 2],
    /// Indices of the configurations with one more wall, and whether they are stored mirrored.
    children: Vec<(usize, bool)>,
}

impl<W: UintBits> ConfigurationSolver<W> {
    pub(crate) fn new(geometry: QuoridorGeometry, symmetric: bool) -> Self {
        let empty = || vec![W::EMPTY; geometry.non_goal_squares() as usize];
        Self {
            geometry,
            symmetric,
            graph: PawnGraph::new(geometry),
            walls: WallPlacements::new(geometry),
            mirrored: WallPlacements::new(geometry),
            fixpoint: Fixpoint::new(geometry),
            drawn: [empty(), empty()],
            children: Vec::new(),
        }
    }

    /// Sets the configuration; `above` is the solved layer with one more wall.
    pub(crate) fn set(&mut self, walls: WallSet, above: Option<&Layer<W>>) {
        self.graph.set(self.geometry, walls);
        self.children.clear();
        let Some(above) = above else { return };
        let conflicting = walls.members().fold(0, |set, slot| set | self.geometry.conflicts(slot));
        let mirrored = if self.symmetric { self.geometry.mirrored(walls) } else { 0 };
        for slot in (0..2 * self.geometry.slots()).filter(|slot| conflicting >> slot & 1 == 0) {
            let child = walls | 1 << slot;
            let other = if self.symmetric { mirrored | 1 << self.geometry.mirrored_slot(slot) } else { child };
            if let Some(number) = above.find(child.min(other)) {
                self.children.push((number, other < child));
            }
        }
    }

    /// The number of positions of the configuration for each pair of stocks.
    pub(crate) fn positions(&self) -> u64 {
        2 * self.graph.legal.iter().map(|word| u64::from(word.count())).sum::<u64>()
    }

    /// Solves the configuration with a pair of stocks and appends the result.
    pub(crate) fn solve(&mut self, stocks: Stocks, above: Option<&Layer<W>>, chunk: &mut Chunk<W>) {
        self.walls.clear();
        if let Some(above) = above {
            self.mirrored.clear();
            (0..2).for_each(|mover| self.gather(mover, stocks, above));
        }
        self.fixpoint.solve(&self.graph, &self.walls);
        self.store(chunk);
    }

    /// Collects the results of a player's wall placements from the layer above.
    fn gather(&mut self, mover: usize, stocks: Stocks, above: &Layer<W>) {
        let mut after = stocks;
        let Some(left) = after[mover].checked_sub(1) else { return };
        after[mover] = left;
        let Some(place) = above.find_stocks(after) else { return };
        let mut any_mirrored = false;
        for &(child, mirrored) in &self.children {
            any_mirrored |= mirrored;
            let entry = above.entry(child, place, 1 - mover);
            let into = if mirrored { &mut self.mirrored } else { &mut self.walls };
            join(&mut into.wins[mover], entry.lost);
            if let Some(drawn) = entry.drawn {
                join(&mut into.holds[mover], drawn);
            }
        }
        if any_mirrored {
            unmirror(self.geometry, &self.mirrored.wins[mover], &mut self.walls.wins[mover]);
            unmirror(self.geometry, &self.mirrored.holds[mover], &mut self.walls.holds[mover]);
        }
        join(&mut self.walls.holds[mover], &self.walls.wins[mover]);
    }

    fn store(&mut self, chunk: &mut Chunk<W>) {
        let mut any = W::EMPTY;
        for mover in 0..2 {
            let (won, lost) = (&self.fixpoint.won[mover], &self.fixpoint.lost[mover]);
            for (first, drawn) in self.drawn[mover].iter_mut().enumerate() {
                *drawn = self.graph.legal[first] & !won[first] & !lost[first];
                any |= *drawn;
            }
        }
        let squares = self.drawn[0].len();
        let lost = self.fixpoint.lost.each_ref().map(|lost| &lost[..squares]);
        let drawn = (any != W::EMPTY).then(|| self.drawn.each_ref().map(Vec::as_slice));
        chunk.push(lost, drawn);
    }
}

fn join<W: UintBits>(into: &mut [W], other: &[W]) {
    for (into, &other) in into.iter_mut().zip(other) {
        *into |= other;
    }
}

/// Adds mirrored sets, mirroring them back.
fn unmirror<W: UintBits>(geometry: QuoridorGeometry, from: &[W], into: &mut [W]) {
    let cols = geometry.cols;
    let first_col = W::truncate((0..geometry.rows - 1).fold(0, |set, row| set | 1 << (row * cols)));
    for (row, into) in from.chunks(cols as usize).zip(into.chunks_mut(cols as usize)) {
        for (&set, into) in row.iter().rev().zip(into) {
            if set != W::EMPTY {
                (0..cols).for_each(|col| *into |= (set >> col & first_col) << (cols - 1 - col));
            }
        }
    }
}
