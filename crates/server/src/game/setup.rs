//! How a game is set up: the content of its first event.

use agon_core::Player;
use serde::{Deserialize, Serialize};

use crate::TokenHash;

/// Everything that is fixed when a game is made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameSetup {
    /// The canonical spec string.
    pub spec: String,
    /// Where it begins, if not at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Words that were played elsewhere before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// The result a record came with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Who plays, p1 first.
    pub seats: [SeatSetup; 2],
    /// Clocks, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetup>,
    /// Whether the lobby lists it.
    #[serde(default)]
    pub public: bool,
    /// Whether the players may chat.
    #[serde(default)]
    pub chat: bool,
    /// Who may take back, and how.
    pub takebacks: Takebacks,
    /// Whether the players add to the dice.
    #[serde(default)]
    pub shared_dice: bool,
    /// Least time between turns of two bots.
    #[serde(default)]
    pub pace_ms: u32,
    /// The secret of the dice in hexadecimal digits, for games that have dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// One seat as it was set up.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SeatSetup {
    /// Taken by a person.
    Human {
        /// The cleaned name; may be empty.
        name: String,
        /// Who holds it.
        token: TokenHash,
    },
    /// Free for whoever comes.
    Open,
    /// Free for whoever has the key.
    Invite {
        /// The key's hash.
        key: TokenHash,
    },
    /// Played by the server.
    Bot {
        /// Playing strength.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<u8>,
        /// A bot by name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
    },
}

impl SeatSetup {
    /// Whether nobody sits here yet.
    pub fn is_free(&self) -> bool {
        matches!(self, Self::Open | Self::Invite { .. })
    }

    /// Whether the server plays it.
    pub fn is_bot(&self) -> bool {
        matches!(self, Self::Bot { .. })
    }

    /// The name for screens.
    pub fn name(&self) -> &str {
        match self {
            Self::Human { name, .. } => name,
            _ => "",
        }
    }

    /// What a record calls it: a name, `level:5`, `bot:greedy`.
    pub fn record_name(&self) -> String {
        match self {
            Self::Human { name, .. } => name.clone(),
            Self::Bot { bot: Some(bot), .. } => format!("bot:{bot}"),
            Self::Bot { level, .. } => format!("level:{}", level.unwrap_or(10)),
            Self::Open | Self::Invite { .. } => String::new(),
        }
    }
}

/// Time to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSetup {
    /// At the beginning.
    pub initial_ms: u64,
    /// Added after each turn.
    #[serde(default)]
    pub increment_ms: u64,
}

/// Who may take back, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Takebacks {
    /// If the other side agrees.
    Ask,
    /// Each seat once, at once.
    Once,
    /// At once, as often as wanted.
    Free,
    /// Never.
    None,
}

impl GameSetup {
    /// The same game again with the sides changed.
    #[must_use]
    pub fn swapped(&self, seats: [SeatSetup; 2], secret: Option<String>) -> Self {
        let [p1, p2] = seats;
        Self { seats: [p2, p1], secret, words: Vec::new(), result: None, ..self.clone() }
    }

    /// The seat of a player.
    pub fn seat(&self, player: Player) -> &SeatSetup {
        &self.seats[player.index()]
    }
}
