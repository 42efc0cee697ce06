//! Live play over WebSockets, one per client and game.
//!
//! In reading order:
//! - `connection`: upgrades an HTTP request, greets the client, and runs the socket until it ends;
//! - `session`: what a greeted client may ask for, and what it is answered;
//! - `outbox`: the bounded queue of messages waiting for one socket;
//! - `frames`: encodes and decodes the frames of the WebSocket protocol.

pub(crate) mod connection;
pub(crate) mod frames;
pub(crate) mod outbox;
pub(crate) mod session;
