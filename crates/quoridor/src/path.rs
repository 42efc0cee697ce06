//! Paths: reachability, distances, shortest paths.

use agon_core::Player;

use crate::board::Board;
use crate::grid::{BoardMasks, Grid};
use crate::square::{Orientation, Square};
use crate::walls::WallSets;
use agon_core::Bits;

/// The open sides of squares, ignoring pawns.
#[derive(Clone, Copy, Debug)]
pub struct Passages<G: Grid> {
    masks: &'static BoardMasks<G::Slots, G::Cells>,
    /// Squares open to the one above.
    up: G::Cells,
    /// Squares open to the one on their right.
    right: G::Cells,
}

/// The distance of every square from a player's goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances([u8; Square::INDEX_END]);

/// A shortest path as bit sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortestPath<G: Grid> {
    /// Number of steps.
    pub steps: u16,
    /// The square after the first step, or the start if it is on the goal row.
    pub first: Square,
    /// The squares after the start; see [`Board::cell`] for the bit numbers.
    pub cells: G::Cells,
    /// The walls that would block it.
    pub blockers: WallSets<G::Slots>,
}

/// A breadth-first search: the squares first reached by going up, down and right; all others were
/// reached by going left.
struct Flood<C> {
    by_up: C,
    by_down: C,
    by_right: C,
    /// A reached square of the goal row.
    end: C,
}

/// A step between two squares.
struct Step<C> {
    from: C,
    /// The lower or left one of the two squares.
    lower: C,
    is_vertical: bool,
}

impl<C: Bits> Flood<C> {
    /// The step by which a square was reached.
    #[inline]
    fn step_to<G: Grid<Cells = C>>(&self, here: C) -> Step<C> {
        let (below, above) = (here >> G::CELL_ROW, here << G::CELL_ROW);
        let (left, right) = (here >> 1, here << 1);
        if !(self.by_up & here).is_empty() {
            Step { from: below, lower: below, is_vertical: true }
        } else if !(self.by_down & here).is_empty() {
            Step { from: above, lower: here, is_vertical: true }
        } else if !(self.by_right & here).is_empty() {
            Step { from: left, lower: left, is_vertical: false }
        } else {
            Step { from: right, lower: here, is_vertical: false }
        }
    }
}

impl Distances {
    /// The steps from a square to the goal; `None` if the goal is out of reach.
    #[inline]
    pub fn get(&self, square: Square) -> Option<u8> {
        Some(self.0[square.index()]).filter(|&steps| steps != u8::MAX)
    }
}

impl<G: Grid> Passages<G> {
    #[inline]
    pub(crate) fn new(grid: G, walls: WallSets<G::Slots>) -> Self {
        let masks = grid.masks();
        let horizontal = G::spread(walls.horizontal);
        let vertical = G::spread(walls.vertical);
        Self {
            masks,
            up: masks.below_top & !(horizontal | horizontal << 1),
            right: masks.left_of_edge & !(vertical | vertical << G::CELL_ROW),
        }
    }

    /// The same with one more wall, by its bit number.
    #[inline]
    #[must_use]
    pub fn with_wall(mut self, orientation: Orientation, slot: u32) -> Self {
        let cell = G::Cells::bit(slot / G::SLOT_ROW * G::CELL_ROW + slot % G::SLOT_ROW);
        match orientation {
            Orientation::Horizontal => self.up &= !(cell | cell << 1),
            Orientation::Vertical => self.right &= !(cell | cell << G::CELL_ROW),
        }
        self
    }

    /// Whether a player's goal row can be reached from a square.
    #[inline]
    pub fn reaches(&self, from: Square, player: Player) -> bool {
        let goal = self.masks.goals[player.index()];
        let mut reached = G::Cells::bit(Board::<G>::cell(from));
        loop {
            if !(reached & goal).is_empty() {
                return true;
            }
            let wider = reached | self.neighbours(reached);
            if wider == reached {
                return false;
            }
            reached = wider;
        }
    }

    /// The squares one step from these.
    #[inline]
    pub fn neighbours(&self, cells: G::Cells) -> G::Cells {
        (cells & self.up) << G::CELL_ROW
            | cells >> G::CELL_ROW & self.up
            | (cells & self.right) << 1
            | cells >> 1 & self.right
    }

    /// The number of steps from a square to a player's goal row.
    pub fn distance(&self, from: Square, player: Player) -> Option<u16> {
        let goal = self.masks.goals[player.index()];
        let mut reached = G::Cells::bit(Board::<G>::cell(from));
        let mut steps = 0;
        while (reached & goal).is_empty() {
            let wider = reached | self.neighbours(reached);
            if wider == reached {
                return None;
            }
            reached = wider;
            steps += 1;
        }
        Some(steps)
    }

    /// The distances of all squares from a player's goal row.
    pub fn distances(&self, player: Player) -> Distances {
        let mut distances = [u8::MAX; Square::INDEX_END];
        let mut reached = G::Cells::EMPTY;
        let mut front = self.masks.goals[player.index()];
        // The longest path is shorter than 225 steps, the squares of the largest board.
        let mut steps = 0u8;
        while !front.is_empty() {
            reached |= front;
            let mut rest = front;
            while !rest.is_empty() {
                distances[Self::square(rest.lowest()).index()] = steps;
                rest = rest.without_lowest();
            }
            front = self.neighbours(front) & !reached;
            steps += 1;
        }
        Distances(distances)
    }

    /// One shortest path from a square to a player's goal row, both ends included; empty if there is
    /// none.
    pub fn shortest_path_squares(&self, from: Square, player: Player) -> Vec<Square> {
        let Some(flood) = self.flood(from, player) else { return Vec::new() };
        let mut here = flood.end;
        let mut path = vec![Self::square(here.lowest())];
        while here != G::Cells::bit(Board::<G>::cell(from)) {
            here = flood.step_to::<G>(here).from;
            path.push(Self::square(here.lowest()));
        }
        path.reverse();
        path
    }

    /// One shortest path from a square to a player's goal row, as bit sets.
    #[inline]
    pub fn shortest_path(&self, from: Square, player: Player) -> Option<ShortestPath<G>> {
        let flood = self.flood(from, player)?;
        let start = G::Cells::bit(Board::<G>::cell(from));
        let (mut here, mut first) = (flood.end, start);
        let mut steps = 0;
        let mut cells = G::Cells::EMPTY;
        // The lower or left squares of the steps.
        let (mut up, mut right) = (G::Cells::EMPTY, G::Cells::EMPTY);
        while here != start {
            steps += 1;
            cells |= here;
            first = here;
            let step = flood.step_to::<G>(here);
            if step.is_vertical {
                up |= step.lower;
            } else {
                right |= step.lower;
            }
            here = step.from;
        }
        let blockers =
            WallSets { horizontal: G::gather(up | up >> 1), vertical: G::gather(right | right >> G::CELL_ROW) };
        Some(ShortestPath { steps, first: Self::square(first.lowest()), cells, blockers })
    }

    /// The walls that would block one shortest path from a square to a player's goal row; every wall
    /// if there is no path.
    fn path_blockers(&self, from: Square, player: Player) -> WallSets<G::Slots> {
        let all = WallSets { horizontal: self.masks.slots, vertical: self.masks.slots };
        self.shortest_path(from, player).map_or(all, |path| path.blockers)
    }

    /// Searches from a square until a player's goal row is reached.
    #[inline]
    fn flood(&self, from: Square, player: Player) -> Option<Flood<G::Cells>> {
        let goal = self.masks.goals[player.index()];
        let mut front = G::Cells::bit(Board::<G>::cell(from));
        let mut reached = front;
        let (mut by_up, mut by_down, mut by_right) = (G::Cells::EMPTY, G::Cells::EMPTY, G::Cells::EMPTY);
        while (front & goal).is_empty() {
            let up = (front & self.up) << G::CELL_ROW & !reached;
            let down = front >> G::CELL_ROW & self.up & !reached;
            let right = (front & self.right) << 1 & !reached;
            let left = front >> 1 & self.right & !reached;
            by_up |= up;
            by_down |= down;
            by_right |= right;
            front = up | down | right | left;
            if front.is_empty() {
                return None;
            }
            reached |= front;
        }
        Some(Flood { by_up, by_down, by_right, end: G::Cells::bit((front & goal).lowest()) })
    }

    /// The square of a bit number.
    #[inline]
    pub fn square(cell: u32) -> Square {
        Square::new((cell % G::CELL_ROW) as u8, (cell / G::CELL_ROW) as u8)
    }
}

impl<G: Grid> Board<G> {
    /// The walls that would block one path of a player to the goal.
    #[inline]
    pub(crate) fn find_path_blockers(&self, player: Player) -> WallSets<G::Slots> {
        self.greedy_path_blockers(player).unwrap_or_else(|| self.passages().path_blockers(self.pawn(player), player))
    }

    /// The walls that would block the path that goes straight for the goal and around every wall by
    /// one or two squares to a side; `None` if it gets stuck.
    ///
    /// Most positions have such a path, and it takes a fraction of the time of a search.
    #[inline]
    fn greedy_path_blockers(&self, player: Player) -> Option<WallSets<G::Slots>> {
        let masks = self.grid.masks();
        let mut blockers = WallSets::EMPTY;
        let (mut row, mut col) = (self.pawn(player).row(), self.pawn(player).col());
        loop {
            let rows_above = masks.from_row[usize::from(row)];
            let ahead = match player {
                Player::P1 => masks.in_column[usize::from(col)] & rows_above,
                Player::P2 => masks.in_column[usize::from(col)] & !rows_above,
            };
            blockers.horizontal |= ahead;
            let barriers = self.walls.horizontal & ahead;
            if barriers.is_empty() {
                return Some(blockers);
            }
            // The wall is above the row of its slot.
            let wall_row = match player {
                Player::P1 => barriers.lowest() / G::SLOT_ROW,
                Player::P2 => barriers.highest() / G::SLOT_ROW,
            };
            row = wall_row as u8 + u8::from(player == Player::P2);
            let (sideways, next_col) = self.detour(row, col, wall_row)?;
            blockers.vertical |= sideways;
            col = next_col;
        }
    }

    /// A way around a horizontal wall: the vertical walls that would block the steps to the side, and
    /// the column that is free to go on.
    #[inline]
    fn detour(&self, row: u8, col: u8, wall_row: u32) -> Option<(G::Slots, u8)> {
        let WallSets { horizontal, vertical } = self.walls;
        let row = u32::from(row);
        let (mut leftwards, mut rightwards) = (G::Slots::EMPTY, G::Slots::EMPTY);
        let is_free = |col: u8, sideways: G::Slots| {
            (vertical & sideways).is_empty() && (horizontal & G::slots_above(wall_row, u32::from(col))).is_empty()
        };
        for steps in 1..=2 {
            if col >= steps {
                let to = col - steps;
                leftwards |= G::slots_right_of(row, u32::from(to));
                if is_free(to, leftwards) {
                    return Some((leftwards, to));
                }
            }
            if col + steps < self.shape().cols {
                let to = col + steps;
                rightwards |= G::slots_right_of(row, u32::from(to - 1));
                if is_free(to, rightwards) {
                    return Some((rightwards, to));
                }
            }
        }
        None
    }
}
