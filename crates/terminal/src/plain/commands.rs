use std::io::{self, Write};
use std::path::Path;

use agon_core::Fault;

use super::{Flow, LineInterface};
use crate::answer;
use crate::config::Paths;
use crate::engines::{BackgroundReview, Opponents};
use crate::faults;
use crate::names;
use crate::screen::rules_text;
use crate::session::{GameSession, Phase, TakebackAnswer};

/// A line that is not a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineCommand {
    Undo,
    Back,
    Save(String),
    Load(String),
    Moves,
    States,
    History,
    Paths(Paths),
    Hint,
    Review,
    Rules,
    Board,
    Resign,
    Again,
    Chat(String),
    Draw,
    Answer(bool),
    Quit,
    Help,
}

impl LineCommand {
    /// Parses a command; other lines are moves.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let command = match word.to_ascii_lowercase().as_str() {
            "save" => return Some(Self::Save(rest.to_owned())),
            "load" => return Some(Self::Load(rest.to_owned())),
            "chat" => return Some(Self::Chat(rest.to_owned())),
            "draw" => Self::Draw,
            "paths" if rest.eq_ignore_ascii_case("all") => return Some(Self::Paths(Paths::All)),
            "paths" => Self::Paths(Paths::Shortest),
            "undo" => Self::Undo,
            "back" => Self::Back,
            "moves" => Self::Moves,
            "states" => Self::States,
            "history" => Self::History,
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

impl<W: Write> LineInterface<'_, W> {
    /// The command of a line, or the answer to a question; `None` for a move.
    pub(super) fn read_command(&self, line: &str) -> Option<LineCommand> {
        let is_asked = self.session.as_online().is_some_and(|game| game.question().is_some());
        // A letter alone can be the column of a move.
        let may_answer = line.trim().chars().nth(1).is_some() || (is_asked && self.row.is_none());
        let answer = answer::read(self.catalogue, line).filter(|_| may_answer);
        answer.map(LineCommand::Answer).or_else(|| LineCommand::parse(line))
    }

    pub(super) fn command(&mut self, command: LineCommand) -> io::Result<Flow> {
        match command {
            LineCommand::Quit => return self.quit(),
            LineCommand::Chat(text) => self.chat(&text)?,
            LineCommand::Draw => self.offer_draw()?,
            LineCommand::Answer(yes) => self.answer(yes)?,
            LineCommand::Undo => self.undo()?,
            LineCommand::Back => {
                if self.session.step_back() {
                    self.show_board()?;
                } else {
                    self.refuse(&faults::NO_TAKEBACK.fault())?;
                }
            }
            LineCommand::Save(name) => self.save(&name)?,
            LineCommand::Load(name) => self.load(&name)?,
            LineCommand::Moves => self.list_moves()?,
            LineCommand::States => self.list_states()?,
            LineCommand::History => self.list_history()?,
            LineCommand::Paths(shown) => self.show_paths(shown)?,
            LineCommand::Hint | LineCommand::Review if !self.session.may_help() => {
                self.refuse(&faults::NO_HELP.fault())?;
            }
            LineCommand::Hint => self.hint()?,
            LineCommand::Review => {
                let (record, dice) = (self.session.record(), self.session.has_dice());
                let text = BackgroundReview::start(record, dice, self.catalogue).wait();
                self.lines.say(&text)?;
            }
            LineCommand::Rules => {
                let text = rules_text(self.catalogue, &self.session);
                self.lines.say(&text)?;
            }
            LineCommand::Board => self.show_board()?,
            LineCommand::Resign => {
                if let Err(fault) = self.session.resign() {
                    self.refuse(&fault)?;
                }
            }
            LineCommand::Again | LineCommand::Help => {
                let example = self.session.table().example_move();
                let text = self.catalogue.format("plain.help", &[("move", &example)]);
                self.lines.say(&text)?;
                if self.session.as_online().is_some() {
                    self.lines.say(self.catalogue.text("plain.help_online"))?;
                }
            }
        }
        Ok(Flow::Continue)
    }

    fn undo(&mut self) -> io::Result<()> {
        match self.session.take_back() {
            Ok(TakebackAnswer::Asked) => Ok(()),
            Ok(TakebackAnswer::Done(player)) => {
                let side = names::side(self.catalogue, &self.session, player);
                let text = self.catalogue.format("play.taken_back", &[("player", &side)]);
                self.lines.say(&text)?;
                self.show_board()
            }
            Err(fault) => self.refuse(&fault),
        }
    }

    /// Asks a question whose answer is yes or no; `None` at the end of the input.
    pub(super) fn confirm(&mut self, question: &str) -> io::Result<Option<bool>> {
        let prompt = format!("{question} {} ", self.catalogue.text("plain.yes_or_no"));
        Ok(self.lines.ask(&prompt)?.map(|line| answer::is_yes(self.catalogue, &line)))
    }

    fn save(&mut self, name: &str) -> io::Result<()> {
        if !name.is_empty() && Path::new(name).exists() {
            let question = self.catalogue.format("ask.overwrite", &[("file", &name)]);
            if self.confirm(&question)? != Some(true) {
                return Ok(());
            }
        }
        match named(name, "save game.agon").and_then(|name| self.session.save(Path::new(name))) {
            Ok(()) => {
                let text = self.catalogue.format("file.saved", &[("file", &name)]);
                self.lines.say(&text)
            }
            Err(fault) => self.refuse(&fault),
        }
    }

    fn load(&mut self, name: &str) -> io::Result<()> {
        if self.session.leaving_loses() {
            return self.refuse(&faults::LEAVE_FIRST.fault());
        }
        let config = self.config;
        let session = named(name, "load game.agon").and_then(|name| {
            GameSession::load(Path::new(name), [None, None], config.takebacks, config.seed, self.catalogue)
        });
        match session.and_then(|session| Opponents::of(&session, config).map(|opponents| (session, opponents))) {
            Ok((session, opponents)) => {
                self.session = session;
                self.opponents = opponents;
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
