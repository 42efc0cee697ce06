use agon_core::PlaceView;
use agon_core::view::{GridStyle, GridView};
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

/// Where the squares of a grid lie on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GridLayout {
    /// Size of a square without the groove.
    pub(super) cell: (u16, u16),
    /// Width of grooves: 1, or 0 for a plain board too large for lines.
    pub(super) gap: u16,
    /// Room for row labels.
    pub(super) label: u16,
    /// Top left of the first visible square.
    pub(super) origin: (u16, u16),
    /// First visible row and column.
    pub(super) first: (u8, u8),
    /// Number of visible rows and columns.
    pub(super) shown: (u8, u8),
    /// Rows and columns of the board.
    pub(super) board: (u8, u8),
    /// Whether walls can be placed.
    grooved: bool,
    /// Whether column labels stand below the board too.
    pub(super) labels_below: bool,
}

/// Sizes of squares, largest first, with the groove.
const SIZES: [(u16, u16, u16); 6] = [(7, 3, 1), (5, 2, 1), (5, 1, 1), (3, 1, 1), (3, 1, 0), (2, 1, 0)];

impl GridLayout {
    pub(super) fn fit(view: &GridView, area: Rect, cursor: Option<PlaceView>) -> Self {
        let label = view.row_labels.iter().map(|label| label.width()).max().unwrap_or(0) as u16 + 1;
        let grooved = view.style == GridStyle::Grooved;
        let (rows, cols) = (u16::from(view.rows.max(1)), u16::from(view.cols.max(1)));
        let room = (area.width.saturating_sub(label), area.height.saturating_sub(1));
        let length = |count: u16, size: u16, gap: u16| count * (size + gap) - gap.min(count * gap);
        let sizes = SIZES.iter().filter(|(_, _, gap)| !grooved || *gap == 1);
        let fitting =
            sizes.clone().find(|&&(w, h, gap)| length(cols, w, gap) <= room.0 && length(rows, h, gap) <= room.1);
        // Nothing fits: the smallest squares that can still be told apart, scrolled.
        let &(w, h, gap) = fitting.unwrap_or(if grooved { &(3, 1, 1) } else { &(3, 1, 0) });
        let shown = |count: u16, size: u16, room: u16| ((room + gap) / (size + gap)).clamp(1, count) as u8;
        let shown = (shown(rows, h, room.1), shown(cols, w, room.0));
        let at = match cursor {
            Some(PlaceView::Cell { row, col } | PlaceView::Wall { row, col, .. }) => (row, col),
            _ => (0, 0),
        };
        let first = (scroll(at.0, shown.0, view.rows), scroll(at.1, shown.1, view.cols));
        let height = length(u16::from(shown.0), h, gap);
        Self {
            cell: (w, h),
            gap,
            label,
            origin: (area.x + label, area.y + 1),
            first,
            shown,
            board: (view.rows, view.cols),
            grooved,
            labels_below: area.height > height + 1,
        }
    }

    pub(super) fn size(&self) -> (u16, u16) {
        let length = |count: u8, size: u16| u16::from(count) * (size + self.gap) - self.gap;
        (
            self.label + length(self.shown.1, self.cell.0),
            1 + length(self.shown.0, self.cell.1) + u16::from(self.labels_below),
        )
    }

    /// Top left of a square, if it can be seen.
    pub(super) fn cell_at(&self, row: u8, col: u8) -> Option<(u16, u16)> {
        let (r, c) = (row.checked_sub(self.first.0)?, col.checked_sub(self.first.1)?);
        (r < self.shown.0 && c < self.shown.1).then(|| {
            (
                self.origin.0 + u16::from(c) * (self.cell.0 + self.gap),
                self.origin.1 + u16::from(r) * (self.cell.1 + self.gap),
            )
        })
    }

    #[cfg(test)]
    pub(super) fn spot(&self, place: PlaceView) -> Option<(u16, u16)> {
        let (w, h) = self.cell;
        match place {
            PlaceView::Cell { row, col } => self.cell_at(row, col).map(|(x, y)| (x + w / 2, y + h / 2)),
            PlaceView::Wall { row, col, .. } => {
                self.cell_at(row + 1, col + 1)?;
                self.cell_at(row, col).map(|(x, y)| (x + w, y + h))
            }
            _ => None,
        }
    }

    /// What a position of the mouse may mean: a square, or the wall slots beside a groove.
    pub(super) fn places_at(&self, x: u16, y: u16, upright: bool) -> Vec<PlaceView> {
        let (Some(x), Some(y)) = (x.checked_sub(self.origin.0), y.checked_sub(self.origin.1)) else {
            return Vec::new();
        };
        let pitch = (self.cell.0 + self.gap, self.cell.1 + self.gap);
        let (c, r) = (x / pitch.0, y / pitch.1);
        if c >= u16::from(self.shown.1) || r >= u16::from(self.shown.0) {
            return Vec::new();
        }
        let (row, col) = (r as u8 + self.first.0, c as u8 + self.first.1);
        let (in_x, in_y) = (x % pitch.0, y % pitch.1);
        match (in_x >= self.cell.0, in_y >= self.cell.1) {
            (false, false) => vec![PlaceView::Cell { row, col }],
            _ if !self.grooved => Vec::new(),
            (true, true) => [upright, !upright].map(|upright| PlaceView::Wall { row, col, upright }).to_vec(),
            // A groove between columns: the corner below or above, the nearer one first.
            (true, false) => Self::slots((row, row.wrapping_sub(1)), (col, col), in_y * 2 >= self.cell.1, true),
            (false, true) => Self::slots((row, row), (col, col.wrapping_sub(1)), in_x * 2 >= self.cell.0, false),
        }
        .into_iter()
        .filter(|place| self.is_on_board(*place))
        .collect()
    }

    fn slots(rows: (u8, u8), cols: (u8, u8), near: bool, upright: bool) -> Vec<PlaceView> {
        let first = PlaceView::Wall { row: rows.0, col: cols.0, upright };
        let second = PlaceView::Wall { row: rows.1, col: cols.1, upright };
        if near { vec![first, second] } else { vec![second, first] }
    }

    fn is_on_board(&self, place: PlaceView) -> bool {
        match place {
            PlaceView::Cell { row, col } => row < self.board.0 && col < self.board.1,
            PlaceView::Wall { row, col, .. } => {
                row < self.board.0.saturating_sub(1) && col < self.board.1.saturating_sub(1)
            }
            _ => false,
        }
    }

    pub(super) fn neighbour(&self, place: PlaceView, dx: i32, dy: i32) -> PlaceView {
        let shift =
            |at: u8, by: i32, count: u8| (i32::from(at) + by).clamp(0, i32::from(count.saturating_sub(1))) as u8;
        match place {
            PlaceView::Wall { row, col, upright } => PlaceView::Wall {
                row: shift(row, dy, self.board.0.saturating_sub(1)),
                col: shift(col, dx, self.board.1.saturating_sub(1)),
                upright,
            },
            PlaceView::Cell { row, col } => {
                PlaceView::Cell { row: shift(row, dy, self.board.0), col: shift(col, dx, self.board.1) }
            }
            _ => PlaceView::Cell { row: 0, col: 0 },
        }
    }
}

/// The first row to show so that `at` is well inside the window.
fn scroll(at: u8, shown: u8, count: u8) -> u8 {
    at.saturating_sub(shown / 2).min(count.saturating_sub(shown))
}
