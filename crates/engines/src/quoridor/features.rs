//! What the net sees: pawns, walls, distances and stocks, always from the side of the player to move.
//!
//! Seen from p2 the board is turned upside down, so that the player to move always walks up. Left and right are
//! not turned: learning shows the net every position in both ways.

use agon_quoridor::{Square, Wall};

/// Inputs that are present are 1, all others 0; each is a number below [`INPUTS`].
pub(crate) const INPUTS: usize = JOINT + STOCKS * STOCKS;

/// Numbers of steps that are told apart.
pub(crate) const STEPS: usize = 32;
/// Numbers of walls in hand that are told apart.
pub(crate) const STOCKS: usize = 11;

const OWN_PAWN: usize = 0;
const OTHER_PAWN: usize = OWN_PAWN + 81;
const WALL: usize = OTHER_PAWN + 81;
const WALL_FROM_OWN: usize = WALL + 128;
const WALL_FROM_OTHER: usize = WALL_FROM_OWN + 512;
const OWN_STEPS: usize = WALL_FROM_OTHER + 512;
const OTHER_STEPS: usize = OWN_STEPS + STEPS;
const OWN_LEFT: usize = OTHER_STEPS + STEPS;
const OTHER_LEFT: usize = OWN_LEFT + STOCKS;
const LEAD: usize = OTHER_LEFT + STOCKS;
const APART: usize = LEAD + 33;
const JOINT: usize = APART + 289;

/// How many inputs are present besides pawns and walls.
pub(crate) const SUMMARY: usize = 7;

/// A position from the side of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Lying walls, then upright ones.
    pub(crate) walls: [u64; 2],
    /// Own pawn, then the other's; columns and rows.
    pub(crate) pawns: [[u8; 2]; 2],
    pub(crate) left: [u8; 2],
    pub(crate) steps: [u8; 2],
}

/// A wall as the player to move sees it: 0 for a lying one, and its slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) direction: usize,
    pub(crate) slot: usize,
}

impl Placed {
    #[inline]
    pub(crate) fn new(Wall { square, direction }: Wall, turned: bool) -> Self {
        let (row, col) = (usize::from(square.row()), usize::from(square.col()));
        Self { direction: direction as usize, slot: 8 * if turned { 7 - row } else { row } + col }
    }
}

impl View {
    /// From walls as they stand, and pawns, stocks and steps of p1 and p2.
    #[inline]
    pub fn new(walls: [u64; 2], pawns: [Square; 2], left: [u8; 2], steps: [u8; 2], mover: usize) -> Self {
        let (own, other) = (mover, 1 - mover);
        let turned = mover == 1;
        let place = |square: Square| [square.col(), if turned { 8 - square.row() } else { square.row() }];
        // A row of slots is a byte: turning rows is turning bytes.
        let turn = |set: u64| if turned { set.swap_bytes() } else { set };
        Self {
            walls: [turn(walls[0]), turn(walls[1])],
            pawns: [place(pawns[own]), place(pawns[other])],
            left: [left[own], left[other]],
            steps: [steps[own], steps[other]],
        }
    }

    /// The mirror image, left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self {
            walls: self.walls.map(|set| set.reverse_bits().swap_bytes()),
            pawns: self.pawns.map(|[col, row]| [8 - col, row]),
            ..*self
        }
    }

    /// The inputs that say how the race stands.
    pub(crate) fn summary(&self) -> [usize; SUMMARY] {
        let [own, other, lead] = pace_inputs(self.capped_steps());
        let [own_left, other_left, joint] = stock_inputs(self.capped_left());
        [own, other, own_left, other_left, lead, self.apart_input(), joint]
    }

    /// The steps of both, as far as the net tells them apart.
    #[inline]
    pub(crate) fn capped_steps(&self) -> [usize; 2] {
        let [own, other] = self.steps;
        [usize::from(own).min(STEPS - 1), usize::from(other).min(STEPS - 1)]
    }

    /// The stocks of both, as far as the net tells them apart.
    #[inline]
    pub(crate) fn capped_left(&self) -> [usize; 2] {
        let [own, other] = self.left;
        [usize::from(own).min(STOCKS - 1), usize::from(other).min(STOCKS - 1)]
    }

    /// The input of where the other pawn stands as seen from the own.
    #[inline]
    pub(crate) fn apart_input(&self) -> usize {
        let [[col, row], [other_col, other_row]] = self.pawns;
        APART + usize::from(8 + other_row - row) * 17 + usize::from(8 + other_col - col)
    }

    /// The input of a pawn, 0 for the own.
    #[inline]
    pub(crate) fn pawn_input(&self, pawn: usize) -> usize {
        let [col, row] = self.pawns[pawn].map(usize::from);
        [OWN_PAWN, OTHER_PAWN][pawn] + 9 * row + col
    }

    /// Every input that is present.
    pub fn inputs(&self, mut show: impl FnMut(usize)) {
        for pawn in 0..2 {
            show(self.pawn_input(pawn));
        }
        for (direction, mut rest) in self.walls.into_iter().enumerate() {
            while rest != 0 {
                let slot = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                show(wall_input(direction, slot));
                for (pawn, place) in self.pawns.into_iter().enumerate() {
                    show(wall_from(pawn, place, direction, slot));
                }
            }
        }
        for input in self.summary() {
            show(input);
        }
    }
}

/// The inputs of the steps of both.
pub(crate) fn pace_inputs([own, other]: [usize; 2]) -> [usize; 3] {
    let lead = (16 + other as i32 - own as i32).clamp(0, 32) as usize;
    [OWN_STEPS + own, OTHER_STEPS + other, LEAD + lead]
}

/// The inputs of the stocks of both.
pub(crate) fn stock_inputs([own, other]: [usize; 2]) -> [usize; 3] {
    [OWN_LEFT + own, OTHER_LEFT + other, JOINT + own * STOCKS + other]
}

/// The input of a wall by itself.
#[inline]
pub(crate) fn wall_input(direction: usize, slot: usize) -> usize {
    WALL + 64 * direction + slot
}

/// The input of a wall as seen from a pawn, 0 for the own.
#[inline]
pub(crate) fn wall_from(pawn: usize, place: [u8; 2], direction: usize, slot: usize) -> usize {
    let col = 8 + slot % 8 - usize::from(place[0]);
    let row = 8 + slot / 8 - usize::from(place[1]);
    [WALL_FROM_OWN, WALL_FROM_OTHER][pawn] + 256 * direction + 16 * row + col
}
