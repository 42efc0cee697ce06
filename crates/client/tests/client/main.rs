//! Clients and a real server, with a network between them that can be cut.

mod common;
mod dice;
mod interrupted;
mod links;
mod play;
