//! Formats of other programs.
//!
//! - `gnubg`: the games they hold
//! - `gnubg_id`: GNU Backgammon position IDs
//! - `mat`: `.mat` match files

pub(crate) mod gnubg;
pub mod gnubg_id;
pub mod mat;
