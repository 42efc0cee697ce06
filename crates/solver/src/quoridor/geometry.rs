//! The board as sets of squares, and the edges that walls leave open.

use agon_core::bits::Bits;

/// Rows and columns of a board of at most 128 squares.
///
/// Squares are numbered from a1 along the rows. The slots of horizontal walls come first, numbered along the rows by their
/// square nearest a1, then those of vertical walls in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QuoridorGeometry {
    pub(crate) rows: u32,
    pub(crate) cols: u32,
}

/// A set of walls, one bit for each slot.
pub(crate) type WallSet = u128;

/// The open edges between neighbouring squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenEdges {
    cols: u32,
    /// Squares whose upper side is open.
    pub(crate) up: u128,
    /// Squares whose right side is open.
    pub(crate) right: u128,
}

impl QuoridorGeometry {
    pub(crate) fn squares(self) -> u32 {
        self.rows * self.cols
    }

    /// The number of squares where a pawn can stand before the game ends: all but those of its goal row.
    pub(crate) fn non_goal_squares(self) -> u32 {
        (self.rows - 1) * self.cols
    }

    /// The number of slots of one orientation.
    pub(crate) fn slots(self) -> u32 {
        (self.rows - 1) * (self.cols - 1)
    }

    /// The slot of a wall, by its square nearest a1.
    pub(crate) fn slot(self, row: u32, col: u32, upright: bool) -> u32 {
        row * (self.cols - 1) + col + if upright { self.slots() } else { 0 }
    }

    /// Row, column and orientation of a slot.
    fn wall(self, slot: u32) -> (u32, u32, bool) {
        let (upright, place) = (slot >= self.slots(), slot % self.slots());
        (place / (self.cols - 1), place % (self.cols - 1), upright)
    }

    /// The slot mirrored left to right.
    pub(crate) fn mirrored_slot(self, slot: u32) -> u32 {
        let (row, col, upright) = self.wall(slot);
        self.slot(row, self.cols - 2 - col, upright)
    }

    /// A set of walls mirrored left to right.
    pub(crate) fn mirrored(self, walls: WallSet) -> WallSet {
        walls.members().fold(0, |mirrored, slot| mirrored | 1 << self.mirrored_slot(slot))
    }

    /// The slots that a wall makes unavailable: its own and those that it would overlap or cross.
    pub(crate) fn conflicts(self, slot: u32) -> WallSet {
        let (row, col, upright) = self.wall(slot);
        let mut conflicting = 1 << slot | 1 << self.slot(row, col, !upright);
        let (along, last) = if upright { (row, self.rows - 2) } else { (col, self.cols - 2) };
        let beside = |by: u32| if upright { self.slot(by, col, true) } else { self.slot(row, by, false) };
        if along > 0 {
            conflicting |= 1 << beside(along - 1);
        }
        if along < last {
            conflicting |= 1 << beside(along + 1);
        }
        conflicting
    }

    /// The edges of an empty board.
    pub(crate) fn open(self) -> OpenEdges {
        let mut edges = OpenEdges { cols: self.cols, up: 0, right: 0 };
        for square in 0..self.squares() {
            edges.up |= u128::from(square < self.non_goal_squares()) << square;
            edges.right |= u128::from((square + 1) % self.cols != 0) << square;
        }
        edges
    }

    /// The open edges after one more wall.
    pub(crate) fn close(self, edges: OpenEdges, slot: u32) -> OpenEdges {
        let (row, col, upright) = self.wall(slot);
        let square = row * self.cols + col;
        let OpenEdges { cols, up, right } = edges;
        if upright {
            OpenEdges { cols, up, right: right & !(1 << square | 1 << (square + cols)) }
        } else {
            OpenEdges { cols, up: up & !(1 << square | 1 << (square + 1)), right }
        }
    }

    /// The open edges with these walls.
    pub(crate) fn edges(self, walls: WallSet) -> OpenEdges {
        walls.members().fold(self.open(), |edges, slot| self.close(edges, slot))
    }

    /// The goal rows of the first and the second player.
    pub(crate) fn goals(self) -> [u128; 2] {
        let row = (1 << self.cols) - 1;
        [row << self.non_goal_squares(), row]
    }
}

impl OpenEdges {
    /// The squares connected to these.
    #[inline]
    pub(crate) fn flood(&self, from: u128) -> u128 {
        let mut reached = from;
        loop {
            let grown = reached
                | (reached & self.up) << self.cols
                | reached >> self.cols & self.up
                | (reached & self.right) << 1
                | reached >> 1 & self.right;
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }

    /// The neighbours of a square across open edges: above, right, below, left.
    pub(crate) fn neighbours(&self, square: u32) -> [Option<u32>; 4] {
        let has = |set: u128, square: u32| set >> square & 1 != 0;
        [
            has(self.up, square).then_some(square + self.cols),
            has(self.right, square).then_some(square + 1),
            square.checked_sub(self.cols).filter(|&below| has(self.up, below)),
            square.checked_sub(1).filter(|&left| has(self.right, left)),
        ]
    }
}
