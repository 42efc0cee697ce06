//! The tavli board in characters.

use std::collections::HashMap;

use agon_core::view::{PointView, TavliView};
use agon_core::{PlaceView, Player};

use super::layout::{Column, TavliLayout};
use crate::draw::{Canvas, Ink, Mark, Marks, Paint, pick, piece};

/// Piles of more checkers end in their number.
const MAX_PILE: usize = 5;

/// Draws the board with its labels.
pub(super) fn draw(layout: &TavliLayout, marks: &Marks, ascii: bool) -> Canvas {
    let view = &layout.view;
    let by_place = marks.places().collect();
    let mut board = Drawing { layout, view, ascii, cursor: marks.cursor, by_place, canvas: Canvas::default() };
    board.frame();
    for (number, point) in (1..=24).zip(&view.points) {
        board.point(number, *point);
    }
    for player in Player::ALL {
        board.bar(player);
        board.tray(player);
    }
    board.dice();
    board.canvas
}

struct Drawing<'a> {
    layout: &'a TavliLayout,
    view: &'a TavliView,
    ascii: bool,
    cursor: Option<PlaceView>,
    by_place: HashMap<PlaceView, Mark>,
    canvas: Canvas,
}

impl Drawing<'_> {
    fn piece(&self, player: Player) -> String {
        piece(player, self.ascii).to_string()
    }

    fn has_mark(&self, place: PlaceView, mark: Mark) -> bool {
        self.by_place.get(&place) == Some(&mark)
    }

    /// Writes a text in the middle of a column; one of even length lies to the left.
    fn put(&mut self, column: Column, line: usize, text: &str, ink: impl Into<Ink>) {
        let (left, width) = self.layout.span(column);
        let start = (left + (width - 1) / 2).saturating_sub(text.chars().count() / 2);
        self.canvas.put(line, start, text, ink);
    }

    /// Upright lines between the quarters, and the frame.
    fn frame(&mut self) {
        let (layout, widths) = (self.layout, self.layout.widths());
        let side = pick(self.ascii, "│", "|");
        let mut column = layout.left();
        for width in widths.into_iter().map(Some).chain([None]) {
            if width.is_some() || layout.framed {
                (layout.top()..=layout.bottom()).for_each(|line| self.canvas.put(line, column, side, Paint::Plain));
            }
            column += width.unwrap_or_default() + 1;
        }
        if !layout.framed {
            return;
        }
        for (line, corners) in [(layout.top() - 1, ["┌", "┬", "┐"]), (layout.bottom() + 1, ["└", "┴", "┘"])]
        {
            let [first, tee, last] = pick(self.ascii, corners, ["+"; 3]);
            let parts = widths.map(|width| pick(self.ascii, "─", "-").repeat(width)).join(tee);
            self.canvas.put(line, layout.left(), &format!("{first}{parts}{last}"), Paint::Plain);
        }
    }

    fn point(&mut self, number: u8, here: PointView) {
        let place = PlaceView::Point { point: number };
        let Some((column, top)) = self.layout.column_of(place) else { return };
        self.label(place, &self.view.pip_number(self.view.mover, number).to_string());
        if self.layout.framed {
            self.board_number(column, top, number);
        }
        let mut used = 0;
        if let Some(owner) = here.owner {
            used = usize::from(here.pinned);
            if here.pinned {
                let below = owner.opponent();
                let prisoner = format!("[{}]", self.piece(below).to_lowercase());
                self.put(column, self.layout.line(top, 0), &prisoner, Paint::Player(below));
            }
            used += self.pile(place, owner, here.count, used);
        } else {
            self.put(column, self.layout.line(top, 0), pick(self.ascii, "·", "."), Paint::Faint);
        }
        self.target(place, used);
    }

    /// The board's own number outside the mover's, with a sign for both at the side.
    fn board_number(&mut self, column: Column, top: bool, number: u8) {
        let inner = self.layout.label_line((column, top));
        let outer = if top { inner - 1 } else { inner + 1 };
        self.put(column, outer, &number.to_string(), Paint::Faint);
        self.canvas.put(outer, 0, "P", Paint::Faint);
        let mover = self.view.mover;
        self.canvas.put(inner, 0, &self.piece(mover), Paint::Player(mover));
    }

    /// Numbers as the player to move counts, so that typed moves can be read off the board.
    fn label(&mut self, place: PlaceView, text: &str) {
        let Some(at) = self.layout.column_of(place) else { return };
        let ink = match self.by_place.get(&place) {
            Some(mark @ (Mark::Target | Mark::Selected | Mark::Hint)) => Paint::Mark(*mark).reversed(),
            Some(mark @ Mark::Source) => Paint::Mark(*mark).into(),
            Some(Mark::Last) => Paint::Player(self.view.mover).underlined(),
            _ => Paint::Player(self.view.mover).into(),
        };
        let text = if self.cursor == Some(place) { format!("[{text}]") } else { text.to_owned() };
        self.put(at.0, self.layout.label_line(at), &text, ink);
    }

    /// A sign that the checker in hand may go to a place on which some lines are used.
    fn target(&mut self, place: PlaceView, used: usize) {
        let Some((column, top)) = self.layout.column_of(place) else { return };
        if let Some(symbol) = Mark::Target.symbol(self.ascii)
            && self.has_mark(place, Mark::Target)
            && used < self.layout.stack
        {
            self.put(column, self.layout.line(top, used), symbol, Paint::Mark(Mark::Target));
        }
    }

    /// Draws checkers from a line inwards and returns how many lines they take.
    fn pile(&mut self, place: PlaceView, owner: Player, count: u8, from: usize) -> usize {
        let Some((column, top)) = self.layout.column_of(place) else { return 0 };
        let (room, count) = (self.layout.stack.saturating_sub(from).max(1), usize::from(count));
        let paint = Paint::Player(owner);
        let ink = if self.has_mark(place, Mark::Selected) { paint.reversed() } else { paint.into() };
        let shown = count.min(room);
        for index in 0..shown {
            let is_number = index + 1 == shown && count > room.min(MAX_PILE);
            let text = if is_number { count.to_string() } else { self.piece(owner) };
            self.put(column, self.layout.line(top, from + index), &text, ink);
        }
        shown
    }

    fn bar(&mut self, player: Player) {
        let place = PlaceView::Bar { player };
        self.pile(place, player, self.view.bar[player.index()], 0);
        if !self.layout.framed {
            self.label(place, "bar");
        }
    }

    fn tray(&mut self, player: Player) {
        let place = PlaceView::Off { player };
        let Some((column, top)) = self.layout.column_of(place) else { return };
        let (left, width) = self.layout.span(column);
        let text = format!("{} {}", self.piece(player), self.view.off[player.index()]);
        self.canvas.put(self.layout.line(top, 0), left + (width - 3) / 2, &text, Paint::Player(player));
        self.target(place, 1);
        if !self.layout.framed {
            self.label(place, "off");
        }
    }

    /// The dice in the middle of the quarters on the right; played ones lose their box.
    fn dice(&mut self) {
        let line = self.layout.top() + self.layout.stack;
        let (half, _) = self.layout.span(Column::Points(6));
        let mut column = half + 1;
        let mut left = self.view.dice_left.clone();
        for &die in &self.view.dice {
            let open = left.iter().position(|other| *other == die).map(|index| left.remove(index)).is_some();
            column += self.die(line, column, die, open);
        }
        // A double is shown as two dice but played four times.
        if !left.is_empty() {
            let (line, text) = (line + self.layout.middle / 2, format!("+{}", left.len()));
            self.canvas.put(line, column, &text, Paint::Player(self.view.mover));
        }
    }

    /// Draws a die and returns the columns it takes.
    fn die(&mut self, line: usize, column: usize, die: u8, open: bool) -> usize {
        let paint = if open { Paint::Player(self.view.mover) } else { Paint::Faint };
        if self.layout.middle < 3 {
            let text = if open { format!("[{die}]") } else { format!(" {die} ") };
            self.canvas.put(line, column, &text, paint);
            return 4;
        }
        if open {
            let side = pick(self.ascii, "│", "|");
            let [top, bottom] = pick(self.ascii, ["┌───┐", "└───┘"], ["+---+"; 2]);
            self.canvas.put(line, column, top, paint);
            self.canvas.put(line + 1, column, &format!("{side}   {side}"), paint);
            self.canvas.put(line + 2, column, bottom, paint);
        }
        self.canvas.put(line + 1, column + 2, &die.to_string(), paint);
        6
    }
}
