//! What messages say about a game.

use std::borrow::Cow;

use agon_core::{Actor, Player, StepView, StepsView, TurnState};
use serde::{Deserialize, Serialize};

use crate::{BotLimits, Entries, Written};

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GameStatus {
    /// Waiting for a player.
    Open,
    /// In progress.
    Live,
    /// Finished.
    Over,
}

/// Who decides what happens next, or decided a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mover {
    /// The first player.
    P1,
    /// The second player.
    P2,
    /// The dice.
    Chance,
    /// Nobody: the game is over.
    None,
}

impl From<Player> for Mover {
    fn from(player: Player) -> Self {
        match player {
            Player::P1 => Self::P1,
            Player::P2 => Self::P2,
        }
    }
}

impl From<Actor> for Mover {
    fn from(actor: Actor) -> Self {
        match actor {
            Actor::Player(player) => player.into(),
            Actor::Chance => Self::Chance,
            Actor::Nobody => Self::None,
        }
    }
}

impl Mover {
    /// Whose ply it was: a player's, or of the dice.
    pub fn of_ply(player: Option<Player>) -> Self {
        player.map_or(Self::Chance, Self::from)
    }
}

/// When turns may be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Takebacks {
    /// If the opponent agrees.
    Ask,
    /// Once per seat, without asking.
    Once,
    /// Any number of times, without asking.
    Free,
    /// Never.
    None,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// By the rules of the game.
    Board,
    /// The same position occurred for the third time.
    Repetition,
    /// A player resigned.
    Resign,
    /// A player ran out of time.
    Time,
    /// Both players agreed on a draw.
    Agreement,
    /// A player claimed it after the opponent left.
    Claim,
    /// It was aborted before it had begun in earnest.
    Abort,
    /// It was imported from a finished record.
    Record,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameResult {
    /// The winner; `null` for a draw or an aborted game.
    pub winner: Option<Player>,
    /// The winner's points.
    pub points: u8,
    /// Why it ended.
    pub reason: EndReason,
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Clock {
    /// The time left by player, valid at the message's `now`.
    pub left_ms: [i64; 2],
    /// The player whose clock runs.
    pub running: Option<Player>,
    /// Time at the start.
    pub initial_ms: u64,
    /// Time added after each turn.
    pub increment_ms: u64,
}

/// The stage of the agreement on shared dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DiceStage {
    /// Waiting for the players' commitments.
    Commit,
    /// Waiting for the players' contributions.
    Reveal,
    /// Dice can be rolled.
    Ready,
    /// The game is over and the secret is public.
    Over,
}

/// The dice of a game, by commitment and reveal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dice {
    /// The commitment to the secret, in hexadecimal digits.
    pub commit: String,
    /// The stage.
    pub stage: DiceStage,
    /// The game's id, from which the rolls follow.
    pub game: String,
    /// The secret once the game is over.
    pub secret: Option<String>,
    /// The first player's contribution once it is revealed.
    pub p1: Option<String>,
    /// The second player's contribution once it is revealed.
    pub p2: Option<String>,
    /// The first ply rolled by this server.
    pub from: usize,
}

/// What the players offer each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Offers {
    /// Who offers a draw.
    pub draw: Option<Player>,
    /// Who asks for a takeback.
    pub takeback: Option<Player>,
    /// Who wants a rematch.
    pub rematch: Vec<Player>,
}

/// Who plays a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// A person.
    Human,
    /// Nobody yet; anyone may take it.
    Open,
    /// Nobody yet; anyone with the invitation may take it.
    Invite,
    /// The server.
    Bot,
}

/// A seat of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatView<'a> {
    /// Who plays it.
    pub kind: SeatKind,
    /// The person's name; may be empty.
    pub name: Cow<'a, str>,
    /// The bot's level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The bot's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<Cow<'a, str>>,
    /// The bot's limits.
    #[serde(flatten)]
    pub limits: BotLimits,
    /// Whether its player is connected.
    pub here: bool,
    /// Milliseconds since they disconnected.
    pub gone_ms: Option<i64>,
}

/// Both seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seats<'a> {
    /// The first player's.
    pub p1: SeatView<'a>,
    /// The second player's.
    pub p2: SeatView<'a>,
}

impl<'a> Seats<'a> {
    /// The seat of a player.
    pub fn of(&self, player: Player) -> &SeatView<'a> {
        match player {
            Player::P1 => &self.p1,
            Player::P2 => &self.p2,
        }
    }
}

/// The right to end a game that the opponent has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Claim {
    /// Whose right.
    pub seat: Player,
    /// In how many milliseconds.
    pub in_ms: i64,
}

/// Who is connected to a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Presence<'a> {
    /// By player.
    pub seats: Seats<'a>,
    /// The number of clients without a seat.
    pub watchers: usize,
    /// Who may claim the game.
    pub claim: Option<Claim>,
}

/// A step of a turn, and what may follow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// The step.
    #[serde(flatten)]
    pub view: StepView,
    /// Whether the turn may end with this step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<bool>,
    /// Whether another step may follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more: Option<bool>,
}

impl From<StepView> for Step {
    fn from(view: StepView) -> Self {
        Self { view, end: None, more: None }
    }
}

/// An unfinished turn and how it can continue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Steps {
    /// The steps that may follow.
    pub next: Vec<Step>,
    /// The whole turn in canonical form, if it may end here.
    pub turn: Option<String>,
    /// Whether the turn is complete.
    pub state: TurnState,
}

impl From<StepsView> for Steps {
    fn from(StepsView { next, turn, state }: StepsView) -> Self {
        Self { next: next.into_iter().map(Step::from).collect(), turn, state }
    }
}

/// What may follow a first step, by its notation.
pub type Ahead<'a> = Entries<Written<'a, Steps>>;

/// The kind of the event of a turn or roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PlyKind {
    /// A turn or a roll.
    #[serde(rename = "word")]
    Ply,
}

/// A turn was played or dice were rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlyEvent<'a> {
    /// Its number in the game, from 1.
    pub seq: u32,
    /// Always `word`.
    pub kind: PlyKind,
    /// Unix milliseconds.
    pub at: i64,
    /// Who decided it.
    pub seat: Mover,
    /// The turn or roll in canonical notation.
    #[serde(rename = "word")]
    pub notation: Cow<'a, str>,
    /// Why the player could only pass, as a code of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub pass: Option<Cow<'a, str>>,
    /// The client's id of the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Cow<'a, str>>,
}

/// The kind of the event of an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OverKind {
    /// The game ended.
    Over,
}

/// The game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OverEvent<'a> {
    /// Its number in the game, from 1.
    pub seq: u32,
    /// Always `over`.
    pub kind: OverKind,
    /// Unix milliseconds.
    pub at: i64,
    /// The client's id of the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Cow<'a, str>>,
    /// Whose command or clock ended it; `null` if it ended on the board.
    pub seat: Option<Player>,
    /// How.
    #[serde(flatten)]
    pub result: GameResult,
}

/// The kind of any other event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// The game was created.
    Created,
    /// A free seat was taken.
    Joined,
    /// A draw was offered.
    DrawOffered,
    /// A draw was declined.
    DrawDeclined,
    /// A takeback was requested.
    TakebackAsked,
    /// A takeback was declined.
    TakebackDeclined,
    /// Plies were taken back.
    Takeback,
    /// A player committed to a contribution to the dice.
    Committed,
    /// A player revealed a contribution to the dice.
    Revealed,
    /// A player asked for a rematch.
    RematchWanted,
    /// A rematch was declined.
    RematchDeclined,
    /// The rematch was created.
    Rematch,
}

/// Anything else that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OtherEvent<'a> {
    /// Its number in the game, from 1.
    pub seq: u32,
    /// What happened.
    pub kind: EventKind,
    /// Unix milliseconds.
    pub at: i64,
    /// The client's id of the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Cow<'a, str>>,
    /// Whose command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Player>,
    /// `joined`: the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Cow<'a, str>>,
    /// `takeback`: the number of plies left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<usize>,
    /// `rematch`: its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

impl OtherEvent<'_> {
    /// An event without details.
    pub fn new(seq: u32, kind: EventKind, at: i64) -> Self {
        Self { seq, kind, at, id: None, seat: None, name: None, to: None, next: None }
    }
}

/// An event as clients see it, without secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum GameEvent<'a> {
    /// A turn or roll.
    Ply(PlyEvent<'a>),
    /// The end.
    Over(OverEvent<'a>),
    /// Anything else.
    Other(OtherEvent<'a>),
}

impl GameEvent<'_> {
    /// The event's number.
    pub fn seq(&self) -> u32 {
        match self {
            Self::Ply(event) => event.seq,
            Self::Over(event) => event.seq,
            Self::Other(event) => event.seq,
        }
    }

    /// The client's id of the command.
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Ply(event) => event.id.as_deref(),
            Self::Over(event) => event.id.as_deref(),
            Self::Other(event) => event.id.as_deref(),
        }
    }
}
