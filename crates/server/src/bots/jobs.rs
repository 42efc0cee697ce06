//! Jobs for bots and hints, and what becomes of their results.

use std::sync::Arc;
use std::time::Duration;

use agon_core::Player;
use agon_engines::EngineSpec;
use agon_search::{Clock, Limits, Score, Stop, Thought};
use serde_json::{Value, json};

use crate::app::SharedApp;
use crate::bots::pool::{Job, Task};
use crate::game::command::{Command, Seat};
use crate::game::state::GameState;
use crate::http::limits::AddressKey;
use crate::live::outbox::Outbox;
use crate::rooms::room::Room;
use crate::wire::{JsonObject, turn_steps};
use crate::{App, SeatSetup};

/// The size of a transposition table. Small, since many jobs run at once and none for long.
pub(crate) const HASH_MB: usize = 8;

/// The search of the bot to move.
pub(crate) fn bot_job(app: &SharedApp, room: &Arc<Room>, state: &GameState, seat: Player, stop: &Stop) -> Job {
    let (level, bot) = match state.setup.seat(seat) {
        SeatSetup::Bot { level, bot } => (*level, bot.clone()),
        _ => (None, None),
    };
    let [a, b, c, d, ..] = room.id.0;
    let seed = u64::from(u32::from_be_bytes([a, b, c, d])) << 32 | u64::from(state.seq);
    let spec = EngineSpec { level, bot, threads: 1, hash_mb: HASH_MB, seed, book: true };
    let plies_seq = state.plies_seq;
    let address = room.creator;
    let (app_, room) = (Arc::clone(app), Arc::clone(room));
    let runtime = tokio::runtime::Handle::current();
    let done = move |thought: Option<Thought>| {
        runtime.spawn(async move { play_bot_turn(&app_, &room, seat, plies_seq, thought).await });
    };
    Job {
        table: state.table.clone_box(),
        stop: stop.clone(),
        address,
        task: Task::Turn { spec, limits: limits(app, state), done: Box::new(done) },
    }
}

fn limits(app: &App, state: &GameState) -> Limits {
    let now = app.now();
    let clock = state.clocks.as_ref().map(|clocks| {
        let time = |ms: i64| Duration::from_millis(ms.max(0) as u64);
        let increment = Duration::from_millis(clocks.setup().increment_ms);
        Clock { left: clocks.left(now).map(time), increment: [increment; 2] }
    });
    Limits { movetime: Some(app.config.limits.think), clock, multi_pv: 1, ..Limits::default() }
}

/// Plays the turn that a bot chose, unless the game has changed since.
async fn play_bot_turn(app: &SharedApp, room: &Arc<Room>, seat: Player, plies_seq: u32, thought: Option<Thought>) {
    let (ply, fallback) = {
        let core = room.core().await;
        let mut audience = room.audience();
        if audience.search.as_ref().is_none_or(|search| search.plies_seq != plies_seq) || app.is_stopping() {
            return;
        }
        audience.search = None;
        if core.state.plies_seq != plies_seq || core.state.bot_to_move() != Some(seat) {
            return;
        }
        // A bot that failed plays any legal turn, so that the opponent does not wait forever.
        let fallback = if thought.is_none() { core.state.table.legal().into_iter().next() } else { None };
        (core.state.ply(), fallback)
    };
    let Some(notation) = thought.map(|thought| thought.turn).or(fallback) else { return };
    let command = Command::Turn { notation, ply, seq: Some(plies_seq) };
    let seat = Seat { player: seat, holds_both: false };
    if let Err(fault) = room.execute(app, seat, None, command).await {
        tracing::warn!(game = %room.id, %fault, "a bot's turn was refused");
        room.wake(app).await;
    }
}

/// The search for a hint to one client.
pub(crate) fn hint_job(
    app: &SharedApp,
    room: &Arc<Room>,
    state: &GameState,
    outbox: &Arc<Outbox>,
    id: String,
    address: AddressKey,
) -> Job {
    let plies_seq = state.plies_seq;
    let (room, outbox) = (Arc::clone(room), Arc::clone(outbox));
    let runtime = tokio::runtime::Handle::current();
    let done = move |thought: Option<Thought>| {
        runtime.spawn(async move {
            let core = room.core().await;
            if core.state.plies_seq == plies_seq
                && let Some(thought) = thought
            {
                outbox.send(hint_message(&core.state, &id, &thought).into());
            }
        });
    };
    let spec = EngineSpec { hash_mb: HASH_MB, ..EngineSpec::default() };
    let time = app.config.limits.think.min(Duration::from_secs(1));
    let limits = Limits { movetime: Some(time), multi_pv: 1, ..Limits::default() };
    Job {
        table: state.table.clone_box(),
        stop: Stop::new(),
        address: Some(address),
        task: Task::Turn { spec, limits, done: Box::new(done) },
    }
}

fn hint_message(state: &GameState, id: &str, thought: &Thought) -> String {
    let mut message = JsonObject::message("hint");
    message.put("id", id).put("seq", state.seq).put("word", &thought.turn);
    message.put_raw("steps", &turn_steps(&*state.table, state.ply(), &thought.turn));
    let line = thought.line.as_ref();
    let score = line.map(|line| match line.score {
        Score::Cp(cp) => json!({"cp": cp}),
        Score::Win(turns) => json!({"win": turns}),
        Score::Loss(turns) => json!({"loss": turns}),
    });
    message
        .put("score", score.unwrap_or(Value::Null))
        .put("equity", line.and_then(|line| line.equity))
        .put("wdl", line.and_then(|line| line.wdl))
        .put("depth", line.map(|line| line.depth))
        .put("pv", line.map_or(&[][..], |line| &line.pv));
    message.finish()
}
