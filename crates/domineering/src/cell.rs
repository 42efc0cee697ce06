use agon_core::rng::mix;
use agon_core::{Bits, U256};

/// A cell of a board, `row * cols + col` with a1 = 0. As a move it is the lower or left cell of
/// the domino.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(crate) u8);

impl Cell {
    /// The cell in a column and row, both from 0, of a board with `cols` columns.
    ///
    /// The board has at most 16 x 16 cells; the result is unspecified beyond that.
    #[inline]
    pub const fn new(col: u8, row: u8, cols: u8) -> Self {
        Self(row.wrapping_mul(cols).wrapping_add(col))
    }

    /// The number of its bit in a [`CellSet`].
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The cell of a bit number in a [`CellSet`].
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        Self(index)
    }
}

/// A set of cells as bits: `row * cols + col`, a1 is bit 0.
pub trait CellSet: Bits {
    /// For each number of columns the cells that have a right-hand neighbour.
    ///
    /// A table, so that positions need not carry the mask.
    const INNER_COLUMNS: &'static [Self; 17];

    /// The cells in order of bits.
    #[inline]
    fn cells(self) -> impl Iterator<Item = Cell> {
        self.members().map(|index| Cell(index as u8))
    }

    /// Whether a cell is in the set.
    #[inline]
    fn contains(self, cell: Cell) -> bool {
        self.has(u32::from(cell.0))
    }

    /// The set itself if it is one word, otherwise a hash of it.
    #[inline]
    fn hash_value(self) -> u64 {
        if Self::WORDS == 1 {
            return self.word(0);
        }
        (0..Self::WORDS).fold(0, |hash, index| mix(hash ^ self.word(index)))
    }
}

impl CellSet for u64 {
    const INNER_COLUMNS: &'static [Self; 17] = &{
        let mut table = [0; 17];
        let mut cols = 1;
        while cols <= 16 {
            table[cols] = WIDE_INNER_COLUMNS[cols].0[0];
            cols += 1;
        }
        table
    };
}

impl CellSet for U256 {
    const INNER_COLUMNS: &'static [Self; 17] = &WIDE_INNER_COLUMNS;
}

const WIDE_INNER_COLUMNS: [U256; 17] = {
    let mut table = [U256::EMPTY; 17];
    let mut cols = 1;
    while cols <= 16 {
        let mut bit = 0;
        while bit < 256 {
            if bit % cols != cols - 1 {
                table[cols].0[bit / 64] |= 1 << (bit % 64);
            }
            bit += 1;
        }
        cols += 1;
    }
    table
};

/// The letter of a column, from 0.
pub(crate) fn column_letter(col: u8) -> char {
    char::from(b'a' + col)
}

/// Parses a cell written `c4`, or with the row first, `4c` or `4 C`, into column and row from 0.
///
/// The cell may be off the board.
pub(crate) fn parse_cell(text: &str) -> Option<(u8, u32)> {
    let text = text.trim();
    let letter = |c: char| c.is_ascii_alphabetic().then(|| c.to_ascii_lowercase() as u8 - b'a');
    let number = |digits: &str| {
        let plain = digits.bytes().all(|b| b.is_ascii_digit()) && digits.len() < 9;
        digits.parse::<u32>().ok().filter(|_| plain).map(|row| row.wrapping_sub(1))
    };
    let (first, last) = (text.chars().next()?, text.chars().next_back()?);
    if let Some(col) = letter(first) {
        Some((col, number(text[1..].trim_start())?))
    } else {
        let col = letter(last)?;
        Some((col, number(text[..text.len() - 1].trim_end())?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_columns_leave_the_last_one_out() {
        assert_eq!(u64::INNER_COLUMNS[1], 0);
        for cols in 1..=16 {
            for index in 0..256 {
                let inner = index % cols + 1 < cols;
                assert_eq!(U256::INNER_COLUMNS[cols as usize].has(index), inner);
                assert!(index > 63 || u64::INNER_COLUMNS[cols as usize].has(index) == inner);
            }
        }
    }

    #[test]
    fn cells_are_read_both_ways_round() {
        for text in ["c4", "C4", " c4 ", "4c", "4C", "4 c", "4  C", "c 4"] {
            assert_eq!(parse_cell(text), Some((2, 3)), "{text:?}");
        }
        assert_eq!(parse_cell("p16"), Some((15, 15)));
        assert_eq!(parse_cell("16p"), Some((15, 15)));
        for text in ["", "c", "4", "cc", "44", "c4x", "c-1", "c+1", "é4", "4é", "c999999999999", "4 c 5"] {
            assert_eq!(parse_cell(text), None, "{text:?}");
        }
    }
}
