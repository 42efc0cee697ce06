//! Players that are no engines of ours: programs of other dialects, and a baseline that never changes.

mod baseline;
mod foreign;
mod gnubg;
mod qtp;
mod turns;
mod ubgi;

pub(crate) use baseline::Baseline;
pub(crate) use gnubg::Gnubg;
pub(crate) use qtp::Qtp;
pub(crate) use ubgi::Ubgi;
