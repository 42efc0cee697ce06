use std::collections::HashMap;

use agon_core::view::{PointView, TavliView};
use agon_core::{PlaceView, Player};
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::tavli_layout::{BAR, Column, TavliLayout};
use super::{Mark, Marks};
use crate::theme::Theme;

/// Draws a tavli board.
pub(super) fn draw(view: &TavliView, layout: &TavliLayout, marks: &Marks, theme: Theme, buffer: &mut Buffer) {
    let kinds = marks.kinds();
    let mut pen = Pen { view, layout, marks, kinds: &kinds, theme, buffer };
    pen.frame();
    for (index, point) in view.points.iter().enumerate().take(24) {
        pen.point(PlaceView::Point { point: index as u8 + 1 }, *point);
    }
    for player in Player::ALL {
        let i = player.index();
        pen.bar(player, view.bar[i]);
        pen.tray(player, view.off[i]);
    }
    pen.labels();
    pen.dice();
}

struct Pen<'a> {
    view: &'a TavliView,
    layout: &'a TavliLayout,
    marks: &'a Marks,
    kinds: &'a HashMap<PlaceView, Mark>,
    theme: Theme,
    buffer: &'a mut Buffer,
}

impl Pen<'_> {
    fn put(&mut self, x: u16, y: u16, text: &str, style: Style) {
        if self.buffer.area.contains((x, y).into()) {
            self.buffer.set_string(x, y, text, style);
        }
    }

    fn centred(&mut self, place: PlaceView, y: u16, text: &str, style: Style) {
        let Some((column, _)) = self.layout.column_of(place) else { return };
        let (x, width) = self.layout.span(column);
        self.put(x + width.saturating_sub(text.width() as u16) / 2, y, text, style);
    }

    fn frame(&mut self) {
        let style = self.theme.quiet();
        let line = self.theme.pick("│", "|");
        let (bar, _) = self.layout.span(Column::Bar);
        let (tray, _) = self.layout.span(Column::Tray);
        let rows = 2 * self.layout.stack + self.layout.middle;
        for y in self.layout.origin.1 + 1..=self.layout.origin.1 + rows {
            for x in [self.layout.origin.0, bar - 1, bar + BAR, tray - 1] {
                self.put(x, y, line, style);
            }
        }
    }

    /// Numbers as the player to move counts, so that typed moves can be read off the board.
    fn labels(&mut self) {
        for point in 1..=24_u8 {
            let place = PlaceView::Point { point };
            let number = self.view.pip_number(self.view.mover, point).to_string();
            self.label(place, &number);
        }
        for player in Player::ALL {
            self.label(PlaceView::Bar { player }, "bar");
            self.label(PlaceView::Off { player }, "off");
        }
    }

    fn label(&mut self, place: PlaceView, text: &str) {
        let Some((_, top)) = self.layout.column_of(place) else { return };
        let style = match self.kinds.get(&place) {
            Some(Mark::Target) => self.theme.good().add_modifier(Modifier::REVERSED),
            Some(Mark::Selected) => self.theme.preview().add_modifier(Modifier::REVERSED),
            Some(Mark::Hint) => self.theme.hint().add_modifier(Modifier::REVERSED),
            Some(Mark::Source) => self.theme.good(),
            Some(Mark::Last) => Theme::text().add_modifier(Modifier::UNDERLINED),
            _ => self.theme.quiet(),
        };
        let y = self.layout.label_row(top);
        if self.marks.cursor == Some(place) {
            self.centred(place, y, &format!("[{text}]"), style);
        } else {
            self.centred(place, y, text, style);
        }
    }

    fn point(&mut self, place: PlaceView, point: PointView) {
        let Some((_, top)) = self.layout.column_of(place) else { return };
        let rows = self.layout.stack;
        let mut used = 0;
        if let Some(owner) = point.owner {
            if point.pinned {
                let text = format!("({})", self.theme.piece(owner.opponent()));
                self.centred(place, self.layout.row(top, 0), &text, self.theme.player(owner.opponent()));
                used = 1;
            }
            used += self.pile(place, owner, point.count, used);
        }
        let dot = self.theme.pick("·", ".");
        for index in used..rows.min(2) {
            self.centred(place, self.layout.row(top, index), dot, self.theme.quiet());
        }
        if self.kinds.get(&place) == Some(&Mark::Target) && used < rows {
            let arrow = self.theme.pick("•", "*");
            self.centred(place, self.layout.row(top, used), arrow, self.theme.good());
        }
    }

    /// Draws checkers from a row on; a large pile ends in its number.
    fn pile(&mut self, place: PlaceView, owner: Player, count: u8, from: u16) -> u16 {
        let Some((_, top)) = self.layout.column_of(place) else { return 0 };
        let room = self.layout.stack.saturating_sub(from).max(1);
        let shown = u16::from(count).min(room);
        let mut style = self.theme.player(owner);
        if self.kinds.get(&place) == Some(&Mark::Selected) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        for index in 0..shown {
            let last = index + 1 == shown;
            let text = if last && (count > 5 || u16::from(count) > room) {
                count.to_string()
            } else {
                self.theme.piece(owner).to_owned()
            };
            self.centred(place, self.layout.row(top, from + index), &text, style);
        }
        shown
    }

    fn bar(&mut self, player: Player, count: u8) {
        if count > 0 {
            self.pile(PlaceView::Bar { player }, player, count, 0);
        }
    }

    fn tray(&mut self, player: Player, count: u8) {
        let place = PlaceView::Off { player };
        let Some((_, top)) = self.layout.column_of(place) else { return };
        if count > 0 {
            let text = format!("{}{count}", self.theme.piece(player));
            self.centred(place, self.layout.row(top, 0), &text, self.theme.player(player));
        }
        if self.kinds.get(&place) == Some(&Mark::Target) && self.layout.stack > 1 {
            self.centred(place, self.layout.row(top, 1), self.theme.pick("•", "*"), self.theme.good());
        }
    }

    /// The dice on the mover's side, those already played in parentheses.
    fn dice(&mut self) {
        let mut left = self.view.dice_left.clone();
        let mut dice = self.view.dice.clone();
        if let [a, b] = dice[..]
            && a == b
        {
            dice = vec![a; 4];
        }
        let half = if self.view.mover == Player::P1 { 6 } else { 0 };
        let (x, _) = self.layout.span(Column::Points(half));
        let y = self.layout.middle_row();
        for (index, die) in dice.into_iter().enumerate() {
            let open = left.iter().position(|other| *other == die).map(|at| left.remove(at)).is_some();
            let style = if open { Theme::strong() } else { self.theme.quiet() };
            let x = x + index as u16 * 6;
            if self.layout.middle < 3 {
                self.put(x, y, &if open { format!("[{die}]") } else { format!("({die})") }, style);
                continue;
            }
            let (top, bottom) = (self.theme.pick("┌───┐", "+---+"), self.theme.pick("└───┘", "+---+"));
            let side = self.theme.pick("│", "|");
            self.put(x, y, top, style);
            let face = if open { format!("{side} {die} {side}") } else { format!("{side}({die}){side}") };
            self.put(x, y + 1, &face, style);
            self.put(x, y + 2, bottom, style);
        }
    }
}
