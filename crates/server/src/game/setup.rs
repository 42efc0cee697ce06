//! The setup of a game: the content of its first event.

use std::borrow::Cow;

use agon_core::Player;
pub use agon_wire::{BotLimits, ClockSetup, Takebacks};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::TokenHash;

/// Everything that is fixed when a game is created.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameSetup {
    /// The canonical spec string.
    pub spec: String,
    /// The starting position, if not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The notation of plies played before the game was imported.
    #[serde(rename = "words", default, skip_serializing_if = "Vec::is_empty")]
    pub plies: Vec<String>,
    /// The result of an imported record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The seats, p1 first.
    pub seats: [SeatSetup; 2],
    /// Time controls, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetup>,
    /// Whether the lobby lists the game.
    #[serde(default)]
    pub public: bool,
    /// Whether the players may chat.
    #[serde(default)]
    pub chat: bool,
    /// When turns may be taken back.
    pub takebacks: Takebacks,
    /// Whether the players contribute to the dice.
    #[serde(default)]
    pub shared_dice: bool,
    /// The shortest time between the turns of two bots.
    #[serde(default)]
    pub pace_ms: u32,
    /// The secret of the dice in hexadecimal digits, for games with dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// The setup of one seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SeatSetup {
    /// Taken by a person.
    Human {
        /// The cleaned name; may be empty.
        name: String,
        /// The hash of the seat's token.
        token: TokenHash,
    },
    /// Free for anyone.
    Open,
    /// Free for a person with the invitation key.
    Invite {
        /// The key's hash.
        key: TokenHash,
    },
    /// Played by the server.
    Bot {
        /// The strength level.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<u8>,
        /// A bot by name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
        /// How long it searches.
        #[serde(flatten)]
        limits: BotLimits,
    },
}

impl SeatSetup {
    /// Whether the seat is still free.
    pub fn is_free(&self) -> bool {
        matches!(self, Self::Open | Self::Invite { .. })
    }

    /// Whether the server plays this seat.
    pub fn is_bot(&self) -> bool {
        matches!(self, Self::Bot { .. })
    }

    /// The name to display.
    pub fn name(&self) -> &str {
        match self {
            Self::Human { name, .. } => name,
            _ => "",
        }
    }

    /// The name in records: a person's name, `level:5`, `bot:minimax@depth=3`.
    pub fn record_name(&self) -> String {
        match self {
            Self::Human { name, .. } => name.clone(),
            Self::Bot { bot: Some(bot), limits, .. } => {
                let depth = limits.depth.map(|depth| format!("depth={depth}"));
                let time = limits.movetime_ms.map(|time| format!("movetime={time}"));
                let limits: Vec<String> = depth.into_iter().chain(time).collect();
                let settings = if limits.is_empty() { String::new() } else { format!("@{}", limits.join(",")) };
                format!("bot:{bot}{settings}")
            }
            Self::Bot { level, .. } => format!("level:{}", level.unwrap_or(10)),
            Self::Open | Self::Invite { .. } => String::new(),
        }
    }
}

impl GameSetup {
    /// The same game with the sides swapped, for a rematch.
    #[must_use]
    pub fn swapped(&self, secret: Option<String>) -> Self {
        let [p1, p2] = self.seats.clone();
        Self { seats: [p2, p1], secret, plies: Vec::new(), result: None, ..self.clone() }
    }

    /// The seat of a player.
    pub fn seat(&self, player: Player) -> &SeatSetup {
        &self.seats[player.index()]
    }
}

/// Separates the secret from the stored form of a setup.
pub(crate) fn split_secret(body: &str) -> (Cow<'_, str>, Option<String>) {
    let Ok(Value::Object(mut fields)) = serde_json::from_str(body) else { return (body.into(), None) };
    match fields.shift_remove(SECRET) {
        Some(Value::String(secret)) => (Value::Object(fields).to_string().into(), Some(secret)),
        _ => (body.into(), None),
    }
}

/// The stored form of a setup, with the secret that [`split_secret`] took out.
pub(crate) fn join_secret(body: &str, secret: &str) -> String {
    let Ok(Value::Object(mut fields)) = serde_json::from_str(body) else { return body.to_owned() };
    fields.insert(SECRET.to_owned(), secret.into());
    Value::Object(fields).to_string()
}

/// The name of the secret in a stored setup, of which it is the last field.
const SECRET: &str = "secret";
