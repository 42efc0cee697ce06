//! Draws the game screen.

use std::fmt::Write as _;

use agon_core::{PlaceView, Player};
use agon_games::draw::Marks;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr;

use super::{GameScreen, places_of};
use crate::board::{self, BoardDisplay};
use crate::clock::{minutes, seconds};
use crate::names;
use crate::online::news;
use crate::screen::context::{Context, wrap};
use crate::screen::pages;
use crate::session::{OnlineGame, Phase, Question};
use crate::theme::Theme;

/// Minimum width of the side panel.
const PANEL_WIDTH: u16 = 20;

impl GameScreen {
    /// Draws the screen.
    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let [board_area, panel, message, input] = split(area);
        if let Some(view) = self.board.clone() {
            let board = board::of(&view);
            let layout = board::layout(&view, board_area, Some(self.cursor));
            board::put(&*layout, &self.marks(), context.theme, board_area, buffer);
            let left = (board_area.x + layout.size().0 as u16 + 1).min(panel.x);
            self.layout = Some(layout);
            let panel = Rect { x: left, width: area.right().saturating_sub(left), ..panel };
            self.draw_panel(panel, buffer, context, board);
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
        marks.paths = self.paths.of(table);
        marks.paths.extend_from_slice(&self.message.paths);
        if let Some(notation) = &self.hint {
            marks.hint = places_of(table, notation);
        }
        if let (Phase::Remote(_), Some(game)) = (self.session.phase(), self.session.as_online()) {
            marks.preview = game.lifted().into_iter().map(|place| (place, true)).collect();
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
        let Some(last) = self.session.table().plies().iter().rev().find(|ply| !ply.ends_with(':')) else {
            return Vec::new();
        };
        let last = last.clone();
        let mut table = self.session.table().clone_box();
        while let Some(ply) = table.undo() {
            if ply == last {
                break;
            }
        }
        places_of(table.as_ref(), &last)
    }

    fn draw_panel(&self, area: Rect, buffer: &mut Buffer, context: &Context, board: &dyn BoardDisplay) {
        let mut lines: Vec<(String, Style)> = Vec::new();
        let theme = context.theme;
        let info = self.session.table().info();
        lines.push((names::game(context.catalogue, info.name), Theme::strong()));
        lines.extend(board.match_score().map(|score| (score.text(context.catalogue), Theme::text())));
        for player in Player::ALL {
            lines.push((String::new(), Theme::text()));
            self.player_lines(player, board, context, &mut lines);
        }
        if let Some((player, notation, time)) = &self.last_engine_turn {
            let side = names::side(context.catalogue, &self.session, *player);
            lines.push((String::new(), Theme::text()));
            lines.push((format!("{side}: {notation} {}s", seconds(*time)), theme.quiet()));
        }
        let paths = self.paths.of(self.session.table());
        if !paths.is_empty() {
            lines.push((String::new(), Theme::text()));
        }
        for path in paths {
            let text = names::path(context.catalogue, self.session.table(), self.paths, &path);
            lines.push((text.length, theme.player(path.player)));
        }
        if context.config.count_states && self.session.mover().is_some() {
            let count = self.session.table().search_position().choices() as u64;
            lines.push((String::new(), Theme::text()));
            lines.push((context.catalogue.count("panel.states", count, &[]), Theme::text()));
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

    fn player_lines(
        &self,
        player: Player,
        board: &dyn BoardDisplay,
        context: &Context,
        lines: &mut Vec<(String, Style)>,
    ) {
        let theme = context.theme;
        let to_move = self.session.mover() == Some(player);
        let arrow = if to_move { theme.pick("▶", ">") } else { " " };
        // The symbol of the player's pieces on the board.
        let sign = board.sign(player, theme.ascii).map_or(String::new(), |sign| format!("{sign} "));
        let side = names::side(context.catalogue, &self.session, player);
        let who = names::player_name(context.catalogue, self.session.who(player));
        lines.push((format!("{arrow}{sign}{side} {who}"), theme.player(player)));
        if let Some(left) = board.left(context.catalogue, player) {
            lines.push((format!("  {left}"), Theme::text()));
        }
        let time = self.session.time_left(player).unwrap_or_else(|| self.session.time(player));
        lines.push((format!("  {}", minutes(time)), theme.quiet()));
    }

    /// The last turns, as many as there is room for.
    fn draw_moves(&self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let mut text = String::new();
        let mut number = 0;
        for ply in self.session.table().plies() {
            if !ply.ends_with(':') {
                number += 1;
            }
            let gap = if text.is_empty() { "" } else { " " };
            // A roll and its turn stay together.
            let index = if ply.ends_with(':') { String::new() } else { format!("{number}.") };
            let _ = write!(text, "{gap}{index}{ply}");
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
            _ if self.message.text.is_empty() => {
                let status = self.session.as_online().and_then(|game| news::status(context.catalogue, game));
                status.unwrap_or_default()
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

    fn draw_input(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let theme = context.theme;
        if let Some(typed) = self.typed.clone() {
            let line = format!("> {}", typed.shown(theme.pick("▏", "_")));
            context.put(buffer, area, &line, Theme::strong());
            let used = line.width() as u16 + 2;
            let rest = Rect { x: area.x + used.min(area.width), width: area.width.saturating_sub(used), ..area };
            let shown: Vec<&str> = typed.candidates(self.completions()).into_iter().take(30).collect();
            let list = shown.join(" ");
            context.put(buffer, rest, &list, theme.quiet());
            return;
        }
        if let Some((question, text)) = news::question(context.catalogue, &self.session) {
            let keys = if question == Question::Claim { "keys.claim" } else { "keys.question" };
            let line = format!("{text}  {}", context.text(keys));
            return context.put(buffer, area, &line, Theme::strong());
        }
        let is_player = self.session.as_online().is_some_and(OnlineGame::is_player);
        let key = match self.session.phase() {
            Phase::Over => "keys.over",
            Phase::Remote(_) | Phase::Open if is_player => "keys.remote",
            Phase::Remote(_) | Phase::Open => "keys.watch",
            Phase::Engine(_) => "keys.engine",
            Phase::Roll(_) => "keys.roll",
            Phase::Human(_) if self.session.has_dice() => "keys.dice",
            Phase::Human(_) if matches!(self.cursor, PlaceView::Wall { .. }) => "keys.wall",
            Phase::Human(_) if self.last_wall().is_none() => "keys.cells",
            Phase::Human(_) => "keys.board",
        };
        let mover = self.session.mover().map(|player| names::side(context.catalogue, &self.session, player));
        let text = match mover {
            Some(mover) => format!("{mover}: {}", context.catalogue.text(key)),
            None => context.text(key),
        };
        context.put_keys(buffer, area, &text, theme.quiet());
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
