/// A cell of a board, `row * cols + col` with a1 = 0. As a move it is the lower or left cell of
/// the domino.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(crate) u8);

impl Cell {
    /// The cell in a column and row, both from 0, of a board of so many columns.
    ///
    /// The board has at most 16 x 16 cells; beyond that the answer is some other cell.
    #[inline]
    pub const fn new(col: u8, row: u8, cols: u8) -> Self {
        Self(row.wrapping_mul(cols).wrapping_add(col))
    }

    /// The number of the cell's bit in a [`crate::Word`].
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The cell of a bit of a [`crate::Word`].
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        Self(index)
    }
}

/// The letter of a column, from 0.
pub(crate) fn column_letter(col: u8) -> char {
    char::from(b'a' + col)
}

/// Column and row, from 0, of a cell written `c4`, or with the row first: `4c`, `4 C`.
///
/// Only the shape is judged: the cell may lie off the board.
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
