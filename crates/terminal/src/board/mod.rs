//! Boards on the screen: where everything is, how it is drawn, what the mouse points at.

mod grid;
mod grid_layout;
mod tavli;
mod tavli_layout;

use std::collections::HashMap;

use agon_core::{BoardView, PathView, PlaceView};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::theme::Theme;
use grid_layout::GridLayout;
use tavli_layout::TavliLayout;

/// What is drawn on a board besides its pieces.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// Where the keyboard is.
    pub cursor: Option<PlaceView>,
    /// What has been picked up.
    pub selected: Option<PlaceView>,
    /// Pieces that can be picked up.
    pub sources: Vec<PlaceView>,
    /// Where the piece in hand may go.
    pub targets: Vec<PlaceView>,
    /// What would be placed at the cursor, and whether it may be.
    pub preview: Vec<(PlaceView, bool)>,
    /// What the last turn touched.
    pub last: Vec<PlaceView>,
    /// What the engine suggests.
    pub hint: Vec<PlaceView>,
    /// Shortest paths.
    pub paths: Vec<PathView>,
}

impl Marks {
    fn kinds(&self) -> HashMap<PlaceView, Mark> {
        let mut marks = HashMap::new();
        // Later kinds win over earlier ones.
        marks.extend(self.last.iter().map(|place| (*place, Mark::Last)));
        marks.extend(self.sources.iter().map(|place| (*place, Mark::Source)));
        marks.extend(self.targets.iter().map(|place| (*place, Mark::Target)));
        marks.extend(self.hint.iter().map(|place| (*place, Mark::Hint)));
        for (place, legal) in &self.preview {
            marks.insert(*place, if *legal { Mark::Preview } else { Mark::Refused });
        }
        marks.extend(self.selected.iter().map(|place| (*place, Mark::Selected)));
        marks
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Last,
    Source,
    Target,
    Hint,
    Preview,
    Refused,
    Selected,
}

/// Where a board lies on the screen.
#[derive(Clone, Debug)]
pub(crate) enum Layout {
    /// Squares.
    Grid(GridLayout),
    /// Points.
    Tavli(TavliLayout),
}

impl Layout {
    /// The largest drawing of the board that fits; a board larger than the area is scrolled so that
    /// the cursor can be seen.
    pub(crate) fn fit(view: &BoardView, area: Rect, cursor: Option<PlaceView>) -> Self {
        match view {
            BoardView::Grid(view) => Self::Grid(GridLayout::fit(view, area, cursor)),
            BoardView::Tavli(view) => Self::Tavli(TavliLayout::fit(view, area)),
        }
    }

    /// How wide and high the drawing is.
    pub(crate) fn size(&self) -> (u16, u16) {
        match self {
            Self::Grid(layout) => layout.size(),
            Self::Tavli(layout) => layout.size(),
        }
    }

    /// What a position of the mouse may mean, the most likely first.
    pub(crate) fn places_at(&self, x: u16, y: u16, upright: bool) -> Vec<PlaceView> {
        match self {
            Self::Grid(layout) => layout.places_at(x, y, upright),
            Self::Tavli(layout) => layout.place_at(x, y).into_iter().collect(),
        }
    }

    /// A position of the mouse that means a place, for tests that point at it.
    #[cfg(test)]
    pub(crate) fn spot(&self, place: PlaceView) -> Option<(u16, u16)> {
        match self {
            Self::Grid(layout) => layout.spot(place),
            Self::Tavli(layout) => layout.spot(place),
        }
    }

    /// Where the keyboard goes from a place.
    pub(crate) fn neighbour(&self, place: PlaceView, dx: i32, dy: i32) -> PlaceView {
        match self {
            Self::Grid(layout) => layout.neighbour(place, dx, dy),
            Self::Tavli(layout) => layout.neighbour(place, dx, dy),
        }
    }

    /// Draws the board.
    pub(crate) fn draw(&self, view: &BoardView, marks: &Marks, theme: Theme, buffer: &mut Buffer) {
        match (self, view) {
            (Self::Grid(layout), BoardView::Grid(view)) => grid::draw(view, layout, marks, theme, buffer),
            (Self::Tavli(layout), BoardView::Tavli(view)) => tavli::draw(view, layout, marks, theme, buffer),
            _ => {}
        }
    }
}
