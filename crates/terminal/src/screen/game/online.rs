//! What a game on a server adds to the game screen: news, questions, chat, leaving.

use std::time::Duration;

use agon_core::{Fault, PlaceView};

use super::{GameScreen, Message};
use crate::faults;
use crate::online::news;
use crate::screen::GameAction;
use crate::screen::context::Context;
use crate::screen::pages::{Confirmation, Page};
use crate::session::{OnlineGame, Phase};

impl GameScreen {
    /// Reads what the server has sent, and shows the opponent the turn in progress. Returns whether something changed.
    pub(super) fn tick_online(&mut self, context: &Context) -> bool {
        if self.session.as_online().is_none() {
            return false;
        }
        self.show_turn();
        let was_mine = matches!(self.session.phase(), Phase::Human(_));
        let news = self.session.poll(Duration::ZERO);
        if news.is_empty() {
            return false;
        }
        if news::is_rematch(&news) {
            self.follow_rematch(context);
            return true;
        }
        if news::changes_game(&news) {
            self.refresh(context);
        } else {
            self.board = self.session.board().ok();
        }
        if !was_mine && matches!(self.session.phase(), Phase::Human(_)) {
            self.home_cursor();
        }
        for line in news::lines(context.catalogue, &self.session, &news) {
            self.message = Message { text: line.text, is_bad: line.is_bad, ..Message::default() };
        }
        true
    }

    /// Shows what a person reads first: the side; while nobody has joined, the link for the other player.
    pub(crate) fn read_first(&mut self, notes: &[String], context: &Context) {
        match notes.len() {
            0 | 1 => self.say(notes.concat()),
            _ => {
                let title = context.text("seating.waiting");
                self.page = Some(Page::Text { title, text: notes.join("\n"), scroll: 0 });
            }
        }
    }

    fn show_turn(&mut self) {
        let is_wall = matches!(self.cursor, PlaceView::Wall { .. });
        let hover = self.step_to(self.cursor).filter(|_| is_wall || self.selected.is_some());
        let hover = hover.filter(|_| self.page.is_none()).map(|step| step.notation);
        let prefix = self.session.prefix().to_vec();
        if let Some(game) = self.session.as_online_mut() {
            game.show_turn(&prefix, hover);
        }
    }

    /// Goes on to the rematch as soon as both players want it.
    pub(super) fn follow_rematch(&mut self, context: &Context) {
        let Some(game) = self.session.as_online_mut() else { return };
        match game.follow() {
            Ok(true) => self.start_over(context),
            Ok(false) => {}
            Err(error) => {
                let text = news::error(context.catalogue, Some(&self.session), &error);
                self.message = Message { text, is_bad: true, ..Message::default() };
            }
        }
    }

    /// Commands the game on the server; in other games there is nothing to command.
    fn command(&mut self, context: &Context, order: impl FnOnce(&mut OnlineGame) -> Result<(), Fault>) {
        let done = self.session.as_online_mut().map_or(Ok(()), order);
        if let Err(fault) = done {
            self.refuse(context, &fault);
        }
    }

    pub(super) fn offer_draw(&mut self, context: &Context) {
        self.command(context, OnlineGame::draw);
    }

    pub(super) fn answer(&mut self, yes: bool, context: &Context) {
        self.command(context, |game| {
            game.answer(yes);
            Ok(())
        });
    }

    pub(super) fn open_chat(&mut self, context: &Context) {
        match self.session.as_online().map(OnlineGame::may_chat) {
            Some(true) => self.page = Some(Page::chat()),
            Some(false) => self.refuse(context, &faults::NO_CHAT_HERE.fault()),
            None => {}
        }
    }

    pub(super) fn say_in_chat(&mut self, text: &str, context: &Context) {
        let text = text.trim().to_owned();
        if !text.is_empty() {
            self.command(context, |game| game.chat(&text));
        }
    }

    /// Leaves the game, which loses it if it is being played on a server.
    pub(super) fn leave_server(&mut self, context: &Context) {
        if let Some(game) = self.session.as_online_mut()
            && !game.leave()
        {
            let link = game.link();
            self.farewell = Some(context.catalogue.format("online.not_told", &[("link", link)]));
        }
    }

    /// Ctrl+C: asks before it loses a game on a server; the second time, the seat is kept for a later run.
    pub(super) fn interrupt(&mut self, context: &Context) -> GameAction {
        let is_asked = matches!(self.page, Some(Page::Confirm { .. }));
        if self.session.leaving_loses() && !is_asked {
            self.page = Some(Page::confirm(context, &self.session, Confirmation::Quit));
            return GameAction::Stay;
        }
        if let Some(game) = self.session.as_online().filter(|game| game.leaving_loses()) {
            self.farewell = Some(context.catalogue.format("online.kept", &[("link", game.link())]));
        }
        GameAction::Quit
    }
}
