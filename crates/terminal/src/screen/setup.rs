//! The setup screen of a game: house rules, options, players, takebacks.

use agon_arena::{PlayerKind, PlayerSpec};
use agon_core::{Fault, GameEntry, GameInfo, Options, Preset, Values};
use crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

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
    /// The first row on the screen.
    first: usize,
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

/// A row of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    /// The house rules, in games that have some.
    Preset,
    Option(usize),
    Seat(usize),
    Takebacks,
    Start,
}

/// The level of the second player unless another is chosen.
const DEFAULT_LEVEL: u8 = 3;
const FIRST_ROW: u16 = 3;
/// Lines below the rows: the help, two lines of it, and the keys.
const BELOW: u16 = 4;
/// The least width of the names.
const NAME_WIDTH: u16 = 26;

impl Setup {
    /// Starts with these options, which can be changed.
    pub(crate) fn new(entry: &'static GameEntry, options: &Options, context: &Context) -> Self {
        let config = &context.config;
        let p1 = config.p1.clone().unwrap_or_default();
        let p2 = config.p2.clone().unwrap_or(PlayerKind::Level(DEFAULT_LEVEL).into());
        let mut setup = Self {
            entry,
            values: values_of(options),
            seats: [p1, p2],
            takebacks: config.takebacks,
            at: 0,
            first: 0,
            fresh: true,
            message: String::new(),
        };
        setup.at = setup.rows().len() - 1;
        setup
    }

    /// The game being set up.
    pub(crate) fn info(&self) -> &'static GameInfo {
        self.entry.info
    }

    fn rows(&self) -> Vec<Row> {
        let presets = (!self.entry.info.presets.is_empty()).then_some(Row::Preset);
        let options = (0..self.values.len()).map(Row::Option);
        let rest = [Row::Seat(0), Row::Seat(1), Row::Takebacks, Row::Start];
        presets.into_iter().chain(options).chain(rest).collect()
    }

    fn row(&self) -> Row {
        self.rows()[self.at]
    }

    pub(crate) fn key(&mut self, code: KeyCode) -> SetupAction {
        self.message.clear();
        match code {
            KeyCode::Esc => return SetupAction::Back,
            KeyCode::Up => self.go(self.rows().len() - 1),
            KeyCode::Enter if self.row() == Row::Start => return SetupAction::Start,
            KeyCode::Down | KeyCode::Tab | KeyCode::Enter => self.go(1),
            KeyCode::Left => self.change(-1),
            KeyCode::Right | KeyCode::Char(' ') => self.change(1),
            KeyCode::Backspace => {
                if let Row::Option(option) = self.row() {
                    self.values[option].pop();
                    self.fresh = false;
                }
            }
            KeyCode::Char(c) => self.type_value(c),
            _ => {}
        }
        SetupAction::Stay
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent) -> SetupAction {
        let rows = self.rows();
        let row = mouse.row.checked_sub(FIRST_ROW).map(|row| self.first + usize::from(row));
        let row = row.filter(|row| *row < rows.len());
        match (mouse.kind, row) {
            (MouseEventKind::Down(MouseButton::Left), Some(row)) => {
                self.at = row;
                self.fresh = true;
                if rows[row] == Row::Start {
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
        self.at = (self.at + by) % self.rows().len();
        self.fresh = true;
    }

    fn type_value(&mut self, c: char) {
        let Row::Option(at) = self.row() else { return };
        let accepted = match self.entry.info.options[at].values {
            Values::Range(..) => c.is_ascii_digit(),
            Values::OneOf(_) => false,
            Values::Text(_) => c.is_ascii_graphic(),
        };
        if accepted {
            if self.fresh {
                self.values[at].clear();
                self.fresh = false;
            }
            self.values[at].push(c);
        }
    }

    fn change(&mut self, by: isize) {
        match self.row() {
            Row::Preset => self.change_preset(by),
            Row::Option(at) => self.change_option(at, by),
            Row::Seat(seat) => {
                let choices = self.players();
                self.seats[seat] = cycled(&choices, &self.seats[seat], by);
            }
            Row::Takebacks => self.takebacks = cycled(&Takebacks::ALL, &self.takebacks, by),
            Row::Start => {}
        }
    }

    /// The options, unless one of them is not allowed.
    fn options(&self) -> Result<Options, Fault> {
        let info = self.entry.info;
        let given = info.options.iter().zip(&self.values).filter(|(option, value)| value.as_str() != option.default);
        let given: Vec<String> = given.map(|(option, value)| format!("{}={value}", option.name)).collect();
        Options::parse(info, &given.join(","))
    }

    /// The house rules that the options are; `None` if they were set by hand.
    fn preset(&self) -> Option<&'static Preset> {
        self.options().ok()?.preset()
    }

    /// Takes the options of the next house rules. Those that no house rules set stay as they are.
    fn change_preset(&mut self, by: isize) {
        let info = self.entry.info;
        let preset = match self.preset() {
            Some(preset) => cycled(info.presets, preset, by),
            None if by < 0 => info.presets[info.presets.len() - 1],
            None => info.presets[0],
        };
        for (option, value) in info.options.iter().zip(&mut self.values) {
            let sets = |preset: &Preset| preset.values().find(|(name, _)| *name == option.name);
            if info.presets.iter().any(|preset| sets(preset).is_some()) {
                sets(&preset).map_or(option.default, |(_, value)| value).clone_into(value);
            }
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
        let table = (self.entry.open)(self.options()?)?;
        Ok(GameSession::new(table, self.seats.clone(), self.takebacks, seed))
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let theme = context.theme;
        let line = |row, indent| line_at(area, row, indent);
        let info = self.entry.info;
        let title = names::game(context.catalogue, info.name);
        context.put(buffer, line(1, 2), &title, Theme::strong());
        let rows = self.rows();
        let room = area.height.saturating_sub(FIRST_ROW + BELOW).max(1) as usize;
        self.first = self.first.min(self.at).max((self.at + 1).saturating_sub(room)).min(rows.len());
        let texts: Vec<(String, String)> = rows.iter().map(|row| self.texts(*row, context)).collect();
        let longest = texts.iter().map(|(name, _)| name.width()).max().unwrap_or(0) as u16 + 2;
        let name_width = longest.clamp(NAME_WIDTH, (area.width / 2).max(NAME_WIDTH));
        for (index, (row, (name, value))) in rows.iter().zip(texts).enumerate().skip(self.first).take(room) {
            let y = FIRST_ROW + (index - self.first) as u16;
            let chosen = index == self.at;
            let style = if chosen { Theme::chosen() } else { Theme::text() };
            let name_area = Rect { width: name_width.min(area.width), ..line(y, 4) };
            context.put(buffer, name_area, &format!(" {name} "), style);
            let value = if chosen && self.has_choices(*row) {
                format!("{} {value} {}", theme.pick("◀", "<"), theme.pick("▶", ">"))
            } else {
                format!("  {value}")
            };
            context.put(buffer, line(y, 5 + name_width), &value, Theme::strong());
        }
        let after = FIRST_ROW + rows.len().min(room) as u16 + u16::from(rows.len() < room);
        let bottom = area.bottom().saturating_sub(1);
        if self.message.is_empty() {
            context.put_wrapped(buffer, line(after, 4), bottom, &self.help(context), theme.quiet());
        } else {
            context.put_wrapped(buffer, line(after, 4), bottom, &self.message, theme.bad());
        }
        let keys = context.text("setup.keys");
        context.put_keys(buffer, line(area.height.saturating_sub(1), 2), &keys, theme.quiet());
    }

    /// Whether the arrow keys change a row.
    fn has_choices(&self, row: Row) -> bool {
        match row {
            Row::Option(at) => !matches!(self.entry.info.options[at].values, Values::Text(_)),
            Row::Preset | Row::Seat(_) | Row::Takebacks => true,
            Row::Start => false,
        }
    }

    /// The name and the value of a row.
    fn texts(&self, row: Row, context: &Context) -> (String, String) {
        let catalogue = context.catalogue;
        match row {
            Row::Preset => {
                let key = self.preset().map(|preset| format!("preset.{}", preset.name));
                (context.text("start.preset"), context.text(key.as_deref().unwrap_or("start.preset.own")))
            }
            Row::Option(at) => {
                let option = &self.entry.info.options[at];
                let value = match self.values[at].as_str() {
                    "" if option.default.is_empty() => catalogue.text("ask.usual"),
                    value => catalogue.option_value(option.name, value),
                };
                (context.text(&format!("option.{}", option.name)), value.to_owned())
            }
            Row::Seat(seat) => {
                let name = context.text(["setup.p1", "setup.p2"][seat]);
                (name, names::player_name(catalogue, &self.seats[seat]))
            }
            Row::Takebacks => {
                (context.text("setup.takebacks"), context.text(&format!("takebacks.{}", self.takebacks.name())))
            }
            Row::Start => (context.text("setup.start"), String::new()),
        }
    }

    /// The help text of the selected row.
    fn help(&self, context: &Context) -> String {
        let game = self.entry.info.name;
        match self.row() {
            Row::Preset => match self.preset() {
                Some(preset) => context.text(&format!("preset.{game}.{}", preset.name)),
                None => context.text("start.preset.own.help"),
            },
            Row::Option(at) => {
                let option = &self.entry.info.options[at];
                let (help, values) =
                    (context.catalogue.option_help(game, option.name), context.catalogue.option_values(option));
                if values.is_empty() { help.to_owned() } else { format!("{help} [{values}]") }
            }
            Row::Seat(_) | Row::Takebacks | Row::Start => String::new(),
        }
    }
}

/// The values of options, in their order.
fn values_of(options: &Options) -> Vec<String> {
    options.info().options.iter().map(|option| options.text(option.name).to_owned()).collect()
}

/// The choice before or after the current one, cyclically.
fn cycled<T: Clone + PartialEq>(choices: &[T], now: &T, by: isize) -> T {
    let at = choices.iter().position(|choice| choice == now).unwrap_or(0) as isize;
    choices[(at + by).rem_euclid(choices.len() as isize) as usize].clone()
}
