//! Legal walls.
//!
//! Whether a wall fits is a matter of bits. Whether it closes a pawn's last path would take a search
//! for each wall, so three cheaper tests come first, for all slots at once: does the wall touch other
//! walls or the edge with two corners, does it block the pawn's known path, does it close a cycle of
//! walls? Only walls that pass all three need a search.

use agon_core::Player;

use crate::board::Board;
use crate::grid::Grid;
use crate::square::{Orientation, Square, Wall};
use crate::wall_graph::WallGraph;
use agon_core::Bits;

/// A set of horizontal and a set of vertical walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WallSets<S> {
    /// Walls between rows.
    pub horizontal: S,
    /// Walls between columns.
    pub vertical: S,
}

impl<S: Bits> WallSets<S> {
    /// No walls.
    pub const EMPTY: Self = Self { horizontal: S::EMPTY, vertical: S::EMPTY };

    /// Number of walls.
    #[inline]
    pub fn count(self) -> u32 {
        self.horizontal.count() + self.vertical.count()
    }

    /// Whether there is no wall.
    #[inline]
    pub fn is_empty(self) -> bool {
        (self.horizontal | self.vertical).is_empty()
    }

    /// The walls of one orientation.
    #[inline]
    pub fn of(&self, orientation: Orientation) -> S {
        match orientation {
            Orientation::Horizontal => self.horizontal,
            Orientation::Vertical => self.vertical,
        }
    }

    #[inline]
    pub(crate) fn of_mut(&mut self, orientation: Orientation) -> &mut S {
        match orientation {
            Orientation::Horizontal => &mut self.horizontal,
            Orientation::Vertical => &mut self.vertical,
        }
    }

    /// Whether a wall is in the set; `false` if it is off the board.
    pub(crate) fn has<G: Grid<Slots = S>>(&self, grid: G, wall: Wall) -> bool {
        let Wall { square, orientation } = wall;
        grid.shape().has_slot(square) && self.of(orientation).has(Board::<G>::slot(square))
    }

    /// Adds the walls that would block a step between neighbours.
    #[inline]
    pub(crate) fn add_step<G: Grid<Slots = S>>(&mut self, from: Square, to: Square) {
        // Walls are named from the lower or left one of the two squares.
        let first = from.min(to);
        let (row, col) = (u32::from(first.row()), u32::from(first.col()));
        if from.row() == to.row() {
            self.vertical |= G::slots_right_of(row, col);
        } else {
            self.horizontal |= G::slots_above(row, col);
        }
    }
}

impl<S: Bits> std::ops::BitAnd for WallSets<S> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self { horizontal: self.horizontal & other.horizontal, vertical: self.vertical & other.vertical }
    }
}

impl<S: Bits> std::ops::BitOr for WallSets<S> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self { horizontal: self.horizontal | other.horizontal, vertical: self.vertical | other.vertical }
    }
}

impl<S: Bits> std::ops::Not for WallSets<S> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self { horizontal: !self.horizontal, vertical: !self.vertical }
    }
}

impl<G: Grid> Board<G> {
    /// Whether a wall may be placed by a player who has one left.
    ///
    /// It is on the board, neither overlaps nor crosses another and leaves both pawns a path.
    pub fn is_placeable(&self, wall: Wall) -> bool {
        if !self.is_slot(wall.square) {
            return false;
        }
        let slot = Self::slot(wall.square);
        let graph = self.wall_graph();
        graph.fitting().of(wall.orientation).has(slot)
            && Player::ALL.into_iter().all(|player| {
                !self.suspects(&graph, player).of(wall.orientation).has(slot)
                    || self.passages().with_wall(wall.orientation, slot).reaches(self.pawn(player), player)
            })
    }

    /// The walls that a player who has one left may place.
    #[inline]
    pub fn legal_walls(&self) -> WallSets<G::Slots> {
        let graph = self.wall_graph();
        let fitting = graph.fitting();
        let suspects = Player::ALL.map(|player| fitting & self.suspects(&graph, player));
        if (suspects[0] | suspects[1]).is_empty() {
            return fitting;
        }
        let closing = graph.closing(suspects[0] | suspects[1]);
        if closing.is_empty() {
            fitting
        } else {
            self.without_closing(fitting, suspects.map(|suspects| suspects & closing))
        }
    }

    /// The walls that neither overlap nor cross others, even if they close a path.
    pub fn fitting_walls(&self) -> WallSets<G::Slots> {
        self.wall_graph().fitting()
    }

    #[inline]
    fn wall_graph(&self) -> WallGraph<G> {
        WallGraph::new(self.grid, self.walls)
    }

    /// The walls that may close a player's last path, by their corners and the known path.
    #[inline]
    fn suspects(&self, graph: &WallGraph<G>, player: Player) -> WallSets<G::Slots> {
        graph.touching(player) & self.path_blockers[player.index()]
    }

    /// Removes the suspects that do close a path.
    #[inline(never)]
    fn without_closing(&self, fitting: WallSets<G::Slots>, suspects: [WallSets<G::Slots>; 2]) -> WallSets<G::Slots> {
        let mut legal = fitting;
        let passages = self.passages();
        for player in Player::ALL {
            // A wall that closes the first player's path need not be tried on the second.
            let suspects = suspects[player.index()] & legal;
            for orientation in Orientation::ALL {
                let mut rest = suspects.of(orientation);
                while !rest.is_empty() {
                    let slot = rest.lowest();
                    if !passages.with_wall(orientation, slot).reaches(self.pawn(player), player) {
                        let set = legal.of_mut(orientation);
                        *set &= !G::Slots::bit(slot);
                    }
                    rest = rest.without_lowest();
                }
            }
        }
        legal
    }
}
