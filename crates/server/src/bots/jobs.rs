//! Jobs for bots and hints, and what becomes of their results.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use agon_core::Player;
use agon_engines::EngineSpec;
use agon_search::{Clock, Limits, Score, Stop, Thought};
use agon_wire::{BotLimits, HintScore, ServerMessage};

use crate::app::SharedApp;
use crate::bots::pool::{Job, JobError, JobResult, Task};
use crate::game::command::{GameCommand, Seat};
use crate::game::state::GameState;
use crate::http::limits::AddressKey;
use crate::live::outbox::Outbox;
use crate::rooms::room::Room;
use crate::{App, SeatSetup, faults};

/// The size of a transposition table. Small, since many jobs run at once and none for long.
pub(crate) const HASH_MB: usize = 8;

/// The search of the bot to move.
pub(crate) fn bot_job(app: &SharedApp, room: &Arc<Room>, state: &GameState, seat: Player, stop: &Stop) -> Job {
    let (level, bot, chosen) = match state.setup.seat(seat) {
        SeatSetup::Bot { level, bot, limits } => (*level, bot.clone(), *limits),
        _ => (None, None, BotLimits::default()),
    };
    let [a, b, c, d, ..] = room.id.0;
    let seed = u64::from(u32::from_be_bytes([a, b, c, d])) << 32 | u64::from(state.seq);
    let spec = EngineSpec { level, bot, hash_mb: HASH_MB, seed, book: true, ..EngineSpec::default() };
    let plies_seq = state.plies_seq;
    let address = room.creator;
    let (app_, room) = (Arc::clone(app), Arc::clone(room));
    let runtime = tokio::runtime::Handle::current();
    let bot = Some((room.id, seat));
    let done = move |thought: JobResult<Thought>| {
        runtime.spawn(async move { play_bot_turn(&app_, &room, seat, plies_seq, thought).await });
    };
    Job {
        table: state.table.clone_box(),
        stop: stop.clone(),
        address,
        task: Task::Turn { spec, bot, limits: limits(app, state, chosen), done: Box::new(done) },
    }
}

fn limits(app: &App, state: &GameState, chosen: BotLimits) -> Limits {
    let now = app.now();
    let clock = state.clocks.as_ref().map(|clocks| {
        let time = |ms: i64| Duration::from_millis(ms.max(0) as u64);
        let increment = Duration::from_millis(clocks.setup().increment_ms);
        Clock { left: clocks.left(now).map(time), increment: [increment; 2] }
    });
    let most = app.config.limits.think;
    let movetime = chosen.movetime_ms.map_or(most, |time| Duration::from_millis(time).min(most));
    Limits { movetime: Some(movetime), depth: chosen.depth, clock, multi_pv: 1, ..Limits::default() }
}

/// Plays the turn that a bot chose, unless the game has changed since.
///
/// A bot that failed plays nothing: all clients get a message, and the game waits. The bot tries again when something
/// happens to the game or someone connects; its clock goes on.
async fn play_bot_turn(app: &SharedApp, room: &Arc<Room>, seat: Player, plies_seq: u32, thought: JobResult<Thought>) {
    let (ply, notation) = {
        let Ok(core) = room.core().await else { return };
        let mut audience = room.audience();
        if audience.search.as_ref().is_none_or(|search| search.plies_seq != plies_seq) || app.is_stopping() {
            return;
        }
        audience.search = None;
        if core.state.plies_seq != plies_seq || core.state.bot_to_move() != Some(seat) {
            return;
        }
        match thought {
            Ok(thought) => (core.state.ply(), thought.turn),
            Err(JobError::Stopped) => return,
            Err(JobError::Failed) => {
                audience.broadcast(&ServerMessage::Thinking { thinking: false });
                return audience.broadcast(&ServerMessage::Error { error: (&faults::BOT_GAVE_UP.fault()).into() });
            }
        }
    };
    let command = GameCommand::Turn { notation, ply, seq: Some(plies_seq) };
    let seat = Seat { player: seat, holds_both: false };
    if let Err(fault) = room.execute(app, seat, None, command).await {
        // Another server of the site may have been first with the same result.
        if app.cluster.is_some() && fault.kind == faults::STALE {
            return;
        }
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
    let done = move |thought: JobResult<Thought>| {
        runtime.spawn(async move {
            let Ok(core) = room.core().await else { return };
            if core.state.plies_seq != plies_seq {
                return;
            }
            let (id, seq) = (id.as_str().into(), core.state.seq);
            outbox.send_message(&match &thought {
                Ok(thought) => hint_message(&core.state, id, thought),
                Err(_) => ServerMessage::Refused { id, error: (&faults::BOTS_BUSY.fault()).into(), seq },
            });
        });
    };
    let spec = EngineSpec { hash_mb: HASH_MB, ..EngineSpec::default() };
    let time = app.config.limits.think.min(Duration::from_secs(1));
    let limits = Limits { movetime: Some(time), multi_pv: 1, ..Limits::default() };
    Job {
        table: state.table.clone_box(),
        stop: Stop::new(),
        address: Some(address),
        task: Task::Turn { spec, bot: None, limits, done: Box::new(done) },
    }
}

fn hint_message<'a>(state: &GameState, id: Cow<'a, str>, thought: &'a Thought) -> ServerMessage<'a> {
    let line = thought.line.as_ref();
    ServerMessage::Hint {
        id,
        seq: state.seq,
        steps: state.table.turn_steps(state.ply(), &thought.turn),
        turn: (&*thought.turn).into(),
        score: line.map(|line| match line.score {
            Score::Cp(cp) => HintScore::Cp(cp),
            Score::Win(turns) => HintScore::Win(turns),
            Score::Loss(turns) => HintScore::Loss(turns),
        }),
        equity: line.and_then(|line| line.equity),
        wdl: line.and_then(|line| line.wdl),
        depth: line.map(|line| line.depth),
        pv: line.map_or(&[][..], |line| &line.pv).into(),
    }
}
