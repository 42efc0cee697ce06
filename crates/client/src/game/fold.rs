use std::borrow::Cow;
use std::time::Instant;

use agon_core::{Fault, printable};
use agon_wire::{ChatLine, ClientMessage, FaultBody, GameEvent, GameState, Presence, ServerMessage, TalkLine, Update};

use super::{GameClient, GameNews, LinkState, Touch};
use crate::connection::Incoming;
use crate::{ClientError, faults};

impl GameClient {
    pub(super) fn receive(&mut self, incoming: Incoming) {
        let folded = match incoming {
            Incoming::Message(message) => self.fold(*message),
            Incoming::Lost if self.link_state == LinkState::Up => {
                self.set_link(LinkState::Lost);
                Ok(())
            }
            Incoming::Lost => Ok(()),
            Incoming::Ended(error) => Err(error),
        };
        if let Err(error) = folded {
            if error.code() == faults::SEAT_LOST.code
                && let Some(seat) = &mut self.seat
            {
                seat.forget();
            }
            self.news.push(GameNews::Trouble(error));
            self.set_link(LinkState::Ended);
        }
    }

    fn set_link(&mut self, link: LinkState) {
        if self.link_state != link && self.link_state != LinkState::Ended {
            self.link_state = link;
            self.touch = None;
            self.news.push(GameNews::Link(link));
        }
    }

    fn fold(&mut self, message: ServerMessage<'static>) -> Result<(), ClientError> {
        match message {
            ServerMessage::State(state) => {
                self.replace(*state)?;
                self.set_link(LinkState::Up);
            }
            ServerMessage::Update(update) => self.update(*update)?,
            ServerMessage::Seats(presence) => {
                self.state.presence = presence;
                clean_presence(&mut self.state.presence);
                self.received_at = Instant::now();
                self.news.push(GameNews::Presence);
            }
            ServerMessage::Thinking { thinking } => {
                self.state.thinking = thinking;
                self.news.push(GameNews::Presence);
            }
            ServerMessage::Chat(mut line) => {
                clean_line(&mut line);
                self.state.talk.to_mut().push(TalkLine::Chat(line.clone()));
                self.news.push(GameNews::Chat(line));
            }
            ServerMessage::Touch { seat, prefix, hover, .. } => {
                let is_visible = !prefix.is_empty() || hover.is_some();
                self.touch = is_visible.then(|| Touch { seat, prefix: prefix.into_owned(), hover });
                self.news.push(GameNews::Touch);
            }
            ServerMessage::Ack { id, .. } => self.answered(&id),
            ServerMessage::Refused { id, error, .. } => self.refused(&id, error),
            ServerMessage::Error { error } => self.news.push(GameNews::Trouble(refusal(error))),
            ServerMessage::Pong { seq, .. } if seq != self.state.progress.seq => self.synchronise(),
            _ => {}
        }
        Ok(())
    }

    /// A command was executed or refused.
    fn answered(&mut self, id: &str) {
        self.unanswered.remove(id);
        if self.sent_turn.as_ref().is_some_and(|(command, _)| command == id) {
            self.sent_turn = None;
        }
    }

    fn refused(&mut self, id: &str, error: FaultBody) {
        self.answered(id);
        // A part of the dice that was sent before an interruption is refused the second time.
        if !(self.dice.is_own(id) && error.code == "bad-part") {
            self.news.push(GameNews::Trouble(refusal(error)));
        }
    }

    /// Asks for the whole state.
    fn synchronise(&mut self) {
        self.pass(&ClientMessage::Sync { seq: Some(self.state.progress.seq) });
    }

    /// Takes over a whole state.
    fn replace(&mut self, state: GameState<'static>) -> Result<(), ClientError> {
        let known = self.state.progress.seq;
        *self.state = state;
        self.adopt(known)
    }

    /// Brings everything to a whole state that has just arrived; `known` is the last event before it.
    pub(super) fn adopt(&mut self, known: u32) -> Result<(), ClientError> {
        let state = &mut self.state;
        // Boards are drawn from the table.
        state.picture = None;
        clean_presence(&mut state.presence);
        for TalkLine::Chat(line) in state.talk.to_mut() {
            clean_line(line);
        }
        let events = std::mem::take(&mut state.events);
        self.received_at = Instant::now();
        self.news.push(GameNews::State);
        self.follow_table(0)?;
        self.note_events(events.into_iter().filter(|event| event.seq() > known));
        Ok(())
    }

    fn update(&mut self, update: Update<'static>) -> Result<(), ClientError> {
        let Update { progress, position, rest, events, .. } = update;
        let state = &mut self.state;
        if progress.seq <= state.progress.seq {
            return Ok(());
        }
        if events.first().is_some_and(|event| event.seq() != state.progress.seq + 1) {
            self.synchronise();
            return Ok(());
        }
        let first_ply = progress.first_ply;
        let known = std::mem::replace(&mut state.progress, progress);
        let now = &mut state.progress;
        now.plies = spliced(known.plies.into_owned(), first_ply, now.plies.to_vec()).into();
        now.by = spliced(known.by, first_ply, std::mem::take(&mut now.by));
        now.spent_ms = spliced(known.spent_ms.into_owned(), first_ply, now.spent_ms.to_vec()).into();
        now.first_ply = 0;
        state.rest = rest;
        state.position = position.unwrap_or_default().into_owned();
        self.received_at = Instant::now();
        self.follow_table(first_ply)?;
        self.note_events(events.into_iter());
        Ok(())
    }

    fn note_events(&mut self, events: impl Iterator<Item = GameEvent<'static>>) {
        for event in events {
            if let Some(id) = event.id() {
                self.answered(id);
            }
            self.news.push(GameNews::Event(clean_event(event)));
        }
        if self.is_over()
            && let Some(seat) = &mut self.seat
        {
            seat.forget();
        }
        self.send_part();
    }

    /// Brings the table to the plies of the state, which are known to agree before `from`.
    fn follow_table(&mut self, from: usize) -> Result<(), ClientError> {
        let plies = &self.state.progress.plies;
        let on_table = self.table.plies();
        let same = on_table.iter().zip(plies.iter()).skip(from).take_while(|(mine, theirs)| mine == theirs).count();
        let agreed = (from + same).min(on_table.len());
        if agreed < on_table.len() || agreed < plies.len() {
            self.touch = None;
            self.revision += 1;
        }
        if agreed < on_table.len() {
            // After a takeback, a turn that was under way belongs to another position.
            self.sent_turn = None;
        }
        while self.table.plies().len() > agreed {
            self.table.undo();
        }
        for notation in plies.iter().skip(agreed) {
            self.table.play(notation).map_err(|fault| self.lost_track(&fault))?;
        }
        Ok(())
    }

    fn lost_track(&self, reason: &Fault) -> ClientError {
        faults::CANNOT_FOLLOW.with("server", &self.link.server).with("reason", reason).into()
    }
}

/// A list whose end is replaced.
fn spliced<T>(mut known: Vec<T>, from: usize, new: Vec<T>) -> Vec<T> {
    known.truncate(from);
    known.extend(new);
    known
}

fn clean_line(line: &mut ChatLine) {
    line.name = printable(&line.name);
    line.text = printable(&line.text);
}

fn clean_presence(presence: &mut Presence<'static>) {
    for seat in [&mut presence.seats.p1, &mut presence.seats.p2] {
        seat.name = printable(&seat.name).into();
        seat.bot = seat.bot.take().map(|bot| printable(&bot).into());
    }
}

fn clean_event(event: GameEvent<'static>) -> GameEvent<'static> {
    match event {
        GameEvent::Other(mut other) => {
            other.name = other.name.map(|name| Cow::Owned(printable(&name)));
            GameEvent::Other(other)
        }
        known @ (GameEvent::Ply(_) | GameEvent::Over(_)) => known,
    }
}

/// What the server refuses, safe to show.
fn refusal(mut body: FaultBody) -> ClientError {
    body.text = printable(&body.text);
    for (_, value) in &mut body.args.0 {
        *value = printable(value);
    }
    ClientError::Refused(body)
}
