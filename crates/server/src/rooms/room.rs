//! A game that somebody looks at: its state, its audience, and the order of what happens to it.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use agon_core::{Fault, Player};
use agon_search::Stop;
use serde_json::json;
use tokio::sync::Mutex as AsyncMutex;
use tokio::sync::MutexGuard as AsyncGuard;

use crate::app::SharedApp;
use crate::game::command::{Command, Seat};
use crate::game::event::{Event, LogEntry};
use crate::game::state::GameState;
use crate::http::limits::AddressKey;
use crate::live::outbox::{CloseReason, Outbox, SharedText};
use crate::rooms::audience::{Audience, LobbyEntry, Member};
use crate::store::{Append, Appended, GameStatus};
use crate::wire::{ClientView, JsonObject, UpdateMessage, state_message};
use crate::{App, GameId, SeatSetup, Token, faults};

/// Events that a returning client is told at most.
const CATCH_UP: u32 = 200;

/// A game in memory with everybody at it.
pub struct Room {
    /// The game's id.
    pub id: GameId,
    /// Whose account its bots are on.
    pub(crate) address: Option<AddressKey>,
    core: AsyncMutex<RoomCore>,
    audience: Mutex<Audience>,
}

/// What only one may change at a time. Held until what was changed is stored, so nobody ever sees
/// what is not.
pub(crate) struct RoomCore {
    pub(crate) state: GameState,
    indexed: GameStatus,
}

/// What became of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandOutcome {
    /// Stored now; everybody has been told.
    Stored(u32),
    /// Stored before; only the one who asked needs to know.
    Duplicate(u32),
}

impl Room {
    pub(crate) fn new(state: GameState, address: Option<AddressKey>, now: i64) -> Self {
        let audience = Mutex::new(Audience::new(&state, now));
        let core = RoomCore { indexed: state.status(), state };
        Self { id: core.state.id, address, core: AsyncMutex::new(core), audience }
    }

    pub(crate) fn audience(&self) -> MutexGuard<'_, Audience> {
        self.audience.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) async fn core(&self) -> AsyncGuard<'_, RoomCore> {
        self.core.lock().await
    }

    /// Whether nobody is here and nothing has happened since a moment.
    pub(crate) fn is_idle_since(&self, before: i64) -> bool {
        let audience = self.audience();
        audience.members.is_empty() && audience.thinking.is_none() && audience.touched < before
    }

    /// Ends what a bot thinks about this game.
    pub fn stop_thinking(&self) {
        if let Some((_, stop)) = &self.audience().thinking {
            stop.set();
        }
    }

    /// The greeting for somebody with these seats.
    fn greeting<'a>(
        app: &App,
        state: &GameState,
        audience: &'a Audience,
        seats: [bool; 2],
        view: bool,
        events: &'a [LogEntry],
        talk: &'a [SharedText],
    ) -> ClientView<'a> {
        ClientView {
            you: seats,
            view,
            hints: may_hint(state, seats),
            chat: app.config.chat,
            thinking: audience.thinking.is_some(),
            presence: audience.presence(state, claim_after(app), app.now()),
            events,
            talk,
        }
    }

    /// Lets a socket in: checks its tokens, tells it everything, then whatever happens.
    pub(crate) async fn enter(
        self: &Arc<Self>,
        app: &SharedApp,
        outbox: &Arc<Outbox>,
        tokens: &[Token],
        seq: Option<u32>,
        view: bool,
    ) -> Result<[bool; 2], Fault> {
        let mut core = self.core().await;
        self.end_on_time(app, &mut core).await;
        let mut seats = [false; 2];
        for token in tokens {
            let seat = core.state.seat_of(token).ok_or_else(|| faults::BAD_TOKEN.fault())?;
            seats[seat.index()] = true;
        }
        let events = self.missed(app, &core.state, seq).await;
        let now = app.now();
        {
            let mut audience = self.audience();
            audience.touched = now;
            audience.members.push(Member { outbox: Arc::clone(outbox), seats, view });
            let talk: Vec<_> = audience.talk.iter().cloned().collect();
            let greeting = Self::greeting(app, &core.state, &audience, seats, view, &events, &talk);
            outbox.send(state_message(Some("state"), &core.state, &greeting, now).into());
            if audience.members.len() > 1 {
                audience.tell_presence(&core.state, claim_after(app), now);
            }
        }
        self.think(app, &core.state);
        Ok(seats)
    }

    /// The events after a number, as far as they are told.
    async fn missed(&self, app: &SharedApp, state: &GameState, seq: Option<u32>) -> Vec<LogEntry> {
        let Some(seq) = seq.filter(|seq| *seq < state.seq) else { return Vec::new() };
        let after = seq.max(state.seq.saturating_sub(CATCH_UP));
        let rows = app.read(self.id, after).await.unwrap_or_default();
        rows.iter().filter(|row| row.seq <= state.seq).filter_map(LogEntry::from_row).collect()
    }

    /// Tells one socket everything again.
    pub(crate) async fn sync(&self, app: &SharedApp, outbox: &Arc<Outbox>, seq: Option<u32>) {
        let core = self.core().await;
        let events = self.missed(app, &core.state, seq).await;
        self.send_state(app, &core.state, outbox, &events);
    }

    fn send_state(&self, app: &App, state: &GameState, outbox: &Arc<Outbox>, events: &[LogEntry]) {
        let audience = self.audience();
        let found = audience.members.iter().find(|member| Arc::ptr_eq(&member.outbox, outbox));
        let Some(&Member { seats, view, .. }) = found else { return };
        let talk: Vec<_> = audience.talk.iter().cloned().collect();
        let greeting = Self::greeting(app, state, &audience, seats, view, events, &talk);
        outbox.send(state_message(Some("state"), state, &greeting, app.now()).into());
    }

    /// The state as HTTP answers it.
    pub async fn snapshot(self: &Arc<Self>, app: &SharedApp, token: Option<&Token>) -> Result<String, Fault> {
        let mut core = self.core().await;
        self.end_on_time(app, &mut core).await;
        let mut seats = [false; 2];
        if let Some(token) = token {
            let seat = core.state.seat_of(token).ok_or_else(|| faults::BAD_TOKEN.fault())?;
            seats[seat.index()] = true;
        }
        let audience = self.audience();
        let greeting = Self::greeting(app, &core.state, &audience, seats, true, &[], &[]);
        Ok(state_message(None, &core.state, &greeting, app.now()))
    }

    /// Lets a socket out and tells the others.
    pub(crate) async fn leave(&self, app: &SharedApp, outbox: &Arc<Outbox>) {
        let core = self.core().await;
        let now = app.now();
        let mut audience = self.audience();
        if audience.remove(outbox, now) {
            audience.tell_presence(&core.state, claim_after(app), now);
        }
    }

    /// Does what a player asks for, once it is stored.
    pub async fn act(
        self: &Arc<Self>,
        app: &SharedApp,
        hand: Seat,
        id: Option<&str>,
        act: Command,
    ) -> Result<CommandOutcome, Fault> {
        let began = Instant::now();
        let mut core = self.core().await;
        if let Some(seq) = id.and_then(|id| core.state.seen(hand.seat, id)) {
            app.metrics.duplicates.fetch_add(1, Relaxed);
            return Ok(CommandOutcome::Duplicate(seq));
        }
        self.end_on_time(app, &mut core).await;
        if matches!(act, Command::Claim { .. }) {
            let presence = self.audience().presence(&core.state, claim_after(app), app.now());
            if presence.claim != Some((hand.seat, 0)) {
                return Err(faults::NO_CLAIM.fault());
            }
        }
        let wants_rematch = matches!(act, Command::Rematch);
        let ply = core.state.ply();
        let entries = core.state.act(hand, id, act, app.now())?;
        self.store(app, &mut core, entries, ply).await?;
        if wants_rematch && core.state.is_rematch_agreed(hand.both) {
            self.make_rematch(app, &mut core).await?;
        }
        app.metrics.act_time.add(began.elapsed());
        Ok(CommandOutcome::Stored(core.state.seq))
    }

    /// Takes a free seat and gives its token.
    pub async fn join(
        self: &Arc<Self>,
        app: &SharedApp,
        seat: Option<Player>,
        name: String,
        key: Option<&Token>,
    ) -> Result<(Player, Token, u32), Fault> {
        let mut core = self.core().await;
        if core.state.ending.is_some() {
            return Err(agon_core::faults::GAME_OVER.fault());
        }
        let wanted = |player: &Player| seat.is_none_or(|seat| seat == *player);
        let free = |player: &Player| core.state.setup.seat(*player).is_free();
        let opens = |player: &Player| match core.state.setup.seat(*player) {
            SeatSetup::Invite { key: hash } => key.is_some_and(|key| hash.opens(key)),
            _ => true,
        };
        let mut seats = Player::ALL.into_iter().filter(wanted).filter(free).peekable();
        if seats.peek().is_none() {
            return Err(faults::SEAT_TAKEN.fault());
        }
        let seat = seats.find(opens).ok_or_else(|| faults::BAD_INVITATION.fault())?;
        let token = Token::random();
        let ply = core.state.ply();
        let entries = core.state.join(seat, name, token.hash(), app.now());
        self.store(app, &mut core, entries, ply).await?;
        let audience = self.audience();
        audience.tell_presence(&core.state, claim_after(app), app.now());
        Ok((seat, token, core.state.seq))
    }

    /// Looks whether something has to happen by itself by now.
    pub async fn wake(self: &Arc<Self>, app: &SharedApp) {
        let mut core = self.core().await;
        self.end_on_time(app, &mut core).await;
        self.set_timer(app, &core.state);
        self.think(app, &core.state);
    }

    /// Ends the game if a clock has run out.
    async fn end_on_time(self: &Arc<Self>, app: &SharedApp, core: &mut RoomCore) {
        let ply = core.state.ply();
        if let Some(entries) = core.state.end_on_time(app.now()) {
            // If it cannot be stored it will be tried again when somebody looks.
            let _ = self.store(app, core, entries, ply).await;
        }
    }

    /// Stores what was done and tells everybody; if that fails, nothing was done.
    async fn store(
        self: &Arc<Self>,
        app: &SharedApp,
        core: &mut RoomCore,
        entries: Vec<LogEntry>,
        ply: usize,
    ) -> Result<(), Fault> {
        let status = core.state.status();
        let index = (status != core.indexed).then(|| core.state.index());
        let rows = entries.iter().map(LogEntry::to_row).collect();
        match app.log.append(Append { game: self.id, rows, index }).await {
            Ok(Appended::Done) => {}
            Ok(Appended::Conflict) => {
                app.metrics.conflicts.fetch_add(1, Relaxed);
                self.reload(app, core).await;
                return Err(faults::STALE.with("ply", core.state.ply()));
            }
            Err(_) => {
                self.reload(app, core).await;
                return Err(faults::NOT_STORED.fault());
            }
        }
        core.indexed = status;
        for entry in &entries {
            app.count(&entry.event);
        }
        let from = entries.iter().fold(ply, |from, entry| match entry.event {
            Event::Takeback { to, .. } => from.min(to),
            _ => from,
        });
        self.tell_update(app, &core.state, &entries, from);
        self.set_timer(app, &core.state);
        self.think(app, &core.state);
        Ok(())
    }

    /// Goes back to what is stored, after a write that failed.
    async fn reload(&self, app: &SharedApp, core: &mut RoomCore) {
        if let Ok(Some(state)) = app.load(self.id).await {
            core.indexed = state.status();
            core.state = state;
            let outboxes: Vec<_> =
                self.audience().members.iter().map(|member| Arc::clone(&member.outbox)).collect();
            for outbox in outboxes {
                self.send_state(app, &core.state, &outbox, &[]);
            }
        } else {
            app.forget(self.id);
            for member in &self.audience().members {
                member.outbox.close(CloseReason::RESTART);
            }
        }
    }

    fn tell_update(&self, app: &App, state: &GameState, entries: &[LogEntry], from: usize) {
        let now = app.now();
        let mut audience = self.audience();
        (audience.touched, audience.acted) = (now, now);
        let words_only = entries.iter().all(|entry| matches!(entry.event, Event::Ply { .. }));
        match &mut audience.lobby_entry {
            Some(lobby_entry) if words_only => lobby_entry.ply = state.ply(),
            lobby_entry => *lobby_entry = LobbyEntry::of(state),
        }
        let mover = state.turn().player();
        // Three kinds of listeners at most; each message is made once, and only if somebody wants it.
        let mut messages: [Option<SharedText>; 3] = [None, None, None];
        let mut update = UpdateMessage::new(state, entries, from, now);
        for member in &audience.members {
            let moves = mover.is_some_and(|mover| member.seats[mover.index()]);
            let kind = if member.view { 1 + usize::from(moves) } else { 0 };
            let message = messages[kind].get_or_insert_with(|| update.text(kind > 0, kind == 2));
            member.outbox.send(message.clone());
        }
    }

    fn set_timer(&self, app: &App, state: &GameState) {
        if let Some((_, deadline)) = state.clocks.as_ref().and_then(crate::game::clock::Clocks::deadline)
            && state.ending.is_none()
        {
            app.timers.add(deadline, self.id);
        }
    }

    async fn make_rematch(self: &Arc<Self>, app: &SharedApp, core: &mut RoomCore) -> Result<(), Fault> {
        let secret = core.state.dice.as_ref().map(|_| agon_dice::to_hex(&crate::game::ids::random::<32>()));
        let setup = core.state.setup.swapped(core.state.setup.seats.clone(), secret);
        // Boxed, because making a game and being one would otherwise be futures of infinite size.
        let next = Box::pin(app.create(setup, self.address)).await?;
        let mut entries = Vec::new();
        let ply = core.state.ply();
        core.state.record(&mut entries, app.now(), None, Event::Rematch(next.id));
        self.store(app, core, entries, ply).await
    }

    /// Starts or stops thinking for the bot that is to move.
    fn think(self: &Arc<Self>, app: &SharedApp, state: &GameState) {
        let mut audience = self.audience();
        if let Some((seq, stop)) = &audience.thinking {
            if *seq == state.words_seq && state.bot_to_move().is_some() {
                return;
            }
            stop.set();
            audience.thinking = None;
        }
        let Some(seat) = state.bot_to_move() else { return };
        if app.is_stopping() {
            return;
        }
        let now = app.now();
        if state.setup.seats.iter().all(SeatSetup::is_bot) {
            // Bots play each other only while somebody watches, and at a pace that can be watched.
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
        let job = crate::bots::jobs::bot_job(app, self, state, seat, &stop);
        if app.pool.submit(job) {
            audience.thinking = Some((state.words_seq, stop));
            audience.tell(&json!({"t": "thinking", "thinking": true}).to_string().into());
        } else {
            // The queue is full: the log says whose turn it is, so nothing is lost by asking again.
            app.timers.add(now + 1000, self.id);
        }
    }
}

/// Whether somebody with these seats may ask the engine: never against another person.
pub(crate) fn may_hint(state: &GameState, seats: [bool; 2]) -> bool {
    let own = |player: Player| seats[player.index()] || state.setup.seat(player).is_bot();
    state.ending.is_some() || Player::ALL.into_iter().all(own)
}

pub(crate) fn claim_after(app: &App) -> i64 {
    app.config.limits.claim_after.as_millis() as i64
}

/// Open seeks and games to watch, as JSON.
pub(crate) fn lobby(app: &App) -> String {
    const SEEKS: usize = 100;
    const LIVE: usize = 50;
    let mut seeks = Vec::new();
    let mut live = Vec::new();
    let mut playing = 0u32;
    for room in app.rooms() {
        let audience = room.audience();
        playing += u32::from(!audience.members.is_empty());
        let Some(lobby_entry) = &audience.lobby_entry else { continue };
        match (lobby_entry.status, lobby_entry.free) {
            (GameStatus::Open, Some(seat)) if audience.is_here(seat.opponent()) => {
                seeks.push((lobby_entry.created, json!({
                    "id": room.id.to_string(), "spec": lobby_entry.spec, "name": lobby_entry.names[seat.opponent().index()],
                    "seat": seat, "clock": lobby_entry.clock, "at": lobby_entry.created,
                })));
            }
            (GameStatus::Live, _) if !audience.members.is_empty() => {
                live.push((audience.touched, json!({
                    "id": room.id.to_string(), "spec": lobby_entry.spec, "p1": lobby_entry.names[0], "p2": lobby_entry.names[1],
                    "ply": lobby_entry.ply, "watchers": audience.watchers(), "at": lobby_entry.created,
                })));
            }
            _ => {}
        }
    }
    let newest = |mut list: Vec<(i64, serde_json::Value)>, most: usize| {
        list.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        list.into_iter().take(most).map(|(_, entry)| entry).collect::<Vec<_>>()
    };
    let mut object = JsonObject::new();
    object
        .put("seeks", newest(seeks, SEEKS))
        .put("live", newest(live, LIVE))
        .put("playing", playing)
        .put("sockets", app.metrics.sockets.load(Relaxed));
    object.finish()
}
