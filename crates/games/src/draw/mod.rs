//! Boards as text and as SVG, drawn from a [`agon_core::BoardView`] without knowing a rule.
//!
//! Text has one drawing per kind of board. Its [`Layout`] says where everything is, in print or as large as a screen
//! allows; [`Marks`] are what a player points at. The result is a [`Canvas`].
//!
//! Each kind of board implements `BoardDrawing` and [`Layout`]; `kind` chooses it.

mod canvas;
mod grid;
mod marks;
mod picture;
mod tavli;

use agon_core::{BoardView, PlaceView, Player};

pub use canvas::{Canvas, Emphasis, Ink, Paint};
pub use marks::{Mark, Marks};

/// The style of a text board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextStyle {
    /// With ANSI colours.
    pub color: bool,
    /// With ASCII characters only.
    pub ascii: bool,
}

/// A kind of board that can be drawn.
trait BoardDrawing {
    /// The board as it is printed.
    fn printed(&self) -> Box<dyn Layout>;

    /// The largest layout that fits into a number of columns and lines. A board that is larger in any size is
    /// scrolled so that the cursor can be seen.
    fn fit(&self, room: (usize, usize), cursor: Option<PlaceView>) -> Box<dyn Layout>;

    /// What a player has left, and the dice, as lines of English text.
    fn status(&self, ascii: bool) -> Vec<String>;

    /// The board as a standalone SVG picture.
    fn svg(&self, title: &str, marks: &Marks) -> String;

    /// The board as an SVG element for a page, with what can be picked up and where it may go.
    fn figure(&self, marks: &Marks) -> String;
}

fn kind(view: &BoardView) -> &dyn BoardDrawing {
    match view {
        BoardView::Grid(grid) => grid,
        BoardView::Tavli(board) => board,
    }
}

/// A board of a certain size. Columns and lines are counted from its top left corner.
pub trait Layout {
    /// Number of columns and lines.
    fn size(&self) -> (usize, usize);

    /// What may be meant by a column and a line, the most likely place first. Where wall slots cross, it is the one of
    /// the given direction.
    fn places_at(&self, column: usize, line: usize, upright: bool) -> Vec<PlaceView>;

    /// Where a cursor goes from a place.
    fn neighbour(&self, place: PlaceView, dx: i32, dy: i32) -> PlaceView;

    /// Draws the board.
    fn draw(&self, marks: &Marks, ascii: bool) -> Canvas;
}

/// The board and its status (walls left, pips, dice) as lines of English text.
///
/// # Examples
///
/// ```
/// use agon_games::draw::{TextStyle, text};
/// let table = agon_games::open("domineering:rows=2,cols=2").unwrap();
/// let board = text(&table.view(&[]).unwrap(), TextStyle { color: false, ascii: true });
/// assert_eq!(board.lines().nth(1), Some("  +---+---+"));
/// ```
pub fn text(view: &BoardView, style: TextStyle) -> String {
    text_with(view, &Marks::default(), style)
}

/// Like [`text`], with marks on the board.
pub fn text_with(view: &BoardView, marks: &Marks, style: TextStyle) -> String {
    let mut out = board_with(view, marks, style).to_text(style.color);
    for line in status(view, style) {
        out.push_str(&line);
        out.push('\n');
    }
    out
}

/// The board alone, for screens that write the status themselves.
pub fn board(view: &BoardView, style: TextStyle) -> Canvas {
    board_with(view, &Marks::default(), style)
}

/// Like [`board`], with marks on it.
pub fn board_with(view: &BoardView, marks: &Marks, style: TextStyle) -> Canvas {
    kind(view).printed().draw(marks, style.ascii)
}

/// The board as large as a screen of these columns and lines allows. A board larger than that is scrolled so that
/// the cursor can be seen.
pub fn layout(view: &BoardView, room: (usize, usize), cursor: Option<PlaceView>) -> Box<dyn Layout> {
    kind(view).fit(room, cursor)
}

/// The status of the board as lines of English text: walls left, pips, checkers off, dice.
pub fn status(view: &BoardView, style: TextStyle) -> Vec<String> {
    kind(view).status(style.ascii)
}

/// The board as a standalone SVG picture, in light or dark colours as the reader's system prefers.
///
/// Every shape has a class and every colour is a CSS variable of `.agon`, so that a page that
/// embeds the picture can give it other colours. The title and a description in words are part
/// of it, for screen readers.
pub fn svg(view: &BoardView, title: &str) -> String {
    svg_with(view, &Marks::default(), title)
}

/// Like [`svg`], with marks on the board: what can be picked up, where it may go, and paths.
pub fn svg_with(view: &BoardView, marks: &Marks, title: &str) -> String {
    kind(view).svg(title, marks)
}

/// The board as an SVG element for a page, which gives the classes of [`svg`] their colours and says in words what the
/// picture shows. Of the marks, what can be picked up and where it may go are drawn.
pub fn figure(view: &BoardView, marks: &Marks) -> String {
    kind(view).figure(marks)
}

/// A player's checker, or a pawn without a name.
pub fn piece(player: Player, ascii: bool) -> char {
    match player {
        Player::P1 => pick(ascii, '○', 'W'),
        Player::P2 => pick(ascii, '●', 'B'),
    }
}

/// Chooses between Unicode and ASCII characters.
fn pick<T>(ascii: bool, unicode: T, plain: T) -> T {
    if ascii { plain } else { unicode }
}
