//! Messages to clients.

use agon_core::{Actor, Fault, Player};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::json::JsonObject;
use super::steps::{first_steps, turn_steps};
use crate::game::event::{Event, GameEnding, LogEntry};
use crate::game::state::{DiceStage, GameState};
use crate::live::outbox::SharedText;
use crate::store::GameStatus;
use crate::{SeatSetup, Takebacks};

/// Whether a seat's owner is connected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SeatPresence {
    /// Whether a client with this seat is connected.
    pub here: bool,
    /// Milliseconds since the last one disconnected.
    pub gone_ms: Option<i64>,
}

/// Who is connected to a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Presence {
    /// By seat.
    pub seats: [SeatPresence; 2],
    /// The number of clients without a seat.
    pub watchers: usize,
    /// The player who may claim the game, and in how many milliseconds.
    pub claim: Option<(Player, i64)>,
}

#[derive(Serialize)]
struct SeatJson<'a> {
    kind: &'static str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bot: Option<&'a str>,
    here: bool,
    gone_ms: Option<i64>,
}

/// A fault as JSON: its code, its English text and its arguments.
pub(crate) fn fault_json(fault: &Fault) -> Value {
    let args: Map<String, Value> =
        fault.args.iter().map(|(name, value)| ((*name).to_owned(), Value::from(value.as_str()))).collect();
    json!({"code": fault.kind.code, "text": fault.to_string(), "args": args})
}

/// The body of an HTTP response for a fault.
pub(crate) fn error_body(fault: &Fault) -> String {
    json!({"error": fault_json(fault)}).to_string()
}

/// Reports a fault that belongs to no command or query.
pub(crate) fn error_message(fault: &Fault) -> SharedText {
    json!({"t": "error", "error": fault_json(fault)}).to_string().into()
}

/// Acknowledges a command that was executed before.
pub(crate) fn ack(id: &str, seq: u32) -> String {
    let mut message = JsonObject::message("ack");
    message.put("id", id).put("seq", seq);
    message.finish()
}

/// Refuses a command or query.
pub(crate) fn refused(id: &str, fault: &Fault, seq: u32) -> String {
    let mut message = JsonObject::message("refused");
    message.put("id", id).put("error", fault_json(fault)).put("seq", seq);
    message.finish()
}

/// A player's name, or `null`.
fn name_of(seat: Option<Player>) -> Option<&'static str> {
    seat.map(Player::name)
}

/// An event as clients see it, without secrets.
fn event_json(entry: &LogEntry) -> Value {
    let mut event = json!({"seq": entry.seq, "kind": entry.event.kind(), "at": entry.at});
    if let Some(id) = &entry.id {
        event["id"] = id.get(1..).unwrap_or_default().into();
    }
    if let Some(seat) = entry.event.seat() {
        event["seat"] = seat.name().into();
    }
    match &entry.event {
        Event::Joined { name, .. } => event["name"] = name.as_str().into(),
        Event::Ply { seat, notation } => {
            event["seat"] = actor_name(*seat).into();
            event["word"] = notation.as_str().into();
        }
        Event::Takeback { to, .. } => event["to"] = (*to).into(),
        Event::Over { seat, ending } => {
            event["seat"] = name_of(*seat).into();
            event["winner"] = name_of(ending.winner).into();
            event["points"] = ending.points.into();
            event["reason"] = serde_json::to_value(ending.reason).unwrap_or_default();
        }
        Event::Rematch(next) => event["next"] = next.to_string().into(),
        _ => {}
    }
    event
}

/// The name of the actor of a ply.
fn actor_name(seat: Option<Player>) -> &'static str {
    seat.map_or("chance", Player::name)
}

/// Writes the events of an update. Plies, the server's busiest path, are written without building a tree.
fn put_events(object: &mut JsonObject, entries: &[LogEntry]) {
    object.put_with("events", |mut out| {
        out.push(b'[');
        for (index, entry) in entries.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            let Event::Ply { seat, notation } = &entry.event else {
                out.extend_from_slice(event_json(entry).to_string().as_bytes());
                continue;
            };
            let mut event = JsonObject::append_to(out);
            event.put("seq", entry.seq).put("kind", "word").put("at", entry.at);
            event.put("seat", actor_name(*seat)).put("word", notation);
            if let Some(id) = entry.id.as_deref().and_then(|id| id.get(1..)) {
                event.put("id", id);
            }
            out = event.close();
        }
        out.push(b']');
        out
    });
}

/// Writes the board, the last turn's steps and the paths.
fn put_board(object: &mut JsonObject, state: &GameState) {
    match state.table.view(&[]) {
        Ok(board) => object.put("board", board),
        Err(_) => object.put("board", Value::Null),
    };
    object.put_raw("last", &last_steps(state, state.ply()));
    object.put("paths", state.table.paths());
}

/// The steps of the last turn at or before a ply, as JSON.
fn last_steps(state: &GameState, ply: usize) -> String {
    let turn = if ply == state.ply() {
        state.last_turn_ply
    } else {
        state.ply_players[..ply].iter().rposition(Option::is_some)
    };
    let Some(turn) = turn else { return "[]".to_owned() };
    let Some(notation) = state.table.plies().get(turn) else { return "[]".to_owned() };
    turn_steps(&*state.table, turn, notation)
}

/// Writes the board after an earlier ply: the fields after `t` and `id`.
pub(crate) fn at_ply(object: &mut JsonObject, state: &GameState, ply: usize) {
    let notation = ply.checked_sub(1).and_then(|index| state.table.plies().get(index));
    object.put("ply", ply).put("word", notation).put("board", state.table.view_at(ply));
    object.put_raw("last", &last_steps(state, ply));
    object.put("position", state.table.position_at(ply));
    let mut before = state.table.clone_box();
    for _ in ply..state.ply() {
        before.undo();
    }
    object.put("paths", before.paths());
}

fn result_json(ending: Option<&GameEnding>) -> Value {
    ending.map_or(
        Value::Null,
        |ending| json!({"winner": name_of(ending.winner), "points": ending.points, "reason": ending.reason}),
    )
}

fn dice_json(state: &GameState) -> Value {
    let (Some(dice), Some(stage)) = (&state.dice, state.dice_stage()) else { return Value::Null };
    let is_over = stage == DiceStage::Over;
    let part = |seat: usize| {
        let known = matches!(stage, DiceStage::Ready | DiceStage::Over) && !dice.source.parts[seat].is_empty();
        known.then(|| agon_dice::to_hex(&dice.source.parts[seat]))
    };
    json!({
        "commit": agon_dice::to_hex(&agon_dice::commitment(&dice.source.game, &dice.source.secret)),
        "stage": stage.name(),
        "game": dice.source.game,
        "secret": is_over.then(|| agon_dice::to_hex(&dice.source.secret)),
        "p1": part(0),
        "p2": part(1),
        "from": dice.from,
    })
}

/// Writes the changing fields that precede the board. The lists of plies start at `first_ply`.
fn put_plies(object: &mut JsonObject, state: &GameState, first_ply: usize) {
    let plies = state.table.plies().get(first_ply..).unwrap_or_default();
    let by: Vec<_> = state.ply_players[first_ply..].iter().copied().map(actor_name).collect();
    object
        .put("seq", state.seq)
        .put("status", state.status().name())
        .put("turn", state.actor().name())
        .put("ply", state.ply())
        .put("words_from", first_ply)
        .put("words", plies)
        .put("by", by)
        .put("spent_ms", &state.ply_millis[first_ply..]);
}

/// Writes the first steps of a turn, for clients that hold the seat to move.
fn put_steps(object: &mut JsonObject, state: &GameState, is_mover: bool) {
    let may_move = is_mover && state.status() == GameStatus::Live && matches!(state.actor(), Actor::Player(_));
    let (steps, ahead) = if may_move { first_steps(&*state.table) } else { ("null".to_owned(), None) };
    object.put_raw("steps", &steps).put_raw("ahead", ahead.as_deref().unwrap_or("null"));
}

/// Writes the changing fields that follow the board.
fn put_rest(object: &mut JsonObject, state: &GameState, now: i64) {
    match &state.clocks {
        Some(clocks) => object.put(
            "clock",
            json!({
                "left_ms": clocks.left(now), "running": name_of(clocks.running()),
                "initial_ms": clocks.setup().initial_ms, "increment_ms": clocks.setup().increment_ms,
            }),
        ),
        None => object.put_raw("clock", "null"),
    };
    if state.dice.is_some() {
        object.put("dice", dice_json(state));
    } else {
        object.put_raw("dice", "null");
    }
    let has_no_offers =
        state.draw_offerer.is_none() && state.takeback_asker.is_none() && state.wants_rematch == [false; 2];
    if has_no_offers {
        object.put_raw("offers", r#"{"draw":null,"takeback":null,"rematch":[]}"#);
    } else {
        let rematch: Vec<_> =
            Player::ALL.into_iter().filter(|seat| state.wants_rematch[seat.index()]).map(Player::name).collect();
        let (draw, takeback) = (name_of(state.draw_offerer), name_of(state.takeback_asker));
        object.put("offers", json!({"draw": draw, "takeback": takeback, "rematch": rematch}));
    }
    object.put("takebacks_left", Player::ALL.map(|seat| state.takebacks_left(seat)));
    match &state.ending {
        Some(ending) => object.put("result", result_json(Some(ending))),
        None => object.put_raw("result", "null"),
    };
    match &state.rematch_id {
        Some(next) => object.put("next", next.to_string()),
        None => object.put_raw("next", "null"),
    };
}

/// The message to all clients after a commit. What its variants share is written once.
pub(crate) struct UpdateMessage<'a> {
    state: &'a GameState,
    /// The message without the board.
    plain: String,
    /// The offset in `plain` where the board belongs.
    board_offset: usize,
    /// The fields of the board, each preceded by a comma; written when first needed.
    board: Option<String>,
}

impl<'a> UpdateMessage<'a> {
    /// Writes the part that all clients get.
    pub(crate) fn new(state: &'a GameState, entries: &[LogEntry], first_ply: usize, now: i64) -> Self {
        let mut message = JsonObject::message("update");
        put_plies(&mut message, state, first_ply);
        let board_offset = message.len();
        put_rest(&mut message, state, now);
        put_events(&mut message, entries);
        message.put("now", now);
        Self { state, plain: message.finish(), board_offset, board: None }
    }

    /// The variant for one kind of client: with the board or without, with the steps or without.
    pub(crate) fn text(&mut self, view: bool, is_mover: bool) -> SharedText {
        if !view {
            return self.plain.as_str().into();
        }
        let board = self.board.get_or_insert_with(|| {
            let mut object = JsonObject::new();
            object.put("position", self.state.table.position());
            put_board(&mut object, self.state);
            fields(object)
        });
        let mut steps = JsonObject::new();
        put_steps(&mut steps, self.state, is_mover);
        let (before, after) = self.plain.split_at(self.board_offset);
        [before, board, &fields(steps), after].concat().into()
    }
}

/// The fields of an object, each preceded by a comma.
fn fields(object: JsonObject) -> String {
    let mut text = object.finish();
    text.pop();
    text.replace_range(..1, ",");
    text
}

impl Presence {
    /// Writes who is connected to the game.
    pub(crate) fn put(&self, object: &mut JsonObject, state: &GameState) {
        let seat = |player: Player| {
            let presence = self.seats[player.index()];
            let setup = state.setup.seat(player);
            let (kind, level, bot) = match setup {
                SeatSetup::Human { .. } => ("human", None, None),
                SeatSetup::Open => ("open", None, None),
                SeatSetup::Invite { .. } => ("invite", None, None),
                SeatSetup::Bot { level, bot } => ("bot", *level, bot.as_deref()),
            };
            let here = presence.here || setup.is_bot();
            let gone_ms = if setup.is_bot() { None } else { presence.gone_ms };
            SeatJson { kind, name: setup.name(), level, bot, here, gone_ms }
        };
        object.put("seats", json!({"p1": seat(Player::P1), "p2": seat(Player::P2)}));
        object.put("watchers", self.watchers);
        object.put("claim", self.claim.map(|(seat, in_ms)| json!({"seat": seat.name(), "in_ms": in_ms})));
    }
}

/// What one client sees of a game beside the state itself.
pub(crate) struct ClientView<'a> {
    /// Which seats the client holds.
    pub(crate) you: [bool; 2],
    /// Whether it wants boards and steps.
    pub(crate) board: bool,
    pub(crate) hints: bool,
    pub(crate) chat: bool,
    pub(crate) thinking: bool,
    pub(crate) presence: Presence,
    /// The events it missed.
    pub(crate) events: &'a [LogEntry],
    /// The chat lines it missed.
    pub(crate) talk: &'a [SharedText],
}

/// The whole state of a game as one client may see it.
pub(crate) fn state_message(kind: Option<&'static str>, state: &GameState, view: &ClientView<'_>, now: i64) -> String {
    let mut object = kind.map_or_else(JsonObject::new, JsonObject::message);
    let you: Vec<_> = Player::ALL.into_iter().filter(|seat| view.you[seat.index()]).collect();
    let takebacks = match state.setup.takebacks {
        Takebacks::Ask => "ask",
        Takebacks::Once => "once",
        Takebacks::Free => "free",
        Takebacks::None => "none",
    };
    object
        .put("id", state.id.to_string())
        .put("spec", &state.setup.spec)
        .put("game", state.table.info().name)
        .put("public", state.setup.public)
        .put("at", state.created_at)
        .put("you", &you)
        .put("takebacks", takebacks)
        .put("chat", view.chat && state.setup.chat)
        .put("hints", view.hints)
        .put("pace_ms", state.setup.pace_ms);
    let is_mover = state.actor().player().is_some_and(|player| view.you[player.index()]);
    put_plies(&mut object, state, 0);
    // Clients without boards need it too: plies alone do not say where a game began.
    object.put("position", state.table.position());
    if view.board {
        put_board(&mut object, state);
        put_steps(&mut object, state, is_mover);
    }
    put_rest(&mut object, state, now);
    view.presence.put(&mut object, state);
    object.put("thinking", view.thinking);
    put_events(&mut object, view.events);
    let talk: Vec<&str> = view.talk.iter().map(AsRef::as_ref).collect();
    object.put_raw("talk", &format!("[{}]", talk.join(",")));
    object.put("now", now);
    object.finish()
}
