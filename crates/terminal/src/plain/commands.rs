use std::io::{self, BufRead, Write};
use std::path::Path;

use agon_core::Fault;

use super::{Flow, LineInterface};
use crate::engines::BackgroundReview;
use crate::faults;
use crate::names;
use crate::screen::rules_text;
use crate::session::{GameSession, Phase};

/// A line that is not a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Undo,
    Back,
    Save(String),
    Load(String),
    Moves,
    States,
    History,
    Paths,
    Hint,
    Review,
    Rules,
    Board,
    Resign,
    Again,
    Quit,
    Help,
}

impl Command {
    /// Parses a command; other lines are moves.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let command = match word.to_ascii_lowercase().as_str() {
            "save" => return Some(Self::Save(rest.to_owned())),
            "load" => return Some(Self::Load(rest.to_owned())),
            "undo" => Self::Undo,
            "back" => Self::Back,
            "moves" => Self::Moves,
            "states" => Self::States,
            "history" => Self::History,
            "paths" => Self::Paths,
            "hint" => Self::Hint,
            "review" => Self::Review,
            "rules" => Self::Rules,
            "board" => Self::Board,
            "resign" => Self::Resign,
            "again" => Self::Again,
            "quit" | "exit" => Self::Quit,
            "help" | "?" => Self::Help,
            _ => return None,
        };
        rest.is_empty().then_some(command)
    }
}

impl<R: BufRead, W: Write> LineInterface<'_, R, W> {
    pub(super) fn command(&mut self, command: Command) -> io::Result<Flow> {
        match command {
            Command::Quit => return Ok(Flow::Quit),
            Command::Undo => self.undo()?,
            Command::Back => {
                if self.session.step_back() {
                    self.show_board()?;
                } else {
                    self.refuse(&faults::NO_TAKEBACK.fault())?;
                }
            }
            Command::Save(name) => self.save(&name)?,
            Command::Load(name) => self.load(&name)?,
            Command::Moves => self.list_moves()?,
            Command::States => self.list_states()?,
            Command::History => self.list_history()?,
            Command::Paths => self.show_paths()?,
            Command::Hint => self.hint()?,
            Command::Review => {
                let (record, dice) = (self.session.record(), self.session.has_dice());
                let text = BackgroundReview::start(record, dice, self.catalogue).wait();
                self.lines.say(&text)?;
            }
            Command::Rules => {
                let text = rules_text(self.catalogue, &self.session);
                self.lines.say(&text)?;
            }
            Command::Board => self.show_board()?,
            Command::Resign => {
                if let Err(fault) = self.session.resign() {
                    self.refuse(&fault)?;
                }
            }
            Command::Again | Command::Help => {
                let example = self.session.table().example_move();
                let text = self.catalogue.format("plain.help", &[("move", &example)]);
                self.lines.say(&text)?;
            }
        }
        Ok(Flow::Continue)
    }

    fn undo(&mut self) -> io::Result<()> {
        match self.session.take_back() {
            Ok(player) => {
                let side = names::side(self.catalogue, &self.session, player);
                let text = self.catalogue.format("play.taken_back", &[("player", &side)]);
                self.lines.say(&text)?;
                self.show_board()
            }
            Err(fault) => self.refuse(&fault),
        }
    }

    fn save(&mut self, name: &str) -> io::Result<()> {
        match named(name, "save game.agon").and_then(|name| self.session.save(Path::new(name))) {
            Ok(()) => {
                let text = self.catalogue.format("file.saved", &[("file", &name)]);
                self.lines.say(&text)
            }
            Err(fault) => self.refuse(&fault),
        }
    }

    fn load(&mut self, name: &str) -> io::Result<()> {
        let config = self.config;
        let session = named(name, "load game.agon").and_then(|name| {
            GameSession::load(Path::new(name), [None, None], config.takebacks, config.seed, self.catalogue)
        });
        match session {
            Ok(session) => {
                self.session = session;
                self.opponents.clear();
                let text = self.catalogue.format("file.loaded", &[("file", &name)]);
                self.lines.say(&text)?;
                self.show_board()
            }
            Err(fault) => self.refuse(&fault),
        }
    }

    fn hint(&mut self) -> io::Result<()> {
        if !matches!(self.session.phase(), Phase::Human(_)) {
            return Ok(());
        }
        let decision = self.opponents.start_hint(self.session.table(), self.config).wait();
        self.opponents.keep_hints(decision.engine);
        match decision.thought {
            Ok(thought) => {
                let text = self.catalogue.format("play.hint", &[("word", &thought.turn)]);
                self.lines.say(&text)
            }
            Err(fault) => self.refuse(&fault),
        }
    }
}

fn named<'a>(name: &'a str, example: &str) -> Result<&'a str, Fault> {
    if name.is_empty() { Err(faults::FILE_NAME.with("example", example)) } else { Ok(name) }
}
