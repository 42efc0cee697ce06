use agon_core::BoardView;

use super::{Canvas, compact as compact_grid, lattice, status as status_lines, tavli};

/// The style of a text board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextStyle {
    /// With ANSI colours.
    pub color: bool,
    /// With ASCII characters only.
    pub ascii: bool,
}

/// The board and its status (walls left, pips, dice) as lines of English text.
///
/// # Examples
///
/// ```
/// use agon_games::draw::{TextStyle, text};
/// let table = agon_games::open("domineering:rows=2,cols=2").unwrap();
/// let board = text(&table.view(&[]).unwrap(), TextStyle { color: false, ascii: true });
/// assert_eq!(board.lines().next(), Some("  +---+---+"));
/// ```
pub fn text(view: &BoardView, style: TextStyle) -> String {
    let mut out = board(view, style).to_text(style.color);
    for line in status(view, style) {
        out.push_str(&line);
        out.push('\n');
    }
    out
}

/// The board alone, for screens that write the status themselves.
pub fn board(view: &BoardView, style: TextStyle) -> Canvas {
    match view {
        BoardView::Grid(grid) => lattice::draw(grid, style.ascii),
        BoardView::Tavli(board) => tavli::draw(board, style.ascii),
    }
}

/// The board alone with one line for each row, for large boards on small screens. Tavli boards
/// are the same as in [`board`].
pub fn compact(view: &BoardView, style: TextStyle) -> Canvas {
    match view {
        BoardView::Grid(grid) => compact_grid::draw(grid, style.ascii),
        BoardView::Tavli(board) => tavli::draw(board, style.ascii),
    }
}

/// The status of the board as lines of English text: walls left, pips, checkers off, dice.
pub fn status(view: &BoardView, style: TextStyle) -> Vec<String> {
    match view {
        BoardView::Grid(grid) => status_lines::grid(grid, style.ascii),
        BoardView::Tavli(board) => status_lines::tavli(board, style.ascii),
    }
}
