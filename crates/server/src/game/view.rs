//! A game as its clients see it.

use std::borrow::Cow;

use agon_core::record::PASS;
use agon_core::{Actor, PathView, Player, StepView};
use agon_wire::{
    BotLimits, Clock, Dice, EndReason, EventKind, GameEvent, Moment, Mover, Offers, OtherEvent, OverEvent, OverKind,
    Picture, PlyEvent, PlyKind, Presence, Progress, Rest, SeatKind, SeatView, ServerMessage, TalkLine, Update, Written,
};
use serde_json::value::RawValue;

use super::steps::first_steps;
use crate::SeatSetup;
use crate::game::event::{Event, LogEntry};
use crate::game::state::{DiceStage, GameState};
use crate::store::GameStatus;

/// What one client sees of a game beside the state itself.
pub(crate) struct ClientView<'a> {
    /// Which seats the client holds.
    pub(crate) you: [bool; 2],
    /// Whether it wants boards and steps.
    pub(crate) board: bool,
    pub(crate) hints: bool,
    pub(crate) chat: bool,
    pub(crate) thinking: bool,
    pub(crate) presence: Presence<'a>,
    /// The events it missed.
    pub(crate) events: &'a [LogEntry],
    /// The chat lines it missed.
    pub(crate) talk: &'a [TalkLine],
}

/// The whole state of a game as one client may see it.
pub(crate) fn state_view<'a>(state: &'a GameState, view: ClientView<'a>, now: i64) -> Box<agon_wire::GameState<'a>> {
    let is_mover = state.actor().player().is_some_and(|player| view.you[player.index()]);
    Box::new(agon_wire::GameState {
        id: state.id.to_string(),
        spec: Cow::Borrowed(&state.setup.spec),
        game: Cow::Borrowed(state.table.info().name),
        public: state.setup.public,
        at: state.created_at,
        you: Player::ALL.into_iter().filter(|seat| view.you[seat.index()]).collect(),
        takebacks: state.setup.takebacks,
        chat: view.chat && state.setup.chat,
        hints: view.hints,
        pace_ms: state.setup.pace_ms,
        progress: progress(state, 0),
        // Clients without boards need it too: plies alone do not say where a game began.
        position: state.table.position(),
        picture: view.board.then(|| {
            let board = Written::Value(state.table.view(&[]).ok());
            let (last, paths) = (last_steps(state, state.ply()), state.table.paths());
            picture(state, board, Written::Value(last), Written::Value(paths), is_mover)
        }),
        rest: rest(state, now),
        presence: view.presence,
        thinking: view.thinking,
        events: events(state, view.events),
        talk: Cow::Borrowed(view.talk),
        now,
    })
}

/// What a board shows, as JSON, to share between messages.
pub(crate) struct WrittenBoard {
    position: String,
    board: Box<RawValue>,
    last: Box<RawValue>,
    paths: Box<RawValue>,
}

impl WrittenBoard {
    /// Writes the board of a game as it is now.
    pub(crate) fn of(state: &GameState) -> Self {
        Self {
            position: state.table.position(),
            board: Written::json(&state.table.view(&[]).ok()),
            last: Written::json(&last_steps(state, state.ply())),
            paths: Written::json(&state.table.paths()),
        }
    }
}

/// The message to clients after a commit: with the board if they want boards, and with the steps if they are to move.
pub(crate) fn update_view<'a>(
    state: &'a GameState,
    entries: &'a [LogEntry],
    first_ply: usize,
    board: Option<&'a WrittenBoard>,
    is_mover: bool,
    now: i64,
) -> ServerMessage<'a> {
    ServerMessage::Update(Box::new(Update {
        progress: progress(state, first_ply),
        position: board.map(|written| Cow::Borrowed(&*written.position)),
        picture: board.map(|WrittenBoard { board, last, paths, .. }| {
            picture(state, (&**board).into(), (&**last).into(), (&**paths).into(), is_mover)
        }),
        rest: rest(state, now),
        events: events(state, entries),
        now,
    }))
}

/// Who is to move, and turns and rolls from `first_ply` on.
fn progress(state: &GameState, first_ply: usize) -> Progress<'_> {
    Progress {
        seq: state.seq,
        status: state.status(),
        turn: state.actor().into(),
        ply: state.ply(),
        first_ply,
        plies: Cow::Borrowed(state.table.plies().get(first_ply..).unwrap_or_default()),
        by: state.ply_players[first_ply..].iter().copied().map(Mover::of_ply).collect(),
        spent_ms: Cow::Borrowed(&state.ply_millis[first_ply..]),
    }
}

/// A board, with the first steps of a turn if the client holds the seat to move.
fn picture<'a>(
    state: &GameState,
    board: Written<'a, Option<agon_core::BoardView>>,
    last: Written<'a, Vec<StepView>>,
    paths: Written<'a, Vec<PathView>>,
    is_mover: bool,
) -> Picture<'a> {
    let may_move = is_mover && state.status() == GameStatus::Live && matches!(state.actor(), Actor::Player(_));
    let (steps, ahead) = if may_move { first_steps(&*state.table) } else { (None, None) };
    Picture { board, last, paths, steps, ahead }
}

/// The steps of the last turn at or before a ply.
fn last_steps(state: &GameState, ply: usize) -> Vec<StepView> {
    let turn = if ply == state.ply() {
        state.last_turn_ply
    } else {
        state.ply_players[..ply].iter().rposition(Option::is_some)
    };
    let notation = turn.and_then(|turn| Some((turn, state.table.plies().get(turn)?)));
    notation.map_or_else(Vec::new, |(turn, notation)| state.table.turn_steps(turn, notation))
}

/// The board after an earlier ply.
pub(crate) fn moment(state: &GameState, ply: usize) -> Moment {
    let notation = ply.checked_sub(1).and_then(|index| state.table.plies().get(index));
    let mut before = state.table.clone_box();
    for _ in ply..state.ply() {
        before.undo();
    }
    Moment {
        ply,
        notation: notation.cloned(),
        board: state.table.view_at(ply),
        last: last_steps(state, ply),
        position: state.table.position_at(ply),
        paths: before.paths(),
    }
}

/// What may change with every event and needs no board.
fn rest(state: &GameState, now: i64) -> Rest {
    let wants_rematch = |seat: &Player| state.wants_rematch[seat.index()];
    Rest {
        clock: state.clocks.as_ref().map(|clocks| Clock {
            left_ms: clocks.left(now),
            running: clocks.running(),
            initial_ms: clocks.setup().initial_ms,
            increment_ms: clocks.setup().increment_ms,
        }),
        dice: dice(state),
        offers: Offers {
            draw: state.draw_offerer,
            takeback: state.takeback_asker,
            rematch: Player::ALL.into_iter().filter(wants_rematch).collect(),
        },
        takebacks_left: Player::ALL.map(|seat| state.takebacks_left(seat)),
        result: state.ending,
        ending: state
            .ending
            .filter(|end| end.reason == EndReason::Board)
            .and_then(|_| state.table.ending())
            .map(Cow::Borrowed),
        next: state.rematch_id.map(|next| next.to_string()),
    }
}

fn dice(state: &GameState) -> Option<Dice> {
    let (dice, stage) = (state.dice.as_ref()?, state.dice_stage()?);
    let part = |seat: usize| {
        let known = matches!(stage, DiceStage::Ready | DiceStage::Over) && !dice.source.parts[seat].is_empty();
        known.then(|| agon_dice::to_hex(&dice.source.parts[seat]))
    };
    Some(Dice {
        commit: agon_dice::to_hex(&agon_dice::commitment(&dice.source.game, &dice.source.secret)),
        stage,
        game: dice.source.game.clone(),
        secret: (stage == DiceStage::Over).then(|| agon_dice::to_hex(&dice.source.secret)),
        p1: part(0),
        p2: part(1),
        from: dice.from,
    })
}

/// A seat and whether its player is connected. Bots always are.
pub(crate) fn seat_view(setup: &SeatSetup, here: bool, gone_ms: Option<i64>) -> SeatView<'_> {
    let (mut level, mut bot, mut limits) = (None, None, BotLimits::default());
    let kind = match setup {
        SeatSetup::Human { .. } => SeatKind::Human,
        SeatSetup::Open => SeatKind::Open,
        SeatSetup::Invite { .. } => SeatKind::Invite,
        SeatSetup::Bot { level: known, bot: name, limits: chosen } => {
            (level, bot, limits) = (*known, name.as_deref().map(Cow::Borrowed), *chosen);
            SeatKind::Bot
        }
    };
    let is_bot = setup.is_bot();
    let gone_ms = if is_bot { None } else { gone_ms };
    SeatView { kind, name: Cow::Borrowed(setup.name()), level, bot, limits, here: here || is_bot, gone_ms }
}

/// The last events of a game as clients see them.
fn events<'a>(state: &GameState, entries: &'a [LogEntry]) -> Vec<GameEvent<'a>> {
    let mut events: Vec<_> = entries.iter().map(event).collect();
    // Reasons of passes are found on the table, which no longer has plies that were taken back.
    let mut ply = state.ply();
    for event in events.iter_mut().rev() {
        match event {
            GameEvent::Other(event) if event.kind == EventKind::Takeback => break,
            GameEvent::Other(_) | GameEvent::Over(_) => {}
            GameEvent::Ply(event) => {
                let Some(before) = ply.checked_sub(1) else { break };
                ply = before;
                if event.notation == PASS {
                    event.pass = state.table.pass_reason(ply).map(Cow::Borrowed);
                }
            }
        }
    }
    events
}

/// An event as clients see it, without secrets.
fn event(entry: &LogEntry) -> GameEvent<'_> {
    let (seq, at) = (entry.seq, entry.at);
    // The first character is the digit of the seat.
    let id = entry.id.as_deref().map(|id| Cow::Borrowed(id.get(1..).unwrap_or_default()));
    let kind = match &entry.event {
        Event::Turn { notation, .. } | Event::Roll { notation } => {
            let (seat, notation) = (Mover::of_ply(entry.event.seat()), Cow::Borrowed(&**notation));
            return GameEvent::Ply(PlyEvent { seq, kind: PlyKind::Ply, at, seat, notation, pass: None, id });
        }
        Event::Over { seat, ending: result } => {
            return GameEvent::Over(OverEvent { seq, kind: OverKind::Over, at, id, seat: *seat, result: *result });
        }
        Event::Created(_) => EventKind::Created,
        Event::Joined { .. } => EventKind::Joined,
        Event::DrawOffered(_) => EventKind::DrawOffered,
        Event::DrawDeclined(_) => EventKind::DrawDeclined,
        Event::TakebackAsked(_) => EventKind::TakebackAsked,
        Event::TakebackDeclined(_) => EventKind::TakebackDeclined,
        Event::Takeback { .. } => EventKind::Takeback,
        Event::Committed { .. } => EventKind::Committed,
        Event::Revealed { .. } => EventKind::Revealed,
        Event::RematchWanted(_) => EventKind::RematchWanted,
        Event::RematchDeclined(_) => EventKind::RematchDeclined,
        Event::Rematch(_) => EventKind::Rematch,
    };
    let mut other = OtherEvent { id, seat: entry.event.seat(), ..OtherEvent::new(seq, kind, at) };
    match &entry.event {
        Event::Joined { name, .. } => other.name = Some(Cow::Borrowed(name)),
        Event::Takeback { to, .. } => other.to = Some(*to),
        Event::Rematch(next) => other.next = Some(next.to_string()),
        _ => {}
    }
    GameEvent::Other(other)
}
