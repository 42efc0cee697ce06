//! The protocol as a runner and an engine see it.

mod lines;
mod session;
