//! One game, independent of sockets, threads and storage.
//!
//! In reading order:
//! - `setup`: what is fixed when a game is created;
//! - `event`: what can happen to a game, and how the log stores it;
//! - `state`: the state of a game as a fold over its events;
//! - `view`: a game as its clients see it;
//! - `steps`: the steps of a turn with what may follow them;
//! - `command`: what players ask for, checked and turned into events;
//! - `clock`: the server's time and the players' clocks;
//! - `record`: games as records, and records as games;
//! - `ids`: unguessable ids and tokens;
//! - `clean_text`: names and chat lines made safe to show.

pub(crate) mod clean_text;
pub(crate) mod clock;
pub(crate) mod command;
pub(crate) mod event;
pub(crate) mod ids;
pub(crate) mod record;
pub(crate) mod setup;
pub(crate) mod state;
pub(crate) mod steps;
pub(crate) mod view;
