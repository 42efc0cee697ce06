//! Which walls may be placed.
//!
//! Walls and the edge of the board are lines between corners. A wall can cut the board only if
//! it closes a ring of such lines, and for that two of its three corners (both ends and the middle)
//! must touch a line already. Nearly all walls are let through by this test, made for all
//! slots at once. Of the others those are let through that miss a known way of each pawn. The few
//! that remain are decided by flooding the board.

use agon_core::Player;

use crate::bits::Bits;
use crate::board::Board;
use crate::grid::{Grid, Masks};
use crate::square::{Direction, Square, Wall};

/// A set of lying and a set of upright walls, as bits.
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

    /// How many walls there are.
    #[inline]
    pub fn count(self) -> u32 {
        self.horizontal.count() + self.vertical.count()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        (self.horizontal | self.vertical).is_empty()
    }

    /// The walls of one direction.
    #[inline]
    pub fn of(&self, direction: Direction) -> S {
        match direction {
            Direction::Horizontal => self.horizontal,
            Direction::Vertical => self.vertical,
        }
    }

    #[inline]
    pub(crate) fn of_mut(&mut self, direction: Direction) -> &mut S {
        match direction {
            Direction::Horizontal => &mut self.horizontal,
            Direction::Vertical => &mut self.vertical,
        }
    }

    /// Whether a wall is one of these; not if it does not lie on the board.
    pub(crate) fn has<G: Grid<Slots = S>>(&self, grid: G, wall: Wall) -> bool {
        let Wall { square, direction } = wall;
        let side = grid.size() - 1;
        square.col() < side && square.row() < side && self.of(direction).has(Board::<G>::slot(square))
    }

    /// Adds the walls that would close a step between neighbours.
    #[inline]
    pub(crate) fn add_step<G: Grid<Slots = S>>(&mut self, from: Square, to: Square) {
        // The wall is named from the lower or left one of the two.
        let first = from.min(to);
        let (row, col) = (u32::from(first.row()), u32::from(first.col()));
        if from.row() == to.row() {
            self.vertical = self.vertical | G::slots_right_of(row, col);
        } else {
            self.horizontal = self.horizontal | G::slots_above(row, col);
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

/// At least two of three, for every bit.
#[inline]
fn two_of_three<S: Bits>(a: S, b: S, c: S) -> S {
    a & b | c & (a | b)
}

/// The corners that a player's walls touch, and what follows from them.
struct Touched<'a, S, C> {
    masks: &'a Masks<S, C>,
    corners: S,
    /// Corners covered by lying walls alone and by upright walls alone: a parallel wall with its
    /// middle there would overlap.
    under: WallSets<S>,
}

impl<G: Grid> Board<G> {
    /// Whether a wall could be placed here now by somebody who has one.
    ///
    /// It lies on the board, overlaps and crosses nothing and leaves both pawns a path.
    pub fn is_placeable(&self, wall: Wall) -> bool {
        if !self.is_slot(wall.square) {
            return false;
        }
        let slot = Self::slot(wall.square);
        let touched = self.touched();
        if !self.fitting(&touched).of(wall.direction).has(slot) {
            return false;
        }
        Player::ALL.into_iter().all(|player| {
            !self.suspects(&touched, player).of(wall.direction).has(slot)
                || self.leaves_path(player, wall.direction, slot)
        })
    }

    /// The walls that could be placed now by somebody who has one.
    #[inline]
    pub fn legal_walls(&self) -> WallSets<G::Slots> {
        let touched = self.touched();
        let fitting = self.fitting(&touched);
        let suspects = Player::ALL.map(|player| fitting & self.suspects(&touched, player));
        if (suspects[0] | suspects[1]).is_empty() { fitting } else { self.without_closing(fitting, suspects) }
    }

    /// The walls that overlap and cross nothing, whatever they do to paths.
    pub fn fitting_walls(&self) -> WallSets<G::Slots> {
        self.fitting(&self.touched())
    }

    #[inline]
    fn touched(&self) -> Touched<'static, G::Slots, G::Cells> {
        let masks = self.grid.masks();
        let WallSets { horizontal: h, vertical: v } = self.walls;
        let under = WallSets {
            horizontal: h | (h & !masks.last_col) << 1 | (h & !masks.first_col) >> 1,
            vertical: v | v << G::SLOT_ROW | v >> G::SLOT_ROW,
        };
        Touched { masks, corners: (under.horizontal | under.vertical) & masks.slots, under }
    }

    #[inline]
    fn fitting(&self, touched: &Touched<'_, G::Slots, G::Cells>) -> WallSets<G::Slots> {
        let slots = touched.masks.slots;
        WallSets {
            horizontal: slots & !(touched.under.horizontal | self.walls.vertical),
            vertical: slots & !(touched.under.vertical | self.walls.horizontal),
        }
    }

    /// The walls that could close a player's last path as far as their corners and the known way
    /// tell.
    ///
    /// The edge at the goal row is no line for that player: whatever hangs on it leaves the
    /// squares on either side of it at the goal.
    #[inline]
    fn suspects(&self, touched: &Touched<'_, G::Slots, G::Cells>, player: Player) -> WallSets<G::Slots> {
        let (masks, middle) = (touched.masks, touched.corners);
        let left = (middle & !masks.last_col) << 1 | masks.first_col;
        let right = (middle & !masks.first_col) >> 1 | masks.last_col;
        let (mut lower, mut upper) = (middle << G::SLOT_ROW, middle >> G::SLOT_ROW);
        match player {
            Player::P1 => lower = lower | masks.first_row,
            Player::P2 => upper = upper | masks.last_row,
        }
        let closing = WallSets {
            horizontal: two_of_three(left, right, middle),
            vertical: two_of_three(lower, upper, middle),
        };
        closing & self.cuts[player.index()]
    }

    /// Takes out the suspects that really close a path.
    #[inline(never)]
    fn without_closing(
        &self,
        fitting: WallSets<G::Slots>,
        suspects: [WallSets<G::Slots>; 2],
    ) -> WallSets<G::Slots> {
        let mut legal = fitting;
        let passages = self.passages();
        for player in Player::ALL {
            // A wall that closes the first player's path need not be tried on the second.
            let suspects = suspects[player.index()] & legal;
            let (from, goal) = (self.pawn(player), player);
            for direction in Direction::ALL {
                let mut rest = suspects.of(direction);
                while !rest.is_empty() {
                    let slot = rest.lowest();
                    if !passages.with_wall(direction, slot).reaches(from, goal) {
                        let set = legal.of_mut(direction);
                        *set = *set & !G::Slots::bit(slot);
                    }
                    rest = rest.without_lowest();
                }
            }
        }
        legal
    }

    fn leaves_path(&self, player: Player, direction: Direction, slot: u32) -> bool {
        self.passages().with_wall(direction, slot).reaches(self.pawn(player), player)
    }
}
