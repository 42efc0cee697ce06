//! The first question after the choice of a game: two people here or over the network, or which computer player.

use agon_arena::{PlayerKind, PlayerSpec};
use agon_core::{GameEntry, Options, Player};
use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::context::{Context, line_at};
use super::text_input::TextInput;
use crate::config::{Mode, PlayConfig};
use crate::engines;
use crate::names;
use crate::online::Connection;
use crate::theme::Theme;

/// The start screen of a game.
pub(crate) struct Start {
    entry: &'static GameEntry,
    options: Options,
    question: StartQuestion,
    /// The link or address being typed.
    link: Option<TextInput>,
    /// Whether a game can be hosted here.
    may_host: bool,
    at: usize,
    /// The first row of the list on the screen.
    first: usize,
    /// An error message.
    pub(crate) message: String,
}

/// What is being asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StartQuestion {
    Mode,
    /// How to play over the network.
    Connection,
    /// Against which computer player; the person has this side.
    Opponent(Player),
}

/// What the user chose.
pub(crate) enum StartAction {
    Stay,
    Back,
    /// The setup screen: options, and any players.
    Options,
    /// The game between these players.
    Begin(Box<[PlayerSpec; 2]>),
    /// The game of a link, or a new one on a server.
    Online(String),
    /// A new game on a server on this machine.
    Host,
}

const FIRST_ROW: u16 = 3;
/// The column of the text beside the list.
const DESCRIPTION_COLUMN: u16 = 34;

impl Start {
    pub(crate) fn new(entry: &'static GameEntry, options: Options, config: &PlayConfig) -> Self {
        let question = match config.mode {
            Some(Mode::Computer) => StartQuestion::Opponent(Player::P1),
            Some(Mode::Network) => StartQuestion::Connection,
            _ => StartQuestion::Mode,
        };
        let may_host = Connection::Host.is_possible(config);
        Self { entry, options, question, link: None, may_host, at: 0, first: 0, message: String::new() }
    }

    /// The game and its options.
    pub(crate) fn game(&self) -> (&'static GameEntry, &Options) {
        (self.entry, &self.options)
    }

    fn rows(&self) -> usize {
        match self.question {
            StartQuestion::Mode => Mode::ALL.len(),
            StartQuestion::Connection => Connection::ALL.len() - usize::from(!self.may_host),
            StartQuestion::Opponent(_) => engines::opponents(self.entry.info.name).len(),
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> StartAction {
        self.message.clear();
        if let Some(link) = &mut self.link {
            match key.code {
                KeyCode::Esc => self.link = None,
                KeyCode::Enter => return StartAction::Online(link.text().trim().to_owned()),
                _ => drop(link.key(key)),
            }
            return StartAction::Stay;
        }
        let rows = self.rows();
        match key.code {
            KeyCode::Esc if self.question != StartQuestion::Mode => self.ask(StartQuestion::Mode),
            KeyCode::Esc | KeyCode::Char('q') => return StartAction::Back,
            KeyCode::Up | KeyCode::Char('k') => self.at = (self.at + rows - 1) % rows,
            KeyCode::Down | KeyCode::Char('j') => self.at = (self.at + 1) % rows,
            KeyCode::Left | KeyCode::Right | KeyCode::Tab => {
                if let StartQuestion::Opponent(side) = &mut self.question {
                    *side = side.opponent();
                }
            }
            KeyCode::Enter | KeyCode::Char(' ') => return self.choose(self.at),
            KeyCode::Char(digit @ '1'..='9') => {
                let row = match self.question {
                    StartQuestion::Mode => Mode::ALL.into_iter().position(|mode| mode.digit() == digit),
                    StartQuestion::Connection | StartQuestion::Opponent(_) => Some(digit as usize - '1' as usize),
                };
                if let Some(row) = row.filter(|row| *row < rows) {
                    return self.choose(row);
                }
            }
            _ => {}
        }
        StartAction::Stay
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent) -> StartAction {
        let row = mouse.row.checked_sub(FIRST_ROW).map(|row| self.first + usize::from(row));
        let row = row.filter(|row| *row < self.rows());
        match (mouse.kind, row) {
            (MouseEventKind::Moved, Some(row)) => self.at = row,
            (MouseEventKind::Down(MouseButton::Left), Some(row)) => return self.choose(row),
            _ => {}
        }
        StartAction::Stay
    }

    fn ask(&mut self, question: StartQuestion) {
        self.question = question;
        self.at = 0;
    }

    fn choose(&mut self, row: usize) -> StartAction {
        self.at = row;
        match self.question {
            StartQuestion::Opponent(side) => {
                let opponent = engines::opponents(self.entry.info.name)[row].clone();
                StartAction::Begin(Box::new(engines::against(side, opponent)))
            }
            StartQuestion::Connection => match Connection::ALL[row] {
                Connection::Host => StartAction::Host,
                Connection::Join | Connection::Open => {
                    self.link = Some(TextInput::default());
                    StartAction::Stay
                }
            },
            StartQuestion::Mode => match Mode::ALL[row] {
                Mode::Here => StartAction::Begin(Box::default()),
                Mode::Network => {
                    self.ask(StartQuestion::Connection);
                    StartAction::Stay
                }
                Mode::Computer => {
                    self.ask(StartQuestion::Opponent(Player::P1));
                    StartAction::Stay
                }
                Mode::Each => StartAction::Options,
            },
        }
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let theme = context.theme;
        let line = |row, indent| line_at(area, row, indent);
        let info = self.entry.info;
        context.put(buffer, line(1, 2), &names::game(context.catalogue, info.name), Theme::strong());
        context.put(buffer, line(2, 4), &self.message, theme.bad());
        let room = area.height.saturating_sub(FIRST_ROW + 1).max(1) as usize;
        self.first = self.first.min(self.at).max((self.at + 1).saturating_sub(room));
        for (row, text) in self.list(context).iter().enumerate().skip(self.first).take(room) {
            let style = if row == self.at { Theme::chosen() } else { Theme::text() };
            let place = line(FIRST_ROW + (row - self.first) as u16, 4);
            let is_beside = matches!(self.question, StartQuestion::Opponent(_));
            let width = if is_beside { place.width.min(DESCRIPTION_COLUMN - 6) } else { place.width };
            let place = Rect { width, ..place };
            context.put(buffer, place, &format!(" {text} "), style);
        }
        if let StartQuestion::Opponent(side) = self.question {
            let name = context.text(&format!("side.{}.{side}", info.name));
            let text = context.catalogue.format("players.side", &[("side", &name)]);
            context.put(buffer, line(FIRST_ROW, DESCRIPTION_COLUMN), &text, Theme::strong());
            let about = self.about(context);
            context.put_wrapped(buffer, line(FIRST_ROW + 2, DESCRIPTION_COLUMN), area.bottom(), &about, Theme::text());
        }
        if let Some(link) = &self.link {
            let below = line(FIRST_ROW + self.rows() as u16 + 1, 4);
            let question = Connection::ALL[self.at].question().unwrap_or_default();
            context.put(buffer, below, &context.text(question), Theme::text());
            let typed = format!("> {}", link.shown(theme.pick("▏", "_")));
            context.put(buffer, line(FIRST_ROW + self.rows() as u16 + 2, 4), &typed, Theme::strong());
        }
        let keys = context.text(match self.question {
            _ if self.link.is_some() => "file.keys",
            StartQuestion::Mode | StartQuestion::Connection => "players.keys",
            StartQuestion::Opponent(_) => "players.keys_opponent",
        });
        context.put_keys(buffer, line(area.height.saturating_sub(1), 2), &keys, theme.quiet());
    }

    fn list(&self, context: &Context) -> Vec<String> {
        match self.question {
            StartQuestion::Mode => {
                let text = |mode: Mode| format!("{}  {}", mode.digit(), context.text(mode.key()));
                Mode::ALL.map(text).into()
            }
            StartQuestion::Connection => {
                let text = |(number, way): (usize, Connection)| format!("{number}  {}", context.text(way.key()));
                (1..=self.rows()).zip(Connection::ALL).map(text).collect()
            }
            StartQuestion::Opponent(_) => {
                let opponents = engines::opponents(self.entry.info.name);
                let digit = |row: usize| char::from_digit(row as u32 + 1, 10).filter(|_| row < 9).unwrap_or(' ');
                let name = |who| names::player_name(context.catalogue, who);
                opponents.iter().enumerate().map(|(row, who)| format!("{}  {}", digit(row), name(who))).collect()
            }
        }
    }

    /// What the chosen opponent does.
    fn about(&self, context: &Context) -> String {
        let game = self.entry.info.name;
        match engines::opponents(game).get(self.at).map(|who| &who.kind) {
            Some(PlayerKind::Bot(bot)) => names::bot_summary(context.catalogue, game, bot),
            _ => String::new(),
        }
    }
}
