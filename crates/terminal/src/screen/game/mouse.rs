//! The mouse on the game screen: two clicks, or drag and drop. Walls are previewed under the pointer and rotated by the
//! right button or the wheel.

use agon_core::PlaceView;
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::GameScreen;
use crate::screen::context::Context;
use crate::screen::pages::Page;
use crate::session::Phase;

impl GameScreen {
    /// Handles the mouse.
    pub(crate) fn mouse(&mut self, mouse: MouseEvent, context: &Context) {
        if let Some(page) = &mut self.page {
            return scroll_page(page, mouse.kind);
        }
        match mouse.kind {
            MouseEventKind::Moved => self.hover(mouse.column, mouse.row),
            MouseEventKind::Down(MouseButton::Left) => self.press(mouse.column, mouse.row, context),
            MouseEventKind::Up(MouseButton::Left) => self.release(mouse.column, mouse.row, context),
            MouseEventKind::Down(MouseButton::Right) | MouseEventKind::ScrollUp | MouseEventKind::ScrollDown => {
                self.rotate_wall();
            }
            _ => {}
        }
    }

    /// The place under the pointer; a legal one if several overlap.
    fn pointed(&self, x: u16, y: u16) -> Option<PlaceView> {
        let places = self.layout.as_ref()?.places_at(x.into(), y.into(), self.upright);
        if self.rotated && places.iter().any(|place| same_corner(*place, self.cursor)) {
            return Some(self.cursor);
        }
        places.iter().find(|place| self.step_to(**place).is_some()).or(places.first()).copied()
    }

    fn hover(&mut self, x: u16, y: u16) {
        let walls = self.steps.next.iter().any(|step| matches!(step.places.to, PlaceView::Wall { .. }));
        match self.pointed(x, y) {
            Some(PlaceView::Wall { .. }) if !walls => {}
            Some(place) => self.point_at(place),
            None => {}
        }
    }

    fn point_at(&mut self, place: PlaceView) {
        self.rotated &= same_corner(place, self.cursor);
        if let PlaceView::Wall { upright, .. } = place {
            self.upright = upright;
        }
        self.cursor = place;
    }

    fn press(&mut self, x: u16, y: u16, context: &Context) {
        match self.session.phase() {
            Phase::Roll(player) if self.session.who(player).is_human() => return self.roll(context),
            _ => {}
        }
        let Some(place) = self.pointed(x, y) else {
            // A click in the middle of a tavli board ends a complete turn.
            if self.steps.next.is_empty() && self.steps.turn.is_some() {
                self.finish(context);
            }
            return;
        };
        let was_here = self.cursor == place;
        self.point_at(place);
        if let Some(selected) = self.selected
            && selected != place
            && self.step_to(place).is_some()
        {
            return self.act(place, context);
        }
        if self.is_source(place) {
            self.pressed = Some((place, self.selected == Some(place)));
            self.selected = Some(place);
            return;
        }
        // On a terminal without mouse movement, the first click on a wall only previews it.
        if was_here || !matches!(place, PlaceView::Wall { .. }) {
            self.act(place, context);
        }
    }

    fn release(&mut self, x: u16, y: u16, context: &Context) {
        let Some((from, was_selected)) = self.pressed.take() else { return };
        match self.pointed(x, y) {
            Some(place) if place == from => {
                if was_selected {
                    self.selected = None;
                } else if self.session.has_dice() {
                    self.play_only_step(context);
                }
            }
            Some(place) => {
                self.point_at(place);
                self.act(place, context);
            }
            None => self.selected = None,
        }
    }
}

fn same_corner(one: PlaceView, other: PlaceView) -> bool {
    match (one, other) {
        (PlaceView::Wall { row, col, .. }, PlaceView::Wall { row: r, col: c, .. }) => (row, col) == (r, c),
        _ => false,
    }
}

fn scroll_page(page: &mut Page, kind: MouseEventKind) {
    let by = match kind {
        MouseEventKind::ScrollUp => -1,
        MouseEventKind::ScrollDown => 1,
        _ => return,
    };
    match page {
        Page::Text { scroll, .. } => *scroll = scroll.saturating_add_signed(by * 3),
        Page::Boards(boards) => boards.go(by),
        _ => {}
    }
}
