use agon_core::view::TavliView;
use agon_core::{PlaceView, Player};
use ratatui::layout::Rect;

/// Where the points of a tavli board lie on the screen.
///
/// Points 13 to 24 lie above from left to right, 12 to 1 below, as in the boards drawn as text. The
/// board is never mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TavliLayout {
    pub(super) origin: (u16, u16),
    /// Width of a point.
    pub(super) width: u16,
    /// Rows of checkers on each side.
    pub(super) stack: u16,
    /// Rows in the middle, for the dice.
    pub(super) middle: u16,
    /// Whether each player's bar is above: checkers wait in the half where they enter.
    bar_top: [bool; 2],
    /// Whether each player's tray is above: it is beside his home.
    tray_top: [bool; 2],
}

/// Width of the bar.
pub(super) const BAR: u16 = 3;
/// Width of the trays beside the board.
pub(super) const TRAY: u16 = 4;

/// A column of the drawing, from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    /// A pair of points, counted from the left, the bar left out.
    Points(u8),
    Bar,
    Tray,
}

impl TavliLayout {
    pub(super) fn fit(view: &TavliView, area: Rect) -> Self {
        let frame = 4 + BAR + TRAY;
        let width = (area.width.saturating_sub(frame) / 12).clamp(2, 6);
        let height = area.height.saturating_sub(2);
        let middle = if height >= 11 { 3 } else { 1 };
        let stack = (height.saturating_sub(middle) / 2).clamp(1, 15);
        let bar_top = view.entry.map(|entry| entry > 12);
        let tray_top = view.home.map(|home| home[0] > 12);
        Self { origin: (area.x, area.y), width, stack, middle, bar_top, tray_top }
    }

    pub(super) fn size(&self) -> (u16, u16) {
        (12 * self.width + 4 + BAR + TRAY, 2 + 2 * self.stack + self.middle)
    }

    /// Left edge and width of a column.
    pub(super) fn span(&self, column: Column) -> (u16, u16) {
        let half = 6 * self.width;
        let x = self.origin.0;
        match column {
            Column::Points(i @ 0..6) => (x + 1 + u16::from(i) * self.width, self.width),
            Column::Points(i) => (x + 3 + BAR + u16::from(i) * self.width, self.width),
            Column::Bar => (x + 2 + half, BAR),
            Column::Tray => (x + 4 + BAR + 2 * half, TRAY),
        }
    }

    /// Where a place stands: its column and whether it hangs from the top.
    pub(super) fn column_of(&self, place: PlaceView) -> Option<(Column, bool)> {
        match place {
            PlaceView::Point { point: point @ 1..=12 } => Some((Column::Points(12 - point), false)),
            PlaceView::Point { point: point @ 13..=24 } => Some((Column::Points(point - 13), true)),
            PlaceView::Bar { player } => Some((Column::Bar, self.bar_top[player.index()])),
            PlaceView::Off { player } => Some((Column::Tray, self.tray_top[player.index()])),
            _ => None,
        }
    }

    #[cfg(test)]
    pub(super) fn spot(&self, place: PlaceView) -> Option<(u16, u16)> {
        let (column, top) = self.column_of(place)?;
        Some((self.span(column).0 + 1, self.row(top, 0)))
    }

    fn place_of(&self, column: Column, top: bool) -> PlaceView {
        let owner = |tops: [bool; 2]| if tops[0] == top { Player::P1 } else { Player::P2 };
        match (column, top) {
            (Column::Points(i), true) => PlaceView::Point { point: 13 + i },
            (Column::Points(i), false) => PlaceView::Point { point: 12 - i },
            (Column::Bar, _) => PlaceView::Bar { player: owner(self.bar_top) },
            (Column::Tray, _) => PlaceView::Off { player: owner(self.tray_top) },
        }
    }

    /// The row of the checker that lies `index` places from the edge.
    pub(super) fn row(&self, top: bool, index: u16) -> u16 {
        let y = self.origin.1;
        if top { y + 1 + index } else { y + self.stack * 2 + self.middle - index }
    }

    /// The row of the labels.
    pub(super) fn label_row(&self, top: bool) -> u16 {
        if top { self.origin.1 } else { self.origin.1 + 1 + 2 * self.stack + self.middle }
    }

    /// The first row of the middle.
    pub(super) fn middle_row(&self) -> u16 {
        self.origin.1 + 1 + self.stack
    }

    pub(super) fn place_at(&self, x: u16, y: u16) -> Option<PlaceView> {
        let (_, height) = self.size();
        let row = y.checked_sub(self.origin.1).filter(|row| *row < height)?;
        let top = row <= self.stack;
        if !top && row < 1 + self.stack + self.middle {
            return None;
        }
        Self::columns()
            .find(|column| {
                let (left, width) = self.span(*column);
                (left..left + width).contains(&x)
            })
            .map(|column| self.place_of(column, top))
    }

    fn columns() -> impl Iterator<Item = Column> {
        (0..6).map(Column::Points).chain([Column::Bar]).chain((6..12).map(Column::Points)).chain([Column::Tray])
    }

    pub(super) fn neighbour(&self, place: PlaceView, dx: i32, dy: i32) -> PlaceView {
        let (column, top) = self.column_of(place).unwrap_or((Column::Points(11), false));
        let columns: Vec<Column> = Self::columns().collect();
        let at = columns.iter().position(|other| *other == column).unwrap_or(0) as i32;
        let at = (at + dx).clamp(0, columns.len() as i32 - 1) as usize;
        let top = match dy {
            0 => top,
            dy => dy < 0,
        };
        self.place_of(columns[at], top)
    }
}
