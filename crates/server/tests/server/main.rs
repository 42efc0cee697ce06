//! The server as its clients see it: over HTTP, over sockets, and after a restart.

mod analysis;
mod bots;
mod clock;
mod common;
mod description;
mod fold;
mod hostile;
mod http;
mod messages;
mod play;
mod storage;
