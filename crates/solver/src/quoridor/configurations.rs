//! Enumerates all sets of walls that leave both players a path.

use crate::quoridor::geometry::{OpenEdges, QuoridorGeometry, WallSet};
use agon_core::bits::Bits;

/// The sets of walls that arise from some walls by adding more.
pub(crate) struct Configurations {
    /// By number of added walls, each list in ascending order. The last list is not empty.
    pub(crate) layers: Vec<Vec<WallSet>>,
    /// Whether only the smaller one of two mirrored sets is listed.
    pub(crate) symmetric: bool,
}

struct ConfigurationWalk<'a> {
    geometry: QuoridorGeometry,
    symmetric: bool,
    layers: Vec<Vec<WallSet>>,
    /// Called now and then with the sets found so far: whether they fit into memory.
    fits: &'a mut dyn FnMut(&[Vec<WallSet>]) -> bool,
    is_aborted: bool,
}

impl Configurations {
    /// Lists the sets with up to `most` walls added; `None` if they do not fit into memory.
    pub(crate) fn list(
        geometry: QuoridorGeometry,
        base: WallSet,
        most: u32,
        fits: &mut dyn FnMut(&[Vec<WallSet>]) -> bool,
    ) -> Option<Self> {
        let symmetric = geometry.mirrored(base) == base;
        let mut walk = ConfigurationWalk {
            geometry,
            symmetric,
            layers: vec![Vec::new(); most as usize + 1],
            fits,
            is_aborted: false,
        };
        let conflicting = base.members().fold(0, |set, slot| set | geometry.conflicts(slot));
        let slots = 2 * geometry.slots();
        let every = if slots == 0 { 0 } else { u128::MAX >> (128 - slots) };
        walk.visit(base, base, geometry.edges(base), every & !conflicting, 0);
        if walk.is_aborted {
            return None;
        }
        let mut layers = walk.layers;
        while layers.len() > 1 && layers.last().is_some_and(Vec::is_empty) {
            layers.pop();
        }
        for layer in &mut layers {
            layer.sort_unstable();
        }
        Some(Self { layers, symmetric })
    }
}

impl ConfigurationWalk<'_> {
    /// Lists a set and all sets that arise by adding slots, lowest first.
    fn visit(&mut self, walls: WallSet, mirrored: WallSet, edges: OpenEdges, slots: WallSet, depth: usize) {
        let squares = reachable_squares(self.geometry, &edges);
        // Adding walls never makes more squares reachable.
        if self.is_aborted || !is_playable(squares) {
            return;
        }
        if !self.symmetric || walls <= mirrored {
            self.layers[depth].push(walls);
            if self.layers[depth].len().is_multiple_of(4096) && !(self.fits)(&self.layers) {
                self.is_aborted = true;
            }
        }
        if depth + 1 == self.layers.len() {
            return;
        }
        let mut rest = slots;
        while rest != 0 {
            let slot = rest.trailing_zeros();
            rest &= rest - 1;
            self.visit(
                walls | 1 << slot,
                mirrored | 1 << self.geometry.mirrored_slot(slot),
                self.geometry.close(edges, slot),
                rest & !self.geometry.conflicts(slot),
                depth + 1,
            );
        }
    }
}

/// Whether the pawns can stand on two different squares of these sets.
fn is_playable(squares: [u128; 2]) -> bool {
    squares[0] != 0 && squares[1] != 0 && (squares[0] | squares[1]).count_ones() > 1
}

/// The squares where each pawn can stand: outside its goal row and with a path to it.
pub(crate) fn reachable_squares(geometry: QuoridorGeometry, edges: &OpenEdges) -> [u128; 2] {
    geometry.goals().map(|goal| edges.flood(goal) & !goal)
}
