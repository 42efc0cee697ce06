//! The server as its clients see it: over HTTP, over sockets, and after a restart.

mod analysis;
mod clock;
mod common;
mod fold;
mod hostile;
mod http;
mod play;
