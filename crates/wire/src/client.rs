//! Messages from clients.

use std::borrow::Cow;

use agon_core::Player;
use serde::{Deserialize, Serialize};

use crate::ObjectOnly;

/// An offer that can be declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// A draw.
    Draw,
    /// A takeback.
    Takeback,
    /// A rematch.
    Rematch,
}

/// The result a player claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ClaimResult {
    /// A win.
    Win,
    /// A draw.
    Draw,
}

fn yes() -> bool {
    true
}

/// Parses a message.
pub fn parse_message(text: &str) -> Result<ClientMessage, serde_json::Error> {
    // Serde parses an internally tagged enum twice, first into a tree. Most messages are turns, so they take a
    // shortcut.
    if text.starts_with(r#"{"t":"turn""#)
        && let Ok(TurnMessage { t: Cow::Borrowed("turn"), id, ply, seq, notation, seat }) = serde_json::from_str(text)
    {
        return Ok(ClientMessage::Turn { id, ply, seq, notation, seat });
    }
    serde_json::from_str(text).map(|ObjectOnly(message)| message)
}

/// A turn message whose tag is an ordinary field.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnMessage<'a> {
    #[serde(borrow)]
    t: Cow<'a, str>,
    id: String,
    ply: usize,
    #[serde(default)]
    seq: Option<u32>,
    #[serde(rename = "word")]
    notation: String,
    #[serde(default)]
    seat: Option<Player>,
}

/// A command that is nothing but itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(transform = crate::schema::limit_ids))]
#[serde(deny_unknown_fields)]
pub struct SeatCommand {
    /// The client's id of the command.
    pub id: String,
    /// The seat, if the client holds both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Player>,
}

/// A message from a client.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(transform = crate::schema::limit_ids))]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Greets: the first message on every socket.
    Hello {
        /// Seat tokens.
        #[serde(default)]
        tokens: Vec<String>,
        /// The last event the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<u32>,
        /// Whether the client wants boards and steps.
        #[serde(default = "yes")]
        view: bool,
    },
    /// Plays a turn.
    Turn {
        /// The client's id of the command.
        id: String,
        /// The number of plies the client has.
        ply: usize,
        /// The last event the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<u32>,
        /// The turn.
        #[serde(rename = "word")]
        notation: String,
        /// The seat, if the client holds both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Player>,
    },
    /// Asks for the steps that may follow a prefix of a turn.
    Steps {
        /// The client's id of the query.
        id: String,
        /// The steps made so far.
        prefix: Vec<String>,
    },
    /// Asks for all legal turns.
    Legal {
        /// The client's id of the query.
        id: String,
    },
    /// Asks whether typed notation is a legal turn.
    Check {
        /// The client's id of the query.
        id: String,
        /// The notation.
        #[serde(rename = "word")]
        notation: String,
    },
    /// Shows the other clients a turn in progress.
    Touch {
        /// The steps made so far.
        #[serde(default)]
        prefix: Vec<String>,
        /// The step under the pointer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hover: Option<String>,
    },
    /// Resigns.
    Resign(SeatCommand),
    /// Aborts a game that has hardly begun.
    Abort(SeatCommand),
    /// Offers or accepts a draw.
    Draw(SeatCommand),
    /// Asks for or grants a takeback.
    Takeback(SeatCommand),
    /// Declines an offer.
    Decline {
        /// The client's id of the command.
        id: String,
        /// The offer.
        what: Offer,
        /// The seat, if the client holds both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Player>,
    },
    /// Ends a game that the opponent has left.
    Claim {
        /// The client's id of the command.
        id: String,
        /// The result.
        result: ClaimResult,
        /// The seat, if the client holds both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Player>,
    },
    /// Asks for a rematch.
    Rematch(SeatCommand),
    /// Commits to a contribution to the dice.
    Commit {
        /// The client's id of the command.
        id: String,
        /// The seat, if the client holds both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Player>,
        /// The contribution's hash in hexadecimal digits.
        hash: String,
    },
    /// Reveals a contribution to the dice.
    Reveal {
        /// The client's id of the command.
        id: String,
        /// The seat, if the client holds both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Player>,
        /// The contribution in hexadecimal digits.
        part: String,
    },
    /// Sends a chat line.
    Chat {
        /// The line.
        text: String,
    },
    /// Asks for a hint.
    Hint {
        /// The client's id of the query.
        id: String,
    },
    /// Asks for the shortest paths of every piece to each of its goals.
    Paths {
        /// The client's id of the query.
        id: String,
    },
    /// Asks for the board after an earlier ply.
    At {
        /// The client's id of the query.
        id: String,
        /// The number of plies.
        ply: usize,
    },
    /// Asks for the whole state again.
    Sync {
        /// The last event the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<u32>,
    },
    /// Asks for a pong.
    Ping {},
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortcut_parses_turns_as_serde_does() {
        for text in [
            r#"{"t":"turn","id":"a","ply":3,"word":"e2"}"#,
            r#"{"t":"turn","id":"a","ply":3,"seq":null,"word":"e\u0032","seat":"p2"}"#,
            r#"{"t":"turn","seat":"p1","word":"","ply":0,"id":"","seq":7}"#,
            r#"{"t":"turn","id":"a","ply":3}"#,
            r#"{"t":"turn","id":"a","ply":-3,"word":"e2"}"#,
            r#"{"t":"turn","id":"a","ply":3,"word":"e2","more":1}"#,
            r#"{"t":"turn","t":"turn","id":"a","ply":3,"word":"e2"}"#,
            r#"{"t":"turns","id":"a","ply":3,"word":"e2"}"#,
            r#"{"t":"turn","id":"a","ply":3,"word":"e2","seat":"p3"}"#,
        ] {
            let slow = serde_json::from_str(text).map(|ObjectOnly(message)| message);
            let outcome = |parsed: Result<ClientMessage, serde_json::Error>| {
                parsed.map(|message| format!("{message:?}")).map_err(|error| error.to_string())
            };
            assert_eq!(outcome(parse_message(text)), outcome(slow), "{text}");
        }
    }
}
