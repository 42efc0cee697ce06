//! The engines of each game: evaluation, bots and levels.
//!
//! `builder` makes an engine of an [`EngineSpec`], `levels` and `bots` list what a spec may ask for, `bench` measures.
//! Each game has its folder.
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

mod bench;
mod blockade;
mod bots;
mod builder;
mod domineering;
mod faults;
mod levels;
mod quoridor;
pub mod tavli;

pub use agon_search::EngineSpec;
pub use bench::{BenchResult, SPEED_CASES, SpeedCase, bench};
pub use bots::{BotInfo, bots};
pub use builder::build;
pub use faults::{FAULTS, LEVEL_RANGE, UNKNOWN_BOT};
pub use levels::LEVELS;

/// What the crate `agon-train` needs from the engines beyond their public players.
pub mod training {
    pub use crate::blockade::training as blockade;
    pub use crate::quoridor::training as quoridor;
}
