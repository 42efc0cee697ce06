//! All sets of walls that leave both players a path, by their number.

use crate::quoridor::field::{Field, Passages, WallSet, members};

/// The sets of walls that can come about from some walls by adding more.
pub(crate) struct Configurations {
    /// By how many walls were added; each list in rising order. The last one is not empty.
    pub(crate) layers: Vec<Vec<WallSet>>,
    /// Whether only one of two sets that mirror each other is listed, the smaller one.
    pub(crate) symmetric: bool,
}

struct Walk<'a> {
    field: Field,
    symmetric: bool,
    layers: Vec<Vec<WallSet>>,
    /// Asked now and then: whether so many sets in so many layers are still bearable.
    bearable: &'a mut dyn FnMut(&[Vec<WallSet>]) -> bool,
    broken_off: bool,
}

impl Configurations {
    /// Lists the sets with up to `most` walls added; `None` if there are too many of them.
    pub(crate) fn list(
        field: Field,
        base: WallSet,
        most: u32,
        bearable: &mut dyn FnMut(&[Vec<WallSet>]) -> bool,
    ) -> Option<Self> {
        let symmetric = field.mirrored(base) == base;
        let mut walk = Walk {
            field,
            symmetric,
            layers: vec![Vec::new(); most as usize + 1],
            bearable,
            broken_off: false,
        };
        let hindered = members(base).fold(0, |set, slot| set | field.hinders(slot));
        let slots = 2 * field.slots();
        let every = if slots == 0 { 0 } else { u128::MAX >> (128 - slots) };
        walk.visit(base, base, field.passages(base), every & !hindered, 0);
        if walk.broken_off {
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

impl Walk<'_> {
    /// Lists a set and all that come about by adding slots of a set, lowest first.
    fn visit(&mut self, walls: WallSet, mirrored: WallSet, passages: Passages, slots: WallSet, depth: usize) {
        let stands = stands(self.field, &passages);
        // Walls only take squares away, so nothing that is added helps.
        if self.broken_off || !is_playable(stands) {
            return;
        }
        if !self.symmetric || walls <= mirrored {
            self.layers[depth].push(walls);
            if self.layers[depth].len().is_multiple_of(4096) && !(self.bearable)(&self.layers) {
                self.broken_off = true;
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
                mirrored | 1 << self.field.mirrored_slot(slot),
                self.field.close(passages, slot),
                rest & !self.field.hinders(slot),
                depth + 1,
            );
        }
    }
}

/// Whether the pawns can stand on different squares of these.
fn is_playable(stands: [u128; 2]) -> bool {
    stands[0] != 0 && stands[1] != 0 && (stands[0] | stands[1]).count_ones() > 1
}

/// The squares where each pawn can stand: outside its goal row and with a path to it.
pub(crate) fn stands(field: Field, passages: &Passages) -> [u128; 2] {
    field.goals().map(|goal| passages.flood(goal) & !goal)
}
