use std::borrow::Cow;

use agon_core::Player;
use serde::Deserialize;

use super::named::ObjectOnly;

/// A seat as messages name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeatName {
    /// The first player's.
    P1,
    /// The second player's.
    P2,
}

impl From<SeatName> for Player {
    fn from(name: SeatName) -> Self {
        match name {
            SeatName::P1 => Self::P1,
            SeatName::P2 => Self::P2,
        }
    }
}

/// An offer that can be declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Offer {
    /// A draw.
    Draw,
    /// A takeback.
    Takeback,
    /// Another game.
    Rematch,
}

/// How a claimed game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ClaimResult {
    /// The other loses.
    Win,
    /// Nobody wins.
    Draw,
}

fn yes() -> bool {
    true
}

/// Reads a message.
pub(crate) fn read_message(text: &str) -> Result<ClientMessage, serde_json::Error> {
    // A message that names its kind is read twice, first into parts. Turns are most of what is said.
    if text.starts_with(r#"{"t":"turn""#)
        && let Ok(TurnMessage { t: Cow::Borrowed("turn"), id, ply, seq, word, seat }) =
            serde_json::from_str(text)
    {
        return Ok(ClientMessage::Turn { id, ply, seq, word, seat });
    }
    serde_json::from_str(text).map(|ObjectOnly(message)| message)
}

/// A turn with its kind as a field like the others.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnMessage<'a> {
    #[serde(borrow)]
    t: Cow<'a, str>,
    id: String,
    ply: usize,
    #[serde(default)]
    seq: Option<u32>,
    word: String,
    #[serde(default)]
    seat: Option<SeatName>,
}

/// Everything a client can say.
#[derive(Debug, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ClientMessage {
    /// Who it is and what it knows.
    Hello {
        /// Seat tokens.
        #[serde(default)]
        tokens: Vec<String>,
        /// The last event it has.
        #[serde(default)]
        seq: Option<u32>,
        /// Whether it wants boards and steps.
        #[serde(default = "yes")]
        view: bool,
    },
    /// A whole turn.
    Turn {
        /// The client's own id.
        id: String,
        /// How many words it has.
        ply: usize,
        /// The last event it has.
        #[serde(default)]
        seq: Option<u32>,
        /// The turn.
        word: String,
        /// For which seat.
        #[serde(default)]
        seat: Option<SeatName>,
    },
    /// What may be touched after some steps.
    Steps {
        /// The client's own id.
        id: String,
        /// The steps made so far.
        prefix: Vec<String>,
    },
    /// All legal turns as words.
    Legal {
        /// The client's own id.
        id: String,
    },
    /// Whether a typed word can be played.
    Check {
        /// The client's own id.
        id: String,
        /// The word.
        word: String,
    },
    /// What the hand does before the turn is sent.
    Touch {
        /// Steps made.
        #[serde(default)]
        prefix: Vec<String>,
        /// A step held in the hand.
        #[serde(default)]
        hover: Option<String>,
    },
    /// Gives up.
    Resign {
        /// The client's own id.
        id: String,
        /// For which seat.
        #[serde(default)]
        seat: Option<SeatName>,
    },
    /// Stops a game that has hardly begun.
    Abort {
        /// The client's own id.
        id: String,
        /// For which seat.
        #[serde(default)]
        seat: Option<SeatName>,
    },
    /// Offers or accepts a draw.
    Draw {
        /// The client's own id.
        id: String,
        /// For which seat.
        #[serde(default)]
        seat: Option<SeatName>,
    },
    /// Asks for or grants a takeback.
    Takeback {
        /// The client's own id.
        id: String,
        /// For which seat.
        #[serde(default)]
        seat: Option<SeatName>,
    },
    /// Declines an offer.
    Decline {
        /// The client's own id.
        id: String,
        /// Which.
        what: Offer,
        /// For which seat.
        #[serde(default)]
        seat: Option<SeatName>,
    },
    /// Ends a game that the other has left.
    Claim {
        /// The client's own id.
        id: String,
        /// How.
        result: ClaimResult,
        /// For which seat.
        #[serde(default)]
        seat: Option<SeatName>,
    },
    /// Wants another game.
    Rematch {
        /// The client's own id.
        id: String,
        /// For which seat.
        #[serde(default)]
        seat: Option<SeatName>,
    },
    /// Announces a part of the dice.
    Commit {
        /// The client's own id.
        id: String,
        /// For which seat.
        #[serde(default)]
        seat: Option<SeatName>,
        /// The part's hash in hexadecimal digits.
        hash: String,
    },
    /// Reveals it.
    Reveal {
        /// The client's own id.
        id: String,
        /// For which seat.
        #[serde(default)]
        seat: Option<SeatName>,
        /// The part in hexadecimal digits.
        part: String,
    },
    /// Says something.
    Chat {
        /// What.
        text: String,
    },
    /// Asks the engine.
    Hint {
        /// The client's own id.
        id: String,
    },
    /// An earlier board.
    At {
        /// The client's own id.
        id: String,
        /// After how many words.
        ply: usize,
    },
    /// Everything again.
    Sync {
        /// The last event it has.
        #[serde(default)]
        seq: Option<u32>,
    },
    /// Are you there?
    Ping {},
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_read_alike_in_both_ways() {
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
            let told = |read: Result<ClientMessage, serde_json::Error>| {
                read.map(|message| format!("{message:?}")).map_err(|error| error.to_string())
            };
            assert_eq!(told(read_message(text)), told(slow), "{text}");
        }
    }
}
