//! The Universal Game Interface, both sides, no engine inside.
//!
//! UGI is UCI made game-neutral, with chance words in the move list: `31:` is a roll, rolled by
//! the runner and never by the engine. [`serve`] answers the protocol with any engine that a
//! [`Host`] supplies; [`UgiEngine`] runs a foreign program as an engine. `docs/protocol.md`
//! describes every line.

mod answer;
mod client;
mod command;
mod desk;
mod dialect;
pub mod lines;
mod program;
mod server;
mod session;

pub use answer::Answer;
pub use client::{ENGINE_FAILED, ENGINE_ILLEGAL, ENGINE_SILENT, FAULTS, START_TIME, UgiEngine, hung_after};
pub use command::{Command, Go, Query, Start};
pub use dialect::Dialect;
pub use program::{ClientError, Program, Trouble};
pub use server::{Host, serve};
