//! Online play: HTTP, WebSocket, event log, bot workers, the embedded web page.
//!
//! One rule: a move exists if and only if its row is committed. Acknowledgements and broadcasts
//! come after the commit; the state of a game is a fold over its events; what is held in memory is a
//! cache of that.
//!
//! ```no_run
//! let config = agon_server::Config::default();
//! agon_server::run(config, |address| println!("http://{address}")).expect("the server ran");
//! ```

mod act;
mod address;
mod app;
mod arenas;
mod audience;
mod bots;
mod clock;
mod config;
mod event;
mod failure;
mod faults;
mod files;
mod frames;
mod ids;
mod limits;
mod logs;
mod metrics;
mod names;
mod outbox;
mod record;
mod room;
mod routes;
mod security;
mod serve;
mod setup;
mod socket;
mod state;
mod statistics;
pub mod store;
mod talk;
mod thinking;
mod timers;
mod wire;
mod writer;

pub use act::{Act, Hand};
pub use app::{App, Shared};
pub use config::{Config, Database, Limits, Rate};
pub use event::{Ending, Entry, Event, Reason};
pub use faults::FAULTS;
pub use ids::{GameId, Token, TokenHash};
pub use logs::init_logs;
pub use room::{Done, Room};
pub use routes::{ROUTES, app};
pub use security::POLICY;
pub use serve::{ServeError, Server, run, serve, stop_signal};
pub use setup::{ClockSetup, SeatSetup, Setup, Takebacks};
pub use state::GameState;
