//! Squares, walls and moves, the same for boards of every size.

use std::fmt;

/// Number of rows and columns of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Squares from p1's side to p2's.
    pub rows: u8,
    /// Squares in a row.
    pub cols: u8,
}

impl Shape {
    /// A board with as many rows as columns.
    #[inline]
    pub const fn square(size: u8) -> Self {
        Self { rows: size, cols: size }
    }

    /// Whether a square is on the board.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        square.col() < self.cols && square.row() < self.rows
    }

    /// Whether a wall named by this square is wholly on the board.
    #[inline]
    pub const fn has_slot(self, square: Square) -> bool {
        square.col() + 1 < self.cols && square.row() + 1 < self.rows
    }

    /// The square farthest from a1.
    pub(crate) const fn last(self) -> Square {
        Square::new(self.cols - 1, self.rows - 1)
    }

    /// The farthest square that can name a wall.
    pub(crate) const fn last_slot(self) -> Square {
        Square::new(self.cols - 2, self.rows - 2)
    }
}

/// A square of a board: column and row, counted from 0 at a1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The size of a table indexed by [`Square::index`].
    pub const INDEX_END: usize = 256;

    /// The square in a column and a row, both counted from 0.
    ///
    /// Both must be below 16.
    #[inline]
    pub const fn new(col: u8, row: u8) -> Self {
        Self(row << 4 | col & 15)
    }

    /// The column, 0 for a.
    #[inline]
    pub const fn col(self) -> u8 {
        self.0 & 15
    }

    /// The row, 0 for the first.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 >> 4
    }

    /// A table index below [`Square::INDEX_END`]: `16 * row + column`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The inverse of [`Square::index`].
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        Self(index)
    }

    /// The square at an index offset, which must be on the board.
    #[inline]
    pub(crate) const fn offset(self, by: i8) -> Self {
        Self(self.0.wrapping_add_signed(by))
    }

    pub(crate) const fn difference(self, other: Self) -> i8 {
        self.0.wrapping_sub(other.0) as i8
    }
}

impl fmt::Display for Square {
    /// Writes the square as moves do: `e2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.col()), self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The orientation of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Orientation {
    /// Between two rows, `h`.
    Horizontal,
    /// Between two columns, `v`.
    Vertical,
}

impl Orientation {
    /// Both orientations.
    pub const ALL: [Self; 2] = [Self::Horizontal, Self::Vertical];

    /// The letter in moves: `h` or `v`.
    pub const fn letter(self) -> char {
        match self {
            Self::Horizontal => 'h',
            Self::Vertical => 'v',
        }
    }

    /// The other orientation.
    #[must_use]
    pub const fn across(self) -> Self {
        match self {
            Self::Horizontal => Self::Vertical,
            Self::Vertical => Self::Horizontal,
        }
    }
}

/// A wall: the square nearest a1 that it touches, and its orientation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wall {
    /// The square nearest a1 of the four around the wall's middle.
    pub square: Square,
    /// Its orientation.
    pub orientation: Orientation,
}

impl Wall {
    /// The wall at a square.
    #[inline]
    pub const fn new(square: Square, orientation: Orientation) -> Self {
        Self { square, orientation }
    }
}

impl fmt::Display for Wall {
    /// Writes the wall as moves do: `e3h`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.square, self.orientation.letter())
    }
}

impl fmt::Debug for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A turn in two bytes: a pawn move or a wall; see [`Move::kind`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

/// The two kinds of [`Move`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// The pawn goes to this square.
    Pawn(Square),
    /// This wall is placed.
    Wall(Wall),
}

impl Move {
    /// The size of a table indexed by [`Move::index`].
    pub const INDEX_END: usize = 3 * Square::INDEX_END;

    /// A pawn move to a square.
    #[inline]
    pub const fn pawn(to: Square) -> Self {
        Self(to.0 as u16)
    }

    /// A wall.
    #[inline]
    pub const fn wall(wall: Wall) -> Self {
        let kind = match wall.orientation {
            Orientation::Horizontal => 1 << 8,
            Orientation::Vertical => 2 << 8,
        };
        Self(kind | wall.square.0 as u16)
    }

    /// Its kind.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        let square = Square(self.0 as u8);
        match self.0 >> 8 {
            0 => MoveKind::Pawn(square),
            1 => MoveKind::Wall(Wall::new(square, Orientation::Horizontal)),
            _ => MoveKind::Wall(Wall::new(square, Orientation::Vertical)),
        }
    }

    /// Whether it is a pawn move.
    #[inline]
    pub const fn is_pawn(self) -> bool {
        self.0 < 1 << 8
    }

    /// A table index below [`Move::INDEX_END`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The inverse of [`Move::index`]; `None` from [`Move::INDEX_END`] on.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::INDEX_END { Some(Self(index as u16)) } else { None }
    }

    /// The move of an index that must be below [`Move::INDEX_END`].
    #[inline]
    pub(crate) const fn from_code(code: u16) -> Self {
        Self(code)
    }
}

impl From<Square> for Move {
    fn from(to: Square) -> Self {
        Self::pawn(to)
    }
}

impl From<Wall> for Move {
    fn from(wall: Wall) -> Self {
        Self::wall(wall)
    }
}

impl fmt::Display for Move {
    /// Writes the canonical form: `e2`, `e3h`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            MoveKind::Pawn(to) => to.fmt(f),
            MoveKind::Wall(wall) => wall.fmt(f),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
