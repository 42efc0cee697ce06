use std::fmt;

/// A square of the board, or the upper left one of the four squares around a wall.
///
/// Rows are counted from the top and columns from the left. Written as two characters, `4B` is
/// row 4, column 11.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    row: u8,
    col: u8,
}

impl Square {
    /// The most rows a board can have.
    pub const MAX_ROWS: u8 = 22;
    /// The most columns a board can have.
    pub const MAX_COLS: u8 = 28;

    /// The square of a row and a column counted from 0; `None` beyond the largest board.
    pub const fn new(row: u8, col: u8) -> Option<Self> {
        if row < Self::MAX_ROWS && col < Self::MAX_COLS { Some(Self { row, col }) } else { None }
    }

    /// A square that the caller knows to be on the largest board.
    pub(crate) const fn at(row: u8, col: u8) -> Self {
        Self { row, col }
    }

    /// The row from the top, counted from 0.
    #[inline]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The column from the left, counted from 0.
    #[inline]
    pub const fn col(self) -> u8 {
        self.col
    }

    /// Parses two labels such as `4B`, which may be beyond the board.
    pub(crate) fn parse(text: &str) -> Option<(Label, Label)> {
        let mut chars = text.chars();
        let (row, col) = (Label::read(chars.next()?)?, Label::read(chars.next()?)?);
        chars.next().is_none().then_some((row, col))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", label(self.row), label(self.col))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A parsed row or column, counted from 0; it may be beyond the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label(u8);

impl Label {
    /// One character: 1 to 9, then A for 10.
    pub(crate) fn read(c: char) -> Option<Self> {
        match c {
            '1'..='9' => Some(Self(c as u8 - b'1')),
            'a'..='z' => Some(Self(c as u8 - b'a' + 9)),
            'A'..='Z' => Some(Self(c as u8 - b'A' + 9)),
            _ => None,
        }
    }

    /// One character, or a number of two digits.
    pub(crate) fn parse(token: &str) -> Option<Self> {
        let mut chars = token.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => Self::read(c),
            _ => token
                .parse::<u8>()
                .ok()
                .filter(|_| token.bytes().all(|b| b.is_ascii_digit()))
                .and_then(|n| n.checked_sub(1))
                .map(Self),
        }
    }

    /// The index if it is below a limit.
    pub(crate) fn below(self, limit: u8) -> Option<u8> {
        (self.0 < limit).then_some(self.0)
    }
}

/// The label of a row or column counted from 0: 1 to 9, then A for the tenth.
pub(crate) fn label(index: u8) -> char {
    match index {
        0..=8 => (b'1' + index) as char,
        9..=34 => (b'A' + index - 9) as char,
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_run_from_1_to_9_and_on_with_a() {
        let labels: String = (0..28).map(label).collect();
        assert_eq!(labels, "123456789ABCDEFGHIJKLMNOPQRS");
        assert_eq!(Label::read('s'), Some(Label(27)));
        assert_eq!(Label::parse("28"), Some(Label(27)));
        assert_eq!(Label::parse("b"), Some(Label(10)));
        for wrong in ["0", "", "*", "+9", "1A", "300", "é"] {
            assert_eq!(Label::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn squares_are_two_labels() {
        assert_eq!(Square::at(3, 10).to_string(), "4B");
        assert_eq!(Square::parse("4b"), Some((Label(3), Label(10))));
        assert_eq!(Square::parse("4"), None);
        assert_eq!(Square::parse("4B1"), None);
        assert_eq!(Square::new(22, 0), None);
    }
}
