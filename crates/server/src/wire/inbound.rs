use agon_core::Player;
use serde::Deserialize;

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
pub(crate) enum What {
    /// A draw.
    Draw,
    /// A takeback.
    Takeback,
}

/// How a claimed game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Claimed {
    /// The other loses.
    Win,
    /// Nobody wins.
    Draw,
}

fn yes() -> bool {
    true
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
        what: What,
        /// For which seat.
        #[serde(default)]
        seat: Option<SeatName>,
    },
    /// Ends a game that the other has left.
    Claim {
        /// The client's own id.
        id: String,
        /// How.
        result: Claimed,
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
