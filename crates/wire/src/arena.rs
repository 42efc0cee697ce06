//! Tournaments: what `agon arena` writes and the server shows.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The tournaments that a server shows.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Arenas {
    /// The tournaments, the latest first.
    pub arenas: Vec<ArenaEntry>,
}

/// A tournament of the list.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArenaEntry {
    /// Its name in addresses.
    pub name: String,
    /// The spec string.
    pub game: String,
    /// How players are paired.
    pub pairing: String,
    /// Whether it is finished.
    pub finished: bool,
    /// The number of games played.
    pub games: usize,
    /// The number of players.
    pub players: usize,
    /// The name of the leader.
    pub leader: String,
    /// The last change, in Unix milliseconds.
    pub at: i64,
}

/// A tournament: the file `arena.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArenaStandings {
    /// The version of the format: 1.
    pub arena: u32,
    /// The spec string.
    pub game: String,
    /// How players are paired.
    pub pairing: Cow<'static, str>,
    /// Whether it is finished.
    pub finished: bool,
    /// The number of games played.
    pub games: usize,
    /// The players, the best first.
    pub standings: Vec<Standing>,
    /// The matches of all pairs.
    pub matches: Vec<ArenaMatch>,
}

/// A player's results against all others.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// The player's name.
    pub name: String,
    /// The player's specification.
    pub who: String,
    /// The rating, with 0 as the average of all players.
    pub elo: f64,
    /// The half width of the rating's confidence interval of 95 %.
    pub elo_error: f64,
    /// The number of games.
    pub games: usize,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The share of points of a win and half a point of a draw, from 0 to 1.
    pub score: f64,
    /// Points won minus points lost, by game.
    pub points_per_game: f64,
    /// Processor time by turn, if known.
    pub cpu_ms_per_turn: Option<f64>,
    /// Wall time by turn.
    pub wall_ms_per_turn: f64,
    /// Games lost by a failure of the program.
    pub failures: u64,
}

/// The match of a pair.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArenaMatch {
    /// The name of one player.
    pub a: String,
    /// The name of the other.
    pub b: String,
    /// The pairing's name in addresses.
    pub folder: String,
    /// The report, as `agon match --json` writes it.
    #[cfg_attr(feature = "schema", schemars(with = "MatchSummary"))]
    pub report: Value,
}

/// What a match's report says about its games, besides much else.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct MatchSummary {
    /// The number of games played.
    games: usize,
    /// The number of games to play.
    games_wanted: usize,
    /// Games that `a` won.
    wins: u64,
    /// Games drawn.
    draws: u64,
    /// Games that `b` won.
    losses: u64,
}

/// A page of the games of a pairing.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArenaGames {
    /// The games, in the order they ended.
    pub games: Vec<ArenaGame>,
    /// The number of games before them.
    pub from: usize,
    /// The number of all games.
    pub total: u64,
}

/// A game of a pairing.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArenaGame {
    /// Its number, from 1.
    pub number: u64,
    /// The first player.
    pub p1: Option<String>,
    /// The second player.
    pub p2: Option<String>,
    /// The result, as in records.
    pub result: Option<String>,
    /// Why it ended, if not by the rules.
    pub termination: Option<String>,
    /// The number of turns and rolls.
    #[serde(rename = "words")]
    pub plies: usize,
}
