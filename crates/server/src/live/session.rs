//! A client session: what a greeted client may send, and what it is answered.
//!
//! Each message is either a command, which changes the game and goes to the room, or a query, which is answered
//! to this client alone. Both are limited in rate; a client beyond its limit is disconnected, and so is one that
//! keeps sending malformed messages.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use agon_core::{Fault, Player};
use agon_wire::limits::{MAX_ID_LEN, MAX_STEPS};
use agon_wire::{ClaimResult, ClientMessage, Offer, SeatCommand, ServerMessage, parse_message};

use crate::app::SharedApp;
use crate::bots::jobs;
use crate::faults;
use crate::game::clean_text::clean_line;
use crate::game::command::{GameCommand, Seat};
use crate::game::steps::steps_after;
use crate::game::view::moment;
use crate::http::guard::ClientAddress;
use crate::http::limits::{Kind, TokenBucket};
use crate::live::frames::message_frame;
use crate::live::outbox::{CloseReason, Outbox};
use crate::rooms::room::{CommandOutcome, Room, may_ask_hint};
use crate::store::GameStatus;

/// Malformed messages after which the socket is closed.
const MAX_MALFORMED: u8 = 3;
/// The most legal turns in one answer.
const MAX_LEGAL_TURNS: usize = 5000;

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
        self.outbox.send_error(&faults::BAD_MESSAGE.with("reason", reason));
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
            self.outbox.send_error(&faults::TOO_MANY.with("seconds", seconds.ceil()));
            self.outbox.close(CloseReason::TOO_MANY);
        }
        taken.is_ok()
    }

    async fn handle(&mut self, message: ClientMessage) {
        use ClientMessage as M;
        match message {
            M::Hello { .. } => self.reject_malformed("hello was sent before"),
            M::Turn { id, ply, seq, notation, seat } => {
                self.execute(&id, seat, GameCommand::Turn { notation, ply, seq }).await;
            }
            M::Resign(SeatCommand { id, seat }) => self.execute(&id, seat, GameCommand::Resign).await,
            M::Abort(SeatCommand { id, seat }) => self.execute(&id, seat, GameCommand::Abort).await,
            M::Draw(SeatCommand { id, seat }) => self.execute(&id, seat, GameCommand::Draw).await,
            M::Takeback(SeatCommand { id, seat }) => self.execute(&id, seat, GameCommand::Takeback).await,
            M::Decline { id, what, seat } => {
                let command = match what {
                    Offer::Draw => GameCommand::DeclineDraw,
                    Offer::Takeback => GameCommand::DeclineTakeback,
                    Offer::Rematch => GameCommand::DeclineRematch,
                };
                self.execute(&id, seat, command).await;
            }
            M::Claim { id, result, seat } => {
                self.execute(&id, seat, GameCommand::Claim { draw: result == ClaimResult::Draw }).await;
            }
            M::Rematch(SeatCommand { id, seat }) => self.execute(&id, seat, GameCommand::Rematch).await,
            M::Commit { id, seat, hash } => {
                let hash = agon_dice::from_hex(&hash).and_then(|hash| hash.try_into().ok());
                match hash {
                    Some(hash) => self.execute(&id, seat, GameCommand::Commit { hash }).await,
                    None => self.refuse(&id, &faults::BAD_PART.fault()).await,
                }
            }
            M::Reveal { id, seat, part } => {
                let part = agon_dice::from_hex(&part).unwrap_or_default();
                self.execute(&id, seat, GameCommand::Reveal { part }).await;
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

    async fn execute(&mut self, id: &str, seat: Option<Player>, command: GameCommand) {
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
            Ok(CommandOutcome::Duplicate(seq)) => self.outbox.send_message(&ServerMessage::Ack { id: id.into(), seq }),
            Err(fault) => self.refuse(id, &fault).await,
        }
    }

    /// The seat that a command acts for.
    async fn resolve_seat(&self, id: &str, seat: Option<Player>, command: &GameCommand) -> Result<Seat, Fault> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if id.is_empty() || id.len() > MAX_ID_LEN || !id.chars().all(is_plain) {
            return Err(faults::BAD_ID.fault());
        }
        let holds_both = self.seats == [true; 2];
        let holds = |player: Player| self.seats[player.index()];
        let player = match seat {
            Some(player) if holds(player) => player,
            Some(_) => return Err(faults::NO_SEAT.fault()),
            None if holds_both => match command {
                GameCommand::Turn { .. } => self.room.core().await?.state.actor().player().unwrap_or(Player::P1),
                // These mean the same for either seat when one client holds both.
                GameCommand::Abort | GameCommand::Draw | GameCommand::Rematch => Player::P1,
                _ => return Err(faults::WHICH_SEAT.fault()),
            },
            None => Player::ALL.into_iter().find(|player| holds(*player)).ok_or_else(|| faults::NO_SEAT.fault())?,
        };
        Ok(Seat { player, holds_both })
    }

    /// Refuses a command or query. A client that is out of date gets the whole state too.
    async fn refuse(&self, id: &str, fault: &Fault) {
        let Ok(seq) = self.room.core().await.map(|core| core.state.seq) else { return };
        let id: String = id.chars().take(MAX_ID_LEN).collect();
        self.outbox.send_message(&ServerMessage::Refused { id: id.into(), error: fault.into(), seq });
        if fault.kind == faults::STALE {
            self.room.resync(&self.app, &self.outbox, None).await;
        }
    }

    async fn chat(&mut self, text: &str) {
        if !self.admit_command() {
            return;
        }
        let seat = Player::ALL.into_iter().find(|seat| self.seats[seat.index()]);
        let Ok(core) = self.room.core().await else { return };
        let is_allowed = self.app.config.chat && core.state.setup.chat;
        let line = clean_line(text);
        match seat {
            None => self.outbox.send_error(&faults::NO_SEAT.fault()),
            Some(_) if !is_allowed => self.outbox.send_error(&faults::NO_CHAT.fault()),
            Some(_) if line.is_empty() => {}
            Some(seat) => {
                if let Err(fault) = self.room.chat(&self.app, &core.state, seat, line).await {
                    self.outbox.send_error(&fault);
                }
            }
        }
    }

    // Queries.

    async fn answer_query(&mut self, query: ClientMessage) {
        use ClientMessage as M;
        let (answer, id) = match &query {
            M::Sync { seq } => return self.room.resync(&self.app, &self.outbox, *seq).await,
            M::Ping {} => {
                let Ok(seq) = self.room.latest(&self.app).await.map(|core| core.state.seq) else { return };
                return self.outbox.send_message(&ServerMessage::Pong { seq, now: self.app.now() });
            }
            M::Touch { prefix, hover } => return self.show_touch(prefix, hover.as_deref()).await,
            M::Hint { id } => {
                if let Err(fault) = self.request_hint(id).await {
                    self.refuse(id, &fault).await;
                }
                return;
            }
            M::Steps { id, prefix } => (self.steps(id, prefix).await, id),
            M::Paths { id } => (self.paths(id).await, id),
            M::Legal { id } => (self.legal_turns(id).await, id),
            M::Check { id, notation } => (self.check(id, notation).await, id),
            M::At { id, ply } => (self.board_at(id, *ply).await, id),
            _ => return,
        };
        match answer {
            Ok(message) => self.outbox.send_message(&message),
            Err(fault) => self.refuse(id, &fault).await,
        }
    }

    async fn paths<'a>(&self, id: &'a str) -> Result<ServerMessage<'a>, Fault> {
        let core = self.room.core().await?;
        Ok(ServerMessage::Paths { id: id.into(), seq: core.state.seq, paths: core.state.table.all_paths() })
    }

    async fn steps<'a>(&self, id: &'a str, prefix: &'a [String]) -> Result<ServerMessage<'a>, Fault> {
        let core = self.room.core().await?;
        let state = &core.state;
        if prefix.len() > MAX_STEPS || state.status() != GameStatus::Live {
            return Err(agon_core::faults::TURN_INCOMPLETE.fault());
        }
        let prefix = state.table.read_steps(prefix)?;
        let steps = steps_after(&*state.table, &prefix)?;
        let board = if self.view { Some(state.table.view(&prefix)?) } else { None };
        Ok(ServerMessage::Steps { id: id.into(), seq: state.seq, prefix: prefix.into(), board, steps })
    }

    async fn legal_turns<'a>(&self, id: &'a str) -> Result<ServerMessage<'a>, Fault> {
        let core = self.room.core().await?;
        let state = &core.state;
        let mut turns = if state.status() == GameStatus::Live { state.table.legal() } else { Vec::new() };
        let total = turns.len();
        turns.truncate(MAX_LEGAL_TURNS);
        Ok(ServerMessage::Legal { id: id.into(), seq: state.seq, turns, total })
    }

    async fn check<'a>(&self, id: &'a str, notation: &str) -> Result<ServerMessage<'a>, Fault> {
        let core = self.room.core().await?;
        let notation = core.state.table.check(notation)?;
        let last = core.state.table.turn_steps(core.state.ply(), &notation);
        Ok(ServerMessage::Check { id: id.into(), notation, last })
    }

    async fn board_at<'a>(&self, id: &'a str, ply: usize) -> Result<ServerMessage<'a>, Fault> {
        let core = self.room.core().await?;
        let plies = core.state.ply();
        if ply > plies {
            return Err(faults::NO_SUCH_PLY.with("ply", ply).with("plies", plies));
        }
        Ok(ServerMessage::At { id: id.into(), moment: moment(&core.state, ply) })
    }

    /// Shows the other clients the mover's turn in progress.
    async fn show_touch(&self, prefix: &[String], hover: Option<&str>) {
        let Ok(core) = self.room.core().await else { return };
        let mover = core.state.actor().player().filter(|seat| self.seats[seat.index()]);
        let Some(seat) = mover else { return };
        if prefix.len() > MAX_STEPS || core.state.status() != GameStatus::Live {
            return;
        }
        let table = &*core.state.table;
        let (Ok(board), Ok(steps)) = (table.view(prefix), table.steps(prefix)) else { return };
        let hover = hover.and_then(|hover| steps.next.into_iter().find(|step| step.notation == hover));
        let frame = message_frame(&ServerMessage::Touch { seat, prefix: prefix.into(), hover, board });
        for member in &self.room.audience().members {
            if member.view && !Arc::ptr_eq(&member.outbox, &self.outbox) {
                member.outbox.send(frame.clone());
            }
        }
    }

    /// Submits a search for a hint. Its result is sent when it is ready.
    async fn request_hint(&self, id: &str) -> Result<(), Fault> {
        let core = self.room.core().await?;
        let state = &core.state;
        if !may_ask_hint(state, self.seats) || state.table.actor().player().is_none() {
            return Err(faults::NO_HINT.fault());
        }
        let too_many = |seconds: u32| faults::TOO_MANY.with("seconds", seconds);
        self.app.address_limits.take(self.client.0, Kind::Hint).map_err(too_many)?;
        let plies_seq = state.plies_seq;
        let job = jobs::hint_job(&self.app, &self.room, state, &self.outbox, id.to_owned(), self.client.0);
        if self.app.submit(self.room.id, plies_seq, job) { Ok(()) } else { Err(faults::BOTS_BUSY.fault()) }
    }
}
