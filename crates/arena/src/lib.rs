//! Matches between players: openings, clocks, statistics, reports.
//!
//! A [`Match`] is played between two players, each described by a [`PlayerSpec`], in pairs of games: both games of
//! a pair have the same opening or the same dice, with seats swapped. Its [`MatchResult`] holds the score and its
//! confidence interval. A [`MatchFolder`] stores every game, so that an interrupted match can be resumed. A
//! [`Tournament`] is a set of matches; a [`Ladder`] compares our own levels.
//!
//! # Examples
//!
//! ```
//! use agon_arena::{Match, MatchReport};
//!
//! let players = ["bot:greedy".parse().unwrap(), "bot:random".parse().unwrap()];
//! let mut matchup = Match::new("domineering:rows=4,cols=4", players).unwrap();
//! matchup.games = 4;
//! let games = matchup.run(Vec::new(), &mut |_| Ok(())).unwrap();
//! let report = MatchReport::new(&matchup, matchup.result(&games));
//! assert_eq!(report.result().games, 4);
//! ```
//!
//! # Reading order
//!
//! - `players`: the grammar of players and the engines behind it.
//! - `matches`: one match, from its settings to its report.
//! - `statistics`: score, Elo, SPRT and ratings.
//! - `tournament`, `standings`, `ladder`: many matches.
//! - `faults`: what can be wrong with the settings.

pub mod faults;
mod ladder;
mod matches;
mod players;
mod standings;
mod statistics;
mod tournament;

pub use faults::FAULTS;
pub use ladder::{Ladder, MIN_STEP_SCORE};
pub use matches::{
    DEFAULT_TIME_MARGIN, GameLog, GameNote, Match, MatchFolder, MatchReport, MatchResult, Opening, Openings, SideUsage,
    Termination, balanced_opening,
};
pub use players::{EngineDefaults, PlayerKind, PlayerLimits, PlayerSpec, TimeControl, short_command, thread_cpu_time};
pub use standings::Standings;
pub use statistics::{LLR_BOUND, Sprt, SprtStatus, rating, stats};
pub use tournament::{Pairing, Tournament};
