//! Games in memory, each with the clients connected to it.
//!
//! In reading order:
//! - `room`: serialises the commands of one game, stores their events, and broadcasts them;
//! - `audience`: the sockets connected to a room, and its chat;
//! - `timers`: when a room must be checked again.

pub(crate) mod audience;
pub(crate) mod room;
pub(crate) mod timers;
