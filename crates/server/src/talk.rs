//! What a client says after the greeting, and what it is answered.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use agon_core::{Fault, Player};
use serde_json::json;

use crate::act::{Act, Hand};
use crate::app::Shared;
use crate::limits::{Bucket, Deed};
use crate::names::clean_line;
use crate::outbox::{Close, Outbox};
use crate::room::{Done, Room, may_hint};
use crate::security::Client;
use crate::socket::error;
use crate::store::Status;
use crate::wire::{
    Claimed, ClientMessage, Object, SeatName, What, ack, at_ply, read_message, refused, steps_answer,
    turn_steps,
};
use crate::{faults, thinking};

/// Messages that are none, until the socket is closed.
const STRIKES: u8 = 3;
/// Most legal turns that are listed.
const LEGAL: usize = 5000;
/// Longest id of a message.
const ID: usize = 24;
/// Most steps of a turn.
const STEPS: usize = 8;

/// A client that has been greeted.
pub(crate) struct Talker {
    pub(crate) room: Arc<Room>,
    app: Shared,
    outbox: Arc<Outbox>,
    client: Client,
    seats: [bool; 2],
    view: bool,
    acts: Bucket,
    asks: Bucket,
    strikes: u8,
}

impl Talker {
    pub(crate) fn new(
        app: &Shared,
        room: &Arc<Room>,
        outbox: &Arc<Outbox>,
        client: Client,
        seats: [bool; 2],
        view: bool,
    ) -> Self {
        let now = Instant::now();
        Self {
            room: Arc::clone(room),
            app: Arc::clone(app),
            outbox: Arc::clone(outbox),
            client,
            seats,
            view,
            acts: Bucket::full(app.config.limits.acts, now),
            asks: Bucket::full(app.config.limits.asks, now),
            strikes: 0,
        }
    }

    /// Reads a message and answers it.
    pub(crate) async fn hear(&mut self, text: &str) {
        self.app.metrics.messages.fetch_add(1, Relaxed);
        match read_message(text) {
            Ok(message) => self.answer(message).await,
            Err(error) => self.hear_nonsense(&error.to_string()),
        }
    }

    /// Counts a message that is none.
    pub(crate) fn hear_nonsense(&mut self, reason: &str) {
        self.app.metrics.bad_messages.fetch_add(1, Relaxed);
        self.outbox.send(error(&faults::BAD_MESSAGE.with("reason", reason)));
        self.strikes += 1;
        if self.strikes >= STRIKES {
            self.outbox.close(Close::NONSENSE);
        }
        self.take(false);
    }

    /// Counts a ping or pong.
    pub(crate) fn hear_pulse(&mut self) {
        self.take(false);
    }

    /// Takes a token for a message; beyond the limit the socket is closed.
    fn take(&mut self, is_act: bool) -> bool {
        let limits = &self.app.config.limits;
        let (bucket, rate) =
            if is_act { (&mut self.acts, limits.acts) } else { (&mut self.asks, limits.asks) };
        match bucket.take(rate, Instant::now()) {
            Ok(()) => true,
            Err(seconds) => {
                self.app.metrics.limited.fetch_add(1, Relaxed);
                self.outbox.send(error(&faults::TOO_MANY.with("seconds", seconds.ceil())));
                self.outbox.close(Close::TOO_MANY);
                false
            }
        }
    }

    async fn answer(&mut self, message: ClientMessage) {
        use ClientMessage as M;
        match message {
            M::Hello { .. } => self.hear_nonsense("hello was said before"),
            M::Turn { id, ply, seq, word, seat } => {
                self.act(&id, seat, Act::Turn { word, ply, seq }).await;
            }
            M::Resign { id, seat } => self.act(&id, seat, Act::Resign).await,
            M::Abort { id, seat } => self.act(&id, seat, Act::Abort).await,
            M::Draw { id, seat } => self.act(&id, seat, Act::Draw).await,
            M::Takeback { id, seat } => self.act(&id, seat, Act::Takeback).await,
            M::Decline { id, what: What::Draw, seat } => self.act(&id, seat, Act::DeclineDraw).await,
            M::Decline { id, what: What::Takeback, seat } => {
                self.act(&id, seat, Act::DeclineTakeback).await;
            }
            M::Decline { id, what: What::Rematch, seat } => self.act(&id, seat, Act::DeclineRematch).await,
            M::Claim { id, result, seat } => {
                self.act(&id, seat, Act::Claim { draw: result == Claimed::Draw }).await;
            }
            M::Rematch { id, seat } => self.act(&id, seat, Act::Rematch).await,
            M::Commit { id, seat, hash } => {
                let hash = agon_dice::from_hex(&hash).and_then(|hash| hash.try_into().ok());
                match hash {
                    Some(hash) => self.act(&id, seat, Act::Commit { hash }).await,
                    None => self.refuse(&id, &faults::BAD_PART.fault()).await,
                }
            }
            M::Reveal { id, seat, part } => {
                let part = agon_dice::from_hex(&part).unwrap_or_default();
                self.act(&id, seat, Act::Reveal { part }).await;
            }
            M::Chat { text } => self.chat(&text).await,
            other => {
                if self.take(false) {
                    self.ask(other).await;
                }
            }
        }
    }

    async fn act(&mut self, id: &str, seat: Option<SeatName>, act: Act) {
        if !self.take(true) {
            return;
        }
        let done = match self.hand(id, seat, &act).await {
            Ok(hand) => self.room.act(&self.app, hand, Some(id), act).await,
            Err(fault) => Err(fault),
        };
        match done {
            // The update that everybody got carries the id: it is the acknowledgement.
            Ok(Done::Stored(_)) => {}
            Ok(Done::Before(seq)) => self.outbox.send(ack(id, seq).into()),
            Err(fault) => self.refuse(id, &fault).await,
        }
    }

    async fn refuse(&self, id: &str, fault: &Fault) {
        let seq = self.room.core().await.state.seq;
        let id: String = id.chars().take(ID).collect();
        self.outbox.send(refused(&id, fault, seq).into());
        if fault.kind == faults::STALE {
            self.room.sync(&self.app, &self.outbox, None).await;
        }
    }

    /// For which seat the client acts.
    async fn hand(&self, id: &str, seat: Option<SeatName>, act: &Act) -> Result<Hand, Fault> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if id.is_empty() || id.len() > ID || !id.chars().all(is_plain) {
            return Err(faults::BAD_ID.fault());
        }
        let both = self.seats == [true; 2];
        let held = |player: Player| self.seats[player.index()];
        let seat = match seat.map(Player::from) {
            Some(seat) if held(seat) => seat,
            Some(_) => return Err(faults::NO_SEAT.fault()),
            None if both => match act {
                Act::Turn { .. } => self.room.core().await.state.turn().player().unwrap_or(Player::P1),
                // With both seats in one hand it does not matter for which one these are said.
                Act::Abort | Act::Draw | Act::Rematch => Player::P1,
                _ => return Err(faults::WHICH_SEAT.fault()),
            },
            None => {
                Player::ALL.into_iter().find(|seat| held(*seat)).ok_or_else(|| faults::NO_SEAT.fault())?
            }
        };
        Ok(Hand { seat, both })
    }

    async fn chat(&mut self, text: &str) {
        if !self.take(true) {
            return;
        }
        let seat = Player::ALL.into_iter().find(|seat| self.seats[seat.index()]);
        let core = self.room.core().await;
        let allowed = self.app.config.chat && core.state.setup.chat;
        let line = clean_line(text);
        match seat {
            None => self.outbox.send(error(&faults::NO_SEAT.fault())),
            Some(_) if !allowed => self.outbox.send(error(&faults::NO_CHAT.fault())),
            Some(_) if line.is_empty() => {}
            Some(seat) => {
                let name = core.state.setup.seat(seat).name();
                let mut message = Object::message("chat");
                message.put("seat", seat).put("name", name).put("text", line).put("at", self.app.now());
                self.room.audience().say(message.finish().into());
            }
        }
    }

    async fn ask(&mut self, message: ClientMessage) {
        use ClientMessage as M;
        match message {
            M::Sync { seq } => self.room.sync(&self.app, &self.outbox, seq).await,
            M::Ping {} => {
                let seq = self.room.core().await.state.seq;
                let pong = json!({"t": "pong", "seq": seq, "now": self.app.now()});
                self.outbox.send(pong.to_string().into());
            }
            M::Touch { prefix, hover } => self.touch(&prefix, hover.as_deref()).await,
            M::Steps { id, prefix } => {
                let answer = self.steps(&id, &prefix).await;
                self.say(&id, answer).await;
            }
            M::Legal { id } => {
                let answer = self.legal(&id).await;
                self.say(&id, Ok(answer)).await;
            }
            M::Check { id, word } => {
                let answer = self.check(&id, &word).await;
                self.say(&id, answer).await;
            }
            M::At { id, ply } => {
                let answer = self.at(&id, ply).await;
                self.say(&id, answer).await;
            }
            M::Hint { id } => {
                if let Err(fault) = self.hint(&id).await {
                    self.refuse(&id, &fault).await;
                }
            }
            _ => {}
        }
    }

    async fn say(&self, id: &str, answer: Result<String, Fault>) {
        match answer {
            Ok(text) => self.outbox.send(text.into()),
            Err(fault) => self.refuse(id, &fault).await,
        }
    }

    async fn steps(&self, id: &str, prefix: &[String]) -> Result<String, Fault> {
        let core = self.room.core().await;
        let state = &core.state;
        if prefix.len() > STEPS || state.status() != Status::Live {
            return Err(agon_core::faults::TURN_INCOMPLETE.fault());
        }
        let answer = steps_answer(&*state.table, prefix)?;
        let mut message = Object::message("steps");
        message.put("id", id).put("seq", state.seq).put("prefix", prefix);
        if self.view {
            message.put("board", state.table.view(prefix)?);
        }
        let mut text = message.finish();
        text.pop();
        Ok(format!("{text},{answer}}}"))
    }

    async fn legal(&self, id: &str) -> String {
        let core = self.room.core().await;
        let mut words =
            if core.state.status() == Status::Live { core.state.table.legal() } else { Vec::new() };
        let total = words.len();
        words.truncate(LEGAL);
        let mut message = Object::message("legal");
        message.put("id", id).put("seq", core.state.seq).put("words", words).put("total", total);
        message.finish()
    }

    async fn check(&self, id: &str, word: &str) -> Result<String, Fault> {
        let core = self.room.core().await;
        let word = core.state.table.check(word)?;
        let mut message = Object::message("check");
        message.put("id", id).put("word", &word);
        message.put_raw("last", &turn_steps(&*core.state.table, core.state.ply(), &word));
        Ok(message.finish())
    }

    async fn at(&self, id: &str, ply: usize) -> Result<String, Fault> {
        let core = self.room.core().await;
        let plies = core.state.ply();
        if ply > plies {
            return Err(faults::NO_SUCH_PLY.with("ply", ply).with("plies", plies));
        }
        let mut message = Object::message("at");
        message.put("id", id);
        at_ply(&mut message, &core.state, ply);
        Ok(message.finish())
    }

    /// Shows the others what the hand of the player to move does.
    async fn touch(&self, prefix: &[String], hover: Option<&str>) {
        let core = self.room.core().await;
        let mover = core.state.turn().player().filter(|seat| self.seats[seat.index()]);
        let Some(seat) = mover else { return };
        if prefix.len() > STEPS || core.state.status() != Status::Live {
            return;
        }
        let table = &*core.state.table;
        let (Ok(board), Ok(steps)) = (table.view(prefix), table.steps(prefix)) else { return };
        let hover = hover.and_then(|word| steps.next.into_iter().find(|step| step.word == word));
        let mut message = Object::message("touch");
        message.put("seat", seat).put("prefix", prefix).put("hover", hover).put("board", board);
        let text = message.finish().into();
        for member in &self.room.audience().members {
            if member.view && !Arc::ptr_eq(&member.outbox, &self.outbox) {
                member.outbox.send(Clone::clone(&text));
            }
        }
    }

    async fn hint(&self, id: &str) -> Result<(), Fault> {
        let core = self.room.core().await;
        let state = &core.state;
        if !may_hint(state, self.seats) || state.table.actor().player().is_none() {
            return Err(faults::NO_HINT.fault());
        }
        let too_many = |seconds: u32| faults::TOO_MANY.with("seconds", seconds);
        self.app.addresses.take(self.client.0, Deed::Hint).map_err(too_many)?;
        let job =
            thinking::hint_job(&self.app, &self.room, state, &self.outbox, id.to_owned(), self.client.0);
        if self.app.pool.submit(job) { Ok(()) } else { Err(faults::BOTS_BUSY.fault()) }
    }
}

impl std::fmt::Debug for Talker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Talker")
            .field("room", &self.room.id)
            .field("seats", &self.seats)
            .finish_non_exhaustive()
    }
}
