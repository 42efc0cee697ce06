//! The engines of each game: evaluation, bots and levels.
//!
//! `builder` makes an engine of an [`EngineSpec`]. `players` finds the [`GamePlayers`] of a game: its bots, levels and
//! engines, which each game's folder supplies. `any_game` plays games that have no folder; `bench` measures.
//!
//! # Examples
//!
//! ```
//! use agon_engines::{EngineSpec, build};
//! use agon_search::{Limits, SearchRequest, Stop};
//!
//! let mut table = agon_games::open("domineering").unwrap();
//! let mut engine = build(table.as_ref(), &EngineSpec { level: Some(3), ..EngineSpec::default() }).unwrap();
//! let thought = engine.think(SearchRequest::quiet(table.as_ref(), &Limits::default(), &Stop::new())).unwrap();
//! table.play(&thought.turn).unwrap();
//! ```

mod any_game;
mod bench;
mod blockade;
mod bots;
mod builder;
mod domineering;
mod faults;
mod levels;
mod players;
mod quoridor;
pub mod tavli;

pub use agon_search::EngineSpec;
pub use bench::{BenchResult, SpeedCase, SpeedWork, bench, speed_cases};
pub use bots::{BotInfo, SearchLimit};
pub use builder::{EngineBuilder, build};
pub use faults::{FAULTS, LEVEL_RANGE, UNKNOWN_BOT};
pub use levels::{LEVELS, Levels, TOP_LEVEL, dice_levels, level};
pub use players::{BuildEngine, GamePlayers, bots, register};

/// What the crate `agon-train` needs from the engines beyond their public players.
pub mod training {
    pub use crate::blockade::training as blockade;
    pub use crate::quoridor::training as quoridor;
}
