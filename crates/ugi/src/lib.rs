//! The Universal Game Interface, both sides, no engine inside.
//!
//! UGI is UCI made game-neutral, with chance words in the move list: `31:` is a roll, rolled by
//! the runner and never by the engine. [`serve`] answers the protocol with any engine that a
//! [`Host`] supplies; [`UgiEngine`] runs a foreign program as an engine. `docs/protocol.md`
//! describes every line.

mod answer;
mod client;
mod command;
pub mod lines;
mod server;

pub use answer::Answer;
pub use client::{ClientError, ENGINE_FAILED, UgiEngine};
pub use command::{Command, Go, Query, Start};
pub use server::{Host, serve};
