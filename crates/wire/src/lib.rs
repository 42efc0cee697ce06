//! Every message of the socket and every body of the HTTP interface as a type, for both directions.
//!
//! The server writes these types and reads what clients send; clients do the reverse. The description of the API
//! (`openapi.json`) and the types of the page (`types.d.ts`) are generated from them by `cargo xtask generate`.
//!
//! ```
//! use agon_wire::{ClientMessage, ServerMessage, to_json};
//!
//! assert_eq!(to_json(&ClientMessage::Legal { id: "l1".into() }), r#"{"t":"legal","id":"l1"}"#);
//! let answer = r#"{"t":"legal","id":"l1","seq":4,"words":["e2","d1"],"total":2}"#;
//! let Ok(ServerMessage::Legal { turns, .. }) = serde_json::from_str(answer) else { panic!("a list of turns") };
//! assert_eq!(turns, ["e2", "d1"]);
//! ```
//!
//! In reading order:
//! - `client`: messages from clients;
//! - `server`: messages to clients;
//! - `game`: what these say about a game: clocks, seats, events, steps;
//! - `new_game`, `options`: requests that create a game or join one, and their answers;
//! - `catalogue`: games, languages, texts;
//! - `listing`: the lobby, counts of rolls;
//! - `arena`: tournaments;
//! - `record`: positions and records: export, preview, verify;
//! - `fault`: what is wrong with a request;
//! - [`limits`]: what the server accepts;
//! - `entries`, `object_only`, `written`: shapes of JSON;
//! - `schema`: JSON schemas (feature `schema`).

mod arena;
mod catalogue;
mod client;
mod entries;
mod fault;
mod game;
pub mod limits;
mod listing;
mod new_game;
mod object_only;
mod options;
mod record;
#[cfg(feature = "schema")]
mod schema;
mod server;
mod written;

pub use arena::{ArenaEntry, ArenaGame, ArenaGames, ArenaMatch, ArenaStandings, Arenas, Standing};
pub use catalogue::{
    BotInfo, CatalogueInfo, GameInfo, GameOption, GamePreset, LanguageInfo, Languages, OptionValues, Texts,
};
pub use client::{ClaimResult, ClientMessage, Offer, SeatCommand, parse_message};
pub use entries::Entries;
pub use fault::{ErrorBody, FaultBody};
pub use game::{
    Ahead, Claim, Clock, Dice, DiceStage, EndReason, EventKind, GameEvent, GameResult, GameStatus, Mover, Offers,
    OtherEvent, OverEvent, OverKind, PlyEvent, PlyKind, Presence, SeatKind, SeatView, Seats, Step, Steps, Takebacks,
};
pub use listing::{LiveGame, Lobby, RollCounts, Seek};
pub use new_game::{
    BotLimits, ClockSetup, CreateRequest, Created, DiceRequest, ImportRequest, JoinRequest, Joined, PlaySettings,
    SeatRequest, SeatRequests,
};
pub use object_only::ObjectOnly;
pub use options::GameOptions;
pub use record::{
    DiceCheck, Preview, PreviewRequest, RecordBody, RecordInfo, RecordPlyBody, Verification, VerifyRequest,
};
pub use server::{
    ByeReason, ChatLine, GameState, HintScore, Moment, Picture, Progress, Rest, ServerMessage, TalkLine, Update,
};
pub use written::Written;

use serde::Serialize;

/// Most messages fit into this many bytes.
const USUAL_LEN: usize = 1024;

/// The JSON of a message or body.
pub fn to_json(value: &impl Serialize) -> String {
    String::from_utf8(to_json_after(&[], value)).unwrap_or_default()
}

/// The JSON of a message or body after some bytes that stand before it, such as the header of a frame.
pub fn to_json_after(before: &[u8], value: &impl Serialize) -> Vec<u8> {
    let mut out = Vec::with_capacity(USUAL_LEN);
    out.extend_from_slice(before);
    // Writing to memory cannot fail, nor can our types: their keys are strings.
    let _ = serde_json::to_writer(&mut out, value);
    out
}
