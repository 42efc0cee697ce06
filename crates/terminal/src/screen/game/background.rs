//! What the game screen does in the background: turns of engines, their dice, hints, reviews.

use std::time::Instant;

use agon_core::Player;

use super::{GameScreen, Message};
use crate::clock::seconds;
use crate::engines::{BackgroundReview, SearchOutcome};
use crate::faults;
use crate::names;
use crate::screen::context::Context;
use crate::screen::pages::Page;
use crate::session::Phase;

impl GameScreen {
    /// Starts the search for a hint.
    pub(super) fn start_hint(&mut self, context: &Context) {
        if !matches!(self.session.phase(), Phase::Human(_)) || self.hint_search.is_some() {
            return;
        }
        if !self.session.may_help() {
            return self.refuse(context, &faults::NO_HELP.fault());
        }
        self.session.drop_steps();
        self.refresh(context);
        self.hint_search = Some(self.opponents.start_hint(self.session.table(), &context.config));
        self.say(context.text("play.hint_wait"));
    }

    /// Starts a review of the game so far.
    pub(super) fn start_review(&mut self, context: &Context) {
        if !self.session.may_help() {
            return self.refuse(context, &faults::NO_HELP.fault());
        }
        if self.review.is_none() && !self.session.table().plies().is_empty() {
            let (record, dice) = (self.session.record(), self.session.has_dice());
            self.review = Some(BackgroundReview::start(record, dice, context.catalogue));
        }
    }

    fn tick_review(&mut self, context: &Context) -> bool {
        let Some(review) = &mut self.review else { return false };
        let (done, all) = review.progress();
        if let Some(text) = review.poll() {
            self.review = None;
            self.message = Message::default();
            self.page = Some(Page::Text { title: context.text("review.title"), text, scroll: 0 });
            return true;
        }
        let text = context.catalogue.format("review.wait", &[("done", &done), ("all", &all)]);
        let changed = self.message.text != text;
        self.say(text);
        changed
    }

    /// Advances everything that happens without input. Returns whether something changed.
    pub(crate) fn tick(&mut self, context: &Context) -> bool {
        let changed = self.tick_hint(context) | self.tick_review(context) | self.tick_online(context);
        if self.stalled || Instant::now() < self.next_at {
            return changed;
        }
        match self.session.phase() {
            Phase::Engine(player) => changed | self.tick_engine(player, context),
            Phase::Roll(player) if !self.session.who(player).is_human() => {
                self.roll(context);
                true
            }
            _ => changed,
        }
    }

    fn tick_engine(&mut self, player: Player, context: &Context) -> bool {
        let Some(search) = &mut self.search else {
            self.search = Some(self.opponents.think(&self.session, player, &context.config));
            self.pause();
            return true;
        };
        let Some(outcome) = search.poll() else { return false };
        self.search = None;
        self.finish_search(player, outcome, context);
        true
    }

    fn finish_search(&mut self, player: Player, outcome: SearchOutcome, context: &Context) {
        self.opponents.keep(player, outcome.engine);
        match outcome.thought.and_then(|thought| self.session.play_engine(&thought.turn)) {
            Ok(notation) => {
                let side = names::side(context.catalogue, &self.session, player);
                let took = seconds(outcome.time);
                let mut text = context
                    .catalogue
                    .format("play.engine_played", &[("player", &side), ("word", &notation), ("seconds", &took)]);
                if let Some(game) = names::game_of_match(context.catalogue, &self.session) {
                    text = format!("{text}. {game}");
                }
                self.say(text);
                self.last_engine_turn = Some((player, notation, outcome.time));
                self.pause();
                self.refresh(context);
                if matches!(self.session.phase(), Phase::Human(_)) {
                    self.home_cursor();
                }
            }
            Err(fault) => {
                self.stalled = true;
                self.refuse(context, &fault);
                let again = context.text("play.stalled");
                self.message.text = format!("{}. {again}", self.message.text.trim_end_matches('.'));
            }
        }
    }

    fn tick_hint(&mut self, context: &Context) -> bool {
        let Some(search) = &mut self.hint_search else { return false };
        let Some(outcome) = search.poll() else { return false };
        self.hint_search = None;
        self.opponents.keep_hints(outcome.engine);
        match outcome.thought {
            Ok(thought) => {
                self.say(context.catalogue.format("play.hint", &[("word", &thought.turn)]));
                self.hint = Some(thought.turn);
            }
            Err(fault) => self.refuse(context, &fault),
        }
        true
    }
}
