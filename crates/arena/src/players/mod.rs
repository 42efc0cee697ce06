//! The grammar of players and the engines behind it.
//!
//! - `spec`: [`PlayerSpec`], a player as text.
//! - `limits`: how long a player may think.
//! - `adapters`: external programs of other protocols, and a fixed baseline.
//! - `engine`: builds the engine of a player.
//! - `pool`: engines that are kept between games.
//! - `cpu`: processor time used.

mod adapters;
mod cpu;
mod engine;
mod limits;
mod pool;
mod spec;

pub use cpu::thread_cpu_time;
pub use engine::EngineDefaults;
pub use limits::{PlayerLimits, TimeControl};
pub(crate) use pool::{EnginePool, PooledEngine};
pub use spec::{PlayerKind, PlayerSpec, short_command};
