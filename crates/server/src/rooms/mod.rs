//! Games in memory, each with the clients connected to it.
//!
//! In reading order:
//! - `room`: executes the commands of one game in order, stores their events, and broadcasts them;
//! - `audience`: the clients connected to a room, and its chat;
//! - `lobby`: public games to join and to watch;
//! - `cluster`: what other servers of the site have stored, and who is connected to them;
//! - `timers`: when a room must be checked again.

pub(crate) mod audience;
pub(crate) mod cluster;
pub(crate) mod lobby;
pub(crate) mod room;
pub(crate) mod timers;
