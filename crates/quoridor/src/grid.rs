//! How boards of different sizes are laid out in bit sets.
//!
//! A *slot* is a place for a wall, named by its square nearest a1; the corner in the middle of the
//! wall has the same number. There are `(rows - 1) * (cols - 1)` slots for horizontal walls and as many
//! for vertical ones.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use crate::square::Shape;
use agon_core::bits::{Bits, U256, WideBits};

/// The layout of a board in bit sets.
///
/// [`Grid9x9`] is the standard board, its size a compile-time constant; [`SmallGrid`] and
/// [`LargeGrid`] are the others.
pub trait Grid: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// A set of wall slots (or of inner corners).
    type Slots: Bits;
    /// A set of squares.
    type Cells: Bits;
    /// Bits from one row of slots to the next.
    const SLOT_ROW: u32;
    /// Bits from one row of squares to the next.
    const CELL_ROW: u32;

    /// The board of a shape, if it is one of this kind.
    fn of(shape: Shape) -> Option<Self>;

    /// The square board of a size, if it is one of this kind.
    fn of_size(size: u8) -> Option<Self> {
        Self::of(Shape::square(size))
    }

    /// Rows and columns.
    fn shape(self) -> Shape;

    /// Constant sets of the board, such as its rows and edges.
    fn masks(self) -> &'static BoardMasks<Self::Slots, Self::Cells>;

    /// The squares that name these slots.
    fn spread(slots: Self::Slots) -> Self::Cells;

    /// The slots named by these squares; squares that name no slot are dropped.
    fn gather(cells: Self::Cells) -> Self::Slots;

    /// The slots of one row, in the lowest bits; 0 if there is no such row.
    fn slots_of_row(slots: Self::Slots, row: u32) -> u32;

    /// The slots of the horizontal walls that close the upper side of a square.
    ///
    /// At the edge one of the two is not a slot; its bit is unspecified.
    fn slots_above(row: u32, col: u32) -> Self::Slots;

    /// The slots of the vertical walls that close the right side of a square; the same at the edge.
    fn slots_right_of(row: u32, col: u32) -> Self::Slots;
}

/// Constant sets of squares and slots of a board.
#[derive(Debug)]
pub struct BoardMasks<S, C> {
    /// Every slot.
    pub slots: S,
    /// The slots of the first column.
    pub first_col: S,
    /// The slots of the last column.
    pub last_col: S,
    /// The slots of the first row.
    pub first_row: S,
    /// The slots of the last row.
    pub last_row: S,
    /// The squares that have one above them.
    pub below_top: C,
    /// The squares that have one to their right.
    pub left_of_edge: C,
    /// The goal rows: the last row for p1, the first for p2.
    pub goals: [C; 2],
    /// For each row of squares the slots of that row and of all rows above it.
    pub from_row: [S; 16],
    /// For each column of squares the slots of horizontal walls that block steps within it.
    pub in_column: [S; 16],
}

macro_rules! masks {
    ($name:ident, $slots:ty, $cells:ty, $slot_row:expr, $cell_row:expr,
     $slot:expr, $cell:expr, $join_slots:expr, $join_cells:expr) => {
        const fn $name(rows: u32, cols: u32) -> BoardMasks<$slots, $cells> {
            const NO_SLOTS: $slots = <$slots as Bits>::EMPTY;
            const NO_CELLS: $cells = <$cells as Bits>::EMPTY;
            let mut masks = BoardMasks {
                slots: NO_SLOTS,
                first_col: NO_SLOTS,
                last_col: NO_SLOTS,
                first_row: NO_SLOTS,
                last_row: NO_SLOTS,
                below_top: NO_CELLS,
                left_of_edge: NO_CELLS,
                goals: [NO_CELLS; 2],
                from_row: [NO_SLOTS; 16],
                in_column: [NO_SLOTS; 16],
            };
            let mut index = 0;
            while index < rows * cols {
                let (row, col) = (index / cols, index % cols);
                let cell = $cell(row * $cell_row + col);
                if row + 1 < rows {
                    masks.below_top = $join_cells(masks.below_top, cell);
                } else {
                    masks.goals[0] = $join_cells(masks.goals[0], cell);
                }
                if row == 0 {
                    masks.goals[1] = $join_cells(masks.goals[1], cell);
                }
                if col + 1 < cols {
                    masks.left_of_edge = $join_cells(masks.left_of_edge, cell);
                }
                if row + 1 < rows && col + 1 < cols {
                    let slot = $slot(row * $slot_row + col);
                    masks.slots = $join_slots(masks.slots, slot);
                    let mut from = 0;
                    while from <= row as usize {
                        masks.from_row[from] = $join_slots(masks.from_row[from], slot);
                        from += 1;
                    }
                    let mut beside = col as usize;
                    while beside < col as usize + 2 {
                        masks.in_column[beside] = $join_slots(masks.in_column[beside], slot);
                        beside += 1;
                    }
                    if row == 0 {
                        masks.first_row = $join_slots(masks.first_row, slot);
                    }
                    if row + 2 == rows {
                        masks.last_row = $join_slots(masks.last_row, slot);
                    }
                    if col == 0 {
                        masks.first_col = $join_slots(masks.first_col, slot);
                    }
                    if col + 2 == cols {
                        masks.last_col = $join_slots(masks.last_col, slot);
                    }
                }
                index += 1;
            }
            masks
        }
    };
}

const fn bit64(index: u32) -> u64 {
    1 << index
}
const fn join64(a: u64, b: u64) -> u64 {
    a | b
}
const fn bit128(index: u32) -> u128 {
    1 << index
}
const fn join128(a: u128, b: u128) -> u128 {
    a | b
}

masks!(narrow_masks, u64, u128, 8, 9, bit64, bit128, join64, join128);
masks!(wide_masks, U256, U256, 16, 16, U256::single, U256::single, U256::union, U256::union);

type NarrowMasks = BoardMasks<u64, u128>;
type WideMasks = BoardMasks<U256, U256>;

/// The shapes of small boards: from 3 rows and 2 columns to 9 of both.
pub(crate) const SMALL_ROWS: RangeInclusive<u8> = 3..=9;
pub(crate) const SMALL_COLS: RangeInclusive<u8> = 2..=9;
const SMALL_COL_COUNT: usize = 8;

#[allow(clippy::large_stack_arrays)] // Evaluated at compile time only.
const fn small_masks() -> [NarrowMasks; 7 * SMALL_COL_COUNT] {
    let mut all = [const { narrow_masks(3, 2) }; 7 * SMALL_COL_COUNT];
    let mut index = 1;
    while index < all.len() {
        all[index] = narrow_masks((3 + index / SMALL_COL_COUNT) as u32, (2 + index % SMALL_COL_COUNT) as u32);
        index += 1;
    }
    all
}

static NINE: NarrowMasks = narrow_masks(9, 9);
static SMALL: [NarrowMasks; 7 * SMALL_COL_COUNT] = small_masks();
static LARGE: [WideMasks; 6] = [
    wide_masks(10, 10),
    wide_masks(11, 11),
    wide_masks(12, 12),
    wide_masks(13, 13),
    wide_masks(14, 14),
    wide_masks(15, 15),
];

/// Moves the rows of slots, eight bits each, to rows of squares, nine bits each.
#[inline]
fn spread_narrow(slots: u64) -> u128 {
    // Row r has to go up by r places: rows 4..8 by four, of each half the upper two by two, of
    // each pair the upper one by one.
    const UPPER_PAIRS: u128 = 0xffff << 16 | 0xffff << 52;
    const ODD_ROWS: u128 = 0xff << 8 | 0xff << 26 | 0xff << 44 | 0xff << 62;
    let x = u128::from(slots as u32) | u128::from(slots >> 32) << 36;
    let x = x & !UPPER_PAIRS | (x & UPPER_PAIRS) << 2;
    x & !ODD_ROWS | (x & ODD_ROWS) << 1
}

/// The inverse: rows of nine bits to rows of eight, without the ninth column and row.
#[inline]
fn gather_narrow(cells: u128) -> u64 {
    const LOWER_ROWS: u128 = 0xff | 0xff << 18 | 0xff << 36 | 0xff << 54;
    const LOWER_PAIRS: u128 = 0xffff | 0xffff << 36;
    let x = cells & LOWER_ROWS | cells >> 1 & LOWER_ROWS << 8;
    let x = x & LOWER_PAIRS | x >> 2 & LOWER_PAIRS << 16;
    x as u32 as u64 | ((x >> 36) as u32 as u64) << 32
}

macro_rules! narrow_grid {
    () => {
        type Slots = u64;
        type Cells = u128;
        const SLOT_ROW: u32 = 8;
        const CELL_ROW: u32 = 9;

        #[inline]
        fn spread(slots: u64) -> u128 {
            spread_narrow(slots)
        }

        #[inline]
        fn gather(cells: u128) -> u64 {
            gather_narrow(cells)
        }

        #[inline]
        fn slots_of_row(slots: u64, row: u32) -> u32 {
            if row < 8 { (slots >> (8 * row)) as u32 & 0xff } else { 0 }
        }

        #[inline]
        fn slots_above(row: u32, col: u32) -> u64 {
            let bit = 1u32 << col;
            u64::from((bit | bit >> 1) as u8) << (8 * row)
        }

        #[inline]
        fn slots_right_of(row: u32, col: u32) -> u64 {
            let bit = 1u128 << (8 * row + col);
            (bit | bit >> 8) as u64
        }
    };
}

/// The standard board of 9 x 9 squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Grid9x9;

impl Grid for Grid9x9 {
    narrow_grid!();

    fn of(shape: Shape) -> Option<Self> {
        (shape == Shape::square(9)).then_some(Self)
    }

    #[inline]
    fn shape(self) -> Shape {
        Shape::square(9)
    }

    #[inline]
    fn masks(self) -> &'static NarrowMasks {
        &NINE
    }
}

/// A board of 3 to 9 rows and 2 to 9 columns, except 9 x 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SmallGrid(Shape);

impl Grid for SmallGrid {
    narrow_grid!();

    fn of(shape: Shape) -> Option<Self> {
        let fits = SMALL_ROWS.contains(&shape.rows) && SMALL_COLS.contains(&shape.cols);
        (fits && shape != Shape::square(9)).then_some(Self(shape))
    }

    #[inline]
    fn shape(self) -> Shape {
        self.0
    }

    #[inline]
    fn masks(self) -> &'static NarrowMasks {
        let Shape { rows, cols } = self.0;
        &SMALL[usize::from(rows - 3) * SMALL_COL_COUNT + usize::from(cols - 2)]
    }
}

/// A board of 10 to 15 squares a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LargeGrid(u8);

impl Grid for LargeGrid {
    type Slots = U256;
    type Cells = U256;
    const SLOT_ROW: u32 = 16;
    const CELL_ROW: u32 = 16;

    fn of(shape: Shape) -> Option<Self> {
        let Shape { rows, cols } = shape;
        (rows == cols && (10..=15).contains(&rows)).then_some(Self(rows))
    }

    #[inline]
    fn shape(self) -> Shape {
        Shape::square(self.0)
    }

    #[inline]
    fn masks(self) -> &'static WideMasks {
        &LARGE[self.0 as usize - 10]
    }

    #[inline]
    fn spread(slots: U256) -> U256 {
        slots
    }

    #[inline]
    fn gather(cells: U256) -> U256 {
        cells
    }

    #[inline]
    fn slots_of_row(slots: U256, row: u32) -> u32 {
        slots.0.get(row as usize / 4).map_or(0, |word| (word >> (row % 4 * 16)) as u32 & 0xffff)
    }

    #[inline]
    fn slots_above(row: u32, col: u32) -> U256 {
        let bit = 1u64 << col;
        let mut words = [0; 4];
        words[row as usize / 4] = (bit | bit >> 1) << (row % 4 * 16);
        WideBits(words)
    }

    #[inline]
    fn slots_right_of(row: u32, col: u32) -> U256 {
        let bit = U256::bit(16 * row + col);
        bit | bit >> 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Rng;

    #[test]
    fn gathering_undoes_spreading() {
        let mut rng = Rng::new(1);
        for _ in 0..1000 {
            let slots = rng.next_u64();
            let beside = (0..9u32).fold(0u128, |cells, row| cells | 1 << (9 * row + 8));
            assert_eq!(Grid9x9::gather(Grid9x9::spread(slots) | beside), slots);
        }
    }
}
