//! What can happen to a game; the log is a list of these.

use agon_core::Player;
use serde::{Deserialize, Serialize};

use crate::store::EventRow;
use crate::{GameId, GameSetup, TokenHash};

/// One thing that happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// The game was made.
    Created(Box<GameSetup>),
    /// A free seat was taken.
    Joined {
        /// Which.
        seat: Player,
        /// The cleaned name.
        name: String,
        /// Who holds it.
        token: TokenHash,
    },
    /// A turn, or a roll if `seat` is `None`.
    Ply {
        /// Whose turn it was.
        seat: Option<Player>,
        /// In canonical form.
        word: String,
    },
    /// A draw was offered.
    DrawOffered(Player),
    /// The draw was declined by this player.
    DrawDeclined(Player),
    /// A takeback was asked for.
    TakebackAsked(Player),
    /// The takeback was declined by this player.
    TakebackDeclined(Player),
    /// Words were taken back.
    Takeback {
        /// Who asked for it.
        seat: Player,
        /// So many words are left.
        to: usize,
    },
    /// A player announced a part of the dice.
    Committed {
        /// Who.
        seat: Player,
        /// The hash of the part.
        hash: [u8; 32],
    },
    /// A player revealed it.
    Revealed {
        /// Who.
        seat: Player,
        /// The part.
        part: Vec<u8>,
    },
    /// The game ended.
    Over {
        /// Who caused it, if it was an act.
        seat: Option<Player>,
        /// How.
        ending: GameEnding,
    },
    /// A player wants another game.
    RematchWanted(Player),
    /// The other's wish for another game was declined by this player.
    RematchDeclined(Player),
    /// The next game is there.
    Rematch(GameId),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnding {
    /// Who won; nobody in a draw or an aborted game.
    pub winner: Option<Player>,
    /// Points of the winner.
    pub points: u8,
    /// Why it ended.
    pub reason: EndReason,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// On the board.
    Board,
    /// The same position for the third time.
    Repetition,
    /// One player gave up.
    Resign,
    /// One player's time ran out.
    Time,
    /// Both agreed on a draw.
    Agreement,
    /// One player had left, the other claimed.
    Claim,
    /// It never really began.
    Abort,
    /// The record it came from was finished.
    Record,
}

/// An event in its place.
#[derive(Clone, Debug)]
pub struct LogEntry {
    /// Its number in the game, from 1.
    pub seq: u32,
    /// When, in Unix milliseconds.
    pub at: i64,
    /// What the client called it, after the digit of its seat.
    pub id: Option<Box<str>>,
    /// What happened.
    pub event: Event,
}

const NOBODY: u8 = 2;

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
    seat.map_or(NOBODY, |seat| seat.index() as u8)
}

fn seat_of(number: u8) -> Option<Player> {
    Player::ALL.get(usize::from(number)).copied()
}

fn json(value: &impl Serialize) -> String {
    // These structures have string keys only, so they can always be written.
    serde_json::to_string(value).unwrap_or_default()
}

impl Event {
    /// The player it belongs to.
    pub fn seat(&self) -> Option<Player> {
        match self {
            Self::Created(_) | Self::Rematch(_) => None,
            Self::Ply { seat, .. } | Self::Over { seat, .. } => *seat,
            Self::Joined { seat, .. }
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

    /// The name in messages.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Created(_) => "created",
            Self::Joined { .. } => "joined",
            Self::Ply { .. } => "word",
            Self::DrawOffered(_) => "draw_offered",
            Self::DrawDeclined(_) => "draw_declined",
            Self::TakebackAsked(_) => "takeback_asked",
            Self::TakebackDeclined(_) => "takeback_declined",
            Self::Takeback { .. } => "takeback",
            Self::Committed { .. } => "committed",
            Self::Revealed { .. } => "revealed",
            Self::Over { .. } => "over",
            Self::RematchWanted(_) => "rematch_wanted",
            Self::RematchDeclined(_) => "rematch_declined",
            Self::Rematch(_) => "rematch",
        }
    }

    /// The number in the log; never changes its meaning.
    const fn number(&self) -> u8 {
        match self {
            Self::Created(_) => 0,
            Self::Joined { .. } => 1,
            Self::Ply { .. } => 2,
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
            Self::Ply { word, .. } => word.clone(),
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

    fn read(row: &EventRow) -> Option<Self> {
        let seat = seat_of(row.seat);
        let bytes = || agon_dice::from_hex(&row.body);
        Some(match row.kind {
            0 => Self::Created(serde_json::from_str(&row.body).ok()?),
            1 => {
                let JoinedBody { name, token } = serde_json::from_str(&row.body).ok()?;
                Self::Joined { seat: seat?, name, token }
            }
            2 => Self::Ply { seat, word: row.body.clone() },
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
                Self::Over { seat, ending: GameEnding { winner, points, reason } }
            }
            11 => Self::RematchWanted(seat?),
            12 => Self::Rematch(GameId::parse(&row.body)?),
            13 => Self::RematchDeclined(seat?),
            _ => return None,
        })
    }
}

impl LogEntry {
    /// How the log keeps it.
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

    /// Reads a row of the log; `None` if no version of this program wrote it.
    pub fn from_row(row: &EventRow) -> Option<Self> {
        let event = Event::read(row)?;
        Some(Self { seq: row.seq, at: row.at, id: row.client.clone(), event })
    }
}
