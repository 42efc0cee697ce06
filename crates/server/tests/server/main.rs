//! The server as its clients see it: over HTTP, over sockets, and after a restart. In reading order:
//!
//! - `common`: a server for each test, and its clients
//! - `play`: games over sockets; `clock`, `bots`, `analysis`: clocks, bots that fail, reviews
//! - `http`: routes and their refusals; `hostile`: hostile and broken clients
//! - `fold`: the state of a game as a fold over its events; `storage`: a store that fails
//! - `messages`: every message to the byte; `description`: answers compared with the description of the API

mod analysis;
mod bots;
mod clock;
mod cluster;
mod common;
mod description;
mod fold;
mod hostile;
mod http;
mod messages;
mod play;
mod storage;
