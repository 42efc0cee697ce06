use std::fmt;

use crate::{Square, SquareSet};

/// The two colours of walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Vertical: closes two passages between neighbouring columns.
    Green,
    /// Horizontal: closes two passages between neighbouring rows.
    Blue,
}

impl Colour {
    /// Both colours, in listing order.
    pub const ALL: [Self; 2] = [Self::Green, Self::Blue];

    /// An index into pairs: 0 for green, 1 for blue.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `G` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Blue => 'B',
        }
    }

    /// Reads G or Z for green, B or P for blue.
    pub(crate) fn read(word: &str) -> Option<Self> {
        match word {
            "G" | "g" | "Z" | "z" => Some(Self::Green),
            "B" | "b" | "P" | "p" => Some(Self::Blue),
            _ => None,
        }
    }
}

/// A wall: its colour and the upper left of the four squares around its middle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wall {
    /// Its colour, which fixes its direction.
    pub colour: Colour,
    /// The upper left of the four squares around its middle.
    pub anchor: Square,
}

impl Wall {
    /// A vertical wall.
    pub const fn green(anchor: Square) -> Self {
        Self { colour: Colour::Green, anchor }
    }

    /// A horizontal wall.
    pub const fn blue(anchor: Square) -> Self {
        Self { colour: Colour::Blue, anchor }
    }
}

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.colour.letter(), self.anchor)
    }
}

impl fmt::Debug for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of walls of both colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Walls<const W: usize, const S: usize> {
    /// The anchors of the vertical ones.
    pub green: SquareSet<W, S>,
    /// The anchors of the horizontal ones.
    pub blue: SquareSet<W, S>,
}

impl<const W: usize, const S: usize> Walls<W, S> {
    /// No wall.
    pub const EMPTY: Self = Self { green: SquareSet::EMPTY, blue: SquareSet::EMPTY };

    /// The anchors of one colour.
    #[inline]
    pub fn of(&self, colour: Colour) -> SquareSet<W, S> {
        match colour {
            Colour::Green => self.green,
            Colour::Blue => self.blue,
        }
    }

    /// Whether a wall is in the set.
    #[inline]
    pub fn contains(&self, wall: Wall) -> bool {
        self.of(wall.colour).contains(wall.anchor)
    }

    /// Adds a wall.
    #[inline]
    pub fn insert(&mut self, wall: Wall) {
        match wall.colour {
            Colour::Green => self.green.insert(wall.anchor),
            Colour::Blue => self.blue.insert(wall.anchor),
        }
    }

    /// Number of walls.
    #[inline]
    pub fn count(&self) -> u32 {
        self.green.count() + self.blue.count()
    }

    /// Whether there is no wall.
    #[inline]
    pub fn is_empty(&self) -> bool {
        (self.green | self.blue).is_empty()
    }

    /// Wall number `n` from 0: green ones first, row by row.
    #[inline]
    pub(crate) fn nth(&self, n: u32) -> Option<Wall> {
        let greens = self.green.count();
        if n < greens { self.green.nth(n).map(Wall::green) } else { self.blue.nth(n - greens).map(Wall::blue) }
    }

    /// The walls: green ones first, row by row.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Wall> + use<W, S> {
        self.green.iter().map(Wall::green).chain(self.blue.iter().map(Wall::blue))
    }

    /// The walls that are in both sets.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self { green: self.green & other.green, blue: self.blue & other.blue }
    }

    /// The walls that are in either set.
    #[inline]
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self { green: self.green | other.green, blue: self.blue | other.blue }
    }

    /// The walls that are not in the other set.
    #[inline]
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self { green: self.green & !other.green, blue: self.blue & !other.blue }
    }
}
