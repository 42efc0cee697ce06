//! The handlers of all routes, grouped by what they serve.
//!
//! In reading order:
//! - `games`: creates, joins and shows games; the lobby;
//! - `new_game`: the request that creates a game, checked and turned into a setup;
//! - `records`: exports, imports, previews and verifies games;
//! - `analysis`: reviews of finished games;
//! - `catalogue`: games, languages, texts and rules;
//! - `arenas`: tournaments written by `agon arena`;
//! - `pages`: the web page and its assets;
//! - `operation`: health, metrics and the API description.

pub(crate) mod analysis;
pub(crate) mod arenas;
pub(crate) mod catalogue;
pub(crate) mod games;
mod new_game;
pub(crate) mod operation;
pub(crate) mod pages;
pub(crate) mod records;
