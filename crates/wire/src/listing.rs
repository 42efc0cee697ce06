//! Lists: the lobby, counts of rolls.

use agon_core::Player;
use serde::{Deserialize, Serialize};

use crate::ClockSetup;

/// Public games to join and to watch.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lobby {
    /// Games that wait for an opponent, the newest first.
    pub seeks: Vec<Seek>,
    /// Games being played, the latest first.
    pub live: Vec<LiveGame>,
    /// The number of games with a connected client.
    pub playing: u32,
    /// The number of sockets.
    pub sockets: i64,
}

/// A game that waits for an opponent.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seek {
    /// The game's id.
    pub id: String,
    /// The spec string.
    pub spec: String,
    /// The name of who waits.
    pub name: String,
    /// The free seat.
    pub seat: Player,
    /// The time control, if any.
    pub clock: Option<ClockSetup>,
    /// When it was created, in Unix milliseconds.
    pub at: i64,
}

/// A game being played.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LiveGame {
    /// The game's id.
    pub id: String,
    /// The spec string.
    pub spec: String,
    /// The first player's name.
    pub p1: String,
    /// The second player's name.
    pub p2: String,
    /// The number of turns and rolls.
    pub ply: usize,
    /// The number of clients without a seat.
    pub watchers: usize,
    /// When it was created, in Unix milliseconds.
    pub at: i64,
}

/// Counts of all rolls since the server started.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RollCounts {
    /// The number of rolls.
    pub rolls: u64,
    /// How often each face was rolled.
    pub faces: [u64; 6],
    /// How often each pair was rolled, by first and second die.
    pub pairs: Vec<Vec<u64>>,
    /// Chi-squared of the faces against fair dice.
    pub chi2_faces: f64,
    /// Chi-squared of the pairs.
    pub chi2_pairs: f64,
}
