//! Players that are not engines of ours.
//!
//! - `external`: what every external program needs.
//! - `qtp`, `ubgi`, `gnubg`: programs of other protocols.
//! - `backgammon`: turns as backgammon programs write them.
//! - `baseline`: a simple player that never changes.

mod backgammon;
mod baseline;
mod external;
mod gnubg;
mod qtp;
mod ubgi;

pub(crate) use baseline::Baseline;
pub(crate) use gnubg::Gnubg;
pub(crate) use qtp::Qtp;
pub(crate) use ubgi::Ubgi;
