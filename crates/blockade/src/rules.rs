use agon_core::Player;

use crate::{Square, SquareSet};

/// What a turn consists of (B7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnKind {
    /// A pawn move, then a wall if one can be placed.
    Classic,
    /// A pawn move or a wall.
    Swift,
    /// A pawn move, then a wall or not.
    Optional,
}

impl TurnKind {
    pub(crate) const NAMES: [&'static str; 3] = ["classic", "swift", "optional"];

    pub(crate) fn named(name: &str) -> Self {
        match name {
            "swift" => Self::Swift,
            "optional" => Self::Optional,
            _ => Self::Classic,
        }
    }

    /// Example moves for error messages.
    pub(crate) const fn example(self) -> &'static str {
        match self {
            Self::Classic => "X1-64,G35",
            Self::Swift => "X1-64 or G35",
            Self::Optional => "X1-64 or X1-64,G35",
        }
    }
}

/// When a pawn may move a single step to an ordinary square (B4, case 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SingleStep {
    /// When any other pawn stands where two steps would lead.
    Any,
    /// When a pawn of the opponent stands where two steps would lead.
    Opponent,
    /// Never.
    None,
    /// Always.
    Free,
}

impl SingleStep {
    pub(crate) const NAMES: [&'static str; 4] = ["any", "opponent", "none", "free"];

    pub(crate) fn named(name: &str) -> Self {
        match name {
            "opponent" => Self::Opponent,
            "none" => Self::None,
            "free" => Self::Free,
            _ => Self::Any,
        }
    }
}

/// The options that positions need, small enough to be stored in each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The start squares, by player and pawn.
    pub(crate) starts: [[Square; 2]; 2],
    pub(crate) rows: u8,
    pub(crate) cols: u8,
    /// Walls of each colour for each player.
    pub(crate) walls: u8,
    pub(crate) turn: TurnKind,
    pub(crate) single: SingleStep,
}

impl Rules {
    /// The default start squares on a board of any size (B1).
    pub fn derived_starts(rows: u8, cols: u8) -> [[Square; 2]; 2] {
        let upper = (rows + 1) / 3 - 1;
        let left = (cols + 2) / 4 - 1;
        let (lower, right) = (rows - 1 - upper, cols - 1 - left);
        [[Square::at(upper, left), Square::at(lower, left)], [Square::at(upper, right), Square::at(lower, right)]]
    }

    /// Number of rows.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> u8 {
        self.cols
    }

    /// Number of walls of each colour for each player at the start.
    pub fn walls(&self) -> u8 {
        self.walls
    }

    /// What a turn consists of.
    pub fn turn(&self) -> TurnKind {
        self.turn
    }

    /// When a single step is allowed.
    pub fn single(&self) -> SingleStep {
        self.single
    }

    /// The start squares of a player, by pawn.
    #[inline]
    pub fn starts(&self, player: Player) -> [Square; 2] {
        self.starts[player.index()]
    }

    /// A player's goals: the start squares of the opponent.
    #[inline]
    pub fn goals(&self, player: Player) -> [Square; 2] {
        self.starts(player.opponent())
    }

    /// Whether a square is on the board.
    pub fn has(&self, square: Square) -> bool {
        square.row() < self.rows && square.col() < self.cols
    }

    /// Whether a wall with this anchor is on the board.
    pub fn has_anchor(&self, anchor: Square) -> bool {
        anchor.row() + 1 < self.rows && anchor.col() + 1 < self.cols
    }

    /// The anchors that walls can have.
    #[inline]
    pub(crate) fn anchors<const W: usize, const S: usize>(&self) -> SquareSet<W, S> {
        SquareSet::rect(self.rows - 1, self.cols - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b1_starts_follow_from_the_size() {
        let text = |rows, cols| {
            Rules::derived_starts(rows, cols).concat().iter().map(Square::to_string).collect::<Vec<_>>().join("-")
        };
        assert_eq!(text(11, 14), "44-84-4B-8B");
        assert_eq!(text(3, 3), "11-31-13-33");
        assert_eq!(text(5, 6), "22-42-25-45");
        assert_eq!(text(7, 8), "22-62-27-67");
        assert_eq!(text(22, 28), "77-G7-7M-GM");
    }

    #[test]
    fn b1_derived_starts_are_four_squares_of_every_board() {
        for rows in 3..=Square::MAX_ROWS {
            for cols in 3..=Square::MAX_COLS {
                let starts = Rules::derived_starts(rows, cols).concat();
                assert!(starts.iter().all(|s| s.row() < rows && s.col() < cols), "{rows} x {cols}");
                assert!((0..4).all(|i| !starts[..i].contains(&starts[i])), "{rows} x {cols}");
            }
        }
    }
}
