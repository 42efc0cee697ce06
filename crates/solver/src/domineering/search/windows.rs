use std::collections::HashMap;

use crate::domineering::board::Frame;
use agon_core::bits::UintBits;

/// Rows and columns of a window.
const SIDE: u32 = 4;

/// Most rows and columns of a board that has windows: those of one column, four bits a row, fit into
/// a word.
pub(crate) const MAX_WINDOWED_SIDE: u32 = 13;

/// The windows of four by four cells on a board: those that begin in the same column together, from
/// the lowest row upwards, with cells outside of the board as if they were covered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Windows {
    strips: [u64; (MAX_WINDOWED_SIDE + SIDE - 1) as usize],
    rows: u32,
    cols: u32,
}

impl Windows {
    /// Of a board as Vertical sees it.
    pub(crate) fn new<B: UintBits>(frame: &Frame<B>, free: B) -> Self {
        let mut strips = [0; (MAX_WINDOWED_SIDE + SIDE - 1) as usize];
        for row in 0..frame.rows {
            let cells = u64::from(frame.row(free, row)) << (SIDE - 1);
            for (strip, col) in strips.iter_mut().zip(0..frame.cols + SIDE - 1) {
                *strip |= (cells >> col & 0xf) << (SIDE * (row + SIDE - 1));
            }
        }
        Self { strips, rows: frame.rows, cols: frame.cols }
    }

    /// The patterns of all windows, four bits for each row.
    pub(crate) fn patterns(&self) -> impl Iterator<Item = u16> + use<'_> {
        self.strips[..(self.cols + SIDE - 1) as usize]
            .iter()
            .flat_map(|&strip| (0..self.rows + SIDE - 1).map(move |row| (strip >> (SIDE * row)) as u16))
    }

    /// The patterns of the windows that a player's domino touches, after it. The frame and the number
    /// of the place are the player's own.
    pub(crate) fn after<B: UintBits>(
        &self,
        frame: &Frame<B>,
        player: usize,
        place: u32,
    ) -> impl Iterator<Item = u16> + use<'_, B> {
        let (row, col, height, width) = touched(frame, player, place);
        (0..width).flat_map(move |step| {
            let strip = self.strips[(col + step) as usize];
            // The domino's cells in these windows: its first column may be left of them, its second
            // right of them.
            let covered = match player {
                0 => 0x11 << (SIDE - 1 - step),
                _ if step == SIDE => 1,
                _ => (0b11 << (SIDE - 1 - step)) & 0xf,
            };
            let after = strip & !(covered << (SIDE * (row + SIDE - 1)));
            (0..height).map(move |up| (after >> (SIDE * (row + up))) as u16)
        })
    }
}

/// The first row and column, the height and the width of the windows that a player's domino touches.
#[inline]
fn touched<B: UintBits>(frame: &Frame<B>, player: usize, place: u32) -> (u32, u32, u32, u32) {
    let (along, across) = (place / frame.cols, place % frame.cols);
    if player == 0 { (along, across, SIDE + 1, SIDE) } else { (across, along, SIDE, SIDE + 1) }
}

/// Rows and columns of windows, and one more.
const MAX_WINDOWS: usize = (MAX_WINDOWED_SIDE + SIDE) as usize;

/// What the windows of a board are worth: the sum of all that begin below a row and left of a column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WindowSums {
    /// By column, then by row.
    sums: [[i32; MAX_WINDOWS]; MAX_WINDOWS],
}

impl WindowSums {
    /// By the worth of each pattern.
    pub(crate) fn new(windows: &Windows, table: &[i16]) -> Self {
        let (rows, cols) = ((windows.rows + SIDE - 1) as usize, (windows.cols + SIDE - 1) as usize);
        let mut sums = [[0; MAX_WINDOWS]; MAX_WINDOWS];
        for col in 0..cols {
            let mut strip = windows.strips[col];
            let mut sum = 0;
            for row in 0..rows {
                sum += i32::from(table[usize::from(strip as u16)]);
                strip >>= SIDE;
                sums[col + 1][row + 1] = sums[col][row + 1] + sum;
            }
        }
        Self { sums }
    }

    /// The sum of those that a player's domino touches.
    #[inline]
    pub(crate) fn touched<B: UintBits>(&self, frame: &Frame<B>, player: usize, place: u32) -> i32 {
        let (row, col, height, width) = touched(frame, player, place);
        let (bottom, top) = (row as usize, (row + height) as usize);
        let (left, right) = (&self.sums[col as usize], &self.sums[(col + width) as usize]);
        right[top] - right[bottom] - left[top] + left[bottom]
    }
}

/// Patterns that are worth the same, or the opposite with the players exchanged.
pub(crate) struct PatternClasses {
    /// By pattern: the number of its class, and 1, or -1 for those that are worth the opposite, or
    /// nought for those that are the same on their side.
    of: Vec<(u32, i8)>,
    pub(crate) count: usize,
}

impl PatternClasses {
    pub(crate) fn new() -> Self {
        let mut numbers = HashMap::new();
        let of = (0..=u16::MAX).map(|pattern| {
            let (own, other) = (least(pattern), least(transposed(pattern)));
            let next = numbers.len() as u32;
            let class = *numbers.entry(own.min(other)).or_insert(next);
            (class, other.cmp(&own) as i8)
        });
        let of = of.collect();
        Self { of, count: numbers.len() }
    }

    pub(crate) fn of(&self, pattern: u16) -> (usize, i8) {
        let (class, sign) = self.of[usize::from(pattern)];
        (class as usize, sign)
    }
}

/// The least of a pattern's mirror images.
fn least(pattern: u16) -> u16 {
    let [low, high] = pattern.to_le_bytes();
    let rows = [low & 0xf, low >> 4, high & 0xf, high >> 4].map(u16::from);
    let whole = |rows: [u16; 4]| rows.iter().rev().fold(0, |whole, row| whole << SIDE | row);
    let mirrored = rows.map(|row| row.reverse_bits() >> 12);
    let down = |[a, b, c, d]: [u16; 4]| [d, c, b, a];
    pattern.min(whole(mirrored)).min(whole(down(rows))).min(whole(down(mirrored)))
}

/// Rows and columns exchanged.
fn transposed(pattern: u16) -> u16 {
    (0..SIDE * SIDE)
        .fold(0, |turned, cell| turned | (pattern >> cell & 1) << (SIDE * (cell % SIDE) + cell / SIDE))
}
