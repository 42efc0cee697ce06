use std::ops::Range;

use agon_core::PlaceView;
use agon_core::view::{GridStyle, GridView};

use super::{LabelledSides, text};
use crate::draw::{Canvas, Layout, Marks};

/// Where the squares of a grid lie in a drawing.
pub(super) struct GridLayout {
    pub(super) view: GridView,
    pub(super) rows: Axis,
    pub(super) cols: Axis,
}

/// The rows or the columns of a drawing.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    /// Length of a square.
    pub(super) cell: usize,
    /// Width of the lines between squares: 1, or 0 for a plain board too large for lines.
    pub(super) gap: usize,
    /// Width of the line around the board.
    pub(super) frame: usize,
    /// The place where the first visible square begins.
    pub(super) origin: usize,
    /// The first visible square, and the number of visible squares.
    first: usize,
    shown: usize,
}

impl Axis {
    /// The squares that can be seen.
    pub(super) fn visible(self) -> Range<usize> {
        self.first..self.first + self.shown
    }

    /// The place where a visible square begins.
    pub(super) fn start(self, index: usize) -> usize {
        self.origin + (index - self.first) * (self.cell + self.gap)
    }

    /// The first place behind the board.
    pub(super) fn end(self) -> usize {
        self.start(self.first + self.shown) + self.frame - self.gap
    }

    /// The lines between the squares and around the board: the square behind a line, and the place of the line.
    pub(super) fn lines(self) -> impl Iterator<Item = (usize, usize)> {
        let squares = self.first + 1 - self.frame..self.first + self.shown + self.frame;
        squares.filter(move |_| self.gap > 0).map(move |index| (index, self.start(index) - self.gap))
    }

    /// The square at a place or before the line at this place, and how far the place is into them.
    fn locate(self, place: usize) -> Option<(usize, usize)> {
        let offset = place.checked_sub(self.origin)?;
        let pitch = self.cell + self.gap;
        (offset / pitch < self.shown).then(|| (self.first + offset / pitch, offset % pitch))
    }

    /// Shows only what fits, with a square well inside it.
    fn scroll(&mut self, room: usize, to: usize) {
        let count = self.shown;
        self.shown = ((room.saturating_sub(self.origin) + self.gap) / (self.cell + self.gap)).max(1).min(count);
        self.first = to.saturating_sub(self.shown / 2).min(count - self.shown);
    }
}

/// Sizes of squares, largest first: columns, lines, and the width of the lines between them.
const SIZES: [(usize, usize, usize); 6] = [(7, 3, 1), (5, 2, 1), (5, 1, 1), (3, 1, 1), (3, 1, 0), (2, 1, 0)];
/// The size in print.
const PRINTED: (usize, usize, usize) = (3, 1, 1);

impl GridLayout {
    /// The whole board in print.
    pub(super) fn printed(view: GridView) -> Self {
        let [rows, cols] = axes(&view, PRINTED, 1);
        Self { view, rows, cols }
    }

    /// The largest drawing that fits, scrolled to the cursor if there is none.
    pub(super) fn fit(view: GridView, room: (usize, usize), cursor: Option<PlaceView>) -> Self {
        let grooved = view.style == GridStyle::Grooved;
        let sizes = SIZES.into_iter().filter(|(.., gap)| !grooved || *gap > 0);
        let mut framed = sizes.flat_map(|size| [1, 0].map(|frame| axes(&view, size, frame.min(size.2))));
        let (right, below) = labels_behind(&view);
        let fitting = framed.find(|[rows, cols]| cols.end() + right <= room.0 && rows.end() + below <= room.1);
        let [rows, cols] = fitting.unwrap_or_else(|| {
            // The smallest squares that can still be told apart.
            let [mut rows, mut cols] = axes(&view, if grooved { (3, 1, 1) } else { (3, 1, 0) }, 0);
            let (row, col) = match cursor {
                Some(PlaceView::Cell { row, col } | PlaceView::Wall { row, col, .. }) => (row.into(), col.into()),
                _ => (0, 0),
            };
            rows.scroll(room.1.saturating_sub(below), row);
            cols.scroll(room.0.saturating_sub(right), col);
            [rows, cols]
        });
        Self { view, rows, cols }
    }

    fn is_on_board(&self, place: PlaceView) -> bool {
        match place {
            PlaceView::Wall { row, col, .. } => {
                row < self.view.rows.saturating_sub(1) && col < self.view.cols.saturating_sub(1)
            }
            _ => true,
        }
    }
}

/// The width of the row labels, with the blank between them and the board.
fn label_width(view: &GridView) -> usize {
    view.row_labels.iter().map(|label| label.chars().count()).max().unwrap_or(0) + 1
}

/// The columns and lines of the labels to the right of the board and below it.
fn labels_behind(view: &GridView) -> (usize, usize) {
    let sides = LabelledSides::of(view);
    (if sides.right { label_width(view) } else { 0 }, usize::from(sides.below))
}

/// Rows and columns of a drawing of the whole board.
fn axes(view: &GridView, (width, height, gap): (usize, usize, usize), frame: usize) -> [Axis; 2] {
    let label_width = label_width(view);
    let label_above = usize::from(LabelledSides::of(view).above);
    let axis =
        |count: u8, cell, labels| Axis { cell, gap, frame, origin: labels + frame, first: 0, shown: count.into() };
    [axis(view.rows, height, label_above), axis(view.cols, width, label_width)]
}

impl Layout for GridLayout {
    fn size(&self) -> (usize, usize) {
        let (right, below) = labels_behind(&self.view);
        (self.cols.end() + right, self.rows.end() + below)
    }

    /// A square, or the wall slots beside a groove.
    fn places_at(&self, x: usize, y: usize, upright: bool) -> Vec<PlaceView> {
        let (Some((row, in_y)), Some((col, in_x))) = (self.rows.locate(y), self.cols.locate(x)) else {
            return Vec::new();
        };
        let (row, col) = (row as u8, col as u8);
        let wall = |row: u8, col: u8, upright: bool| PlaceView::Wall { row, col, upright };
        let nearer = |second: bool, places: [PlaceView; 2]| if second { [places[1], places[0]] } else { places };
        let places = match (in_x >= self.cols.cell, in_y >= self.rows.cell) {
            (false, false) => return vec![PlaceView::Cell { row, col }],
            _ if self.view.style != GridStyle::Grooved => return Vec::new(),
            (true, true) => [wall(row, col, upright), wall(row, col, !upright)],
            // A groove beside a square: the corner before or behind, the nearer one first.
            (true, false) => {
                nearer(in_y * 2 >= self.rows.cell, [wall(row.wrapping_sub(1), col, true), wall(row, col, true)])
            }
            (false, true) => {
                nearer(in_x * 2 >= self.cols.cell, [wall(row, col.wrapping_sub(1), false), wall(row, col, false)])
            }
        };
        places.into_iter().filter(|place| self.is_on_board(*place)).collect()
    }

    fn neighbour(&self, place: PlaceView, dx: i32, dy: i32) -> PlaceView {
        let shift =
            |at: u8, by: i32, count: u8| (i32::from(at) + by).clamp(0, i32::from(count.saturating_sub(1))) as u8;
        let (rows, cols) = (self.view.rows, self.view.cols);
        match place {
            PlaceView::Wall { row, col, upright } => PlaceView::Wall {
                row: shift(row, dy, rows.saturating_sub(1)),
                col: shift(col, dx, cols.saturating_sub(1)),
                upright,
            },
            PlaceView::Cell { row, col } => PlaceView::Cell { row: shift(row, dy, rows), col: shift(col, dx, cols) },
            _ => PlaceView::Cell { row: 0, col: 0 },
        }
    }

    fn draw(&self, marks: &Marks, ascii: bool) -> Canvas {
        text::draw(self, marks, ascii)
    }
}
