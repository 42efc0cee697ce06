use std::collections::HashMap;

use agon_core::view::{Cover, GridStyle, GridView, WallView};
use agon_core::{PlaceView, Player};
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::{GridLayout, Mark, Marks};
use crate::theme::Theme;

/// Draws a board of squares.
pub(super) fn draw(view: &GridView, layout: &GridLayout, marks: &Marks, theme: Theme, buffer: &mut Buffer) {
    let kinds = marks.kinds();
    let mut pen = Pen { view, layout, marks, kinds: &kinds, theme, buffer };
    pen.labels();
    pen.grooves();
    for row in 0..view.rows {
        for col in 0..view.cols {
            pen.cell(row, col);
        }
    }
    pen.dominoes();
    for wall in &view.walls {
        let place = PlaceView::Wall { row: wall.row, col: wall.col, upright: wall.upright };
        let style = match pen.kinds.get(&place) {
            Some(Mark::Last) => theme.wall(wall.upright).add_modifier(Modifier::UNDERLINED),
            _ => theme.wall(wall.upright),
        };
        pen.wall(*wall, theme.pick(if wall.upright { "║" } else { "═" }, "#"), style);
    }
    pen.wall_marks();
    pen.cursor();
}

struct Pen<'a> {
    view: &'a GridView,
    layout: &'a GridLayout,
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

    fn labels(&mut self) {
        let (w, h) = self.layout.cell;
        let style = self.theme.quiet();
        for row in 0..self.view.rows {
            let (Some((x, y)), Some(label)) =
                (self.layout.cell_at(row, self.layout.first.1), self.view.row_labels.get(row as usize))
            else {
                continue;
            };
            let x = x.saturating_sub(1 + label.width() as u16);
            self.put(x, y + h / 2, label, style);
        }
        for col in 0..self.view.cols {
            let (Some((x, _)), Some(label)) =
                (self.layout.cell_at(self.layout.first.0, col), self.view.col_labels.get(col as usize))
            else {
                continue;
            };
            let x = x + (w.saturating_sub(label.width() as u16)) / 2;
            self.put(x, self.layout.origin.1 - 1, label, style);
            if self.layout.labels_below {
                self.put(x, self.layout.origin.1 + self.layout.size().1 - 2, label, style);
            }
        }
    }

    /// The thin lines between squares.
    fn grooves(&mut self) {
        if self.layout.gap == 0 {
            return;
        }
        let (w, h) = self.layout.cell;
        let style = self.theme.quiet();
        let grooved = self.view.style == GridStyle::Grooved;
        // Walls must stand out: open passages are only hinted at.
        let (upright, lying, cross) = match (self.theme.ascii, grooved) {
            (false, _) => ("│", "─", "┼"),
            (true, true) => (" ", " ", "+"),
            (true, false) => ("|", "-", "+"),
        };
        for row in 0..self.view.rows {
            for col in 0..self.view.cols {
                let Some((x, y)) = self.layout.cell_at(row, col) else { continue };
                let right = self.layout.cell_at(row, col + 1).is_some();
                let below = self.layout.cell_at(row + 1, col).is_some();
                if right {
                    (0..h).for_each(|dy| self.put(x + w, y + dy, upright, style));
                }
                if below {
                    (0..w).for_each(|dx| self.put(x + dx, y + h, lying, style));
                }
                if right && below {
                    self.put(x + w, y + h, cross, style);
                }
            }
        }
    }

    fn cell(&mut self, row: u8, col: u8) {
        let Some((x, y)) = self.layout.cell_at(row, col) else { return };
        let (text, style) = self.content(row, col);
        let (w, h) = self.layout.cell;
        let text_width = text.width() as u16;
        self.put(x + w.saturating_sub(text_width).div_ceil(2).min(w - 1), y + h / 2, &text, style);
    }

    /// What stands on a square and how it looks.
    fn content(&self, row: u8, col: u8) -> (String, Style) {
        let theme = self.theme;
        let mark = self.kinds.get(&PlaceView::Cell { row, col });
        if let Some(pawn) = self.view.pawns.iter().find(|pawn| (pawn.row, pawn.col) == (row, col)) {
            let label = if pawn.label.is_empty() { theme.piece(pawn.player).to_owned() } else { pawn.label.clone() };
            let style = match mark {
                Some(Mark::Selected) => theme.player(pawn.player).add_modifier(Modifier::REVERSED),
                Some(Mark::Hint) => theme.hint().add_modifier(Modifier::REVERSED),
                // A pawn that can be taken.
                Some(Mark::Target) => theme.good().add_modifier(Modifier::REVERSED),
                Some(Mark::Last | Mark::Source) => theme.player(pawn.player).add_modifier(Modifier::UNDERLINED),
                _ => theme.player(pawn.player),
            };
            return (label, style);
        }
        match mark {
            Some(Mark::Hint) => return (theme.pick("◆", "!").to_owned(), theme.hint()),
            Some(Mark::Target) => return (theme.pick("•", "*").to_owned(), theme.good()),
            Some(Mark::Preview) => return (theme.pick("▒", "*").to_owned(), theme.preview()),
            Some(Mark::Refused) => return (theme.pick("×", "x").to_owned(), theme.bad()),
            _ => {}
        }
        if let Some(found) = self.path_at(row, col) {
            return found;
        }
        let goals = self.view.goals.iter().filter(|goal| (goal.row, goal.col) == (row, col));
        // A whole goal row needs no signs; single goal squares do.
        let few = self.view.goals.len() < self.view.cols as usize;
        if let Some(goal) = goals.into_iter().next().filter(|_| few) {
            let sign = if goal.player == Player::P1 { "x" } else { "o" };
            return (sign.to_owned(), self.theme.quiet());
        }
        (String::new(), Theme::text())
    }

    /// An arrow along a shortest path; a diamond where paths of both players meet.
    fn path_at(&self, row: u8, col: u8) -> Option<(String, Style)> {
        let theme = self.theme;
        let here = (row, col);
        let mut paths = self.marks.paths.iter().filter(|path| path.cells.contains(&here));
        let path = paths.next()?;
        if paths.any(|other| other.player != path.player) {
            return Some((theme.pick("◇", "%").to_owned(), Theme::strong()));
        }
        let index = path.cells.iter().position(|cell| *cell == here)?;
        let arrow = match path.cells.get(index + 1).copied() {
            None => theme.pick("◎", "@"),
            Some((r, c)) if r == row && c > col => theme.pick("→", ">"),
            Some((r, c)) if r == row && c < col => theme.pick("←", "<"),
            Some((r, c)) if c == col && r > row => theme.pick("↓", "v"),
            Some((r, c)) if c == col && r < row => theme.pick("↑", "^"),
            Some((r, c)) if (r > row) == (c > col) => theme.pick("↘", "\\"),
            Some(_) => theme.pick("↗", "/"),
        };
        Some((arrow.to_owned(), theme.player(path.player)))
    }

    /// Dominoes cover two squares and the line between them.
    fn dominoes(&mut self) {
        for row in 0..self.view.rows {
            for col in 0..self.view.cols {
                let cover = self.view.cover(row.into(), col.into());
                let player = match cover {
                    Cover::Free => continue,
                    Cover::Outside => {
                        self.fill(row, col, self.theme.pick("▓", "#"), self.theme.quiet());
                        continue;
                    }
                    Cover::Upright => Player::P1,
                    Cover::Lying => Player::P2,
                };
                let style = self.domino_style(player, row, col);
                self.domino_half(row, col, player, style);
                if self.view.is_joined(row.into(), col.into(), cover) {
                    self.join(row, col, cover == Cover::Upright, style);
                }
            }
        }
    }

    fn domino_style(&self, player: Player, row: u8, col: u8) -> Style {
        match self.kinds.get(&PlaceView::Cell { row, col }) {
            Some(Mark::Last) => self.theme.domino(player).add_modifier(Modifier::UNDERLINED),
            _ => self.theme.domino(player),
        }
    }

    fn domino_half(&mut self, row: u8, col: u8, player: Player, style: Style) {
        self.fill(row, col, " ", style);
        let Some((x, y)) = self.layout.cell_at(row, col) else { return };
        let letter = if player == Player::P1 { "X" } else { "O" };
        self.put(x + (self.layout.cell.0 - 1) / 2, y + self.layout.cell.1 / 2, letter, style);
    }

    fn fill(&mut self, row: u8, col: u8, text: &str, style: Style) {
        let Some((x, y)) = self.layout.cell_at(row, col) else { return };
        let (w, h) = self.layout.cell;
        for dy in 0..h {
            (0..w).for_each(|dx| self.put(x + dx, y + dy, text, style));
        }
    }

    fn join(&mut self, row: u8, col: u8, upright: bool, style: Style) {
        let Some((x, y)) = self.layout.cell_at(row, col) else { return };
        if self.layout.gap == 0 {
            return;
        }
        let (w, h) = self.layout.cell;
        if upright && self.layout.cell_at(row + 1, col).is_some() {
            (0..w).for_each(|dx| self.put(x + dx, y + h, " ", style));
        } else if !upright && self.layout.cell_at(row, col + 1).is_some() {
            (0..h).for_each(|dy| self.put(x + w, y + dy, " ", style));
        }
    }

    /// A wall lies in the grooves along two squares and over the corner between them.
    fn wall(&mut self, wall: WallView, text: &str, style: Style) {
        let (w, h) = self.layout.cell;
        let far = if wall.upright { (wall.row + 1, wall.col) } else { (wall.row, wall.col + 1) };
        for (row, col) in [(wall.row, wall.col), far] {
            let Some((x, y)) = self.layout.cell_at(row, col) else { continue };
            if wall.upright {
                (0..h).for_each(|dy| self.put(x + w, y + dy, text, style));
            } else {
                (0..w).for_each(|dx| self.put(x + dx, y + h, text, style));
            }
        }
        if let Some((x, y)) = self.layout.cell_at(wall.row, wall.col) {
            self.put(x + w, y + h, text, style);
        }
    }

    fn wall_marks(&mut self) {
        let kinds = self.kinds;
        for (place, mark) in kinds {
            let PlaceView::Wall { row, col, upright } = *place else { continue };
            let wall = WallView { row, col, upright };
            match mark {
                Mark::Preview => {
                    let text = self.theme.pick(if upright { "┃" } else { "━" }, "=");
                    self.wall(wall, text, self.theme.preview());
                }
                Mark::Refused => self.wall(wall, self.theme.pick("×", "x"), self.theme.bad()),
                Mark::Hint => {
                    let text = self.theme.pick(if upright { "┇" } else { "┅" }, "!");
                    self.wall(wall, text, self.theme.hint());
                }
                _ => {}
            }
        }
    }

    /// Brackets around the square where the keyboard is.
    fn cursor(&mut self) {
        let Some(PlaceView::Cell { row, col }) = self.marks.cursor else { return };
        let Some((x, y)) = self.layout.cell_at(row, col) else { return };
        let (w, h) = self.layout.cell;
        if w >= 3 {
            self.put(x, y + h / 2, "[", Theme::strong());
            // The second letter of a pawn's name keeps its place in a narrow square.
            if self.buffer.cell((x + w - 1, y + h / 2)).is_some_and(|cell| cell.symbol() == " ") {
                self.put(x + w - 1, y + h / 2, "]", Theme::strong());
            }
        } else {
            for dx in 0..w {
                if let Some(cell) = self.buffer.cell_mut((x + dx, y)) {
                    cell.modifier.insert(Modifier::REVERSED);
                }
            }
        }
    }
}
