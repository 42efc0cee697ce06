use std::collections::HashMap;

use crate::domineering::board::Frame;
use agon_core::bits::UintBits;

/// Rows and columns of a window.
const WINDOW_SIDE: u32 = 4;

/// Most rows and columns of a board with windows: a column of windows, four bits a row, has to fit into 64 bits.
pub(crate) const MAX_WINDOWED_SIDE: u32 = 13;

/// The windows of 4 x 4 cells of a board; cells outside of the board count as covered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Windows {
    /// By first column of a window: four cells of each row, from the lowest row upwards.
    strips: [u64; (MAX_WINDOWED_SIDE + WINDOW_SIDE - 1) as usize],
    rows: u32,
    cols: u32,
}

impl Windows {
    /// The windows of a board in Vertical's frame.
    pub(crate) fn new<B: UintBits>(frame: &Frame<B>, free: B) -> Self {
        let mut strips = [0; (MAX_WINDOWED_SIDE + WINDOW_SIDE - 1) as usize];
        for row in 0..frame.rows {
            let cells = u64::from(frame.row(free, row)) << (WINDOW_SIDE - 1);
            for (strip, col) in strips.iter_mut().zip(0..frame.cols + WINDOW_SIDE - 1) {
                *strip |= (cells >> col & 0xf) << (WINDOW_SIDE * (row + WINDOW_SIDE - 1));
            }
        }
        Self { strips, rows: frame.rows, cols: frame.cols }
    }

    /// The patterns of all windows: 16 bits, four for each row.
    pub(crate) fn patterns(&self) -> impl Iterator<Item = u16> + use<'_> {
        self.strips[..(self.cols + WINDOW_SIDE - 1) as usize]
            .iter()
            .flat_map(|&strip| (0..self.rows + WINDOW_SIDE - 1).map(move |row| (strip >> (WINDOW_SIDE * row)) as u16))
    }

    /// The patterns, after a player's domino, of the windows that it touches. Frame and place are the player's own.
    pub(crate) fn after<B: UintBits>(
        &self,
        frame: &Frame<B>,
        player: usize,
        place: u32,
    ) -> impl Iterator<Item = u16> + use<'_, B> {
        let (row, col, height, width) = touched(frame, player, place);
        (0..width).flat_map(move |step| {
            let strip = self.strips[(col + step) as usize];
            // Only the left cell of a horizontal domino lies in the first of these windows, only its right cell in the last.
            let covered = match player {
                0 => 0x11 << (WINDOW_SIDE - 1 - step),
                _ if step == WINDOW_SIDE => 1,
                _ => (0b11 << (WINDOW_SIDE - 1 - step)) & 0xf,
            };
            let after = strip & !(covered << (WINDOW_SIDE * (row + WINDOW_SIDE - 1)));
            (0..height).map(move |up| (after >> (WINDOW_SIDE * (row + up))) as u16)
        })
    }
}

/// The first row, first column, height and width of the windows that a player's domino touches.
#[inline]
fn touched<B: UintBits>(frame: &Frame<B>, player: usize, place: u32) -> (u32, u32, u32, u32) {
    let (along, across) = (place / frame.cols, place % frame.cols);
    if player == 0 {
        (along, across, WINDOW_SIDE + 1, WINDOW_SIDE)
    } else {
        (across, along, WINDOW_SIDE, WINDOW_SIDE + 1)
    }
}

/// Entries of a row or column of prefix sums: one more than there are windows.
const MAX_WINDOWS: usize = (MAX_WINDOWED_SIDE + WINDOW_SIDE) as usize;

/// Two-dimensional prefix sums of the weights of a board's windows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WindowSums {
    /// By column, then by row: the sum over all windows that begin below that row and left of that column.
    sums: [[i32; MAX_WINDOWS]; MAX_WINDOWS],
}

impl WindowSums {
    /// From the weight of each pattern.
    pub(crate) fn new(windows: &Windows, table: &[i16]) -> Self {
        let (rows, cols) = ((windows.rows + WINDOW_SIDE - 1) as usize, (windows.cols + WINDOW_SIDE - 1) as usize);
        let mut sums = [[0; MAX_WINDOWS]; MAX_WINDOWS];
        for col in 0..cols {
            let mut strip = windows.strips[col];
            let mut sum = 0;
            for row in 0..rows {
                sum += i32::from(table[usize::from(strip as u16)]);
                strip >>= WINDOW_SIDE;
                sums[col + 1][row + 1] = sums[col][row + 1] + sum;
            }
        }
        Self { sums }
    }

    /// The sum over the windows that a player's domino touches.
    #[inline]
    pub(crate) fn touched<B: UintBits>(&self, frame: &Frame<B>, player: usize, place: u32) -> i32 {
        let (row, col, height, width) = touched(frame, player, place);
        let (bottom, top) = (row as usize, (row + height) as usize);
        let (left, right) = (&self.sums[col as usize], &self.sums[(col + width) as usize]);
        right[top] - right[bottom] - left[top] + left[bottom]
    }
}

/// Classes of patterns that are the same up to mirroring and transposing.
#[derive(Clone, Debug)]
pub struct PatternClasses {
    /// By pattern: its class and its sign, as in [`Self::of`].
    of: Vec<(u32, i8)>,
    count: usize,
}

impl Default for PatternClasses {
    fn default() -> Self {
        Self::new()
    }
}

impl PatternClasses {
    /// Finds the classes of all patterns.
    pub fn new() -> Self {
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

    /// The number of classes.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The class of a pattern, and a sign: 1, or -1 if the players are exchanged in comparison with the class, or 0 if
    /// exchanging the players makes no difference.
    pub fn of(&self, pattern: u16) -> (usize, i8) {
        let (class, sign) = self.of[usize::from(pattern)];
        (class as usize, sign)
    }
}

/// The smallest of a pattern's mirror images.
fn least(pattern: u16) -> u16 {
    let [low, high] = pattern.to_le_bytes();
    let rows = [low & 0xf, low >> 4, high & 0xf, high >> 4].map(u16::from);
    let whole = |rows: [u16; 4]| rows.iter().rev().fold(0, |whole, row| whole << WINDOW_SIDE | row);
    let mirrored = rows.map(|row| row.reverse_bits() >> 12);
    let down = |[a, b, c, d]: [u16; 4]| [d, c, b, a];
    pattern.min(whole(mirrored)).min(whole(down(rows))).min(whole(down(mirrored)))
}

/// The pattern with rows and columns exchanged.
fn transposed(pattern: u16) -> u16 {
    (0..WINDOW_SIDE * WINDOW_SIDE).fold(0, |turned, cell| {
        turned | (pattern >> cell & 1) << (WINDOW_SIDE * (cell % WINDOW_SIDE) + cell / WINDOW_SIDE)
    })
}
