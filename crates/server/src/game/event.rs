//! Events: what can happen to a game, and how the log stores it.

use agon_core::Player;
pub use agon_wire::{EndReason, GameResult};
use serde::{Deserialize, Serialize};

use crate::store::EventRow;
use crate::{GameId, GameSetup, TokenHash};

/// Something that happened to a game. The log of a game is a list of these.
#[derive(Clone, Debug)]
pub enum Event {
    /// The game was created.
    Created(Box<GameSetup>),
    /// A free seat was taken.
    Joined {
        /// The seat.
        seat: Player,
        /// The cleaned name.
        name: String,
        /// The hash of the seat's token.
        token: TokenHash,
    },
    /// A turn was played.
    Turn {
        /// The player.
        seat: Player,
        /// The turn in canonical notation.
        notation: String,
    },
    /// Dice were rolled.
    Roll {
        /// The roll in canonical notation.
        notation: String,
    },
    /// A draw was offered.
    DrawOffered(Player),
    /// This player declined a draw.
    DrawDeclined(Player),
    /// A takeback was requested.
    TakebackAsked(Player),
    /// This player declined a takeback.
    TakebackDeclined(Player),
    /// Plies were taken back.
    Takeback {
        /// The player who asked for it.
        seat: Player,
        /// The number of plies left.
        to: usize,
    },
    /// A player committed to a contribution to the dice.
    Committed {
        /// The player.
        seat: Player,
        /// The contribution's hash.
        hash: [u8; 32],
    },
    /// A player revealed a contribution to the dice.
    Revealed {
        /// The player.
        seat: Player,
        /// The contribution.
        part: Vec<u8>,
    },
    /// The game ended.
    Over {
        /// The player whose command or clock ended it.
        seat: Option<Player>,
        /// How it ended.
        ending: GameResult,
    },
    /// A player asked for a rematch.
    RematchWanted(Player),
    /// This player declined a rematch.
    RematchDeclined(Player),
    /// The rematch was created.
    Rematch(GameId),
}

/// An event with its place in the log.
#[derive(Clone, Debug)]
pub struct LogEntry {
    /// The number of the event in its game, from 1.
    pub seq: u32,
    /// Unix milliseconds.
    pub at: i64,
    /// The client's id of the command, prefixed with the digit of its seat.
    pub id: Option<Box<str>>,
    /// What happened.
    pub event: Event,
}

/// The stored number for events that belong to no seat.
const NO_SEAT: u8 = 2;

#[derive(Serialize, Deserialize)]
struct JoinedBody {
    name: String,
    token: TokenHash,
}

#[derive(Serialize, Deserialize)]
struct OverBody {
    winner: Option<u8>,
    points: u8,
    reason: EndReason,
}

fn seat_number(seat: Option<Player>) -> u8 {
    seat.map_or(NO_SEAT, |seat| seat.index() as u8)
}

fn seat_of(number: u8) -> Option<Player> {
    Player::ALL.get(usize::from(number)).copied()
}

fn json(value: &impl Serialize) -> String {
    // Cannot fail: these structures have string keys only.
    serde_json::to_string(value).unwrap_or_default()
}

impl Event {
    /// The player the event belongs to.
    pub fn seat(&self) -> Option<Player> {
        match self {
            Self::Created(_) | Self::Roll { .. } | Self::Rematch(_) => None,
            Self::Over { seat, .. } => *seat,
            Self::Joined { seat, .. }
            | Self::Turn { seat, .. }
            | Self::Takeback { seat, .. }
            | Self::Committed { seat, .. }
            | Self::Revealed { seat, .. }
            | Self::DrawOffered(seat)
            | Self::DrawDeclined(seat)
            | Self::TakebackAsked(seat)
            | Self::TakebackDeclined(seat)
            | Self::RematchWanted(seat)
            | Self::RematchDeclined(seat) => Some(*seat),
        }
    }

    /// The event's number in the log. Numbers never change their meaning.
    const fn number(&self) -> u8 {
        match self {
            Self::Created(_) => 0,
            Self::Joined { .. } => 1,
            Self::Turn { .. } | Self::Roll { .. } => 2,
            Self::DrawOffered(_) => 3,
            Self::DrawDeclined(_) => 4,
            Self::TakebackAsked(_) => 5,
            Self::TakebackDeclined(_) => 6,
            Self::Takeback { .. } => 7,
            Self::Committed { .. } => 8,
            Self::Revealed { .. } => 9,
            Self::Over { .. } => 10,
            Self::RematchWanted(_) => 11,
            Self::Rematch(_) => 12,
            Self::RematchDeclined(_) => 13,
        }
    }

    fn body(&self) -> String {
        match self {
            Self::Created(setup) => json(setup),
            Self::Joined { name, token, .. } => json(&JoinedBody { name: name.clone(), token: *token }),
            Self::Turn { notation, .. } | Self::Roll { notation } => notation.clone(),
            Self::Takeback { to, .. } => to.to_string(),
            Self::Committed { hash, .. } => agon_dice::to_hex(hash),
            Self::Revealed { part, .. } => agon_dice::to_hex(part),
            Self::Over { ending, .. } => json(&OverBody {
                winner: ending.winner.map(|winner| winner.index() as u8),
                points: ending.points,
                reason: ending.reason,
            }),
            Self::Rematch(next) => next.to_string(),
            Self::DrawOffered(_)
            | Self::DrawDeclined(_)
            | Self::TakebackAsked(_)
            | Self::TakebackDeclined(_)
            | Self::RematchWanted(_)
            | Self::RematchDeclined(_) => String::new(),
        }
    }

    fn from_row(row: &EventRow) -> Option<Self> {
        let seat = seat_of(row.seat);
        let bytes = || agon_dice::from_hex(&row.body);
        Some(match row.kind {
            0 => Self::Created(serde_json::from_str(&row.body).ok()?),
            1 => {
                let JoinedBody { name, token } = serde_json::from_str(&row.body).ok()?;
                Self::Joined { seat: seat?, name, token }
            }
            2 => {
                let notation = row.body.clone();
                match seat {
                    Some(seat) => Self::Turn { seat, notation },
                    None => Self::Roll { notation },
                }
            }
            3 => Self::DrawOffered(seat?),
            4 => Self::DrawDeclined(seat?),
            5 => Self::TakebackAsked(seat?),
            6 => Self::TakebackDeclined(seat?),
            7 => Self::Takeback { seat: seat?, to: row.body.parse().ok()? },
            8 => Self::Committed { seat: seat?, hash: bytes()?.try_into().ok()? },
            9 => Self::Revealed { seat: seat?, part: bytes()? },
            10 => {
                let OverBody { winner, points, reason } = serde_json::from_str(&row.body).ok()?;
                let winner = winner.and_then(seat_of);
                Self::Over { seat, ending: GameResult { winner, points, reason } }
            }
            11 => Self::RematchWanted(seat?),
            12 => Self::Rematch(GameId::parse(&row.body)?),
            13 => Self::RematchDeclined(seat?),
            _ => return None,
        })
    }
}

impl LogEntry {
    /// Encodes the entry for the store.
    pub fn to_row(&self) -> EventRow {
        EventRow {
            seq: self.seq,
            at: self.at,
            seat: seat_number(self.event.seat()),
            kind: self.event.number(),
            body: self.event.body(),
            client: self.id.clone(),
        }
    }

    /// Decodes a stored row; `None` if no version of this program wrote it.
    pub fn from_row(row: &EventRow) -> Option<Self> {
        let event = Event::from_row(row)?;
        Some(Self { seq: row.seq, at: row.at, id: row.client.clone(), event })
    }
}
