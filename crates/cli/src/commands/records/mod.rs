//! Records of games.

pub(crate) mod analyze;
pub(crate) mod convert;
pub(crate) mod verify;
