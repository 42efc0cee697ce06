//! Bit planes: sets of squares that move as a whole.

use std::fmt::Debug;

use agon_blockade::{Colour, PassageSet, Square, SquareSet, Wall};

/// A set of squares that can be shifted by one row or column.
///
/// A shift off the side of the board may leave stray bits. Callers mask them with the passages, which end there.
pub(crate) trait BitPlane: Copy + PartialEq + Debug + Send + Sync + 'static {
    fn empty() -> Self;
    fn of(square: Square) -> Self;
    #[must_use]
    fn or(self, other: Self) -> Self;
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// The squares of this set that are not in the other.
    #[must_use]
    fn without(self, other: Self) -> Self;
    #[must_use]
    fn left(self) -> Self;
    #[must_use]
    fn right(self) -> Self;
    #[must_use]
    fn up(self) -> Self;
    #[must_use]
    fn down(self) -> Self;
    fn is_empty(self) -> bool;
    /// Whether the sets have a square in common.
    fn meets(self, other: Self) -> bool;
    /// Whether every square of the other set is in this one.
    fn covers(self, other: Self) -> bool;
    fn count(self) -> u32;
}

/// A plane that holds the squares of a kind of board.
pub(crate) trait BoardPlane<const W: usize, const S: usize>: BitPlane {
    fn from_squares(squares: SquareSet<W, S>) -> Self;
    fn squares(self) -> SquareSet<W, S>;
}

/// The square sets of the rules crate work for boards of any size.
impl<const W: usize, const S: usize> BitPlane for SquareSet<W, S> {
    fn empty() -> Self {
        Self::EMPTY
    }
    fn of(square: Square) -> Self {
        Self::of(square)
    }
    #[inline]
    fn or(self, other: Self) -> Self {
        self | other
    }
    #[inline]
    fn and(self, other: Self) -> Self {
        self & other
    }
    #[inline]
    fn without(self, other: Self) -> Self {
        self & !other
    }
    #[inline]
    fn left(self) -> Self {
        self.left()
    }
    #[inline]
    fn right(self) -> Self {
        self.right()
    }
    #[inline]
    fn up(self) -> Self {
        self.up()
    }
    #[inline]
    fn down(self) -> Self {
        self.down()
    }
    #[inline]
    fn is_empty(self) -> bool {
        Self::is_empty(&self)
    }
    #[inline]
    fn meets(self, other: Self) -> bool {
        !Self::is_empty(&(self & other))
    }
    #[inline]
    fn covers(self, other: Self) -> bool {
        Self::covers(&self, other)
    }
    #[inline]
    fn count(self) -> u32 {
        Self::count(&self)
    }
}

impl<const W: usize, const S: usize> BoardPlane<W, S> for SquareSet<W, S> {
    fn from_squares(squares: Self) -> Self {
        squares
    }
    fn squares(self) -> Self {
        self
    }
}

/// The open passages between the squares of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Passages<P> {
    /// The squares whose passage to the right neighbour is open.
    pub(crate) right: P,
    /// The squares whose passage to the neighbour below is open.
    pub(crate) down: P,
}

impl<P: BitPlane> Passages<P> {
    pub(crate) fn new<const W: usize, const S: usize>(ways: &PassageSet<W, S>) -> Self
    where
        P: BoardPlane<W, S>,
    {
        Self { right: P::from_squares(ways.right()), down: P::from_squares(ways.down()) }
    }

    /// The squares one step from these.
    #[inline]
    pub(crate) fn step(&self, from: P) -> P {
        let sideways = from.and(self.right).right().or(from.left().and(self.right));
        let upright = from.and(self.down).down().or(from.up().and(self.down));
        sideways.or(upright)
    }

    /// The passages that one more wall leaves open.
    #[inline]
    #[must_use]
    pub(crate) fn with(&self, wall: Wall) -> Self {
        let anchor = P::of(wall.anchor);
        match wall.colour {
            Colour::Green => Self { right: self.right.without(anchor.or(anchor.down())), down: self.down },
            Colour::Blue => Self { right: self.right, down: self.down.without(anchor.or(anchor.right())) },
        }
    }
}

/// The four squares around the middle of a wall.
#[inline]
pub(crate) fn around<P: BitPlane>(wall: Wall) -> P {
    let anchor = P::of(wall.anchor);
    let two = anchor.or(anchor.right());
    two.or(two.down())
}
