//! Players that are not engines of ours.
//!
//! - `external`: what every external program needs.
//! - `qtp`, `ubgi`, `gnubg`: programs of other protocols.
//! - `notation`: turns as GNU Backgammon writes them.
//! - `baseline`: a simple player that never changes.

mod baseline;
mod external;
mod gnubg;
mod notation;
mod qtp;
mod ubgi;

pub(crate) use baseline::Baseline;
pub(crate) use gnubg::Gnubg;
pub(crate) use qtp::Qtp;
pub(crate) use ubgi::Ubgi;
