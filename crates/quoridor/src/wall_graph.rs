//! Walls as lines between corners.
//!
//! A wall can cut the board only if it closes a ring of lines: of walls, and of the edge of
//! the board, which is one line all around. The wall has three corners, its ends and its middle;
//! it closes a ring if two of them hang together already. Everything here is asked for all slots
//! at once: the corner in the middle of a wall has the number of the wall's slot.

use agon_core::Player;

use crate::grid::{BoardMasks, Grid};
use crate::walls::WallSets;
use agon_core::Bits;

/// The lines on a board.
pub(crate) struct WallGraph<G: Grid> {
    masks: &'static BoardMasks<G::Slots, G::Cells>,
    walls: WallSets<G::Slots>,
    /// The corners under lying walls and those under upright ones.
    under: WallSets<G::Slots>,
}

/// The edges of the board that count as lines.
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
        Self { masks, walls, under: under::<G>(masks, walls) }
    }

    /// The walls that overlap and cross nothing.
    #[inline]
    pub(crate) fn fitting(&self) -> WallSets<G::Slots> {
        WallSets {
            horizontal: self.masks.slots & !(self.under.horizontal | self.walls.vertical),
            vertical: self.masks.slots & !(self.under.vertical | self.walls.horizontal),
        }
    }

    /// The walls with two corners that touch lines, the edge at the player's goal left out.
    ///
    /// No other wall can close the player's last path. What hangs on the edge at the goal
    /// row parts the squares there, but leaves all of them at the goal: for the player it is no line.
    #[inline]
    pub(crate) fn touching(&self, player: Player) -> WallSets<G::Slots> {
        let mut edges = self.edges();
        match player {
            Player::P1 => edges.upper = G::Slots::EMPTY,
            Player::P2 => edges.lower = G::Slots::EMPTY,
        }
        self.joining(self.under.horizontal | self.under.vertical, edges)
    }

    /// Those of the given walls, which have to touch lines with two corners, that close a ring.
    #[inline]
    pub(crate) fn closing(&self, candidates: WallSets<G::Slots>) -> WallSets<G::Slots> {
        let (on_edge, mut rest) = self.hanging_on_edge();
        let mut closing = self.joining(on_edge, self.edges());
        // Rings of walls that do not touch the edge are rare: most often nothing is left to ask.
        let corners = under::<G>(self.masks, rest);
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

    /// The walls that join two of these corners or of the edges.
    #[inline]
    fn joining(&self, corners: G::Slots, edges: Edges<G::Slots>) -> WallSets<G::Slots> {
        let left = (corners & !self.masks.last_col) << 1 | edges.left;
        let right = (corners & !self.masks.first_col) >> 1 | edges.right;
        let lower = corners << G::SLOT_ROW | edges.lower;
        let upper = corners >> G::SLOT_ROW | edges.upper;
        WallSets {
            horizontal: two_of_three(left, right, corners),
            vertical: two_of_three(lower, upper, corners),
        }
    }

    /// The corners that hang together with the edge, and the walls that do not.
    #[inline]
    fn hanging_on_edge(&self) -> (G::Slots, WallSets<G::Slots>) {
        let BoardMasks { first_col, last_col, first_row, last_row, .. } = *self.masks;
        let ends = WallSets { horizontal: first_col | last_col, vertical: first_row | last_row };
        let mut rest = self.walls;
        let corners = self.grow(self.walls & ends, &mut rest);
        (corners, rest)
    }

    /// The corners of some wall and all that hang together with it; takes these walls away.
    fn take_component(&self, rest: &mut WallSets<G::Slots>) -> G::Slots {
        let first = if rest.horizontal.is_empty() {
            WallSets { horizontal: G::Slots::EMPTY, vertical: G::Slots::bit(rest.vertical.lowest()) }
        } else {
            WallSets { horizontal: G::Slots::bit(rest.horizontal.lowest()), vertical: G::Slots::EMPTY }
        };
        self.grow(first, rest)
    }

    /// The corners of these walls and all that hang together with them; takes the walls away from
    /// the rest.
    #[inline]
    fn grow(&self, mut found: WallSets<G::Slots>, rest: &mut WallSets<G::Slots>) -> G::Slots {
        let mut corners = G::Slots::EMPTY;
        while !found.is_empty() {
            *rest = *rest & !found;
            let touched = under::<G>(self.masks, found);
            corners = corners | touched.horizontal | touched.vertical;
            // A wall touches a corner if it would lie over it: the same sets as of walls under it.
            let over = under::<G>(self.masks, WallSets { horizontal: corners, vertical: corners });
            found = *rest & over;
        }
        corners
    }
}

/// The corners under walls: the middle and both ends of each, as far as they are not on the edge.
#[inline]
fn under<G: Grid>(masks: &BoardMasks<G::Slots, G::Cells>, walls: WallSets<G::Slots>) -> WallSets<G::Slots> {
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
