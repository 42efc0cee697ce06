//! Online play: HTTP, WebSocket, event log, bot workers, the embedded web page.
//!
//! One rule governs everything: a move exists if and only if its row is committed. Acknowledgements and broadcasts
//! follow the commit, the state of a game is a fold over its events, and what is in memory is a cache of that.
//!
//! ```no_run
//! let config = agon_server::Config::default();
//! agon_server::run(config, |address| println!("http://{address}")).expect("the server ran");
//! ```
//!
//! In reading order:
//! - `config`, `serve`, `background`, `app`: how a server is configured, started and stopped, and its parts;
//! - `http`: routes, request checks and rate limits;
//! - `live`: the WebSocket of a client, and what the client may ask for;
//! - `rooms`: games in memory with their connected clients;
//! - `game`: events, commands and the state of one game, and the state as its clients see it;
//! - `bots`: the worker threads of the engines;
//! - `store`: the event log, in memory, in a file or in a database that several servers share;
//! - `faults`, `logs`, `metrics`, `roll_counts`, `sync`: what all of these use.

mod app;
mod background;
mod bots;
mod config;
mod faults;
mod game;
mod http;
mod live;
mod logs;
mod metrics;
mod roll_counts;
mod rooms;
mod serve;
pub mod store;
mod sync;

pub use app::{App, SharedApp};
pub use background::BackgroundServer;
pub use bots::worker::work;
pub use config::{Config, Database, RateLimit, ServerLimits};
pub use faults::FAULTS;
pub use game::command::{GameCommand, Seat};
pub use game::event::{EndReason, Event, GameResult, LogEntry};
pub use game::ids::{GameId, Token, TokenHash};
pub use game::setup::{BotLimits, ClockSetup, GameSetup, SeatSetup, Takebacks};
pub use game::state::GameState;
pub use http::guard::POLICY;
pub use http::{ROUTES, router};
pub use logs::init_logs;
pub use rooms::room::{CommandOutcome, Room};
pub use serve::{ServeError, Server, run};
