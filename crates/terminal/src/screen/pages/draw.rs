use agon_games::draw::Marks;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr;

use super::{Boards, BoardsKind, Page};
use crate::board;
use crate::online::news;
use crate::screen::context::{Context, wrap};
use crate::session::GameSession;
use crate::theme::Theme;

/// Draws a page over the screen.
pub(crate) fn draw(page: &Page, session: &GameSession, area: Rect, buffer: &mut Buffer, context: &Context) {
    match page {
        Page::Text { title, text, scroll } => draw_text(title, text, *scroll, area, buffer, context),
        Page::Boards(boards) => draw_boards(boards, session, area, buffer, context),
        Page::File { saving, typed } => {
            let title = context.text(if *saving { "file.save" } else { "file.load" });
            let line = format!("> {}", typed.shown(context.theme.pick("▏", "_")));
            draw_box(&[title, line, String::new(), context.text("file.keys")], area, buffer, context);
        }
        Page::Chat { typed } => draw_chat(typed.text(), session, area, buffer, context),
        Page::Result { lines } => {
            let mut lines = lines.clone();
            lines.push(String::new());
            lines.push(context.text("result.keys"));
            draw_box(&lines, area, buffer, context);
        }
        Page::Confirm { question, .. } => {
            draw_box(&[question.clone(), String::new(), context.text("ask.keys")], area, buffer, context);
        }
    }
}

/// Draws the last lines of the chat, as many as there is room for, above the line being typed.
fn draw_chat(typed: &str, session: &GameSession, area: Rect, buffer: &mut Buffer, context: &Context) {
    let Some(game) = session.as_online() else { return };
    let width = area.width.saturating_sub(8).max(10) as usize;
    let said = game.talk().map(|line| news::chat_line(context.catalogue, session, line.seat, &line.text));
    let said: Vec<String> = said.flat_map(|line| wrap(&line, width)).collect();
    let room = area.height.saturating_sub(8) as usize;
    let mut lines = vec![context.text("chat.title")];
    lines.extend(said.iter().skip(said.len().saturating_sub(room)).cloned());
    lines.push(format!("> {typed}{}", context.theme.pick("▏", "_")));
    lines.push(String::new());
    lines.push(context.text("chat.keys"));
    draw_box(&lines, area, buffer, context);
}

fn row(area: Rect, row: u16) -> Rect {
    Rect { y: area.y + row, height: u16::from(row < area.height), ..area }
}

fn draw_text(title: &str, text: &str, scroll: usize, area: Rect, buffer: &mut Buffer, context: &Context) {
    Clear.render(area, buffer);
    let inner = Rect { x: area.x + 2, width: area.width.saturating_sub(4), ..area };
    context.put(buffer, row(inner, 0), title, Theme::strong());
    let lines = wrap(text, inner.width as usize);
    let room = area.height.saturating_sub(3) as usize;
    let scroll = scroll.min(lines.len().saturating_sub(room));
    for (index, line) in lines.iter().skip(scroll).take(room).enumerate() {
        context.put(buffer, row(inner, 2 + index as u16), line, Theme::text());
    }
    let keys = context.text("text.keys");
    context.put_keys(buffer, row(inner, area.height.saturating_sub(1)), &keys, context.theme.quiet());
}

/// Draws a list on the left and the chosen board on the right.
fn draw_boards(boards: &Boards, session: &GameSession, area: Rect, buffer: &mut Buffer, context: &Context) {
    Clear.render(area, buffer);
    let list_width = 20.min(area.width / 3);
    context.put(buffer, row(area, 0), &boards.title, Theme::strong());
    let room = area.height.saturating_sub(2) as usize;
    let rows = list_rows(boards);
    let at = rows.iter().position(|(_, style)| *style == Theme::chosen()).unwrap_or(0);
    let first = at.saturating_sub(room / 2).min(rows.len().saturating_sub(room));
    let list = Rect { width: list_width, ..area };
    for (index, (line, style)) in rows.iter().skip(first).take(room).enumerate() {
        context.put(buffer, row(list, 1 + index as u16), line, *style);
    }
    let keys = context.text(match boards.kind {
        BoardsKind::Successors => "states.keys",
        BoardsKind::History => "history.keys",
    });
    context.put_keys(buffer, row(area, area.height.saturating_sub(1)), &keys, context.theme.quiet());
    let board_area = Rect {
        x: area.x + list_width + 1,
        y: area.y + 1,
        width: area.width.saturating_sub(list_width + 1),
        height: area.height.saturating_sub(2),
    };
    if let Some(view) = boards.board(session) {
        let layout = board::layout(&view, board_area, None);
        board::put(&*layout, &Marks::default(), context.theme, board_area, buffer);
    }
}

/// The rows of a list of boards: titles of groups and numbered entries.
fn list_rows(boards: &Boards) -> Vec<(String, Style)> {
    let mut rows = Vec::with_capacity(boards.entries.len() + boards.groups.len());
    for (index, entry) in boards.entries.iter().enumerate() {
        let titles = boards.groups.iter().filter(|(first, _)| *first == index);
        rows.extend(titles.map(|(_, title)| (title.clone(), Theme::strong())));
        let number = if boards.kind == BoardsKind::History { index } else { index + 1 };
        let style = if index == boards.at { Theme::chosen() } else { Theme::text() };
        rows.push((format!("{number:>4} {entry}"), style));
    }
    rows
}

/// Draws a centred box of the size of its lines.
fn draw_box(lines: &[String], area: Rect, buffer: &mut Buffer, context: &Context) {
    let longest = area.width.saturating_sub(8).max(10) as usize;
    let lines: Vec<String> =
        lines.iter().flat_map(|line| if line.is_empty() { vec![String::new()] } else { wrap(line, longest) }).collect();
    let width = lines.iter().map(|line| line.width()).max().unwrap_or(0) as u16 + 4;
    let height = lines.len() as u16 + 2;
    let place = Rect {
        x: area.x + area.width.saturating_sub(width) / 2,
        y: area.y + area.height.saturating_sub(height) / 2,
        width: width.min(area.width),
        height: height.min(area.height),
    };
    Clear.render(place, buffer);
    frame(place, buffer, context);
    let inner = Rect { x: place.x + 2, width: place.width.saturating_sub(4), ..place };
    for (index, line) in lines.iter().enumerate() {
        let style = if index == 0 { Theme::strong() } else { Theme::text() };
        context.put(buffer, row(inner, 1 + index as u16), line, style);
    }
}

fn frame(area: Rect, buffer: &mut Buffer, context: &Context) {
    let theme = context.theme;
    let inner = area.width.saturating_sub(2) as usize;
    let line = |left: &str, fill: &str, right: &str| format!("{left}{}{right}", fill.repeat(inner));
    let top = line(theme.pick("╭", "+"), theme.pick("─", "-"), theme.pick("╮", "+"));
    let bottom = line(theme.pick("╰", "+"), theme.pick("─", "-"), theme.pick("╯", "+"));
    let side = theme.pick("│", "|");
    buffer.set_string(area.x, area.y, top, theme.quiet());
    for y in area.y + 1..area.bottom().saturating_sub(1) {
        buffer.set_string(area.x, y, side, theme.quiet());
        buffer.set_string(area.right().saturating_sub(1), y, side, theme.quiet());
    }
    buffer.set_string(area.x, area.bottom().saturating_sub(1), bottom, theme.quiet());
}
