//! What a game on a server adds to the line interface: news between lines, questions, chat, leaving.

use std::io::{self, Write};
use std::time::Duration;

use agon_core::Player;

use super::lines::Input;
use super::{Flow, LineInterface};
use crate::faults;
use crate::names;
use crate::online::news;
use crate::session::{OnlineGame, Question};

/// How often the server is listened to while a line is awaited.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// What a prompt came to.
pub(super) enum Asked {
    Line(String),
    End,
    /// The game has changed, so that the prompt is no longer right.
    Changed,
}

impl<W: Write> LineInterface<'_, W> {
    /// Asks for a line, and says meanwhile what the server sends.
    pub(super) fn ask(&mut self, prompt: &str) -> io::Result<Asked> {
        if self.session.as_online().is_none() {
            return Ok(self.lines.ask(prompt)?.map_or(Asked::End, Asked::Line));
        }
        self.lines.prompt(prompt)?;
        loop {
            match self.lines.wait(POLL_INTERVAL)? {
                Input::Line(line) => return Ok(Asked::Line(line)),
                Input::End => return Ok(Asked::End),
                Input::Nothing => {}
            }
            let (phase, plies) = (self.session.phase(), self.session.table().plies().len());
            let is_said = self.hear(prompt)?;
            if self.session.phase() != phase || self.session.table().plies().len() != plies {
                return Ok(Asked::Changed);
            }
            if is_said {
                self.lines.prompt(prompt)?;
            }
        }
    }

    /// Says what the server has sent; whether there was anything to say.
    fn hear(&mut self, prompt: &str) -> io::Result<bool> {
        let question = news::question(self.catalogue, &self.session);
        let plies = self.session.table().plies().len();
        let is_turn_sent = !self.session.prefix().is_empty();
        let received = self.session.poll(Duration::ZERO);
        if received.is_empty() {
            return Ok(false);
        }
        let mut lines: Vec<String> =
            news::lines(self.catalogue, &self.session, &received).into_iter().map(|line| line.text).collect();
        let asked = news::question(self.catalogue, &self.session);
        if asked != question
            && let Some((question, text)) = asked
        {
            let answers = if question == Question::Claim { "plain.claim" } else { "plain.question" };
            lines.retain(|line| *line != text);
            lines.push(format!("{}. {}", text.trim_end_matches('.'), self.catalogue.text(answers)));
        }
        // A line of its own, after an unanswered prompt.
        if !prompt.is_empty() && !lines.is_empty() {
            self.lines.draw("\n")?;
        }
        for line in &lines {
            self.lines.say(line)?;
        }
        if news::is_rematch(&received) && self.follow()? {
            return Ok(true);
        }
        // One's own turn was drawn when it was typed, and is drawn anew only if it was refused.
        let answered = usize::from(is_turn_sent && self.session.prefix().is_empty());
        if self.session.table().plies().len() != plies + answered {
            self.show_board()?;
        }
        Ok(!lines.is_empty())
    }

    /// Goes on to the rematch.
    fn follow(&mut self) -> io::Result<bool> {
        let Some(game) = self.session.as_online_mut() else { return Ok(false) };
        match game.follow() {
            Ok(true) => {
                if let Some(player) = Player::ALL.into_iter().find(|player| self.session.who(*player).is_human()) {
                    let side = names::side(self.catalogue, &self.session, player);
                    let text = self.catalogue.format("online.side", &[("side", &side)]);
                    self.lines.say(&text)?;
                }
                self.show_board()?;
                Ok(true)
            }
            Ok(false) => Ok(false),
            Err(error) => {
                let text = news::error(self.catalogue, Some(&self.session), &error);
                self.lines.say(&text)?;
                Ok(false)
            }
        }
    }

    /// Waits for the other player, or for the server. Commands are obeyed meanwhile.
    pub(super) fn remote(&mut self) -> io::Result<Flow> {
        self.say_who_moves()?;
        match self.ask("")? {
            Asked::Changed => Ok(Flow::Continue),
            Asked::End => self.end_of_input(),
            Asked::Line(line) if line.trim().is_empty() => Ok(Flow::Continue),
            Asked::Line(line) => self.command_or_turn(&line),
        }
    }

    /// Says once for each turn who is waited for.
    fn say_who_moves(&mut self) -> io::Result<()> {
        let waited = (self.session.phase(), self.session.table().plies().len());
        if self.waited == Some(waited) {
            return Ok(());
        }
        self.waited = Some(waited);
        let text = match self.session.mover() {
            Some(player) => {
                let name = names::full(self.catalogue, &self.session, player);
                self.catalogue.format("status.turn", &[("player", &name)])
            }
            None => self.catalogue.text("status.waiting").to_owned(),
        };
        self.lines.say(&text)
    }

    /// The input has ended: a seat on a server is kept, as after a lost connection.
    pub(super) fn end_of_input(&mut self) -> io::Result<Flow> {
        if let Some(game) = self.session.as_online().filter(|game| game.leaving_loses()) {
            let text = self.catalogue.format("online.kept", &[("link", game.link())]);
            self.lines.say(&text)?;
        }
        Ok(Flow::Quit)
    }

    /// Leaves; asks first if that loses a game on a server.
    pub(super) fn quit(&mut self) -> io::Result<Flow> {
        if !self.session.leaving_loses() {
            return Ok(Flow::Quit);
        }
        let aborts = self.session.as_online().is_some_and(OnlineGame::leaving_aborts);
        let question = self.catalogue.text(if aborts { "ask.abort" } else { "online.leave" });
        match self.confirm(question)? {
            Some(true) => {
                if let Some(game) = self.session.as_online_mut()
                    && !game.leave()
                {
                    let text = self.catalogue.format("online.not_told", &[("link", game.link())]);
                    self.lines.say(&text)?;
                }
                Ok(Flow::Quit)
            }
            Some(false) => Ok(Flow::Continue),
            None => self.end_of_input(),
        }
    }

    pub(super) fn chat(&mut self, text: &str) -> io::Result<()> {
        match self.session.as_online_mut().map(|game| game.chat(text)) {
            Some(Ok(())) => Ok(()),
            Some(Err(fault)) => self.refuse(&fault),
            None => self.refuse(&faults::NO_CHAT_HERE.fault()),
        }
    }

    pub(super) fn offer_draw(&mut self) -> io::Result<()> {
        match self.session.as_online_mut().map(OnlineGame::draw) {
            Some(Ok(())) => Ok(()),
            Some(Err(fault)) => self.refuse(&fault),
            None => self.refuse(&faults::ONLINE_ONLY.fault()),
        }
    }

    pub(super) fn answer(&mut self, yes: bool) -> io::Result<()> {
        match self.session.as_online_mut().map(|game| game.answer(yes)) {
            Some(true) => Ok(()),
            Some(false) | None => self.refuse(&faults::NO_QUESTION.fault()),
        }
    }
}
