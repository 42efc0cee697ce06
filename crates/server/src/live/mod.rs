//! Live play over `WebSocket`s, one per client and game.
//!
//! In reading order:
//! - `upgrade`: the handshake that upgrades an HTTP request;
//! - `connection`: the socket itself: greeting, frames in, messages out, pings, close;
//! - `session`: what a greeted client may send, and what it is answered;
//! - `outbox`: the bounded queue of messages waiting for one socket;
//! - `frames`: encodes and decodes the frames of the WebSocket protocol.

pub(crate) mod connection;
pub(crate) mod frames;
pub(crate) mod outbox;
pub(crate) mod session;
pub(crate) mod upgrade;
