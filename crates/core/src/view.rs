//! What a screen needs to draw any position without knowing the rules.
//!
//! Coordinates are those of the screen: row 0 is the top row, column 0 the left one. Views include the labels of the
//! game.

use std::borrow::Cow;

use crate::Player;

/// A place on the board that can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "at", rename_all = "snake_case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PlaceView {
    /// A square of a grid.
    Cell {
        /// Row from the top, from 0.
        row: u8,
        /// Column from the left, from 0.
        col: u8,
    },
    /// A wall slot: the corner below and to the right of cell (row, col), in one of two directions.
    Wall {
        /// Row of the upper pair of the four squares around the corner.
        row: u8,
        /// Column of the left pair of the four squares around the corner.
        col: u8,
        /// Whether the wall stands upright (between columns) or lies (between rows).
        upright: bool,
    },
    /// A point of a tavli board, 1..=24 in the board's own numbering.
    Point {
        /// 1..=24.
        point: u8,
    },
    /// A player's bar.
    Bar {
        /// Whose.
        player: Player,
    },
    /// A player's tray of borne-off checkers.
    Off {
        /// Whose.
        player: Player,
    },
}

/// Where a step starts and ends on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepPlaces {
    /// What is picked up; nothing if something new is placed.
    pub from: Option<PlaceView>,
    /// Where it goes.
    pub to: PlaceView,
    /// A second cell it covers (the other half of a domino).
    pub also: Option<PlaceView>,
}

impl StepPlaces {
    /// Moving a piece.
    pub const fn shift(from: PlaceView, to: PlaceView) -> Self {
        Self { from: Some(from), to, also: None }
    }

    /// Placing something new.
    pub const fn place(to: PlaceView) -> Self {
        Self { from: None, to, also: None }
    }
}

/// A position as a screen draws it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "kind", rename_all = "snake_case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum BoardView {
    /// Squares in rows and columns.
    Grid(GridView),
    /// Twenty-four points, bar and trays.
    Tavli(TavliView),
}

/// What covers a cell of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Cover {
    /// Free.
    #[default]
    Free,
    /// One half of an upright domino (p1's).
    Upright,
    /// One half of a lying domino (p2's).
    Lying,
    /// Not part of the board.
    Outside,
}

/// A board of squares with pawns and walls, or covered by dominoes.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GridView {
    /// How to draw the board.
    pub style: GridStyle,
    /// Number of rows.
    pub rows: u8,
    /// Number of columns.
    pub cols: u8,
    /// Labels of the rows, top row first.
    pub row_labels: Vec<String>,
    /// Labels of the columns, left column first.
    pub col_labels: Vec<String>,
    /// What covers each cell, row by row from the top; if it is empty, nothing covers any.
    pub cover: Vec<Cover>,
    /// Pieces that stand on cells.
    pub pawns: Vec<PawnView>,
    /// Walls on the board.
    pub walls: Vec<WallView>,
    /// Cells a player wants to reach.
    pub goals: Vec<GoalView>,
    /// Walls left, in the order they should be listed.
    pub stocks: Vec<StockView>,
}

impl GridView {
    /// Squares side by side, with columns labelled `a`, `b`, .. and rows numbered from the bottom.
    pub fn plain(rows: u8, cols: u8, cover: Vec<Cover>) -> Self {
        Self {
            style: GridStyle::Plain,
            rows,
            cols,
            row_labels: (1..=rows).rev().map(|row| row.to_string()).collect(),
            col_labels: (b'a'..).take(cols.into()).map(|letter| char::from(letter).to_string()).collect(),
            cover,
            ..Self::default()
        }
    }

    /// What covers a cell; boards without covers have free cells only.
    pub fn cover(&self, row: usize, col: usize) -> Cover {
        self.cover.get(row * usize::from(self.cols) + col).copied().unwrap_or_default()
    }

    /// Whether the pieces are dominoes.
    pub fn has_dominoes(&self) -> bool {
        self.style == GridStyle::Plain && !self.cover.is_empty()
    }

    /// Whether a cell and the next one (below, or to the right) are the two halves of one domino.
    ///
    /// Dominoes one behind the other form an even run, which can be cut in only one way.
    pub fn is_joined(&self, row: usize, col: usize, kind: Cover) -> bool {
        let upright = kind == Cover::Upright;
        let (at, end) = if upright { (row, usize::from(self.rows)) } else { (col, usize::from(self.cols)) };
        let same =
            |i: usize| i < end && self.cover(if upright { i } else { row }, if upright { col } else { i }) == kind;
        let before = (0..at).rev().take_while(|&i| same(i)).count();
        same(at) && same(at + 1) && before % 2 == 0
    }
}

/// How a grid is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GridStyle {
    /// Squares with grooves between them for walls.
    #[default]
    Grooved,
    /// Squares side by side, covered by dominoes or with pieces on them.
    Plain,
}

/// A pawn on a grid.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PawnView {
    /// Whose.
    pub player: Player,
    /// The name on it, such as `X1`; empty if each player has one pawn.
    pub label: String,
    /// Row from the top.
    pub row: u8,
    /// Column from the left.
    pub col: u8,
}

/// A wall on a grid; it is two squares long and its middle is the corner of a wall slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WallView {
    /// Row of the upper squares.
    pub row: u8,
    /// Column of the left squares.
    pub col: u8,
    /// Upright (between columns) or lying (between rows).
    pub upright: bool,
}

/// A cell that a player wants to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GoalView {
    /// Who wants to get there.
    pub player: Player,
    /// Row from the top.
    pub row: u8,
    /// Column from the left.
    pub col: u8,
}

/// What a player has left to place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StockView {
    /// Whose.
    pub player: Player,
    /// What kind, a catalogue key: `walls`, `green`, `blue`.
    pub kind: Cow<'static, str>,
    /// How many.
    pub left: u8,
}

/// A tavli board.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TavliView {
    /// The rule set on the board now (of a match: the game being played).
    pub variant: Cow<'static, str>,
    /// Points 1..=24 in order.
    pub points: Vec<PointView>,
    /// Checkers on the bar, by player.
    pub bar: [u8; 2],
    /// Checkers borne off, by player.
    pub off: [u8; 2],
    /// Pips to go, by player.
    pub pips: [u16; 2],
    /// Points of each player's home, in the board's numbering.
    pub home: [[u8; 6]; 2],
    /// The point where each player's way begins, in the board's numbering.
    pub entry: [u8; 2],
    /// Whose turn it is.
    pub mover: Player,
    /// The dice on the board, higher first; empty if a roll is due.
    pub dice: Vec<u8>,
    /// The dice of this turn that are still to be played.
    pub dice_left: Vec<u8>,
    /// The score of a match, if this is one: points of both and points needed.
    pub match_score: Option<[u8; 3]>,
    /// Whether nothing can happen to a single checker: a fact for players, not for screens.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub blots_are_safe: bool,
}

impl TavliView {
    /// A point's number in a player's moves: 24 where the player's checkers enter, 1 at the end of the home.
    pub fn pip_number(&self, player: Player, point: u8) -> u8 {
        let entry = self.entry[player.index()];
        // The board is round: the point before the first one is the last if the player goes up.
        let before = (entry + 22) % 24 + 1;
        let goes_up = self.home[player.index()].contains(&before);
        let passed = if goes_up { point + 24 - entry } else { entry + 24 - point };
        24 - passed % 24
    }
}

/// What stands on a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PointView {
    /// Who holds it.
    pub owner: Option<Player>,
    /// The holder's checkers.
    pub count: u8,
    /// A checker of the other player lies pinned below.
    pub pinned: bool,
}

/// A shortest path to a goal, for screens that show it on request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PathView {
    /// Whose.
    pub player: Player,
    /// The pawn's label, as in [`PawnView`].
    pub pawn: String,
    /// The cells (row, column) from the pawn's own square to the goal.
    pub cells: Vec<(u8, u8)>,
    /// How many turns the way takes if nobody interferes.
    pub turns: u16,
}
