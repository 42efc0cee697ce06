//! Draws the game screen.

use std::fmt::Write as _;

use agon_core::view::{GridStyle, TavliView};
use agon_core::{BoardView, PlaceView, Player};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr;

use super::{GameScreen, places_of};
use crate::board::{Layout, Marks};
use crate::clock::{minutes, seconds};
use crate::names;
use crate::screen::context::{Context, wrap};
use crate::screen::pages;
use crate::session::Phase;
use crate::theme::Theme;

/// Minimum width of the side panel.
const PANEL_WIDTH: u16 = 20;

impl GameScreen {
    /// Draws the screen.
    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let [board_area, panel, message, input] = split(area);
        if let Some(board) = self.board.clone() {
            let layout = Layout::fit(&board, board_area, Some(self.cursor));
            layout.draw(&board, &self.marks(), context.theme, buffer);
            let used = layout.size().0 + 1;
            self.layout = Some(layout);
            let left = (board_area.x + used).min(panel.x);
            let panel = Rect { x: left, width: area.right().saturating_sub(left), ..panel };
            self.draw_panel(panel, buffer, context, &board);
        }
        self.draw_message(message, buffer, context);
        self.draw_input(input, buffer, context);
        if let Some(page) = &self.page {
            pages::draw(page, &self.session, area, buffer, context);
        }
    }

    fn marks(&self) -> Marks {
        let table = self.session.table();
        let mut marks = Marks { last: self.last_places(), ..Marks::default() };
        if self.show_paths {
            marks.paths = table.paths();
        }
        if let Some(word) = &self.hint {
            marks.hint = places_of(table, word);
        }
        if !matches!(self.session.phase(), Phase::Human(_)) {
            return marks;
        }
        marks.cursor = Some(self.cursor);
        marks.selected = self.selected;
        let steps = self.selected_steps();
        let is_wall = |place: &PlaceView| matches!(place, PlaceView::Wall { .. });
        if is_wall(&self.cursor) {
            marks.preview = vec![(self.cursor, steps.iter().any(|step| step.places.to == self.cursor))];
            return marks;
        }
        marks.sources = self.steps.next.iter().filter_map(|step| step.places.from).collect();
        marks.targets = steps.iter().map(|step| step.places.to).filter(|place| !is_wall(place)).collect();
        // A domino shows both cells it would cover.
        if let Some(step) = self.step_to(self.cursor)
            && let Some(also) = step.places.also
        {
            marks.preview = vec![(step.places.to, true), (also, true)];
        }
        marks
    }

    /// The places of the last turn.
    fn last_places(&self) -> Vec<PlaceView> {
        let Some(last) = self.session.table().plies().iter().rev().find(|word| !word.ends_with(':')) else {
            return Vec::new();
        };
        let last = last.clone();
        let mut table = self.session.table().clone_box();
        while let Some(word) = table.undo() {
            if word == last {
                break;
            }
        }
        places_of(table.as_ref(), &last)
    }

    fn draw_panel(&self, area: Rect, buffer: &mut Buffer, context: &Context, board: &BoardView) {
        let mut lines: Vec<(String, Style)> = Vec::new();
        let theme = context.theme;
        let info = self.session.table().info();
        lines.push((names::game(context.catalogue, info.name, info.title), Theme::strong()));
        if let BoardView::Tavli(view) = board {
            match_lines(view, context, &mut lines);
        }
        for player in Player::ALL {
            lines.push((String::new(), Theme::text()));
            self.player_lines(player, board, context, &mut lines);
        }
        if let Some((player, word, time)) = &self.last_engine_turn {
            let side = names::side(context.catalogue, &self.session, *player);
            lines.push((String::new(), Theme::text()));
            lines.push((format!("{side}: {word} {}s", seconds(*time)), theme.quiet()));
        }
        if self.show_paths {
            lines.push((String::new(), Theme::text()));
            for path in self.session.table().paths() {
                let text = names::path(context.catalogue, &self.session, &path);
                lines.push((text, theme.player(path.player)));
            }
        }
        lines.push((String::new(), Theme::text()));
        lines.push((context.text("panel.moves"), theme.quiet()));
        let used = lines.len().min(area.height as usize);
        for (row, (text, style)) in lines.into_iter().take(used).enumerate() {
            context.put(buffer, Rect { y: area.y + row as u16, height: 1, ..area }, &text, style);
        }
        let rest = Rect { y: area.y + used as u16, height: area.height - used as u16, ..area };
        self.draw_moves(rest, buffer, context);
    }

    fn player_lines(&self, player: Player, board: &BoardView, context: &Context, lines: &mut Vec<(String, Style)>) {
        let theme = context.theme;
        let to_move = self.session.mover() == Some(player);
        let arrow = if to_move { theme.pick("▶", ">") } else { " " };
        // The symbol of the player's pieces on the board.
        let sign = match board {
            BoardView::Grid(view) if view.style == GridStyle::Plain => {
                if player == Player::P1 { "X " } else { "O " }.to_owned()
            }
            BoardView::Grid(view) if view.pawns.iter().any(|pawn| !pawn.label.is_empty()) => String::new(),
            _ => format!("{} ", theme.piece(player)),
        };
        let side = names::side(context.catalogue, &self.session, player);
        let who = names::player_name(context.catalogue, self.session.who(player));
        lines.push((format!("{arrow}{sign}{side} {who}"), theme.player(player)));
        if let Some(left) = names::left(context.catalogue, board, player) {
            lines.push((format!("  {left}"), Theme::text()));
        }
        lines.push((format!("  {}", minutes(self.session.time(player))), theme.quiet()));
    }

    /// The last turns, as many as there is room for.
    fn draw_moves(&self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let mut text = String::new();
        let mut number = 0;
        for word in self.session.table().plies() {
            if !word.ends_with(':') {
                number += 1;
            }
            let gap = if text.is_empty() { "" } else { " " };
            // A roll and its turn stay together.
            let index = if word.ends_with(':') { String::new() } else { format!("{number}.") };
            let _ = write!(text, "{gap}{index}{word}");
        }
        if !self.session.prefix().is_empty() {
            let _ = write!(text, " {}...", self.session.prefix().join(","));
        }
        let lines = wrap(&text, area.width as usize);
        let skip = lines.len().saturating_sub(area.height as usize);
        for (row, line) in lines.iter().skip(skip).enumerate() {
            let area = Rect { y: area.y + row as u16, height: 1, ..area };
            context.put(buffer, area, line, Theme::text());
        }
    }

    fn draw_message(&self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let style = if self.message.is_bad { context.theme.bad() } else { Theme::text() };
        let text = match &self.search {
            Some(search) if self.message.text.is_empty() || search.elapsed().as_millis() > 800 => {
                let name = self.session.mover();
                let name = name.map(|player| names::full(context.catalogue, &self.session, player));
                let mut text = context.catalogue.format(
                    "play.thinking",
                    &[("name", &name.unwrap_or_default()), ("time", &minutes(search.elapsed()))],
                );
                if let Some(line) = search.line() {
                    let first = line.pv.first().map_or("", String::as_str);
                    let _ = write!(text, "  ({} {first})", line.depth);
                }
                text
            }
            _ => self.message.text.clone(),
        };
        // A long message grows upwards over the board until the next key.
        let lines = wrap(&text, area.width as usize);
        for (index, line) in lines.iter().rev().enumerate() {
            let Some(y) = area.y.checked_sub(index as u16) else { break };
            let area = Rect { y, ..area };
            if index > 0 {
                Clear.render(area, buffer);
            }
            context.put(buffer, area, line, style);
        }
    }

    fn has_grooves(&self) -> bool {
        matches!(&self.board, Some(BoardView::Grid(view)) if view.style == GridStyle::Grooved)
    }

    fn draw_input(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let theme = context.theme;
        if let Some(typed) = self.typed.clone() {
            let line = format!("> {}{}", typed.text(), theme.pick("▏", "_"));
            context.put(buffer, area, &line, Theme::strong());
            let used = line.width() as u16 + 2;
            let rest = Rect { x: area.x + used.min(area.width), width: area.width.saturating_sub(used), ..area };
            let shown: Vec<&str> = typed.candidates(self.completions()).into_iter().take(30).collect();
            let list = shown.join(" ");
            context.put(buffer, rest, &list, theme.quiet());
            return;
        }
        let key = match self.session.phase() {
            Phase::Over => "keys.over",
            Phase::Engine(_) => "keys.engine",
            Phase::Roll(_) => "keys.roll",
            Phase::Human(_) if self.session.has_dice() => "keys.dice",
            Phase::Human(_) if matches!(self.cursor, PlaceView::Wall { .. }) => "keys.wall",
            Phase::Human(_) if !self.has_grooves() => "keys.cells",
            Phase::Human(_) => "keys.board",
        };
        let mover = self.session.mover().map(|player| names::side(context.catalogue, &self.session, player));
        let text = match mover {
            Some(mover) => format!("{mover}: {}", context.catalogue.text(key)),
            None => context.text(key),
        };
        context.put(buffer, area, &text, theme.quiet());
    }
}

/// The score of a match and the game being played.
fn match_lines(view: &TavliView, context: &Context, lines: &mut Vec<(String, Style)>) {
    if let Some([p1, p2, needed]) = view.match_score {
        let variant = names::game(context.catalogue, view.variant, view.variant);
        lines.push((format!("{variant} {p1}:{p2} / {needed}"), Theme::text()));
    }
}

/// Board, side panel, message line, input line.
fn split(area: Rect) -> [Rect; 4] {
    let height = area.height.saturating_sub(2);
    let board_width = area.width.saturating_sub(PANEL_WIDTH + 1);
    let line = |up: u16| Rect { y: area.bottom().saturating_sub(up), height: 1, ..area };
    [
        Rect { width: board_width, height, ..area },
        Rect { x: area.x + board_width + 1, width: PANEL_WIDTH.min(area.width), height, ..area },
        line(2),
        line(1),
    ]
}
