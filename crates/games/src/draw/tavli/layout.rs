use agon_core::view::TavliView;
use agon_core::{PlaceView, Player};

use super::text;
use crate::draw::{Canvas, Layout, Marks};

/// Where the points of a tavli board lie in a drawing: P13 to P24 above from left to right, P12 to P1 below, the bar
/// between the quarters, the trays on the right. The board is never mirrored.
pub(super) struct TavliLayout {
    pub(super) view: TavliView,
    /// Widths of a point, of the bar and of the trays.
    point: usize,
    bar: usize,
    tray: usize,
    /// Lines of checkers on each side.
    pub(super) stack: usize,
    /// Lines in the middle, for the dice.
    pub(super) middle: usize,
    /// Whether a frame closes the board and its own numbers stand beside those of the player to move.
    pub(super) framed: bool,
}

/// A column of the drawing, from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    /// A pair of points, counted from the left, the bar left out.
    Points(u8),
    Bar,
    Tray,
}

impl TavliLayout {
    /// The board in print.
    pub(super) fn printed(view: TavliView) -> Self {
        Self { view, point: 4, bar: 5, tray: 5, stack: 5, middle: 1, framed: true }
    }

    /// The largest drawing that fits.
    pub(super) fn fit(view: TavliView, (width, height): (usize, usize)) -> Self {
        let (bar, tray, lines) = (3, 4, 4);
        let point = (width.saturating_sub(bar + tray + lines) / 12).clamp(2, 6);
        let mut layout = Self { view, point, bar, tray, stack: 1, middle: 1, framed: false };
        let height = height.saturating_sub(2 * layout.label_lines());
        // Dice in boxes need more room both ways.
        layout.middle = if height >= 11 && point >= 3 { 3 } else { 1 };
        layout.stack = (height.saturating_sub(layout.middle) / 2).clamp(1, 15);
        layout
    }

    /// The column of the line on the left.
    pub(super) fn left(&self) -> usize {
        if self.framed { 2 } else { 0 }
    }

    /// Lines of labels on each side: the mover's numbers, with those of the board or in two lines if they touched.
    fn label_lines(&self) -> usize {
        if self.framed || self.point < 3 { 2 } else { 1 }
    }

    /// The first line of checkers.
    pub(super) fn top(&self) -> usize {
        self.label_lines() + usize::from(self.framed)
    }

    /// The last line of checkers.
    pub(super) fn bottom(&self) -> usize {
        self.top() + 2 * self.stack + self.middle - 1
    }

    /// Widths between the upright lines.
    pub(super) fn widths(&self) -> [usize; 4] {
        [6 * self.point, self.bar, 6 * self.point, self.tray]
    }

    /// Left edge and width of a column.
    pub(super) fn span(&self, column: Column) -> (usize, usize) {
        let Self { point, bar, tray, .. } = *self;
        let (start, width) = match column {
            Column::Points(i @ 0..6) => (1 + usize::from(i) * point, point),
            Column::Points(i) => (3 + bar + usize::from(i) * point, point),
            Column::Bar => (2 + 6 * point, bar),
            Column::Tray => (4 + bar + 12 * point, tray),
        };
        (self.left() + start, width)
    }

    /// Whether a player's bar is above: checkers wait in the half where they enter.
    fn bar_is_above(&self, player: Player) -> bool {
        self.view.entry[player.index()] > 12
    }

    /// Whether a player's tray is above: it is beside the home.
    fn tray_is_above(&self, player: Player) -> bool {
        self.view.home[player.index()].iter().all(|point| *point > 12)
    }

    /// Where a place is: its column, and whether it hangs from the top.
    pub(super) fn column_of(&self, place: PlaceView) -> Option<(Column, bool)> {
        match place {
            PlaceView::Point { point: point @ 1..=12 } => Some((Column::Points(12 - point), false)),
            PlaceView::Point { point: point @ 13..=24 } => Some((Column::Points(point - 13), true)),
            PlaceView::Bar { player } => Some((Column::Bar, self.bar_is_above(player))),
            PlaceView::Off { player } => Some((Column::Tray, self.tray_is_above(player))),
            _ => None,
        }
    }

    fn place_of(&self, column: Column, top: bool) -> PlaceView {
        let owner = |is_above: bool| if is_above == top { Player::P1 } else { Player::P2 };
        match (column, top) {
            (Column::Points(i), true) => PlaceView::Point { point: 13 + i },
            (Column::Points(i), false) => PlaceView::Point { point: 12 - i },
            (Column::Bar, _) => PlaceView::Bar { player: owner(self.bar_is_above(Player::P1)) },
            (Column::Tray, _) => PlaceView::Off { player: owner(self.tray_is_above(Player::P1)) },
        }
    }

    /// The line of the checker that lies `index` places from the edge.
    pub(super) fn line(&self, top: bool, index: usize) -> usize {
        if top { self.top() + index } else { self.bottom() - index }
    }

    /// The line of a column's label.
    pub(super) fn label_line(&self, (column, top): (Column, bool)) -> usize {
        let outside = match column {
            _ if self.point >= 3 => 0,
            Column::Points(i) => usize::from(i % 2),
            Column::Bar | Column::Tray => 1,
        };
        let frame = usize::from(self.framed);
        if top { self.top() - 1 - frame - outside } else { self.bottom() + 1 + frame + outside }
    }

    fn columns() -> impl Iterator<Item = Column> {
        (0..6).map(Column::Points).chain([Column::Bar]).chain((6..12).map(Column::Points)).chain([Column::Tray])
    }
}

impl Layout for TavliLayout {
    fn size(&self) -> (usize, usize) {
        let (tray, width) = self.span(Column::Tray);
        (tray + width + usize::from(self.framed), self.bottom() + self.top() + 1)
    }

    /// A place and its label are found by their column; the middle is no place.
    fn places_at(&self, x: usize, y: usize, _upright: bool) -> Vec<PlaceView> {
        let top = y < self.top() + self.stack;
        if y >= self.size().1 || (!top && y + self.stack <= self.bottom()) {
            return Vec::new();
        }
        let is_hit = |column: &Column| {
            let (left, width) = self.span(*column);
            (left..left + width).contains(&x)
        };
        Self::columns().find(is_hit).map(|column| self.place_of(column, top)).into_iter().collect()
    }

    fn neighbour(&self, place: PlaceView, dx: i32, dy: i32) -> PlaceView {
        let (column, top) = self.column_of(place).unwrap_or((Column::Points(11), false));
        let columns: Vec<Column> = Self::columns().collect();
        let at = columns.iter().position(|other| *other == column).unwrap_or(0) as i32;
        let at = (at + dx).clamp(0, columns.len() as i32 - 1) as usize;
        let top = if dy == 0 { top } else { dy < 0 };
        self.place_of(columns[at], top)
    }

    fn draw(&self, marks: &Marks, ascii: bool) -> Canvas {
        text::draw(self, marks, ascii)
    }
}
