//! All sets of walls that leave both players a path, by their number.

use crate::quoridor::geometry::{OpenEdges, QuoridorGeometry, WallSet, members};

/// The sets of walls that can come about from some walls by adding more.
pub(crate) struct Configurations {
    /// By how many walls were added; each list in rising order. The last one is not empty.
    pub(crate) layers: Vec<Vec<WallSet>>,
    /// Whether only one of two sets that mirror each other is listed, the smaller one.
    pub(crate) symmetric: bool,
}

struct ConfigurationWalk<'a> {
    geometry: QuoridorGeometry,
    symmetric: bool,
    layers: Vec<Vec<WallSet>>,
    /// Asked now and then: whether so many sets in so many layers are still fits.
    fits: &'a mut dyn FnMut(&[Vec<WallSet>]) -> bool,
    is_aborted: bool,
}

impl Configurations {
    /// Lists the sets with up to `most` walls added; `None` if there are too many of them.
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
        let conflicting = members(base).fold(0, |set, slot| set | geometry.conflicts(slot));
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
    /// Lists a set and all that come about by adding slots of a set, lowest first.
    fn visit(&mut self, walls: WallSet, mirrored: WallSet, edges: OpenEdges, slots: WallSet, depth: usize) {
        let squares = reachable_squares(self.geometry, &edges);
        // Walls only take squares away, so nothing that is added helps.
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

/// Whether the pawns can stand on different squares of these.
fn is_playable(squares: [u128; 2]) -> bool {
    squares[0] != 0 && squares[1] != 0 && (squares[0] | squares[1]).count_ones() > 1
}

/// The squares where each pawn can stand: outside its goal row and with a path to it.
pub(crate) fn reachable_squares(geometry: QuoridorGeometry, edges: &OpenEdges) -> [u128; 2] {
    geometry.goals().map(|goal| edges.flood(goal) & !goal)
}
