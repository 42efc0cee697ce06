//! Requests that create a game or join one, and their answers.

use agon_core::Player;
use serde::{Deserialize, Serialize};

#[cfg(feature = "schema")]
use crate::limits;
use crate::{Entries, GameOptions, ObjectOnly, Takebacks};

/// The time control of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClockSetup {
    /// Time at the start.
    #[cfg_attr(feature = "schema", schemars(range(min = *limits::INITIAL_MS.start(), max = *limits::INITIAL_MS.end())))]
    pub initial_ms: u64,
    /// Time added after each turn.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(range(min = *limits::INCREMENT_MS.start(), max = *limits::INCREMENT_MS.end())))]
    pub increment_ms: u64,
}

/// How long a bot searches; the server's own limits hold besides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotLimits {
    /// At most this many turns ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// At most this long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime_ms: Option<u64>,
}

/// The request for a seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatRequest {
    /// The caller takes it.
    Human {
        /// The player's name, of any length that fits into the body. Runs of spaces become one, invisible characters
        /// are removed, and only the first 24 characters are kept.
        #[serde(default)]
        name: String,
    },
    /// Anyone may take it.
    Open {},
    /// Anyone with the invitation may take it.
    Invite {},
    /// The server plays it.
    Bot {
        /// The level; 5 without level and bot.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10)))]
        level: Option<u8>,
        /// A bot of the catalogue instead of a level.
        #[serde(default)]
        bot: Option<String>,
        /// How many turns ahead the bot searches, if it takes this limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(range(min = *limits::DEPTH.start(), max = *limits::DEPTH.end())))]
        depth: Option<u32>,
        /// How long the bot searches, if it takes this limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(range(min = limits::MIN_MOVETIME_MS)))]
        movetime_ms: Option<u64>,
    },
}

/// The requests for both seats.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SeatRequests {
    /// The first player's.
    pub p1: ObjectOnly<SeatRequest>,
    /// The second player's.
    pub p2: ObjectOnly<SeatRequest>,
}

/// Who decides the dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DiceRequest {
    /// The server alone.
    #[default]
    Server,
    /// The server and each person together.
    Shared,
}

/// The settings of any new game.
#[derive(Clone, Debug)]
pub struct PlaySettings {
    /// Who plays.
    pub seats: SeatRequests,
    /// The time control, if any.
    pub clock: Option<ClockSetup>,
    /// Whether the lobby lists the game.
    pub public: bool,
    /// Whether the players may chat.
    pub chat: Option<bool>,
    /// When turns may be taken back.
    pub takebacks: Option<Takebacks>,
    /// Who decides the dice.
    pub dice: DiceRequest,
    /// The shortest time between the turns of two bots.
    pub pace_ms: Option<u32>,
}

/// A request that creates a game: its own fields and the settings. Defined by a macro, since serde cannot both
/// flatten a structure and refuse unknown fields.
macro_rules! new_game_request {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $type,)*
            /// Who plays.
            pub seats: ObjectOnly<SeatRequests>,
            /// The time control, if any.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub clock: Option<ObjectOnly<ClockSetup>>,
            /// Whether the lobby lists the game.
            #[serde(default)]
            pub public: bool,
            /// Whether the players may chat; true without it.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub chat: Option<bool>,
            /// When turns may be taken back.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub takebacks: Option<Takebacks>,
            /// Who decides the dice.
            #[serde(default)]
            pub dice: DiceRequest,
            /// The shortest time between the turns of two bots.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "schema", schemars(range(min = *limits::PACE_MS.start(), max = *limits::PACE_MS.end())))]
            pub pace_ms: Option<u32>,
        }

        impl $name {
            /// A request with the usual settings.
            pub fn new($($field: $type,)* [p1, p2]: [SeatRequest; 2]) -> Self {
                Self {
                    $($field,)*
                    seats: ObjectOnly(SeatRequests { p1: ObjectOnly(p1), p2: ObjectOnly(p2) }),
                    clock: None,
                    public: false,
                    chat: None,
                    takebacks: None,
                    dice: DiceRequest::Server,
                    pace_ms: None,
                }
            }

            /// The fields of this request, and the settings.
            pub fn split(self) -> (($($type,)*), PlaySettings) {
                let Self { $($field,)* seats: ObjectOnly(seats), clock, public, chat, takebacks, dice, pace_ms } = self;
                let clock = clock.map(|ObjectOnly(clock)| clock);
                (($($field,)*), PlaySettings { seats, clock, public, chat, takebacks, dice, pace_ms })
            }
        }
    };
}

new_game_request! {
    /// A game of a spec, from the start or from a position.
    CreateRequest {
        /// The spec string of the game.
        game: String,
        /// Options added to those of the spec string, for example `{"size": 5}`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        options: Option<GameOptions>,
        /// The position string; the start without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<String>,
    }
}
new_game_request! {
    /// A game from a record.
    ImportRequest {
        /// The text of the record.
        record: String,
    }
}

/// The answer to a request that created a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Created {
    /// The token of each seat that the caller took.
    pub tokens: Entries<String>,
    /// The key of each seat with an invitation.
    pub invites: Entries<String>,
    /// The address of the game's page.
    pub url: String,
    /// The game's id.
    pub id: String,
    /// The number of the last event.
    pub seq: u32,
}

/// The request for a free seat.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// The player's name, of any length that fits into the body. Runs of spaces become one, invisible characters are
    /// removed, and only the first 24 characters are kept.
    #[serde(default)]
    pub name: String,
    /// The seat; the first free one without it.
    #[serde(default)]
    pub seat: Option<Player>,
    /// The key of an invitation.
    #[serde(default)]
    pub key: Option<String>,
}

/// A seat taken.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Joined {
    /// The seat.
    pub seat: Player,
    /// Its token.
    pub token: String,
    /// The number of the last event.
    pub seq: u32,
}
