//! Messages to clients.

use std::borrow::Cow;

use agon_core::{BoardView, PathView, Player, StepView};
use serde::{Deserialize, Serialize};

use crate::{
    Ahead, Clock, Dice, FaultBody, GameEvent, GameResult, GameStatus, Mover, Offers, Presence, Steps, Takebacks,
    Written,
};

/// How far a game is.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Progress<'a> {
    /// The number of the last event.
    pub seq: u32,
    /// The status.
    pub status: GameStatus,
    /// Who is to move.
    pub turn: Mover,
    /// The number of turns and rolls on the table.
    pub ply: usize,
    /// Where the following lists begin; what a client has before stays.
    #[serde(rename = "words_from")]
    pub first_ply: usize,
    /// Turns and rolls.
    #[serde(rename = "words")]
    pub plies: Cow<'a, [String]>,
    /// Who decided each of them.
    pub by: Vec<Mover>,
    /// The time each took.
    pub spent_ms: Cow<'a, [u32]>,
}

/// What a client without rules needs to draw a game and to move.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Picture<'a> {
    /// The board.
    #[cfg_attr(feature = "schema", schemars(with = "BoardView"))]
    pub board: Written<'a, Option<BoardView>>,
    /// The steps of the last turn on the board; empty after a takeback.
    pub last: Written<'a, Vec<StepView>>,
    /// Shortest paths to the goals.
    pub paths: Written<'a, Vec<PathView>>,
    /// The first steps, if a seat of the client is to move.
    pub steps: Option<Steps>,
    /// What may follow each of them, where that is likely and not too long.
    pub ahead: Option<Ahead<'a>>,
}

/// The rest of what may change with every event.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rest {
    /// The clocks, if any.
    pub clock: Option<Clock>,
    /// The dice, if any.
    pub dice: Option<Dice>,
    /// What the players offer each other.
    pub offers: Offers,
    /// Takebacks left by player; `null` is no limit.
    pub takebacks_left: [Option<u32>; 2],
    /// How the game ended.
    pub result: Option<GameResult>,
    /// Why it ended on the board, as a code of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub ending: Option<Cow<'static, str>>,
    /// The id of the rematch.
    pub next: Option<String>,
}

/// A game as one client may see it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameState<'a> {
    /// The game's id.
    pub id: String,
    /// The spec string.
    pub spec: Cow<'a, str>,
    /// The game's name.
    pub game: Cow<'a, str>,
    /// Whether the lobby lists it.
    pub public: bool,
    /// When it was created, in Unix milliseconds.
    pub at: i64,
    /// The client's seats.
    pub you: Vec<Player>,
    /// When turns may be taken back.
    pub takebacks: Takebacks,
    /// Whether the players may chat.
    pub chat: bool,
    /// Whether the client may ask for hints.
    pub hints: bool,
    /// The shortest time between the turns of two bots.
    pub pace_ms: u32,
    /// How far the game is.
    #[serde(flatten)]
    pub progress: Progress<'a>,
    /// The position string.
    pub position: String,
    /// The board, for clients that want boards.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "Picture<'a>"))]
    pub picture: Option<Picture<'a>>,
    /// The rest of what may change with every event.
    #[serde(flatten)]
    pub rest: Rest,
    /// Who is connected.
    #[serde(flatten)]
    pub presence: Presence<'a>,
    /// Whether a bot is choosing its turn.
    pub thinking: bool,
    /// The events that the client missed.
    pub events: Vec<GameEvent<'a>>,
    /// The last chat lines.
    pub talk: Cow<'a, [TalkLine]>,
    /// The server's time in Unix milliseconds.
    pub now: i64,
}

/// What a commit changed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Update<'a> {
    /// How far the game is.
    #[serde(flatten)]
    pub progress: Progress<'a>,
    /// The position string, for clients that want boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Cow<'a, str>>,
    /// The board, for clients that want boards.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "Picture<'a>"))]
    pub picture: Option<Picture<'a>>,
    /// The rest of what may change with every event.
    #[serde(flatten)]
    pub rest: Rest,
    /// What happened.
    pub events: Vec<GameEvent<'a>>,
    /// The server's time in Unix milliseconds.
    pub now: i64,
}

/// The board after an earlier ply.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Moment {
    /// The number of plies before it.
    pub ply: usize,
    /// The turn or roll that led to it.
    #[serde(rename = "word")]
    pub notation: Option<String>,
    /// The board.
    #[cfg_attr(feature = "schema", schemars(with = "BoardView"))]
    pub board: Option<BoardView>,
    /// The steps of the last turn on that board.
    pub last: Vec<StepView>,
    /// The position string.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub position: Option<String>,
    /// Shortest paths to the goals.
    pub paths: Vec<PathView>,
}

/// A chat line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChatLine {
    /// Whose.
    pub seat: Player,
    /// The player's name.
    pub name: String,
    /// The line.
    pub text: String,
    /// Unix milliseconds.
    pub at: i64,
}

/// A chat line in a state: the message as it was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum TalkLine {
    /// The line.
    Chat(ChatLine),
}

/// The score of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HintScore {
    /// Hundredths of the game's own unit.
    Cp(i32),
    /// A proven win in this many turns of both sides.
    Win(u32),
    /// A proven loss in this many turns of both sides.
    Loss(u32),
}

/// Why the server says goodbye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ByeReason {
    /// It stops or restarts.
    Restart,
}

/// A message to a client.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ServerMessage<'a> {
    /// Everything.
    State(Box<GameState<'a>>),
    /// What a commit changed.
    Update(Box<Update<'a>>),
    /// A command sent again was executed before.
    Ack {
        /// The client's id of the command.
        id: Cow<'a, str>,
        /// The number of its event.
        seq: u32,
    },
    /// A command or query was refused.
    Refused {
        /// The client's id of it.
        id: Cow<'a, str>,
        /// Why.
        error: FaultBody,
        /// The number of the last event.
        seq: u32,
    },
    /// Something else went wrong.
    Error {
        /// What.
        error: FaultBody,
    },
    /// Clients connected or disconnected.
    Seats(Presence<'a>),
    /// A bot began to choose its turn, or failed to.
    Thinking {
        /// Whether it is choosing.
        thinking: bool,
    },
    /// A chat line.
    Chat(ChatLine),
    /// Another client's turn in progress.
    Touch {
        /// Whose.
        seat: Player,
        /// The steps made so far.
        prefix: Cow<'a, [String]>,
        /// The step under the pointer.
        hover: Option<StepView>,
        /// The board after the steps.
        board: BoardView,
    },
    /// The steps that may follow a prefix of a turn.
    Steps {
        /// The client's id of the query.
        id: Cow<'a, str>,
        /// The number of the last event.
        seq: u32,
        /// The prefix in canonical notation.
        prefix: Cow<'a, [String]>,
        /// The board after the prefix, for clients that want boards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        board: Option<BoardView>,
        /// The steps.
        #[serde(flatten)]
        steps: Steps,
    },
    /// The legal turns.
    Legal {
        /// The client's id of the query.
        id: Cow<'a, str>,
        /// The number of the last event.
        seq: u32,
        /// The turns, or the first of them if there are very many.
        #[serde(rename = "words")]
        turns: Vec<String>,
        /// The number of all legal turns.
        total: usize,
    },
    /// A legal turn in canonical notation.
    Check {
        /// The client's id of the query.
        id: Cow<'a, str>,
        /// The turn.
        #[serde(rename = "word")]
        notation: String,
        /// Its steps.
        last: Vec<StepView>,
    },
    /// The shortest paths of every piece to each of its goals.
    Paths {
        /// The client's id of the query.
        id: Cow<'a, str>,
        /// The number of the last event.
        seq: u32,
        /// The paths.
        paths: Vec<PathView>,
    },
    /// The board after an earlier ply.
    At {
        /// The client's id of the query.
        id: Cow<'a, str>,
        /// The board.
        #[serde(flatten)]
        moment: Moment,
    },
    /// A hint.
    Hint {
        /// The client's id of the query.
        id: Cow<'a, str>,
        /// The number of the last event.
        seq: u32,
        /// The best turn.
        #[serde(rename = "word")]
        turn: Cow<'a, str>,
        /// Its steps.
        steps: Vec<StepView>,
        /// Its score for the player to move.
        score: Option<HintScore>,
        /// Its value in points, for games with dice.
        equity: Option<f32>,
        /// Win, draw and loss in thousandths.
        wdl: Option<[u16; 3]>,
        /// The depth of the search in turns.
        depth: Option<u32>,
        /// The expected continuation.
        pv: Cow<'a, [String]>,
    },
    /// The answer to a ping.
    Pong {
        /// The number of the last event.
        seq: u32,
        /// The server's time in Unix milliseconds.
        now: i64,
    },
    /// The server will close the socket.
    Bye {
        /// Why.
        reason: ByeReason,
        /// When to reconnect.
        retry_ms: u64,
    },
}
