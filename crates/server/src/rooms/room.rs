//! A room: one game in memory, and the clients connected to it.
//!
//! Every change takes the same path. A command locks the room, is checked against the state and turned into
//! events, and these are committed to the store. Only then are they broadcast and acknowledged, and only then is
//! the lock released, so no client ever sees what is not stored. If the commit fails, the room reloads its state
//! from the store; if that fails too, the room closes and answers nothing more.
//!
//! Several servers may have a room of the same game. The first commit wins; the other servers take over what was stored
//! and check their command again. What they have not heard of they read before they refuse anything.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use agon_core::{Fault, Player};
use agon_search::Stop;
use agon_wire::{Claim, ServerMessage, to_json};
use tokio::sync::Mutex as AsyncMutex;
use tokio::sync::MutexGuard as AsyncMutexGuard;

use crate::app::SharedApp;
use crate::bots::jobs;
use crate::game::clock::Clocks;
use crate::game::command::{GameCommand, Seat};
use crate::game::event::{Event, LogEntry};
use crate::game::ids::random_bytes;
use crate::game::state::GameState;
use crate::game::view::{ClientView, WrittenBoard, state_view, update_view};
use crate::http::limits::AddressKey;
use crate::live::frames::{SharedFrame, message_frame};
use crate::live::outbox::{CloseReason, Outbox};
use crate::rooms::audience::{Audience, Member, RunningSearch};
use crate::rooms::lobby::LobbyEntry;
use crate::store::{Append, Appended, ChatRow, EventRow, GameStatus, Hint, RemotePresence};
use crate::sync::lock;
use crate::{App, GameId, GameSetup, SeatSetup, Token, faults};

/// The most events a returning client is sent.
const MAX_MISSED_EVENTS: u32 = 200;
/// The pause before something that failed is tried again: a bot's search, the end on time, the creation of a rematch.
const RETRY_MS: i64 = 1000;
/// How often a command is tried while other servers store events of the same game first.
const MAX_TRIES: usize = 16;

/// A game in memory with the clients connected to it.
pub struct Room {
    /// The game's id.
    pub id: GameId,
    /// The address of the game's creator, whose share of the workers its bots use. Unknown after a restart.
    pub(crate) creator: Option<AddressKey>,
    core: AsyncMutex<RoomCore>,
    audience: Mutex<Audience>,
}

/// The state of the game. Its lock is held until a change is stored.
pub(crate) struct RoomCore {
    pub(crate) state: GameState,
    /// The status in the store's index of games.
    indexed_status: GameStatus,
    /// The deadline in that index, or a later one, as far as this room has written it.
    indexed_deadline: Option<i64>,
    /// Whether `state` may hold events that are not stored, because neither storing nor reloading succeeded.
    is_lost: bool,
}

/// The outcome of a command that was not refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandOutcome {
    /// It was executed now, and all clients have been sent the update.
    Stored,
    /// It was executed when the client first sent it. Holds the number of its event.
    Duplicate(u32),
}

impl Room {
    pub(crate) fn new(state: GameState, creator: Option<AddressKey>, now: i64) -> Self {
        let audience = Mutex::new(Audience::new(&state, now));
        let (indexed_status, indexed_deadline) = (state.status(), state.deadline());
        let core = RoomCore { indexed_status, indexed_deadline, is_lost: false, state };
        Self { id: core.state.id, creator, core: AsyncMutex::new(core), audience }
    }

    /// The room of a stored game.
    pub(crate) fn restored(state: GameState, chat: Vec<ChatRow>, now: i64) -> Self {
        let mut audience = Audience::new(&state, now);
        audience.restore_chat(&state, chat);
        Self { audience: Mutex::new(audience), ..Self::new(state, None, now) }
    }

    pub(crate) fn audience(&self) -> MutexGuard<'_, Audience> {
        lock(&self.audience)
    }

    /// Waits for the stored state of the game. Never returns a state that may hold events that are not stored.
    pub(crate) async fn core(&self) -> Result<AsyncMutexGuard<'_, RoomCore>, Fault> {
        let core = self.core.lock().await;
        if core.is_lost { Err(faults::NOT_STORED.fault()) } else { Ok(core) }
    }

    /// Waits for the stored state of the game, including what other servers have stored.
    pub(crate) async fn latest(self: &Arc<Self>, app: &SharedApp) -> Result<AsyncMutexGuard<'_, RoomCore>, Fault> {
        let mut core = self.core().await?;
        if app.cluster.is_some() {
            self.catch_up(app, &mut core).await?;
        }
        Ok(core)
    }

    /// Waits for the stored state of the game as it is now: over if a clock has run out.
    async fn current(self: &Arc<Self>, app: &SharedApp) -> Result<AsyncMutexGuard<'_, RoomCore>, Fault> {
        let core = self.core().await?;
        if !core.state.is_out_of_time(app.now()) {
            return Ok(core);
        }
        drop(core);
        // In a separate task, so that a client that disconnects does not leave an end half stored.
        let (room, app) = (Arc::clone(self), Arc::clone(app));
        let ended = tokio::spawn(async move { room.end_on_time(&app).await });
        // If the end cannot be stored, the game goes on as stored, and the next access tries again.
        let _ = ended.await;
        self.core().await
    }

    /// Ends the game if a clock has run out.
    async fn end_on_time(self: &Arc<Self>, app: &SharedApp) -> Result<(), Fault> {
        let mut core = self.core().await?;
        let ply = core.state.ply();
        match core.state.end_on_time(app.now()) {
            // Another server may have stored something first. Then this one has taken it over.
            Some(entries) => self.commit(app, &mut core, entries, ply).await.map(drop),
            None => Ok(()),
        }
    }

    // Other servers store events too.

    /// Takes over the events that other servers have stored. Returns whether there were any.
    async fn catch_up(self: &Arc<Self>, app: &SharedApp, core: &mut RoomCore) -> Result<bool, Fault> {
        let rows = app.read(self.id, core.state.seq).await?;
        Ok(self.follow(app, core, &rows).await)
    }

    /// Applies stored events and tells the clients. Returns whether there were any.
    async fn follow(self: &Arc<Self>, app: &SharedApp, core: &mut RoomCore, rows: &[EventRow]) -> bool {
        if rows.is_empty() {
            return false;
        }
        let ply = core.state.ply();
        match core.state.follow(rows) {
            Ok(entries) => {
                core.indexed_status = core.state.status();
                self.announce(app, core, &entries, ply);
            }
            Err(reason) => {
                tracing::error!(game = %self.id, reason, "cannot follow the log of a game");
                self.reload(app, core, None).await;
            }
        }
        true
    }

    /// Hears that another server has stored events up to a number, perhaps these.
    pub(crate) async fn hear(self: &Arc<Self>, app: &SharedApp, seq: u32, rows: &[EventRow]) {
        let Ok(mut core) = self.core().await else { return };
        if core.state.seq >= seq {
            return;
        }
        let new = rows.iter().position(|row| row.seq == core.state.seq + 1);
        match new {
            Some(new) => {
                self.follow(app, &mut core, &rows[new..]).await;
            }
            None => {
                if let Err(fault) = self.catch_up(app, &mut core).await {
                    tracing::warn!(game = %self.id, %fault, "cannot read what another server has stored");
                }
            }
        }
    }

    /// Hears who is connected to other servers.
    pub(crate) async fn hear_presence(&self, app: &SharedApp, remote: RemotePresence) {
        let Ok(core) = self.core().await else { return };
        let mut audience = self.audience();
        if audience.remote != remote {
            audience.remote = remote;
            audience.broadcast_presence(&core.state, claim_after_ms(app), app.now());
        }
    }

    /// Hears that another server has stored a chat line.
    pub(crate) async fn hear_chat(&self, app: &SharedApp) {
        let Ok(core) = self.core().await else { return };
        let id = self.id;
        let Ok(rows) = app.blocking(move |store| store.read_chat(id)).await else { return };
        let mut audience = self.audience();
        for row in rows {
            if !audience.has_chat(&row) {
                audience.chat(&core.state, row);
            }
        }
    }

    /// Asks who is connected to other servers.
    async fn ask_presence(&self, app: &SharedApp) -> Result<(), Fault> {
        let Some(cluster) = &app.cluster else { return Ok(()) };
        let known = cluster.presence(&[self.id]).await;
        let mut known = known.map_err(|error| {
            tracing::error!(%error, "cannot ask who is connected");
            faults::NOT_STORED.fault()
        })?;
        self.audience().remote = known.remove(&self.id).unwrap_or_default();
        Ok(())
    }

    /// Notes for the other servers who is connected here.
    fn note_presence(&self, app: &App) {
        if let Some(cluster) = &app.cluster {
            cluster.note_presence(self.id, self.audience().local_presence());
        }
    }

    /// Whether no client is connected, no bot searches, and nothing has happened since `before`.
    pub(crate) fn is_idle_since(&self, before: i64) -> bool {
        let audience = self.audience();
        audience.members.is_empty() && audience.search.is_none() && audience.active_at < before
    }

    // Clients connect, resynchronise and disconnect.

    /// Connects a client: checks its tokens, sends it the state, and adds it to the audience.
    ///
    /// Returns the seats that its tokens grant.
    pub(crate) async fn connect(
        self: &Arc<Self>,
        app: &SharedApp,
        outbox: &Arc<Outbox>,
        tokens: &[Token],
        last_seq: Option<u32>,
        view: bool,
    ) -> Result<[bool; 2], Fault> {
        drop(self.latest(app).await?);
        let core = self.current(app).await?;
        let seats = seats_of(&core.state, tokens)?;
        self.ask_presence(app).await?;
        let missed = self.missed_events(app, &core.state, last_seq).await;
        self.audience().members.push(Member { outbox: Arc::clone(outbox), seats, view });
        self.send_state(app, &core.state, outbox, &missed);
        {
            let now = app.now();
            let mut audience = self.audience();
            audience.active_at = now;
            if audience.members.len() > 1 {
                audience.broadcast_presence(&core.state, claim_after_ms(app), now);
            }
        }
        self.note_presence(app);
        self.start_or_stop_bot(app, &core.state);
        Ok(seats)
    }

    /// Sends a client the whole state again.
    pub(crate) async fn resync(self: &Arc<Self>, app: &SharedApp, outbox: &Arc<Outbox>, last_seq: Option<u32>) {
        let Ok(core) = self.latest(app).await else { return };
        let missed = self.missed_events(app, &core.state, last_seq).await;
        self.send_state(app, &core.state, outbox, &missed);
    }

    /// Disconnects a client.
    pub(crate) async fn disconnect(&self, app: &SharedApp, outbox: &Arc<Outbox>) {
        // Also from a room whose state is lost. Its clients are sent nothing any more: their outboxes are closed.
        let core = self.core.lock().await;
        let now = app.now();
        let mut audience = self.audience();
        let was_connected = audience.remove(outbox, now);
        if was_connected {
            audience.broadcast_presence(&core.state, claim_after_ms(app), now);
        }
        drop(audience);
        if was_connected {
            self.note_presence(app);
        }
    }

    /// The state as JSON, for a client that is not connected.
    pub async fn snapshot(self: &Arc<Self>, app: &SharedApp, token: Option<&Token>) -> Result<String, Fault> {
        drop(self.latest(app).await?);
        let core = self.current(app).await?;
        let seats = seats_of(&core.state, token)?;
        self.ask_presence(app).await?;
        let audience = self.audience();
        let view = client_view(app, &core.state, &audience, seats, true);
        Ok(to_json(&state_view(&core.state, view, app.now())))
    }

    /// Sends a connected client the whole state.
    fn send_state(&self, app: &App, state: &GameState, outbox: &Arc<Outbox>, missed: &[LogEntry]) {
        let audience = self.audience();
        let found = audience.members.iter().find(|member| Arc::ptr_eq(&member.outbox, outbox));
        let Some(&Member { seats, view, .. }) = found else { return };
        let chat_lines: Vec<_> = audience.chat_lines.iter().cloned().collect();
        let view = ClientView { events: missed, talk: &chat_lines, ..client_view(app, state, &audience, seats, view) };
        outbox.send_message(&ServerMessage::State(state_view(state, view, app.now())));
    }

    /// The events after `last_seq`, at most the last [`MAX_MISSED_EVENTS`].
    async fn missed_events(&self, app: &SharedApp, state: &GameState, last_seq: Option<u32>) -> Vec<LogEntry> {
        let Some(last_seq) = last_seq.filter(|seq| *seq < state.seq) else { return Vec::new() };
        let after = last_seq.max(state.seq.saturating_sub(MAX_MISSED_EVENTS));
        let rows = app.read(self.id, after).await.unwrap_or_default();
        rows.iter().filter(|row| row.seq <= state.seq).filter_map(LogEntry::from_row).collect()
    }

    // Commands change the game.

    /// Executes a player's command and returns once its events are stored and broadcast.
    pub async fn execute(
        self: &Arc<Self>,
        app: &SharedApp,
        seat: Seat,
        id: Option<&str>,
        command: GameCommand,
    ) -> Result<CommandOutcome, Fault> {
        let started = Instant::now();
        let mut core = self.current(app).await?;
        for _ in 0..MAX_TRIES {
            if let Some(seq) = id.and_then(|id| core.state.executed_command(seat.player, id)) {
                app.metrics.duplicates.fetch_add(1, Relaxed);
                return Ok(CommandOutcome::Duplicate(seq));
            }
            let ply = core.state.ply();
            let entries = match self.check(app, &mut core, seat, id, &command).await {
                Ok(entries) => entries,
                Err(fault) => {
                    // What was refused may be right after what other servers have stored.
                    if app.cluster.is_some() && self.catch_up(app, &mut core).await? {
                        continue;
                    }
                    return Err(fault);
                }
            };
            if self.commit(app, &mut core, entries, ply).await? == Appended::Conflict {
                // Another server was first. The command is checked against what it stored, which may be this very
                // command, sent again over another connection.
                continue;
            }
            if matches!(command, GameCommand::Rematch) && core.state.is_rematch_agreed(seat.holds_both) {
                self.create_rematch(app, &mut core).await;
            }
            app.metrics.command_time.add(started.elapsed());
            return Ok(CommandOutcome::Stored);
        }
        Err(faults::STALE.with("ply", core.state.ply()))
    }

    /// Checks a command and applies its events to the state.
    async fn check(
        &self,
        app: &SharedApp,
        core: &mut RoomCore,
        seat: Seat,
        id: Option<&str>,
        command: &GameCommand,
    ) -> Result<Vec<LogEntry>, Fault> {
        if matches!(command, GameCommand::Claim { .. }) {
            self.ask_presence(app).await?;
            let presence = self.audience().presence(&core.state, claim_after_ms(app), app.now());
            if presence.claim != Some(Claim { seat: seat.player, in_ms: 0 }) {
                return Err(faults::NO_CLAIM.fault());
            }
        }
        core.state.execute(seat, id, command.clone(), app.now())
    }

    /// Stores a chat line and sends it to all clients. The caller holds the lock of `state`.
    pub(crate) async fn chat(
        &self,
        app: &SharedApp,
        state: &GameState,
        seat: Player,
        text: String,
    ) -> Result<(), Fault> {
        let row = ChatRow { at: app.now(), seat: seat.index() as u8, text };
        let (id, stored) = (self.id, row.clone());
        app.blocking(move |store| store.add_chat(id, &stored)).await?;
        if let Some(cluster) = &app.cluster {
            cluster.hint(Hint::Chat(id));
        }
        self.audience().chat(state, row);
        Ok(())
    }

    /// Gives a free seat to a person. Returns the seat, its token, and the number of the last event.
    pub async fn join(
        self: &Arc<Self>,
        app: &SharedApp,
        seat: Option<Player>,
        name: String,
        key: Option<&Token>,
    ) -> Result<(Player, Token, u32), Fault> {
        let mut core = self.latest(app).await?;
        for _ in 0..MAX_TRIES {
            let (seat, token) = free_seat(&core.state, seat, key)?;
            let ply = core.state.ply();
            let joined = Event::Joined { seat, name: name.clone(), token: token.hash() };
            let entries = core.state.advance(joined, None, app.now())?;
            if self.commit(app, &mut core, entries, ply).await? == Appended::Done {
                self.audience().broadcast_presence(&core.state, claim_after_ms(app), app.now());
                return Ok((seat, token, core.state.seq));
            }
        }
        Err(faults::SEAT_TAKEN.fault())
    }

    /// Does what is due without a command: ends the game if time has run out, creates a rematch that was agreed, sets
    /// the timer, starts the bot to move.
    pub async fn wake(self: &Arc<Self>, app: &SharedApp) {
        drop(self.latest(app).await);
        let Ok(mut core) = self.current(app).await else { return };
        if core.state.is_rematch_agreed(false) {
            self.create_rematch(app, &mut core).await;
        }
        self.set_clock_timer(app, &core.state);
        self.start_or_stop_bot(app, &core.state);
    }

    /// Creates the rematch that both players want. Their wish is stored and broadcast already, so the command that
    /// completed it is never answered with an error: if the rematch cannot be created, the room tries again.
    async fn create_rematch(self: &Arc<Self>, app: &SharedApp, core: &mut RoomCore) {
        let secret = core.state.dice.as_ref().map(|_| agon_dice::to_hex(&random_bytes::<32>()));
        let setup = core.state.setup.swapped(secret);
        // Another server may create it at the same moment. Its id follows from the game's, so there is one.
        let created = match create_boxed(app, self.id.rematch(), setup, self.creator).await {
            Ok(rematch) => {
                let ply = core.state.ply();
                match core.state.advance(Event::Rematch(rematch.id), None, app.now()) {
                    Ok(entries) => self.commit(app, core, entries, ply).await.map(drop),
                    Err(fault) => Err(fault),
                }
            }
            Err(fault) => Err(fault),
        };
        if created.is_ok() && core.state.is_rematch_agreed(false) {
            app.timers.add(app.now(), self.id);
        }
        if let Err(fault) = created {
            tracing::warn!(game = %self.id, %fault, "a rematch could not be created");
            app.timers.add(app.now() + RETRY_MS, self.id);
        }
    }

    // Commit, then broadcast.

    /// Commits events already applied to the state, broadcasts them, and starts what follows from them.
    ///
    /// `ply` is the number of plies before the events. If another server has stored something first, the state is
    /// what is stored now. If the commit fails, the state is reloaded.
    async fn commit(
        self: &Arc<Self>,
        app: &SharedApp,
        core: &mut RoomCore,
        entries: Vec<LogEntry>,
        ply: usize,
    ) -> Result<Appended, Fault> {
        let status = core.state.status();
        let is_listed_again = status != core.indexed_status || is_deadline_earlier(app, core);
        let index = is_listed_again.then(|| core.state.index());
        let deadline = index.as_ref().map(|index| index.deadline);
        let rows: Vec<EventRow> = entries.iter().map(LogEntry::to_row).collect();
        let hint = app.cluster.as_ref().map(|cluster| (cluster, rows.clone()));
        match app.log.append(Append { game: self.id, rows, index }).await {
            Ok(Appended::Done) => {}
            Ok(Appended::Conflict) => {
                app.metrics.conflicts.fetch_add(1, Relaxed);
                let known = entries.first().map(|entry| (entry.seq - 1, ply));
                self.reload(app, core, known).await;
                return if core.is_lost { Err(faults::NOT_STORED.fault()) } else { Ok(Appended::Conflict) };
            }
            Err(_) => {
                self.reload(app, core, None).await;
                return Err(faults::NOT_STORED.fault());
            }
        }
        if let Some((cluster, rows)) = hint {
            cluster.hint(Hint::Events(self.id, core.state.seq, rows));
        }
        core.indexed_status = status;
        core.indexed_deadline = deadline.unwrap_or(core.indexed_deadline);
        app.count(&core.state, &entries);
        self.announce(app, core, &entries, ply);
        Ok(Appended::Done)
    }

    /// Tells the clients what has been stored, and starts what follows from it. `ply` is the number of plies before.
    fn announce(self: &Arc<Self>, app: &SharedApp, core: &RoomCore, entries: &[LogEntry], ply: usize) {
        let first_changed_ply = entries.iter().fold(ply, |first, entry| match entry.event {
            Event::Takeback { to, .. } => first.min(to),
            _ => first,
        });
        self.broadcast_update(app, &core.state, entries, first_changed_ply);
        self.set_clock_timer(app, &core.state);
        self.start_or_stop_bot(app, &core.state);
    }

    /// Returns to the stored state after a failed commit. If that cannot be read either, closes the room: the next
    /// access to the game loads it into a new one.
    ///
    /// `known` is the number of the last event and the number of plies that the clients know.
    async fn reload(self: &Arc<Self>, app: &SharedApp, core: &mut RoomCore, known: Option<(u32, usize)>) {
        let stored = app.read(self.id, 0).await.ok().filter(|rows| !rows.is_empty());
        let state = stored.as_ref().and_then(|rows| App::fold(self.id, rows).ok());
        if let (Some(state), Some(rows)) = (state, stored) {
            core.indexed_status = state.status();
            core.state = state;
            if let Some((seq, ply)) = known {
                let news: Vec<_> = rows.iter().filter(|row| row.seq > seq).filter_map(LogEntry::from_row).collect();
                return self.announce(app, core, &news, ply);
            }
            let outboxes: Vec<_> = self.audience().members.iter().map(|member| Arc::clone(&member.outbox)).collect();
            for outbox in outboxes {
                self.send_state(app, &core.state, &outbox, &[]);
            }
            self.set_clock_timer(app, &core.state);
            self.start_or_stop_bot(app, &core.state);
        } else {
            core.is_lost = true;
            self.stop_bot();
            app.forget(self.id);
            for member in &self.audience().members {
                member.outbox.close(CloseReason::RESTART);
            }
        }
    }

    fn broadcast_update(&self, app: &App, state: &GameState, entries: &[LogEntry], first_changed_ply: usize) {
        let now = app.now();
        let mut audience = self.audience();
        (audience.active_at, audience.changed_at) = (now, now);
        let has_only_plies = entries.iter().all(|entry| matches!(entry.event, Event::Turn { .. } | Event::Roll { .. }));
        match &mut audience.lobby_entry {
            Some(entry) if has_only_plies => entry.ply = state.ply(),
            entry => *entry = LobbyEntry::of(state),
        }
        let mover = state.actor().player();
        let board = audience.members.iter().any(|member| member.view).then(|| WrittenBoard::of(state));
        // Without the board, with the board, with board and steps: each variant is written once, and all clients that
        // get it share its frame.
        let mut frames: [Option<SharedFrame>; 3] = [None, None, None];
        for member in &audience.members {
            let is_mover = mover.is_some_and(|mover| member.seats[mover.index()]);
            let board = board.as_ref().filter(|_| member.view);
            let variant = if member.view { 1 + usize::from(is_mover) } else { 0 };
            let frame = frames[variant].get_or_insert_with(|| {
                message_frame(&update_view(state, entries, first_changed_ply, board, is_mover, now))
            });
            member.outbox.send(frame.clone());
        }
    }

    fn set_clock_timer(&self, app: &App, state: &GameState) {
        if let Some((_, deadline)) = state.clocks.as_ref().and_then(Clocks::deadline)
            && state.ending.is_none()
        {
            // If time has run out already, the end could not be stored.
            let due = if state.is_out_of_time(app.now()) { app.now() + RETRY_MS } else { deadline };
            app.timers.add(due, self.id);
        }
    }

    // Bots.

    /// Starts the search of the bot to move, and stops a search whose position is no longer on the board.
    fn start_or_stop_bot(self: &Arc<Self>, app: &SharedApp, state: &GameState) {
        let mut audience = self.audience();
        let is_wanted = |search: &RunningSearch| search.plies_seq == state.plies_seq && state.bot_to_move().is_some();
        if audience.search.as_ref().is_some_and(is_wanted) {
            return;
        }
        audience.stop_search();
        let Some(seat) = state.bot_to_move() else { return };
        if app.is_stopping() {
            return;
        }
        let now = app.now();
        if state.setup.seats.iter().all(SeatSetup::is_bot) {
            // Bots play each other only while a client is connected, and no faster than the game's pace.
            let due = state.last_at + i64::from(state.setup.pace_ms);
            if audience.members.is_empty() {
                return;
            }
            if now < due {
                app.timers.add(due, self.id);
                return;
            }
        }
        let stop = Stop::new();
        let job = jobs::bot_job(app, self, state, seat, &stop);
        if app.submit(self.id, state.plies_seq, job) {
            audience.search = Some(RunningSearch { plies_seq: state.plies_seq, stop });
            audience.broadcast(&ServerMessage::Thinking { thinking: true });
        } else {
            // The queue is full. The state still says whose turn it is, so trying again later loses nothing.
            app.timers.add(now + RETRY_MS, self.id);
        }
    }

    /// Stops the search of the room's bot.
    pub fn stop_bot(&self) {
        self.audience().stop_search();
    }
}

/// Creates a game. Boxed because the future of creating a game contains that of creating its rematch.
fn create_boxed<'a>(
    app: &'a SharedApp,
    id: GameId,
    setup: GameSetup,
    creator: Option<AddressKey>,
) -> Pin<Box<dyn Future<Output = Result<Arc<Room>, Fault>> + Send + 'a>> {
    Box::pin(app.create_as(id, setup, creator))
}

/// A free seat of the wanted kind, and a new token for it.
fn free_seat(state: &GameState, seat: Option<Player>, key: Option<&Token>) -> Result<(Player, Token), Fault> {
    if state.ending.is_some() {
        return Err(agon_core::faults::GAME_OVER.fault());
    }
    let setup = &state.setup;
    let is_wanted = |player: &Player| seat.is_none_or(|seat| seat == *player);
    let is_free = |player: &Player| setup.seat(*player).is_free();
    let is_permitted = |player: &Player| match setup.seat(*player) {
        SeatSetup::Invite { key: hash } => key.is_some_and(|key| hash.opens(key)),
        _ => true,
    };
    let mut seats = Player::ALL.into_iter().filter(is_wanted).filter(is_free).peekable();
    if seats.peek().is_none() {
        return Err(faults::SEAT_TAKEN.fault());
    }
    let seat = seats.find(is_permitted).ok_or_else(|| faults::BAD_INVITATION.fault())?;
    Ok((seat, Token::random()))
}

/// Whether a clock may run out before the time that the store knows. One server alone has its timers for that.
fn is_deadline_earlier(app: &App, core: &RoomCore) -> bool {
    let Some(deadline) = core.state.deadline() else { return false };
    // A time that has passed was replaced by the server that looked at the game then.
    let known = core.indexed_deadline.filter(|known| *known > app.now());
    app.cluster.is_some() && known.is_none_or(|known| deadline < known)
}

/// The seats that tokens grant. A token that grants none is a fault.
fn seats_of<'a>(state: &GameState, tokens: impl IntoIterator<Item = &'a Token>) -> Result<[bool; 2], Fault> {
    let mut seats = [false; 2];
    for token in tokens {
        let seat = state.seat_of(token).ok_or_else(|| faults::BAD_TOKEN.fault())?;
        seats[seat.index()] = true;
    }
    Ok(seats)
}

/// What a client with these seats sees in addition to the state, without missed events and chat lines.
fn client_view<'a>(
    app: &App,
    state: &'a GameState,
    audience: &Audience,
    seats: [bool; 2],
    board: bool,
) -> ClientView<'a> {
    ClientView {
        you: seats,
        board,
        hints: may_ask_hint(state, seats),
        chat: app.config.chat,
        thinking: audience.search.is_some(),
        presence: audience.presence(state, claim_after_ms(app), app.now()),
        events: &[],
        talk: &[],
    }
}

/// Whether a client with these seats may ask for hints: never while another person plays.
pub(crate) fn may_ask_hint(state: &GameState, seats: [bool; 2]) -> bool {
    let is_own_or_bot = |player: Player| seats[player.index()] || state.setup.seat(player).is_bot();
    state.ending.is_some() || Player::ALL.into_iter().all(is_own_or_bot)
}

fn claim_after_ms(app: &App) -> i64 {
    app.config.limits.claim_after.as_millis() as i64
}
