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
    /// Connected now.
    pub here: bool,
    /// For how long not.
    pub gone_ms: Option<i64>,
}

/// Who is at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Presence {
    /// By seat.
    pub seats: [SeatPresence; 2],
    /// Sockets without a seat.
    pub watchers: usize,
    /// Who may claim the game, and in how many milliseconds.
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

/// A mistake as messages tell it.
pub(crate) fn fault_json(fault: &Fault) -> Value {
    let args: Map<String, Value> =
        fault.args.iter().map(|(name, value)| ((*name).to_owned(), Value::from(value.as_str()))).collect();
    json!({"code": fault.kind.code, "text": fault.to_string(), "args": args})
}

/// The body of an HTTP answer that tells of a mistake.
pub(crate) fn error_body(fault: &Fault) -> String {
    json!({"error": fault_json(fault)}).to_string()
}

/// The answer to an act that was received before.
pub(crate) fn ack(id: &str, seq: u32) -> String {
    let mut message = JsonObject::message("ack");
    message.put("id", id).put("seq", seq);
    message.finish()
}

/// The answer to an act that cannot be done.
pub(crate) fn refused(id: &str, fault: &Fault, seq: u32) -> String {
    let mut message = JsonObject::message("refused");
    message.put("id", id).put("error", fault_json(fault)).put("seq", seq);
    message.finish()
}

fn name_of(seat: Option<Player>) -> Option<&'static str> {
    seat.map(Player::name)
}

/// An event as clients see it; nothing secret is in it.
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
        Event::Ply { seat, word } => {
            event["seat"] = name_of(*seat).unwrap_or(CHANCE).into();
            event["word"] = word.as_str().into();
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

const CHANCE: &str = "chance";

/// The events of an update, written without a tree: this is the busiest path of the server.
fn put_events(object: &mut JsonObject, entries: &[LogEntry]) {
    object.put_with("events", |mut out| {
        out.push(b'[');
        for (index, entry) in entries.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            let Event::Ply { seat, word } = &entry.event else {
                out.extend_from_slice(event_json(entry).to_string().as_bytes());
                continue;
            };
            let mut event = JsonObject::inside(out);
            event.put("seq", entry.seq).put("kind", "word").put("at", entry.at);
            event.put("seat", name_of(*seat).unwrap_or(CHANCE)).put("word", word);
            if let Some(id) = entry.id.as_deref().and_then(|id| id.get(1..)) {
                event.put("id", id);
            }
            out = event.close();
        }
        out.push(b']');
        out
    });
}

/// The board and what is drawn with it.
fn picture(object: &mut JsonObject, state: &GameState) {
    match state.table.view(&[]) {
        Ok(board) => object.put("board", board),
        Err(_) => object.put("board", Value::Null),
    };
    object.put_raw("last", &last_steps(state, state.ply()));
    object.put("paths", state.table.paths());
}

/// The steps of the last turn before a ply.
fn last_steps(state: &GameState, ply: usize) -> String {
    let turn =
        if ply == state.ply() { state.last_turn } else { state.by[..ply].iter().rposition(Option::is_some) };
    let Some(turn) = turn else { return "[]".to_owned() };
    let Some(word) = state.table.plies().get(turn) else { return "[]".to_owned() };
    turn_steps(&*state.table, turn, word)
}

/// An earlier board: the fields after `t` and `id`.
pub(crate) fn at_ply(object: &mut JsonObject, state: &GameState, ply: usize) {
    let word = ply.checked_sub(1).and_then(|index| state.table.plies().get(index));
    object.put("ply", ply).put("word", word).put("board", state.table.view_at(ply));
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
        let known =
            matches!(stage, DiceStage::Ready | DiceStage::Over) && !dice.source.parts[seat].is_empty();
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

/// The fields that change with events, from `words_from` on: those before the board.
fn put_words(object: &mut JsonObject, state: &GameState, words_from: usize) {
    let words = state.table.plies().get(words_from..).unwrap_or_default();
    let by: Vec<_> = state.by[words_from..].iter().map(|seat| name_of(*seat).unwrap_or(CHANCE)).collect();
    object
        .put("seq", state.seq)
        .put("status", state.status().name())
        .put("turn", state.turn().name())
        .put("ply", state.ply())
        .put("words_from", words_from)
        .put("words", words)
        .put("by", by)
        .put("spent_ms", &state.spent[words_from..]);
}

/// What may be touched, for those who hold the seat to move.
fn put_steps(object: &mut JsonObject, state: &GameState, mover: bool) {
    let may_move = mover && state.status() == GameStatus::Live && matches!(state.turn(), Actor::Player(_));
    let (steps, ahead) = if may_move { first_steps(&*state.table) } else { ("null".to_owned(), None) };
    object.put_raw("steps", &steps).put_raw("ahead", ahead.as_deref().unwrap_or("null"));
}

/// The fields that change with events: those after the board.
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
    let is_quiet = state.draw.is_none() && state.takeback.is_none() && state.rematch == [false; 2];
    if is_quiet {
        object.put_raw("offers", r#"{"draw":null,"takeback":null,"rematch":[]}"#);
    } else {
        let rematch: Vec<_> =
            Player::ALL.into_iter().filter(|seat| state.rematch[seat.index()]).map(Player::name).collect();
        let (draw, takeback) = (name_of(state.draw), name_of(state.takeback));
        object.put("offers", json!({"draw": draw, "takeback": takeback, "rematch": rematch}));
    }
    object.put("takebacks_left", Player::ALL.map(|seat| state.takebacks_left(seat)));
    match &state.ending {
        Some(ending) => object.put("result", result_json(Some(ending))),
        None => object.put_raw("result", "null"),
    };
    match &state.next {
        Some(next) => object.put("next", next.to_string()),
        None => object.put_raw("next", "null"),
    };
}

/// What everybody is told after a commit; what its listeners share is written once.
pub(crate) struct UpdateMessage<'a> {
    state: &'a GameState,
    /// All of it without the board.
    plain: String,
    /// Where the board belongs.
    place: usize,
    /// The board as fields, with a comma before each.
    picture: Option<String>,
}

impl<'a> UpdateMessage<'a> {
    /// Writes what all are told.
    pub(crate) fn new(state: &'a GameState, entries: &[LogEntry], words_from: usize, now: i64) -> Self {
        let mut message = JsonObject::message("update");
        put_words(&mut message, state, words_from);
        let place = message.written();
        put_rest(&mut message, state, now);
        put_events(&mut message, entries);
        message.put("now", now);
        Self { state, plain: message.finish(), place, picture: None }
    }

    /// For one kind of listener: with the board or without, with the steps or without.
    pub(crate) fn text(&mut self, view: bool, mover: bool) -> SharedText {
        if !view {
            return self.plain.as_str().into();
        }
        let board = self.picture.get_or_insert_with(|| {
            let mut object = JsonObject::new();
            object.put("position", self.state.table.position());
            picture(&mut object, self.state);
            fields(object)
        });
        let mut steps = JsonObject::new();
        put_steps(&mut steps, self.state, mover);
        let (before, after) = self.plain.split_at(self.place);
        [before, board, &fields(steps), after].concat().into()
    }
}

/// The fields of an object, with a comma before each.
fn fields(object: JsonObject) -> String {
    let mut text = object.finish();
    text.pop();
    text.replace_range(..1, ",");
    text
}

impl Presence {
    /// The fields about who is there.
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

/// What only the greeting and a resync carry beside the state itself.
pub(crate) struct ClientView<'a> {
    pub(crate) you: [bool; 2],
    pub(crate) view: bool,
    pub(crate) hints: bool,
    pub(crate) chat: bool,
    pub(crate) thinking: bool,
    pub(crate) presence: Presence,
    pub(crate) events: &'a [LogEntry],
    pub(crate) talk: &'a [SharedText],
}

/// Everything about a game as one client may see it.
pub(crate) fn state_message(
    kind: Option<&'static str>,
    state: &GameState,
    greeting: &ClientView<'_>,
    now: i64,
) -> String {
    let mut object = kind.map_or_else(JsonObject::new, JsonObject::message);
    let you: Vec<_> = Player::ALL.into_iter().filter(|seat| greeting.you[seat.index()]).collect();
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
        .put("at", state.created)
        .put("you", &you)
        .put("takebacks", takebacks)
        .put("chat", greeting.chat && state.setup.chat)
        .put("hints", greeting.hints)
        .put("pace_ms", state.setup.pace_ms);
    let mover = state.turn().player().is_some_and(|player| greeting.you[player.index()]);
    put_words(&mut object, state, 0);
    // Also for those who draw nothing: words alone do not tell where a game began.
    object.put("position", state.table.position());
    if greeting.view {
        picture(&mut object, state);
        put_steps(&mut object, state, mover);
    }
    put_rest(&mut object, state, now);
    greeting.presence.put(&mut object, state);
    object.put("thinking", greeting.thinking);
    put_events(&mut object, greeting.events);
    let talk: Vec<&str> = greeting.talk.iter().map(AsRef::as_ref).collect();
    object.put_raw("talk", &format!("[{}]", talk.join(",")));
    object.put("now", now);
    object.finish()
}
