//! The inputs of the nets: pawns, walls, distances and walls in hand, from the side of the player to move.
//!
//! For p2 the board is flipped upside down, so that the player to move always walks up. Left and right are not
//! flipped: training uses every position and its mirror image.

use agon_quoridor::{Square, Wall};

/// The number of inputs; active inputs are 1, all others 0.
pub(crate) const INPUTS: usize = JOINT_STOCKS_OFFSET + STOCK_INPUTS * STOCK_INPUTS;

/// Distances with their own input; longer ones share the last.
pub(crate) const STEP_INPUTS: usize = 32;
/// Numbers of walls in hand with their own input.
pub(crate) const STOCK_INPUTS: usize = 11;

const OWN_PAWN_OFFSET: usize = 0;
const OTHER_PAWN_OFFSET: usize = OWN_PAWN_OFFSET + 81;
const WALL_OFFSET: usize = OTHER_PAWN_OFFSET + 81;
const WALL_FROM_OWN_OFFSET: usize = WALL_OFFSET + 128;
const WALL_FROM_OTHER_OFFSET: usize = WALL_FROM_OWN_OFFSET + 512;
const OWN_STEPS_OFFSET: usize = WALL_FROM_OTHER_OFFSET + 512;
const OTHER_STEPS_OFFSET: usize = OWN_STEPS_OFFSET + STEP_INPUTS;
const OWN_STOCK_OFFSET: usize = OTHER_STEPS_OFFSET + STEP_INPUTS;
const OTHER_STOCK_OFFSET: usize = OWN_STOCK_OFFSET + STOCK_INPUTS;
const LEAD_OFFSET: usize = OTHER_STOCK_OFFSET + STOCK_INPUTS;
const PAWN_DIFFERENCE_OFFSET: usize = LEAD_OFFSET + 33;
const JOINT_STOCKS_OFFSET: usize = PAWN_DIFFERENCE_OFFSET + 289;

/// Active inputs besides pawns and walls.
pub(crate) const SUMMARY_INPUTS: usize = 7;

/// A position from the side of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetView {
    /// Horizontal walls, then vertical ones.
    pub(crate) walls: [u64; 2],
    /// Own pawn, then the other; column and row.
    pub(crate) pawns: [[u8; 2]; 2],
    pub(crate) left: [u8; 2],
    pub(crate) steps: [u8; 2],
}

/// A wall from the side of the player to move: 0 for a horizontal one, and its slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastWall {
    pub(crate) orientation: usize,
    pub(crate) slot: usize,
}

impl LastWall {
    #[inline]
    pub(crate) fn new(Wall { square, orientation }: Wall, flipped: bool) -> Self {
        let (row, col) = (usize::from(square.row()), usize::from(square.col()));
        Self { orientation: orientation as usize, slot: 8 * if flipped { 7 - row } else { row } + col }
    }
}

impl NetView {
    /// From the walls of the board, and pawns, walls in hand and steps of p1 and p2.
    #[inline]
    pub fn new(walls: [u64; 2], pawns: [Square; 2], left: [u8; 2], steps: [u8; 2], mover: usize) -> Self {
        let (own, other) = (mover, 1 - mover);
        let flipped = mover == 1;
        let place = |square: Square| [square.col(), if flipped { 8 - square.row() } else { square.row() }];
        // A row of slots is a byte, so swapping bytes flips the rows.
        let turn = |set: u64| if flipped { set.swap_bytes() } else { set };
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

    /// The inputs of distances, walls in hand and the offset of the pawns.
    pub(crate) fn summary(&self) -> [usize; SUMMARY_INPUTS] {
        let [own, other, lead] = step_inputs(self.capped_steps());
        let [own_left, other_left, joint] = stock_inputs(self.capped_left());
        [own, other, own_left, other_left, lead, self.offset_input(), joint]
    }

    /// The steps of both, capped to the inputs there are.
    #[inline]
    pub(crate) fn capped_steps(&self) -> [usize; 2] {
        let [own, other] = self.steps;
        [usize::from(own).min(STEP_INPUTS - 1), usize::from(other).min(STEP_INPUTS - 1)]
    }

    /// The walls in hand of both, capped to the inputs there are.
    #[inline]
    pub(crate) fn capped_left(&self) -> [usize; 2] {
        let [own, other] = self.left;
        [usize::from(own).min(STOCK_INPUTS - 1), usize::from(other).min(STOCK_INPUTS - 1)]
    }

    /// The input of the offset from the own pawn to the other.
    #[inline]
    pub(crate) fn offset_input(&self) -> usize {
        let [[col, row], [other_col, other_row]] = self.pawns;
        PAWN_DIFFERENCE_OFFSET + usize::from(8 + other_row - row) * 17 + usize::from(8 + other_col - col)
    }

    /// The input of a pawn, 0 for the own.
    #[inline]
    pub(crate) fn pawn_input(&self, pawn: usize) -> usize {
        let [col, row] = self.pawns[pawn].map(usize::from);
        [OWN_PAWN_OFFSET, OTHER_PAWN_OFFSET][pawn] + 9 * row + col
    }

    /// Calls `show` for every active input.
    pub fn inputs(&self, mut show: impl FnMut(usize)) {
        for pawn in 0..2 {
            show(self.pawn_input(pawn));
        }
        for (orientation, mut rest) in self.walls.into_iter().enumerate() {
            while rest != 0 {
                let slot = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                show(wall_input(orientation, slot));
                for (pawn, place) in self.pawns.into_iter().enumerate() {
                    show(wall_from(pawn, place, orientation, slot));
                }
            }
        }
        for input in self.summary() {
            show(input);
        }
    }
}

/// The inputs of the steps of both.
pub(crate) fn step_inputs([own, other]: [usize; 2]) -> [usize; 3] {
    let lead = (16 + other as i32 - own as i32).clamp(0, 32) as usize;
    [OWN_STEPS_OFFSET + own, OTHER_STEPS_OFFSET + other, LEAD_OFFSET + lead]
}

/// The inputs of the walls in hand of both.
pub(crate) fn stock_inputs([own, other]: [usize; 2]) -> [usize; 3] {
    [OWN_STOCK_OFFSET + own, OTHER_STOCK_OFFSET + other, JOINT_STOCKS_OFFSET + own * STOCK_INPUTS + other]
}

/// The input of a wall by itself.
#[inline]
pub(crate) fn wall_input(orientation: usize, slot: usize) -> usize {
    WALL_OFFSET + 64 * orientation + slot
}

/// The input of a wall relative to a pawn, 0 for the own.
#[inline]
pub(crate) fn wall_from(pawn: usize, place: [u8; 2], orientation: usize, slot: usize) -> usize {
    let col = 8 + slot % 8 - usize::from(place[0]);
    let row = 8 + slot / 8 - usize::from(place[1]);
    [WALL_FROM_OWN_OFFSET, WALL_FROM_OTHER_OFFSET][pawn] + 256 * orientation + 16 * row + col
}
