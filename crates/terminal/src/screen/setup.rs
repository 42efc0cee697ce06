//! The setup screen of a game: options, players, takebacks.

use agon_arena::{PlayerKind, PlayerSpec};
use agon_core::{Fault, GameEntry, Options, Values};
use crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::context::{Context, line_at};
use crate::engines;
use crate::session::GameSession;
use crate::theme::Theme;
use crate::{Takebacks, names};

/// A game being set up.
pub(crate) struct Setup {
    entry: &'static GameEntry,
    values: Vec<String>,
    seats: [PlayerSpec; 2],
    takebacks: Takebacks,
    at: usize,
    /// Whether the next character replaces the value at the cursor.
    fresh: bool,
    /// An error message.
    pub(crate) message: String,
}

/// What the user chose.
#[derive(Clone, Copy)]
pub(crate) enum SetupAction {
    Stay,
    Back,
    Start,
}

/// The level of the second player unless another is chosen.
const DEFAULT_LEVEL: u8 = 3;
const FIRST_ROW: u16 = 3;

impl Setup {
    /// Starts with these options, which can be changed.
    pub(crate) fn new(entry: &'static GameEntry, options: &Options, context: &Context) -> Self {
        let config = &context.config;
        let p1 = config.p1.clone().unwrap_or_default();
        let p2 = config.p2.clone().unwrap_or(PlayerKind::Level(DEFAULT_LEVEL).into());
        Self {
            entry,
            values: entry.info.options.iter().map(|option| options.text(option.name).to_owned()).collect(),
            seats: [p1, p2],
            takebacks: config.takebacks,
            at: entry.info.options.len() + 3,
            fresh: true,
            message: String::new(),
        }
    }

    /// Number of rows: options, two players, takebacks, start.
    fn rows(&self) -> usize {
        self.values.len() + 4
    }

    pub(crate) fn key(&mut self, code: KeyCode) -> SetupAction {
        self.message.clear();
        match code {
            KeyCode::Esc => return SetupAction::Back,
            KeyCode::Up => self.go(self.rows() - 1),
            KeyCode::Enter if self.at + 1 == self.rows() => return SetupAction::Start,
            KeyCode::Down | KeyCode::Tab | KeyCode::Enter => self.go(1),
            KeyCode::Left => self.change(-1),
            KeyCode::Right | KeyCode::Char(' ') => self.change(1),
            KeyCode::Backspace => {
                if let Some(value) = self.values.get_mut(self.at) {
                    value.pop();
                    self.fresh = false;
                }
            }
            KeyCode::Char(c) => self.type_value(c),
            _ => {}
        }
        SetupAction::Stay
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent) -> SetupAction {
        let row = mouse.row.checked_sub(FIRST_ROW).map(usize::from).filter(|row| *row < self.rows());
        match (mouse.kind, row) {
            (MouseEventKind::Down(MouseButton::Left), Some(row)) => {
                self.at = row;
                self.fresh = true;
                if row + 1 == self.rows() {
                    return SetupAction::Start;
                }
                self.change(1);
            }
            (MouseEventKind::ScrollUp, _) => self.change(1),
            (MouseEventKind::ScrollDown, _) => self.change(-1),
            _ => {}
        }
        SetupAction::Stay
    }

    fn go(&mut self, by: usize) {
        self.at = (self.at + by) % self.rows();
        self.fresh = true;
    }

    fn type_value(&mut self, c: char) {
        let Some(option) = self.entry.info.options.get(self.at) else { return };
        let accepted = match option.values {
            Values::Range(..) => c.is_ascii_digit(),
            Values::OneOf(_) => false,
            Values::Text(_) => c.is_ascii_graphic(),
        };
        if accepted {
            if self.fresh {
                self.values[self.at].clear();
                self.fresh = false;
            }
            self.values[self.at].push(c);
        }
    }

    fn change(&mut self, by: isize) {
        let options = self.values.len();
        match self.at {
            at if at < options => self.change_option(at, by),
            at if at < options + 2 => {
                let choices = self.players();
                let seat = &mut self.seats[at - options];
                *seat = cycled(&choices, seat, by);
            }
            at if at == options + 2 => self.takebacks = cycled(&Takebacks::ALL, &self.takebacks, by),
            _ => {}
        }
    }

    fn change_option(&mut self, at: usize, by: isize) {
        let value = &mut self.values[at];
        match self.entry.info.options[at].values {
            Values::Range(low, high) => {
                let number = value.parse::<i64>().unwrap_or(low.into()) + by as i64;
                *value = number.clamp(low.into(), high.into()).to_string();
            }
            Values::OneOf(words) => {
                let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
                *value = cycled(&words, value, by);
            }
            Values::Text(_) => {}
        }
    }

    /// The players to choose from.
    fn players(&self) -> Vec<PlayerSpec> {
        let bots = engines::bots(self.entry.info.name).into_iter().map(PlayerKind::Bot);
        let kinds = std::iter::once(PlayerKind::Human).chain((1..=10).map(PlayerKind::Level)).chain(bots);
        let mut all: Vec<PlayerSpec> = kinds.map(PlayerSpec::from).collect();
        // Players of the command line stay among the choices.
        for who in &self.seats {
            if !all.contains(who) {
                all.push(who.clone());
            }
        }
        all
    }

    /// The game that was set up.
    pub(crate) fn session(&self, seed: Option<u64>) -> Result<GameSession, Fault> {
        let info = self.entry.info;
        for who in &self.seats {
            engines::check_player(who, info.name)?;
        }
        let given: Vec<String> = info
            .options
            .iter()
            .zip(&self.values)
            .filter(|(option, value)| value.as_str() != option.default)
            .map(|(option, value)| format!("{}={value}", option.name))
            .collect();
        let table = (self.entry.open)(Options::parse(info, &given.join(","))?)?;
        Ok(GameSession::new(table, self.seats.clone(), self.takebacks, seed))
    }

    pub(crate) fn draw(&self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let theme = context.theme;
        let line = |row, indent| line_at(area, row, indent);
        let info = self.entry.info;
        let title = names::game(context.catalogue, info.name);
        context.put(buffer, line(1, 2), &title, Theme::strong());
        for (index, (name, value)) in self.lines(context).into_iter().enumerate() {
            let row = FIRST_ROW + index as u16;
            let chosen = index == self.at;
            let style = if chosen { Theme::chosen() } else { Theme::text() };
            let name_area = Rect { width: 26.min(area.width), ..line(row, 4) };
            context.put(buffer, name_area, &format!(" {name} "), style);
            let value = if chosen && !value.is_empty() {
                format!("{} {value} {}", theme.pick("◀", "<"), theme.pick("▶", ">"))
            } else {
                format!("  {value}")
            };
            context.put(buffer, line(row, 31), &value, Theme::strong());
        }
        let after = FIRST_ROW + self.rows() as u16 + 1;
        if self.message.is_empty() {
            context.put(buffer, line(after, 4), &self.help(context), theme.quiet());
        } else {
            context.put(buffer, line(after, 4), &self.message, theme.bad());
        }
        let keys = context.text("setup.keys");
        context.put(buffer, line(area.height.saturating_sub(1), 2), &keys, theme.quiet());
    }

    fn lines(&self, context: &Context) -> Vec<(String, String)> {
        let catalogue = context.catalogue;
        let info = self.entry.info;
        let mut lines: Vec<(String, String)> = info
            .options
            .iter()
            .zip(&self.values)
            .map(|(option, value)| (context.text(&format!("option.{}", option.name)), value.clone()))
            .collect();
        lines.push((context.text("setup.p1"), names::player_name(catalogue, &self.seats[0])));
        lines.push((context.text("setup.p2"), names::player_name(catalogue, &self.seats[1])));
        let takebacks = format!("takebacks.{}", self.takebacks.name());
        lines.push((context.text("setup.takebacks"), context.text(&takebacks)));
        lines.push((context.text("setup.start"), String::new()));
        lines
    }

    /// The help text of the selected option.
    fn help(&self, context: &Context) -> String {
        let Some(option) = self.entry.info.options.get(self.at) else { return String::new() };
        let own = format!("option.{}.{}", self.entry.info.name, option.name);
        let shared = format!("option.dice.{}", option.name);
        let help = context.catalogue.get(&own).unwrap_or(context.catalogue.text(&shared));
        format!("{help} [{}]", option.values)
    }
}

/// The choice before or after the current one, cyclically.
fn cycled<T: Clone + PartialEq>(choices: &[T], now: &T, by: isize) -> T {
    let at = choices.iter().position(|choice| choice == now).unwrap_or(0) as isize;
    choices[(at + by).rem_euclid(choices.len() as isize) as usize].clone()
}
