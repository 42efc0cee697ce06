//! Positions and records: export, preview and verify.

use std::borrow::Cow;

use agon_core::{BoardView, PathView, Record, RecordPly};
use serde::{Deserialize, Serialize};

use crate::{Entries, FaultBody, GameResult, Mover, SeatRequests};

/// A record: the same content as its text.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordBody<'a> {
    /// The tags in their order.
    pub tags: Entries<Cow<'a, str>>,
    /// The comment before the first turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<Cow<'a, str>>,
    /// Turns and rolls.
    #[serde(rename = "words")]
    pub plies: Vec<RecordPlyBody<'a>>,
}

/// A turn or roll of a record.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordPlyBody<'a> {
    /// The turn or roll.
    #[serde(rename = "word")]
    pub notation: Cow<'a, str>,
    /// The mover's clock after it, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Cow<'a, str>>,
    /// The comment after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<Cow<'a, str>>,
}

impl<'a> From<&'a Record> for RecordBody<'a> {
    fn from(record: &'a Record) -> Self {
        let ply = |ply: &'a RecordPly| RecordPlyBody {
            notation: Cow::Borrowed(&ply.text),
            clock: ply.clock.as_deref().map(Cow::Borrowed),
            comment: ply.comment.as_deref().map(Cow::Borrowed),
        };
        Self {
            tags: record.tags.iter().map(|tag| (tag.name.clone(), Cow::Borrowed(&*tag.value))).collect(),
            comment: record.comment.as_deref().map(Cow::Borrowed),
            plies: record.plies.iter().map(ply).collect(),
        }
    }
}

/// The request for the board of a position, or at the end of a record.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PreviewRequest {
    /// The spec string; ignored if there is a record.
    #[serde(default)]
    pub game: String,
    /// The position string; the start without it.
    #[serde(default)]
    pub position: Option<String>,
    /// The text of a record instead of a position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
}

/// The board of a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preview {
    /// The canonical spec string.
    pub spec: String,
    /// The canonical position string.
    pub position: String,
    /// Who is to move.
    pub turn: Mover,
    /// The board.
    pub board: BoardView,
    /// Shortest paths to the goals.
    pub paths: Vec<PathView>,
    /// The result, if the game is over.
    pub result: Option<GameResult>,
    /// What else a record says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordInfo>,
}

/// What a record says besides its position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordInfo {
    /// The players it names, as a request for their seats.
    pub seats: SeatRequests,
    /// The number of turns and rolls.
    #[serde(rename = "words")]
    pub plies: usize,
}

/// A record to verify.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VerifyRequest {
    /// The text of the record.
    pub record: String,
}

/// What was found in a record.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verification<'a> {
    /// The spec string.
    pub game: Cow<'a, str>,
    /// The number of turns and rolls.
    #[serde(rename = "words")]
    pub plies: usize,
    /// Whether all of them are legal.
    pub legal: bool,
    /// The result, as in records.
    pub result: Option<String>,
    /// The dice; `null` for a record without commitments.
    pub dice: Option<DiceCheck>,
    /// What is wrong.
    pub faults: Vec<FaultBody>,
}

/// What was found about the dice of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiceCheck {
    /// The number of rolls.
    pub checked: usize,
    /// Whether the secret matches its commitment; `null` if it is not revealed yet.
    pub commit: Option<bool>,
    /// Whether the first player's part matches its commitment; `null` if there is none.
    pub p1: Option<bool>,
    /// The same for the second player.
    pub p2: Option<bool>,
    /// Plies whose roll does not follow from the secret.
    pub wrong: Vec<usize>,
    /// Whether everything is right.
    pub right: bool,
}
