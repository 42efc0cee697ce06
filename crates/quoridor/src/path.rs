//! Paths: flooding the board, distances, one shortest path.

use agon_core::Player;

use crate::board::Board;
use crate::grid::{BoardMasks, Grid};
use crate::square::{Direction, Square};
use crate::walls::WallSets;
use agon_core::Bits;

/// Which sides of squares are open; pawns do not matter here.
#[derive(Clone, Copy, Debug)]
pub struct Passages<G: Grid> {
    masks: &'static BoardMasks<G::Slots, G::Cells>,
    /// Squares open to the one above.
    up: G::Cells,
    /// Squares open to the one on their right.
    right: G::Cells,
}

/// How far every square is from a player's goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances([u8; Square::INDEX_END]);

/// A shortest path, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortestPath<G: Grid> {
    /// How long it is.
    pub steps: u16,
    /// The square after the first step, or the beginning if that is the goal.
    pub first: Square,
    /// The squares after the beginning, as bits: see [`Board::cell`].
    pub cells: G::Cells,
    /// The walls that would block it.
    pub blockers: WallSets<G::Slots>,
}

/// The squares that were first reached by going up, down and right; all others by going left.
struct Flood<C> {
    by_up: C,
    by_down: C,
    by_right: C,
    /// A square of the goal.
    end: C,
}

/// A step between two squares, all as bits.
struct Step<C> {
    from: C,
    /// The lower or the left one of both.
    lower: C,
    is_upright: bool,
}

impl<C: Bits> Flood<C> {
    /// The step by which a square was reached.
    #[inline]
    fn step_to<G: Grid<Cells = C>>(&self, here: C) -> Step<C> {
        let (below, above) = (here >> G::CELL_ROW, here << G::CELL_ROW);
        let (left, right) = (here >> 1, here << 1);
        if !(self.by_up & here).is_empty() {
            Step { from: below, lower: below, is_upright: true }
        } else if !(self.by_down & here).is_empty() {
            Step { from: above, lower: here, is_upright: true }
        } else if !(self.by_right & here).is_empty() {
            Step { from: left, lower: left, is_upright: false }
        } else {
            Step { from: right, lower: here, is_upright: false }
        }
    }
}

impl Distances {
    /// The steps from a square to the goal; `None` if there is no way.
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

    /// The same with one more wall, given by its bit number.
    #[inline]
    #[must_use]
    pub fn with_wall(mut self, direction: Direction, slot: u32) -> Self {
        let cell = G::Cells::bit(slot / G::SLOT_ROW * G::CELL_ROW + slot % G::SLOT_ROW);
        match direction {
            Direction::Horizontal => self.up = self.up & !(cell | cell << 1),
            Direction::Vertical => self.right = self.right & !(cell | cell << G::CELL_ROW),
        }
        self
    }

    /// Whether a player's goal can be reached from a square.
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

    /// How many steps a player's goal is from a square.
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

    /// How far every square is from a player's goal.
    pub fn distances(&self, player: Player) -> Distances {
        let mut distances = [u8::MAX; Square::INDEX_END];
        let mut reached = G::Cells::EMPTY;
        let mut front = self.masks.goals[player.index()];
        // The longest path is shorter than 225 steps, the squares of the largest board.
        let mut steps = 0u8;
        while !front.is_empty() {
            reached = reached | front;
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

    /// One shortest path from a square to a player's goal, both ends included; empty if there
    /// is none.
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

    /// One shortest path from a square to a player's goal, for those who need no list of squares;
    /// nothing if there is none.
    #[inline]
    pub fn shortest_path(&self, from: Square, player: Player) -> Option<ShortestPath<G>> {
        let flood = self.flood(from, player)?;
        let beginning = G::Cells::bit(Board::<G>::cell(from));
        let (mut here, mut first) = (flood.end, beginning);
        let mut steps = 0;
        let mut cells = G::Cells::EMPTY;
        // The steps by their lower or left square.
        let (mut up, mut right) = (G::Cells::EMPTY, G::Cells::EMPTY);
        while here != beginning {
            steps += 1;
            cells = cells | here;
            first = here;
            let step = flood.step_to::<G>(here);
            if step.is_upright {
                up = up | step.lower;
            } else {
                right = right | step.lower;
            }
            here = step.from;
        }
        let blockers = WallSets {
            horizontal: G::gather(up | up >> 1),
            vertical: G::gather(right | right >> G::CELL_ROW),
        };
        Some(ShortestPath { steps, first: Self::square(first.lowest()), cells, blockers })
    }

    /// The walls that would block one shortest path from a square to a player's goal.
    ///
    /// Every wall, if there is no path.
    fn path_blockers(&self, from: Square, player: Player) -> WallSets<G::Slots> {
        let all = WallSets { horizontal: self.masks.slots, vertical: self.masks.slots };
        self.shortest_path(from, player).map_or(all, |path| path.blockers)
    }

    /// Goes from a square in all directions until a player's goal is reached; nothing if it cannot be.
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
            by_up = by_up | up;
            by_down = by_down | down;
            by_right = by_right | right;
            front = up | down | right | left;
            if front.is_empty() {
                return None;
            }
            reached = reached | front;
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
    /// The walls that would block one way of a player to the goal.
    #[inline]
    pub(crate) fn find_path_blockers(&self, player: Player) -> WallSets<G::Slots> {
        self.greedy_path_blockers(player)
            .unwrap_or_else(|| self.passages().path_blockers(self.pawn(player), player))
    }

    /// The walls that would block a way which is found by going straight for the goal and
    /// around every wall that is met, one or two squares to a side; `None` if that gets stuck.
    ///
    /// Most ways are found like this, in a fraction of the time that flooding takes.
    #[inline]
    fn greedy_path_blockers(&self, player: Player) -> Option<WallSets<G::Slots>> {
        let masks = self.grid.masks();
        let mut way = WallSets::EMPTY;
        let (mut row, mut col) = (self.pawn(player).row(), self.pawn(player).col());
        loop {
            let rows_above = masks.from_row[usize::from(row)];
            let ahead = match player {
                Player::P1 => masks.in_column[usize::from(col)] & rows_above,
                Player::P2 => masks.in_column[usize::from(col)] & !rows_above,
            };
            way.horizontal = way.horizontal | ahead;
            let barriers = self.walls.horizontal & ahead;
            if barriers.is_empty() {
                return Some(way);
            }
            // The wall lies above the row of its slot.
            let wall_row = match player {
                Player::P1 => barriers.lowest() / G::SLOT_ROW,
                Player::P2 => barriers.highest() / G::SLOT_ROW,
            };
            row = wall_row as u8 + u8::from(player == Player::P2);
            let (sideways, next_col) = self.detour(row, col, wall_row)?;
            way.vertical = way.vertical | sideways;
            col = next_col;
        }
    }

    /// How to get around a lying wall on the way from one square: the upright walls that would
    /// block the steps to the side, and the column where the row can be left.
    #[inline]
    fn detour(&self, row: u8, col: u8, wall_row: u32) -> Option<(G::Slots, u8)> {
        let WallSets { horizontal, vertical } = self.walls;
        let row = u32::from(row);
        let (mut leftwards, mut rightwards) = (G::Slots::EMPTY, G::Slots::EMPTY);
        let is_free = |col: u8, sideways: G::Slots| {
            (vertical & sideways).is_empty()
                && (horizontal & G::slots_above(wall_row, u32::from(col))).is_empty()
        };
        for steps in 1..=2 {
            if col >= steps {
                let to = col - steps;
                leftwards = leftwards | G::slots_right_of(row, u32::from(to));
                if is_free(to, leftwards) {
                    return Some((leftwards, to));
                }
            }
            if col + steps < self.shape().cols {
                let to = col + steps;
                rightwards = rightwards | G::slots_right_of(row, u32::from(to - 1));
                if is_free(to, rightwards) {
                    return Some((rightwards, to));
                }
            }
        }
        None
    }
}
