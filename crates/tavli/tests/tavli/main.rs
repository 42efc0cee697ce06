//! The tavli games against their rulings, perft tables and the slow reference. In reading order:
//!
//! - `portes` (rulings common to all games, then its own), `plakoto`, `fevga`, `gulbara`, `narde`: named rulings
//! - `text`: moves and positions as text
//! - `perft`: the tables in `*.perft`; `reference`: agreement with the slow reference
//! - `mat`: match files; `gnubg`: GNU Backgammon reads them
//! - `common`: helpers

mod common;
mod fevga;
mod gnubg;
mod gulbara;
mod mat;
mod narde;
mod perft;
mod plakoto;
mod portes;
mod reference;
mod text;
