//! What a client says after the greeting, and what it is answered.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use agon_core::{Fault, Player};
use serde_json::json;

use crate::app::SharedApp;
use crate::bots::jobs;
use crate::faults;
use crate::game::clean_text::clean_line;
use crate::game::command::{Command, Seat};
use crate::http::guard::ClientAddress;
use crate::http::limits::{Kind, TokenBucket};
use crate::live::connection::error;
use crate::live::outbox::{CloseReason, Outbox};
use crate::rooms::room::{CommandOutcome, Room, may_hint};
use crate::store::GameStatus;
use crate::wire::{
    ClaimResult, ClientMessage, JsonObject, Offer, SeatName, ack, at_ply, read_message, refused,
    steps_answer, turn_steps,
};

/// Messages that are none, until the socket is closed.
const STRIKES: u8 = 3;
/// Most legal turns that are listed.
const LEGAL: usize = 5000;
/// Longest id of a message.
const ID: usize = 24;
/// Most steps of a turn.
const STEPS: usize = 8;

/// A client that has been greeted.
pub(crate) struct ClientSession {
    pub(crate) room: Arc<Room>,
    app: SharedApp,
    outbox: Arc<Outbox>,
    client: ClientAddress,
    seats: [bool; 2],
    view: bool,
    acts: TokenBucket,
    asks: TokenBucket,
    strikes: u8,
}

impl ClientSession {
    pub(crate) fn new(
        app: &SharedApp,
        room: &Arc<Room>,
        outbox: &Arc<Outbox>,
        client: ClientAddress,
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
            acts: TokenBucket::full(app.config.limits.acts, now),
            asks: TokenBucket::full(app.config.limits.asks, now),
            strikes: 0,
        }
    }

    /// Reads a message and answers it.
    pub(crate) async fn hear(&mut self, text: &str) {
        self.app.metrics.messages.fetch_add(1, Relaxed);
        match read_message(text) {
            Ok(message) => self.answer(message).await,
            Err(error) => self.reject_malformed(&error.to_string()),
        }
    }

    /// GameCounts a message that is none.
    pub(crate) fn reject_malformed(&mut self, reason: &str) {
        self.app.metrics.bad_messages.fetch_add(1, Relaxed);
        self.outbox.send(error(&faults::BAD_MESSAGE.with("reason", reason)));
        self.strikes += 1;
        if self.strikes >= STRIKES {
            self.outbox.close(CloseReason::NONSENSE);
        }
        self.take(false);
    }

    /// GameCounts a ping or pong.
    pub(crate) fn count_ping(&mut self) {
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
                self.outbox.close(CloseReason::TOO_MANY);
                false
            }
        }
    }

    async fn answer(&mut self, message: ClientMessage) {
        use ClientMessage as M;
        match message {
            M::Hello { .. } => self.reject_malformed("hello was said before"),
            M::Turn { id, ply, seq, word, seat } => {
                self.act(&id, seat, Command::Turn { word, ply, seq }).await;
            }
            M::Resign { id, seat } => self.act(&id, seat, Command::Resign).await,
            M::Abort { id, seat } => self.act(&id, seat, Command::Abort).await,
            M::Draw { id, seat } => self.act(&id, seat, Command::Draw).await,
            M::Takeback { id, seat } => self.act(&id, seat, Command::Takeback).await,
            M::Decline { id, what: Offer::Draw, seat } => self.act(&id, seat, Command::DeclineDraw).await,
            M::Decline { id, what: Offer::Takeback, seat } => {
                self.act(&id, seat, Command::DeclineTakeback).await;
            }
            M::Decline { id, what: Offer::Rematch, seat } => {
                self.act(&id, seat, Command::DeclineRematch).await
            }
            M::Claim { id, result, seat } => {
                self.act(&id, seat, Command::Claim { draw: result == ClaimResult::Draw }).await;
            }
            M::Rematch { id, seat } => self.act(&id, seat, Command::Rematch).await,
            M::Commit { id, seat, hash } => {
                let hash = agon_dice::from_hex(&hash).and_then(|hash| hash.try_into().ok());
                match hash {
                    Some(hash) => self.act(&id, seat, Command::Commit { hash }).await,
                    None => self.refuse(&id, &faults::BAD_PART.fault()).await,
                }
            }
            M::Reveal { id, seat, part } => {
                let part = agon_dice::from_hex(&part).unwrap_or_default();
                self.act(&id, seat, Command::Reveal { part }).await;
            }
            M::Chat { text } => self.chat(&text).await,
            other => {
                if self.take(false) {
                    self.ask(other).await;
                }
            }
        }
    }

    async fn act(&mut self, id: &str, seat: Option<SeatName>, act: Command) {
        if !self.take(true) {
            return;
        }
        let done = match self.hand(id, seat, &act).await {
            Ok(hand) => self.room.act(&self.app, hand, Some(id), act).await,
            Err(fault) => Err(fault),
        };
        match done {
            // The update that everybody got carries the id: it is the acknowledgement.
            Ok(CommandOutcome::Stored(_)) => {}
            Ok(CommandOutcome::Duplicate(seq)) => self.outbox.send(ack(id, seq).into()),
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
    async fn hand(&self, id: &str, seat: Option<SeatName>, act: &Command) -> Result<Seat, Fault> {
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
                Command::Turn { .. } => self.room.core().await.state.turn().player().unwrap_or(Player::P1),
                // With both seats in one hand it does not matter for which one these are said.
                Command::Abort | Command::Draw | Command::Rematch => Player::P1,
                _ => return Err(faults::WHICH_SEAT.fault()),
            },
            None => {
                Player::ALL.into_iter().find(|seat| held(*seat)).ok_or_else(|| faults::NO_SEAT.fault())?
            }
        };
        Ok(Seat { seat, both })
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
                let mut message = JsonObject::message("chat");
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
        if prefix.len() > STEPS || state.status() != GameStatus::Live {
            return Err(agon_core::faults::TURN_INCOMPLETE.fault());
        }
        let answer = steps_answer(&*state.table, prefix)?;
        let mut message = JsonObject::message("steps");
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
            if core.state.status() == GameStatus::Live { core.state.table.legal() } else { Vec::new() };
        let total = words.len();
        words.truncate(LEGAL);
        let mut message = JsonObject::message("legal");
        message.put("id", id).put("seq", core.state.seq).put("words", words).put("total", total);
        message.finish()
    }

    async fn check(&self, id: &str, word: &str) -> Result<String, Fault> {
        let core = self.room.core().await;
        let word = core.state.table.check(word)?;
        let mut message = JsonObject::message("check");
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
        let mut message = JsonObject::message("at");
        message.put("id", id);
        at_ply(&mut message, &core.state, ply);
        Ok(message.finish())
    }

    /// Shows the others what the hand of the player to move does.
    async fn touch(&self, prefix: &[String], hover: Option<&str>) {
        let core = self.room.core().await;
        let mover = core.state.turn().player().filter(|seat| self.seats[seat.index()]);
        let Some(seat) = mover else { return };
        if prefix.len() > STEPS || core.state.status() != GameStatus::Live {
            return;
        }
        let table = &*core.state.table;
        let (Ok(board), Ok(steps)) = (table.view(prefix), table.steps(prefix)) else { return };
        let hover = hover.and_then(|word| steps.next.into_iter().find(|step| step.notation == word));
        let mut message = JsonObject::message("touch");
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
        self.app.addresses.take(self.client.0, Kind::Hint).map_err(too_many)?;
        let job = jobs::hint_job(&self.app, &self.room, state, &self.outbox, id.to_owned(), self.client.0);
        if self.app.pool.submit(job) { Ok(()) } else { Err(faults::BOTS_BUSY.fault()) }
    }
}

impl std::fmt::Debug for ClientSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClientSession")
            .field("room", &self.room.id)
            .field("seats", &self.seats)
            .finish_non_exhaustive()
    }
}
