//! Evaluations, bots and levels of each game.
//!
//! # Examples
//!
//! ```
//! use agon_engines::{Settings, build};
//! use agon_search::{Limits, Stop};
//!
//! let mut table = agon_games::open("domineering").unwrap();
//! let mut engine = build(table.as_ref(), &Settings { level: Some(3), ..Settings::default() }).unwrap();
//! let thought = engine.think(table.as_ref(), &Limits::default(), &Stop::new(), &mut |_| {}).unwrap();
//! table.play(&thought.word).unwrap();
//! ```

mod bench;
mod blockade;
mod bots;
mod domineering;
mod faults;
mod levels;
mod plan;
mod quoridor;
mod settings;
pub mod tavli;

pub use agon_search::Settings;
pub use bench::{BenchResult, SPEED_CASES, SpeedCase, bench};
pub use blockade::{BlockadeHorizons, BlockadeLesson, blockade_full_width};
pub use bots::{BotInfo, bots};
pub use faults::{FAULTS, LEVEL_RANGE, TRAINING_FILE, UNKNOWN_BOT};
pub use levels::LEVELS;
pub use quoridor::train::{Epoch, Lesson, Meeting, QuoridorTraining, TrainingStep};
pub use settings::build;
