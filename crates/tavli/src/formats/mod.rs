//! Formats of other programs.
//!
//! - `gnubg_id`: GNU Backgammon position IDs
//! - `mat`: `.mat` match files

pub mod gnubg_id;
pub mod mat;
