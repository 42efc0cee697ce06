//! The start screen: games, saved games, the language.

use agon_core::GameEntry;
use agon_i18n::Language;
use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::context::{Context, line_at};
use super::text_input::TextInput;
use crate::names;
use crate::theme::Theme;

/// The start screen.
#[derive(Default)]
pub(crate) struct Menu {
    at: usize,
    /// A file name being typed.
    file: Option<TextInput>,
    /// An error message.
    pub(crate) message: String,
}

/// What the user chose.
pub(crate) enum MenuAction {
    Nothing,
    Game(&'static GameEntry),
    Load(String),
    Language(Language),
    Quit,
}

const FIRST_ROW: u16 = 3;

impl Menu {
    fn count() -> usize {
        agon_games::entries().len() + 3
    }

    pub(crate) fn key(&mut self, key: KeyEvent, context: &Context) -> MenuAction {
        if let Some(mut typed) = self.file.take() {
            match key.code {
                KeyCode::Esc => return MenuAction::Nothing,
                KeyCode::Enter => return MenuAction::Load(typed.text().trim().to_owned()),
                _ => drop(typed.key(key)),
            }
            self.file = Some(typed);
            return MenuAction::Nothing;
        }
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.at = (self.at + Self::count() - 1) % Self::count(),
            KeyCode::Down | KeyCode::Char('j') => self.at = (self.at + 1) % Self::count(),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = Self::count() - 1,
            KeyCode::Enter | KeyCode::Right | KeyCode::Char(' ') => return self.choose(context),
            KeyCode::Char(c @ '1'..='9') => {
                let index = c as usize - '1' as usize;
                if index < agon_games::entries().len() {
                    self.at = index;
                    return self.choose(context);
                }
            }
            KeyCode::Char('q') | KeyCode::Esc => return MenuAction::Quit,
            _ => {}
        }
        MenuAction::Nothing
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, context: &Context) -> MenuAction {
        let row = mouse.row.checked_sub(FIRST_ROW).map(usize::from).filter(|row| *row < Self::count());
        match (mouse.kind, row) {
            (MouseEventKind::Moved, Some(row)) => self.at = row,
            (MouseEventKind::Down(MouseButton::Left), Some(row)) => {
                self.at = row;
                return self.choose(context);
            }
            _ => {}
        }
        MenuAction::Nothing
    }

    fn choose(&mut self, context: &Context) -> MenuAction {
        let games = agon_games::entries().len();
        if let Some(entry) = agon_games::entries().get(self.at) {
            return MenuAction::Game(entry);
        }
        match self.at - games {
            0 => {
                self.file = Some(TextInput::suggest("game.agon"));
                MenuAction::Nothing
            }
            1 => {
                let all = Language::ALL;
                let now = all.iter().position(|language| *language == context.config.language).unwrap_or(0);
                MenuAction::Language(all[(now + 1) % all.len()])
            }
            _ => MenuAction::Quit,
        }
    }

    pub(crate) fn draw(&self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let theme = context.theme;
        let line = |row, indent| line_at(area, row, indent);
        context.put(buffer, line(1, 2), &context.text("menu.title"), Theme::strong());
        let mut rows: Vec<String> = agon_games::entries()
            .iter()
            .enumerate()
            .map(|(index, entry)| {
                let title = names::game(context.catalogue, entry.info.name);
                format!("{}  {title}", index + 1)
            })
            .collect();
        rows.push(format!("   {}", context.text("menu.load")));
        rows.push(format!("   {}: {}", context.text("menu.language"), context.config.language.name()));
        rows.push(format!("   {}", context.text("menu.quit")));
        for (index, row) in rows.iter().enumerate() {
            let style = if index == self.at { Theme::chosen() } else { Theme::text() };
            let place = Rect { width: 30.min(area.width), ..line(FIRST_ROW + index as u16, 4) };
            context.put(buffer, place, &format!(" {row} "), style);
        }
        if let Some(entry) = agon_games::entries().get(self.at) {
            let key = format!("game.{}.summary", entry.info.name);
            let summary = context.catalogue.text(&key);
            context.put_wrapped(buffer, line(FIRST_ROW, 38), area.bottom(), summary, Theme::text());
        }
        let after = FIRST_ROW + rows.len() as u16 + 1;
        if let Some(typed) = &self.file {
            let prompt = format!("{} > {}", context.text("file.load"), typed.shown(theme.pick("▏", "_")));
            context.put(buffer, line(after, 4), &prompt, Theme::strong());
        } else {
            context.put(buffer, line(after, 4), &self.message, theme.bad());
        }
        let keys = context.text("menu.keys");
        context.put_keys(buffer, line(area.height.saturating_sub(1), 2), &keys, theme.quiet());
    }
}
