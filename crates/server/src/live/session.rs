//! A client session: what a greeted client may send, and what it is answered.
//!
//! Each message is either a command, which changes the game and goes to the room, or a query, which is answered
//! to this client alone. Both are limited in rate; a client beyond its limit is disconnected, and so is one that
//! keeps sending malformed messages.

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
use crate::live::outbox::{CloseReason, Outbox};
use crate::rooms::room::{CommandOutcome, Room, may_ask_hint};
use crate::store::GameStatus;
use crate::wire::{
    ClaimResult, ClientMessage, JsonObject, Offer, SeatCommand, SeatName, ack, at_ply, error_message, parse_message,
    refused, steps_answer, turn_steps,
};

/// Malformed messages after which the socket is closed.
const MAX_MALFORMED: u8 = 3;
/// The most legal turns in one answer.
const MAX_LEGAL_TURNS: usize = 5000;
/// The longest id of a command or query, in bytes.
const MAX_ID_LEN: usize = 24;
/// The most steps of a turn in progress.
const MAX_STEPS: usize = 8;

/// A client that has been greeted.
pub(crate) struct ClientSession {
    pub(crate) room: Arc<Room>,
    app: SharedApp,
    outbox: Arc<Outbox>,
    client: ClientAddress,
    /// Which seats the client holds.
    seats: [bool; 2],
    /// Whether the client wants boards and steps.
    view: bool,
    command_bucket: TokenBucket,
    query_bucket: TokenBucket,
    malformed: u8,
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
            command_bucket: TokenBucket::full(app.config.limits.commands, now),
            query_bucket: TokenBucket::full(app.config.limits.queries, now),
            malformed: 0,
        }
    }

    /// Parses a message and answers it.
    pub(crate) async fn handle_text(&mut self, text: &str) {
        self.app.metrics.messages.fetch_add(1, Relaxed);
        match parse_message(text) {
            Ok(message) => self.handle(message).await,
            Err(error) => self.reject_malformed(&error.to_string()),
        }
    }

    /// Counts a malformed message.
    pub(crate) fn reject_malformed(&mut self, reason: &str) {
        self.app.metrics.bad_messages.fetch_add(1, Relaxed);
        self.outbox.send(error_message(&faults::BAD_MESSAGE.with("reason", reason)));
        self.malformed += 1;
        if self.malformed >= MAX_MALFORMED {
            self.outbox.close(CloseReason::MALFORMED);
        }
        self.admit_query();
    }

    /// Takes a token for a command. Without one, the socket is closed and the command must be dropped.
    fn admit_command(&mut self) -> bool {
        let taken = self.command_bucket.take(self.app.config.limits.commands, Instant::now());
        self.close_if_limited(taken)
    }

    /// Takes a token for a query, ping or pong. Without one, the socket is closed and the query must be dropped.
    pub(crate) fn admit_query(&mut self) -> bool {
        let taken = self.query_bucket.take(self.app.config.limits.queries, Instant::now());
        self.close_if_limited(taken)
    }

    fn close_if_limited(&self, taken: Result<(), f32>) -> bool {
        if let Err(seconds) = taken {
            self.app.metrics.limited.fetch_add(1, Relaxed);
            self.outbox.send(error_message(&faults::TOO_MANY.with("seconds", seconds.ceil())));
            self.outbox.close(CloseReason::TOO_MANY);
        }
        taken.is_ok()
    }

    async fn handle(&mut self, message: ClientMessage) {
        use ClientMessage as M;
        match message {
            M::Hello { .. } => self.reject_malformed("hello was sent before"),
            M::Turn { id, ply, seq, notation, seat } => {
                self.execute(&id, seat, Command::Turn { notation, ply, seq }).await;
            }
            M::Resign(SeatCommand { id, seat }) => self.execute(&id, seat, Command::Resign).await,
            M::Abort(SeatCommand { id, seat }) => self.execute(&id, seat, Command::Abort).await,
            M::Draw(SeatCommand { id, seat }) => self.execute(&id, seat, Command::Draw).await,
            M::Takeback(SeatCommand { id, seat }) => self.execute(&id, seat, Command::Takeback).await,
            M::Decline { id, what, seat } => {
                let command = match what {
                    Offer::Draw => Command::DeclineDraw,
                    Offer::Takeback => Command::DeclineTakeback,
                    Offer::Rematch => Command::DeclineRematch,
                };
                self.execute(&id, seat, command).await;
            }
            M::Claim { id, result, seat } => {
                self.execute(&id, seat, Command::Claim { draw: result == ClaimResult::Draw }).await;
            }
            M::Rematch(SeatCommand { id, seat }) => self.execute(&id, seat, Command::Rematch).await,
            M::Commit { id, seat, hash } => {
                let hash = agon_dice::from_hex(&hash).and_then(|hash| hash.try_into().ok());
                match hash {
                    Some(hash) => self.execute(&id, seat, Command::Commit { hash }).await,
                    None => self.refuse(&id, &faults::BAD_PART.fault()).await,
                }
            }
            M::Reveal { id, seat, part } => {
                let part = agon_dice::from_hex(&part).unwrap_or_default();
                self.execute(&id, seat, Command::Reveal { part }).await;
            }
            M::Chat { text } => self.chat(&text).await,
            query => {
                if self.admit_query() {
                    self.answer_query(query).await;
                }
            }
        }
    }

    // Commands.

    async fn execute(&mut self, id: &str, seat: Option<SeatName>, command: Command) {
        if !self.admit_command() {
            return;
        }
        let outcome = match self.resolve_seat(id, seat, &command).await {
            Ok(seat) => self.room.execute(&self.app, seat, Some(id), command).await,
            Err(fault) => Err(fault),
        };
        match outcome {
            // The update that was broadcast carries the command's id, which acknowledges it.
            Ok(CommandOutcome::Stored) => {}
            Ok(CommandOutcome::Duplicate(seq)) => self.outbox.send(ack(id, seq).into()),
            Err(fault) => self.refuse(id, &fault).await,
        }
    }

    /// The seat that a command acts for.
    async fn resolve_seat(&self, id: &str, seat: Option<SeatName>, command: &Command) -> Result<Seat, Fault> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if id.is_empty() || id.len() > MAX_ID_LEN || !id.chars().all(is_plain) {
            return Err(faults::BAD_ID.fault());
        }
        let holds_both = self.seats == [true; 2];
        let holds = |player: Player| self.seats[player.index()];
        let player = match seat.map(Player::from) {
            Some(player) if holds(player) => player,
            Some(_) => return Err(faults::NO_SEAT.fault()),
            None if holds_both => match command {
                Command::Turn { .. } => self.room.core().await.state.actor().player().unwrap_or(Player::P1),
                // These mean the same for either seat when one client holds both.
                Command::Abort | Command::Draw | Command::Rematch => Player::P1,
                _ => return Err(faults::WHICH_SEAT.fault()),
            },
            None => Player::ALL.into_iter().find(|player| holds(*player)).ok_or_else(|| faults::NO_SEAT.fault())?,
        };
        Ok(Seat { player, holds_both })
    }

    /// Refuses a command or query. A client that is out of date gets the whole state too.
    async fn refuse(&self, id: &str, fault: &Fault) {
        let seq = self.room.core().await.state.seq;
        let id: String = id.chars().take(MAX_ID_LEN).collect();
        self.outbox.send(refused(&id, fault, seq).into());
        if fault.kind == faults::STALE {
            self.room.resync(&self.app, &self.outbox, None).await;
        }
    }

    async fn chat(&mut self, text: &str) {
        if !self.admit_command() {
            return;
        }
        let seat = Player::ALL.into_iter().find(|seat| self.seats[seat.index()]);
        let core = self.room.core().await;
        let is_allowed = self.app.config.chat && core.state.setup.chat;
        let line = clean_line(text);
        match seat {
            None => self.outbox.send(error_message(&faults::NO_SEAT.fault())),
            Some(_) if !is_allowed => self.outbox.send(error_message(&faults::NO_CHAT.fault())),
            Some(_) if line.is_empty() => {}
            Some(seat) => {
                let name = core.state.setup.seat(seat).name();
                let mut message = JsonObject::message("chat");
                message.put("seat", seat).put("name", name).put("text", line).put("at", self.app.now());
                self.room.audience().chat(message.finish().into());
            }
        }
    }

    // Queries.

    async fn answer_query(&mut self, query: ClientMessage) {
        use ClientMessage as M;
        let (answer, id) = match query {
            M::Sync { seq } => return self.room.resync(&self.app, &self.outbox, seq).await,
            M::Ping {} => {
                let seq = self.room.core().await.state.seq;
                let pong = json!({"t": "pong", "seq": seq, "now": self.app.now()});
                return self.outbox.send(pong.to_string().into());
            }
            M::Touch { prefix, hover } => return self.show_touch(&prefix, hover.as_deref()).await,
            M::Hint { id } => {
                if let Err(fault) = self.request_hint(&id).await {
                    self.refuse(&id, &fault).await;
                }
                return;
            }
            M::Steps { id, prefix } => (self.steps(&id, &prefix).await, id),
            M::Legal { id } => (Ok(self.legal_turns(&id).await), id),
            M::Check { id, notation } => (self.check(&id, &notation).await, id),
            M::At { id, ply } => (self.board_at(&id, ply).await, id),
            _ => return,
        };
        match answer {
            Ok(text) => self.outbox.send(text.into()),
            Err(fault) => self.refuse(&id, &fault).await,
        }
    }

    async fn steps(&self, id: &str, prefix: &[String]) -> Result<String, Fault> {
        let core = self.room.core().await;
        let state = &core.state;
        if prefix.len() > MAX_STEPS || state.status() != GameStatus::Live {
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

    async fn legal_turns(&self, id: &str) -> String {
        let core = self.room.core().await;
        let state = &core.state;
        let mut turns = if state.status() == GameStatus::Live { state.table.legal() } else { Vec::new() };
        let total = turns.len();
        turns.truncate(MAX_LEGAL_TURNS);
        let mut message = JsonObject::message("legal");
        message.put("id", id).put("seq", state.seq).put("words", turns).put("total", total);
        message.finish()
    }

    async fn check(&self, id: &str, notation: &str) -> Result<String, Fault> {
        let core = self.room.core().await;
        let notation = core.state.table.check(notation)?;
        let mut message = JsonObject::message("check");
        message.put("id", id).put("word", &notation);
        message.put_raw("last", &turn_steps(&*core.state.table, core.state.ply(), &notation));
        Ok(message.finish())
    }

    async fn board_at(&self, id: &str, ply: usize) -> Result<String, Fault> {
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

    /// Shows the other clients the mover's turn in progress.
    async fn show_touch(&self, prefix: &[String], hover: Option<&str>) {
        let core = self.room.core().await;
        let mover = core.state.actor().player().filter(|seat| self.seats[seat.index()]);
        let Some(seat) = mover else { return };
        if prefix.len() > MAX_STEPS || core.state.status() != GameStatus::Live {
            return;
        }
        let table = &*core.state.table;
        let (Ok(board), Ok(steps)) = (table.view(prefix), table.steps(prefix)) else { return };
        let hover = hover.and_then(|hover| steps.next.into_iter().find(|step| step.notation == hover));
        let mut message = JsonObject::message("touch");
        message.put("seat", seat).put("prefix", prefix).put("hover", hover).put("board", board);
        let text = message.finish().into();
        for member in &self.room.audience().members {
            if member.view && !Arc::ptr_eq(&member.outbox, &self.outbox) {
                member.outbox.send(Clone::clone(&text));
            }
        }
    }

    /// Submits a search for a hint. Its result is sent when it is ready.
    async fn request_hint(&self, id: &str) -> Result<(), Fault> {
        let core = self.room.core().await;
        let state = &core.state;
        if !may_ask_hint(state, self.seats) || state.table.actor().player().is_none() {
            return Err(faults::NO_HINT.fault());
        }
        let too_many = |seconds: u32| faults::TOO_MANY.with("seconds", seconds);
        self.app.address_limits.take(self.client.0, Kind::Hint).map_err(too_many)?;
        let job = jobs::hint_job(&self.app, &self.room, state, &self.outbox, id.to_owned(), self.client.0);
        if self.app.pool.submit(job) { Ok(()) } else { Err(faults::BOTS_BUSY.fault()) }
    }
}
