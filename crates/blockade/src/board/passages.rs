use crate::{Colour, Square, SquareSet, Wall, Walls};

/// The open passages between neighbouring squares, ignoring pawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassageSet<const W: usize, const S: usize> {
    /// Squares whose passage to the right neighbour is open.
    right: SquareSet<W, S>,
    /// Squares whose passage to the neighbour below is open.
    down: SquareSet<W, S>,
}

impl<const W: usize, const S: usize> PassageSet<W, S> {
    /// The passages that these walls leave open on a board of this size.
    #[inline]
    pub fn new(rows: u8, cols: u8, walls: &Walls<W, S>) -> Self {
        Self {
            right: SquareSet::rect(rows, cols - 1) & !(walls.green | walls.green.down()),
            down: SquareSet::rect(rows - 1, cols) & !(walls.blue | walls.blue.right()),
        }
    }

    /// The same with one more wall.
    #[inline]
    #[must_use]
    pub fn with(&self, wall: Wall) -> Self {
        let anchor = SquareSet::of(wall.anchor);
        match wall.colour {
            Colour::Green => Self { right: self.right & !(anchor | anchor.down()), down: self.down },
            Colour::Blue => Self { right: self.right, down: self.down & !(anchor | anchor.right()) },
        }
    }

    /// The squares whose passage to the right neighbour is open.
    #[inline]
    pub const fn right(&self) -> SquareSet<W, S> {
        self.right
    }

    /// The squares whose passage to the neighbour below is open.
    #[inline]
    pub const fn down(&self) -> SquareSet<W, S> {
        self.down
    }

    /// The squares one step to the right of these.
    #[inline]
    pub(crate) fn rightwards(&self, from: SquareSet<W, S>) -> SquareSet<W, S> {
        (from & self.right).right()
    }

    /// The squares one step to the left of these.
    #[inline]
    pub(crate) fn leftwards(&self, from: SquareSet<W, S>) -> SquareSet<W, S> {
        from.left() & self.right
    }

    /// The squares one step below these.
    #[inline]
    pub(crate) fn downwards(&self, from: SquareSet<W, S>) -> SquareSet<W, S> {
        (from & self.down).down()
    }

    /// The squares one step above these.
    #[inline]
    pub(crate) fn upwards(&self, from: SquareSet<W, S>) -> SquareSet<W, S> {
        from.up() & self.down
    }

    /// The squares one step from these.
    #[inline]
    pub fn step(&self, from: SquareSet<W, S>) -> SquareSet<W, S> {
        self.rightwards(from) | self.leftwards(from) | self.downwards(from) | self.upwards(from)
    }

    /// All squares that can be reached from these.
    #[inline]
    pub fn region(&self, from: SquareSet<W, S>) -> SquareSet<W, S> {
        let mut region = from;
        loop {
            let grown = region | self.step(region);
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// Squares that can be reached from these: all of them, or at least all wanted ones.
    #[inline]
    pub(crate) fn region_until(&self, from: SquareSet<W, S>, wanted: SquareSet<W, S>) -> SquareSet<W, S> {
        let mut region = from;
        loop {
            let grown = region | self.step(region);
            if grown == region || grown.covers(wanted) {
                return grown;
            }
            region = grown;
        }
    }

    /// The steps from every square to the nearest of these.
    #[inline]
    pub fn distances(&self, from: SquareSet<W, S>) -> Distances<W, S> {
        let mut distances = Distances { planes: [SquareSet::EMPTY; DISTANCE_BITS], reached: from };
        let mut ring = from;
        let mut steps = 0u32;
        loop {
            ring = self.step(ring) & !distances.reached;
            if ring.is_empty() {
                return distances;
            }
            steps += 1;
            distances.reached |= ring;
            let mut bits = steps;
            while bits != 0 {
                if let Some(plane) = distances.planes.get_mut(bits.trailing_zeros() as usize) {
                    *plane |= ring;
                }
                bits &= bits - 1;
            }
        }
    }

    /// The steps from a square to the nearest of some squares.
    #[inline]
    pub fn distance(&self, from: Square, to: SquareSet<W, S>) -> Option<u16> {
        let mut reached = SquareSet::of(from);
        let mut steps = 0;
        while (reached & to).is_empty() {
            let grown = reached | self.step(reached);
            if grown == reached {
                return None;
            }
            reached = grown;
            steps += 1;
        }
        Some(steps)
    }

    /// A shortest path from a square to the nearest of some squares, both ends included.
    pub fn path(&self, from: Square, to: SquareSet<W, S>) -> Option<Vec<Square>> {
        let distances = self.distances(to);
        let mut left = distances.get(from)?;
        let mut path = vec![from];
        let mut here = from;
        while left > 0 {
            left -= 1;
            here = self.step(SquareSet::of(here)).iter().find(|next| distances.get(*next) == Some(left))?;
            path.push(here);
        }
        Some(path)
    }
}

/// Bits of a distance: no path on 22 x 28 squares has 1024 steps.
const DISTANCE_BITS: usize = 10;

/// Distances of all squares from some of them; each plane holds one bit of the numbers.
///
/// Each ring of the search is stored as a whole, so the distances cost little more than the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distances<const W: usize, const S: usize> {
    planes: [SquareSet<W, S>; DISTANCE_BITS],
    reached: SquareSet<W, S>,
}

impl<const W: usize, const S: usize> Distances<W, S> {
    /// The distance of a square in steps; `None` if it is out of reach.
    #[inline]
    pub fn get(&self, square: Square) -> Option<u16> {
        self.reached.contains(square).then(|| {
            self.planes.iter().enumerate().fold(0, |sum, (bit, plane)| sum | u16::from(plane.contains(square)) << bit)
        })
    }

    /// The squares that can be reached.
    #[inline]
    pub fn reached(&self) -> SquareSet<W, S> {
        self.reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Small = PassageSet<3, 16>;

    fn at(row: u8, col: u8) -> Square {
        Square::at(row, col)
    }

    #[test]
    fn an_empty_board_is_one_region_with_manhattan_distances() {
        let passages = Small::new(11, 14, &Walls::EMPTY);
        assert_eq!(passages.region(SquareSet::of(at(10, 13))), SquareSet::rect(11, 14));
        let distances = passages.distances(SquareSet::of(at(0, 0)));
        for square in SquareSet::<3, 16>::rect(11, 14) {
            let expected = u16::from(square.row()) + u16::from(square.col());
            assert_eq!(distances.get(square), Some(expected));
            assert_eq!(passages.distance(square, SquareSet::of(at(0, 0))), Some(expected));
        }
        assert_eq!(distances.get(at(11, 0)), None);
    }

    #[test]
    fn b2_walls_close_two_passages_each() {
        let mut walls = Walls::EMPTY;
        walls.insert(Wall::green(at(0, 0)));
        let green = Small::new(3, 3, &walls);
        assert_eq!(green, Small::new(3, 3, &Walls::EMPTY).with(Wall::green(at(0, 0))));
        assert_eq!(green.distance(at(0, 0), SquareSet::of(at(0, 1))), Some(5));
        assert_eq!(green.distance(at(2, 0), SquareSet::of(at(2, 1))), Some(1));
        let blue = Small::new(3, 3, &Walls::EMPTY).with(Wall::blue(at(0, 0)));
        assert_eq!(blue.distance(at(0, 1), SquareSet::of(at(1, 1))), Some(3));
        assert_eq!(blue.distance(at(0, 2), SquareSet::of(at(1, 2))), Some(1));
    }

    #[test]
    fn paths_have_the_length_of_the_distance() {
        let passages = Small::new(5, 5, &Walls::EMPTY).with(Wall::blue(at(1, 1))).with(Wall::green(at(2, 2)));
        let goals = SquareSet::of(at(4, 4)) | SquareSet::of(at(0, 0));
        for from in SquareSet::<3, 16>::rect(5, 5) {
            let path = passages.path(from, goals).expect("a path");
            assert_eq!(Some(path.len() as u16 - 1), passages.distance(from, goals));
            assert!(path.windows(2).all(|p| passages.step(SquareSet::of(p[0])).contains(p[1])));
        }
    }

    #[test]
    fn closed_off_squares_have_no_path() {
        let walls: Vec<Wall> = vec![Wall::blue(at(0, 0)), Wall::green(at(0, 1))];
        let passages = walls.iter().fold(Small::new(3, 4, &Walls::EMPTY), |passages, wall| passages.with(*wall));
        assert_eq!(passages.region(SquareSet::of(at(0, 0))).count(), 2);
        assert_eq!(passages.distance(at(0, 0), SquareSet::of(at(2, 2))), None);
        assert_eq!(passages.path(at(0, 0), SquareSet::of(at(2, 2))), None);
    }
}
