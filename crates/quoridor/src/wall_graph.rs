//! The graph of walls between corners of squares.
//!
//! A wall can disconnect the board only if it closes a cycle of walls and the edge of the board, which
//! counts as one wall all around. A wall has three corners, its ends and its middle; it closes a
//! cycle if two of them are already connected. Everything is computed for all slots at once: the corner
//! in the middle of a wall has the number of the wall's slot.

use agon_core::Player;

use crate::grid::{BoardMasks, Grid};
use crate::walls::WallSets;
use agon_core::Bits;

/// The walls of a board as edges between corners.
pub(crate) struct WallGraph<G: Grid> {
    masks: &'static BoardMasks<G::Slots, G::Cells>,
    walls: WallSets<G::Slots>,
    /// The corners covered by horizontal walls and those covered by vertical ones.
    covered: WallSets<G::Slots>,
}

/// The edges of the board that count as walls.
#[derive(Clone, Copy)]
struct Edges<S> {
    left: S,
    right: S,
    lower: S,
    upper: S,
}

impl<G: Grid> WallGraph<G> {
    #[inline]
    pub(crate) fn new(grid: G, walls: WallSets<G::Slots>) -> Self {
        let masks = grid.masks();
        Self { masks, walls, covered: covered_corners::<G>(masks, walls) }
    }

    /// The walls that neither overlap nor cross others.
    #[inline]
    pub(crate) fn fitting(&self) -> WallSets<G::Slots> {
        WallSets {
            horizontal: self.masks.slots & !(self.covered.horizontal | self.walls.vertical),
            vertical: self.masks.slots & !(self.covered.vertical | self.walls.horizontal),
        }
    }

    /// The walls with two corners that touch other walls or the edge, except the edge at the player's
    /// goal row.
    ///
    /// No other wall can close the player's last path: walls connected to the edge at the goal row
    /// separate squares of that row from each other, but not from the goal.
    #[inline]
    pub(crate) fn touching(&self, player: Player) -> WallSets<G::Slots> {
        let mut edges = self.edges();
        match player {
            Player::P1 => edges.upper = G::Slots::EMPTY,
            Player::P2 => edges.lower = G::Slots::EMPTY,
        }
        self.joining(self.covered.horizontal | self.covered.vertical, edges)
    }

    /// The candidates that close a cycle; each must touch other walls or the edge with two corners.
    #[inline]
    pub(crate) fn closing(&self, candidates: WallSets<G::Slots>) -> WallSets<G::Slots> {
        let (on_edge, mut rest) = self.connected_to_edge();
        let mut closing = self.joining(on_edge, self.edges());
        // Cycles of walls away from the edge are rare: usually the loop does not run.
        let corners = covered_corners::<G>(self.masks, rest);
        let inner = self.joining(corners.horizontal | corners.vertical, Edges::none());
        while !rest.is_empty() && !(candidates & inner & !closing).is_empty() {
            let component = self.take_component(&mut rest);
            closing = closing | self.joining(component, Edges::none());
        }
        candidates & closing
    }

    #[inline]
    fn edges(&self) -> Edges<G::Slots> {
        let BoardMasks { first_col, last_col, first_row, last_row, .. } = *self.masks;
        Edges { left: first_col, right: last_col, lower: first_row, upper: last_row }
    }

    /// The walls that connect two of these corners and edges.
    #[inline]
    fn joining(&self, corners: G::Slots, edges: Edges<G::Slots>) -> WallSets<G::Slots> {
        let left = (corners & !self.masks.last_col) << 1 | edges.left;
        let right = (corners & !self.masks.first_col) >> 1 | edges.right;
        let lower = corners << G::SLOT_ROW | edges.lower;
        let upper = corners >> G::SLOT_ROW | edges.upper;
        WallSets { horizontal: two_of_three(left, right, corners), vertical: two_of_three(lower, upper, corners) }
    }

    /// The corners connected to the edge, and the walls that are not.
    #[inline]
    fn connected_to_edge(&self) -> (G::Slots, WallSets<G::Slots>) {
        let BoardMasks { first_col, last_col, first_row, last_row, .. } = *self.masks;
        let ends = WallSets { horizontal: first_col | last_col, vertical: first_row | last_row };
        let mut rest = self.walls;
        let corners = self.grow(self.walls & ends, &mut rest);
        (corners, rest)
    }

    /// The corners of one connected component of walls, whose walls it removes from `rest`.
    fn take_component(&self, rest: &mut WallSets<G::Slots>) -> G::Slots {
        let first = if rest.horizontal.is_empty() {
            WallSets { horizontal: G::Slots::EMPTY, vertical: G::Slots::bit(rest.vertical.lowest()) }
        } else {
            WallSets { horizontal: G::Slots::bit(rest.horizontal.lowest()), vertical: G::Slots::EMPTY }
        };
        self.grow(first, rest)
    }

    /// The corners of these walls and all connected ones, whose walls it removes from `rest`.
    #[inline]
    fn grow(&self, mut found: WallSets<G::Slots>, rest: &mut WallSets<G::Slots>) -> G::Slots {
        let mut corners = G::Slots::EMPTY;
        while !found.is_empty() {
            *rest = *rest & !found;
            let touched = covered_corners::<G>(self.masks, found);
            corners = corners | touched.horizontal | touched.vertical;
            // A wall touches a corner if it covers it; the relation is symmetric.
            let over = covered_corners::<G>(self.masks, WallSets { horizontal: corners, vertical: corners });
            found = *rest & over;
        }
        corners
    }
}

/// The corners that walls cover: the middle and both ends of each, except those on the edge.
#[inline]
fn covered_corners<G: Grid>(masks: &BoardMasks<G::Slots, G::Cells>, walls: WallSets<G::Slots>) -> WallSets<G::Slots> {
    let WallSets { horizontal, vertical } = walls;
    WallSets {
        horizontal: horizontal | (horizontal & !masks.last_col) << 1 | (horizontal & !masks.first_col) >> 1,
        vertical: (vertical | vertical << G::SLOT_ROW | vertical >> G::SLOT_ROW) & masks.slots,
    }
}

/// At least two of three, for every bit.
#[inline]
fn two_of_three<S: Bits>(a: S, b: S, c: S) -> S {
    a & b | c & (a | b)
}

impl<S: Bits> Edges<S> {
    const fn none() -> Self {
        Self { left: S::EMPTY, right: S::EMPTY, lower: S::EMPTY, upper: S::EMPTY }
    }
}
