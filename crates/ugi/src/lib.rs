//! The Universal Game Interface, both sides, no engine inside.
//!
//! UGI is UCI for any two-player game. Rolls of the dice stand in the move list, ending in a colon (`31:`); the runner
//! rolls them, never the engine. `docs/protocol.md` describes every line.
//!
//! # Examples
//!
//! A line in each direction:
//!
//! ```
//! use agon_search::Limits;
//! use agon_ugi::{Answer, UgiCommand, Go, StartPosition};
//!
//! let position = UgiCommand::Position { start: StartPosition::Start, plies: vec!["31:".to_owned()] };
//! assert_eq!(position.to_string(), "position startpos moves 31:");
//! assert_eq!(UgiCommand::Go(Go::Think(Limits::nodes(1000))).to_string(), "go nodes 1000");
//! assert_eq!(Answer::parse("bestmove 8/5,6/5"), Answer::BestMove("8/5,6/5".to_owned()));
//! ```
//!
//! [`UgiEngine`] runs an external program as an engine:
//!
//! ```no_run
//! use agon_search::{Engine, Limits, SearchRequest, Stop};
//! use agon_ugi::UgiEngine;
//!
//! let table = agon_games::open("quoridor").unwrap();
//! let mut engine = UgiEngine::spawn("./my-engine --fast", &table.spec()).unwrap();
//! let (limits, stop) = (Limits::depth(3), Stop::new());
//! let thought = engine.think(SearchRequest::quiet(&*table, &limits, &stop)).unwrap();
//! println!("{} plays {}", engine.name(), thought.turn);
//! ```
//!
//! [`serve`] is the other side: it answers the protocol with the engines that a [`Host`] supplies.
//!
//! # Reading order
//!
//! - `command`, `answer`: the lines in either direction; `dialect`: the same commands in UCI.
//! - `lines`: reads lines of bounded length.
//! - `server`: reads commands; `queue`: hands them to the worker thread; `session`: carries them out.
//! - `program`: a child process; `stderr`: what it wrote last; `engine`: a UGI program as an engine.
//! - `faults`: what goes wrong.

mod answer;
mod command;
mod dialect;
mod engine;
pub mod faults;
pub mod lines;
mod program;
mod queue;
mod server;
mod session;
mod stderr;

pub use answer::Answer;
pub use command::{Go, Query, StartPosition, UgiCommand};
pub use dialect::Dialect;
pub use engine::{DEFAULT_GRACE, STARTUP_TIMEOUT, UgiEngine, hang_timeout};
pub use faults::FAULTS;
pub use program::Program;
pub use server::{Host, serve};
